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
