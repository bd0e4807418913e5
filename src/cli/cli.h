#pragma once

#include "base/error.h"
#include "base/text.h"

/// The command line: what `verlet-lab` does with its arguments.

/// The picture that `verlet-lab render` draws. All members have been checked.
typedef struct vl_cli_render {
    char *scene;      ///< path of a scene that loads
    double at;        ///< s, simulated time of the picture, ≥ 0 and finite
    const char *png;  ///< file to write, not empty
    const char *keys; ///< and names of commands that are given at the start, with commas; NULL
    int width;        ///< pixels
    int height;       ///< pixels

    struct vl_progress *progress; ///< to be told often; NULL: nobody asks
} vl_cli_render;

/// The functions of a build with the app. Without the app they are NULL, and the program says so.
typedef struct vl_cli_host {
    /// Opens the window on a scene: a path that exists or looks like one; NULL: the opening scene.
    /// `record` is the file to which what happens is recorded; NULL: one of the person's, "off":
    /// none. Returns the exit status.
    int (*demo)(const char *scene_path, const char *record);

    /// Whether all keys of a list such as "F3,2" exist; else false and a message.
    bool (*check_keys)(const char *keys, vl_error *error);

    /// Draws one picture. Returns the exit status.
    int (*render)(vl_cli_render *request);

    /// Prints on standard output the keys and what they do, or the names of the commands without a
    /// key.
    void (*list_commands)(bool keys);

    /// Adds the libraries of the window with their versions, ", SDL 2.26.5" and so on.
    void (*add_libraries)(vl_text *text);
} vl_cli_host;

/// What is told where one of them is missing.
#define VL_CLI_NO_WINDOW "this build has no window (it was configured with -Dapp=disabled)"

/// Does what the arguments ask for and returns the exit status: 0, 1 for bad input, 2 for wrong
/// usage. Messages go to standard error.
int vl_cli_main(int argc, char **argv, const vl_cli_host *host);
