#pragma once
/// The folders of the person for pictures and scenes, as the XDG Base Directory Specification and
/// xdg-user-dirs describe them. A variable of the environment that holds no absolute path is
/// ignored, and without a home folder they are the present folder.

#include "base/error.h"

/// Returns $XDG_PICTURES_DIR, from the environment or else from the file user-dirs.dirs, or else
/// ~/Pictures. Free with vl_free().
char *vl_folder_pictures(void);

/// Returns verlet-lab/scenes in $XDG_DATA_HOME, or else in ~/.local/share. Free with vl_free().
char *vl_folder_scenes(void);

/// Creates the first of "stem.extension", "stem-2.extension" … in `folder` that does not exist, as
/// an empty file, so that no other picture or scene gets the same name. Folders that are missing
/// are created. Returns the path, to be freed with vl_free(); NULL and a message where it fails.
VL_MUST_USE char *vl_folder_new_file(const char *folder, const char *stem, const char *extension,
                                     vl_error *error);
