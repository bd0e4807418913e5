#pragma once
/// The folders of the person for pictures, scenes and recordings, as the XDG Base Directory
/// Specification and xdg-user-dirs describe them. A variable of the environment that holds no
/// absolute path is ignored, and without a home folder they are the present folder.

#include "base/error.h"

/// Returns $XDG_PICTURES_DIR, from the environment or else from the file user-dirs.dirs, or else
/// ~/Pictures. Free with vl_free().
char *vl_folder_pictures(void);

/// Returns verlet-lab/scenes in $XDG_DATA_HOME, or else in ~/.local/share. Free with vl_free().
char *vl_folder_scenes(void);

/// Returns verlet-lab/recordings in $XDG_STATE_HOME, or else in ~/.local/state. Free with
/// vl_free().
char *vl_folder_recordings(void);

/// A file beside a recording there, with this behind its name, says that its program has not ended.
#define VL_RECORDING_RUNS ".running"

/// Returns the path "stem.extension" in `folder`, for a new file as base/output.h writes it.
/// Folders that are missing are created; where that fails, whoever writes the file tells it. Free
/// with vl_free().
char *vl_folder_new_path(const char *folder, const char *stem, const char *extension);

/// Gives a file another name in its folder, with its extension, which is added where it is missing.
/// Never over another file, as vl_file_move() does it. Spaces around the name are left out. Returns
/// the new path, to be freed with vl_free(); NULL and a message where no file can have that name,
/// another one has it, or the file is no longer there.
VL_MUST_USE char *vl_folder_rename(const char *path, const char *name, vl_error *error);

/// Whether two paths name the same file in the same folder, though perhaps by another way to it.
/// The file need not exist.
bool vl_folder_is_same(const char *path, const char *other);
