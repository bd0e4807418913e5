#pragma once
/// The shipped and the saved scenes and recordings, by name, and the folders where the program
/// saves.

#include "scene/scene.h"

/// The path of `scene`. Where it is the name of a file, or has the form of a path, that is `scene`
/// itself. Else it is the path of the shipped scene of that name, in $VERLET_LAB_SCENES, beside the
/// sources of the program, where the program was installed, or among the saved ones
/// (VL_FOLDER_SCENES), in this order. "late-frame.rec" is a recording there, "late-frame" too
/// where no scene has that name. NULL and a message with a suggestion where there is none. Free
/// with vl_free().
VL_MUST_USE char *vl_scene_find(const char *scene, vl_error *error);

/// Finds and loads a scene. NULL and a message where that fails.
VL_MUST_USE vl_scene *vl_scene_open(const char *scene, vl_error *error);

/// Names of files, in the order of the alphabet.
typedef struct vl_scene_names {
    int count;
    char **names;
    int name_room, group_room; ///< allocated
    char **groups;             ///< headings, one for each name
} vl_scene_names;

/// Where files with names are.
typedef enum vl_shelf {
    VL_LESSONS,
    VL_SCENES, ///< in teaching order: scenes/order.txt, then all others by name. A line that begins
               ///< with "# " is the heading of the names below it; the others have the heading ""
    VL_RECORDINGS,      ///< shipped, as the two above
    VL_SAVED_SCENES,    ///< in VL_FOLDER_SCENES
    VL_KEPT_RECORDINGS, ///< which the window has written by itself (VL_FOLDER_RECORDINGS), the
                        ///< newest first, without those whose program still runs
    VL_SHELVES
} vl_shelf;

vl_scene_names vl_shelf_names(vl_shelf shelf);

/// The path of the file of that name, to be freed with vl_free(); NULL: there is none.
VL_MUST_USE char *vl_shelf_find(vl_shelf shelf, const char *name);

void vl_scene_names_free(vl_scene_names *names);

// The folders of the person are those of the XDG Base Directory Specification. A variable of the
// environment that holds no absolute path is ignored, and without a home folder they are the
// present folder.

typedef enum vl_folder {
    VL_FOLDER_PICTURES,   ///< $XDG_PICTURES_DIR, or else ~/Pictures
    VL_FOLDER_SCENES,     ///< verlet-lab/scenes in $XDG_DATA_HOME, or else in ~/.local/share
    VL_FOLDER_ANSWERS,    ///< verlet-lab/answers beside those
    VL_FOLDER_RECORDINGS, ///< verlet-lab/recordings in $XDG_STATE_HOME, or else in ~/.local/state
} vl_folder;

/// The path of a folder; free with vl_free().
char *vl_person_folder(vl_folder folder);

/// A file beside a recording there, with this behind its name, says that its program has not ended.
#define VL_RECORDING_RUNS ".running"

/// The path of `name` in `folder`, for a new file. Folders that are missing are created; where that
/// fails, whoever writes the file tells it. Free with vl_free().
char *vl_folder_new_path(const char *folder, const char *name);
