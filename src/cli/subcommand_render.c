// `render`: one picture, drawn by the host.

#include "base/memory.h"
#include "cli/job.h"
#include "cli/target.h"
#include "lab/log_file.h"
#include "scene/find.h"
#include "scene/lanes.h"

#include <string.h>
#include <strings.h>

enum { LEAST_SIZE = 64, MOST_SIZE = 8192 }; // pixels

typedef vl_cli_render settings; // but for the scene and who is told

// A picture is a PNG; a name that promises another kind would lie.
static bool read_picture(const vl_value *value)
{
    const char *slash = strrchr(value->text, '/'), *name = slash ? slash + 1 : value->text;
    const char *end = strrchr(name, '.');
    bool other = end && strcasecmp(end, ".png") != 0;
    return other ? vl_value_refuse(value, value->option->expected) : vl_read_path(value);
}

static bool read_size(const vl_value *value)
{
    settings *s = value->arguments->settings;
    int end = 0;
    bool read = sscanf(value->text, "%5dx%5d%n", &s->width, &s->height, &end) == 2;
    bool good = read && !value->text[end] && s->width >= LEAST_SIZE && s->width <= MOST_SIZE &&
                s->height >= LEAST_SIZE && s->height <= MOST_SIZE;
    return good || vl_value_refuse(value, value->option->expected);
}

// Finds the path of a recording, or of a scene that can be read, neither of which is where the
// picture goes. NULL and a message where it cannot.
static char *find(const char *word, const settings *s, vl_error *error)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    char *path = vl_scene_find(word, error);
    bool plays = path && vl_recording_is_file(path);
    vl_scene *scene = path && !plays ? vl_scene_load(path, error) : NULL;
    bool good = (plays || scene) && vl_target_check("png", s->png, ".png", NULL, error);
    if (good && scene)
        vl_job_tell(scene, lanes, vl_scene_lanes(scene, lanes), NULL);
    vl_scene_free(scene);
    if (good)
        return path;
    vl_free(path);
    return NULL;
}

static bool act(const vl_cli_host *host, const vl_arguments *arguments, vl_error *error)
{
    const settings *s = arguments->settings;
    error->wrong_usage = s->keys && host->check_keys && !host->check_keys(s->keys, error);
    char *path = error->wrong_usage ? NULL : find(arguments->words[0], s, error);
    if (!path)
        return false;
    vl_progress progress = vl_progress_begin("The run", NULL);
    vl_cli_render request = *s;
    request.scene = path;
    request.progress = &progress;
    bool good = host->render ? host->render(&request) == 0 : vl_fail(error, VL_CLI_NO_WINDOW);
    vl_progress_end(&progress);
    vl_free(path);
    return good;
}

// clang-format off
static const vl_option *const options[] = {
    VL_OPTION("at", "S",
        "The moment, in simulated seconds from the start; of a recording, in seconds of its frames.",
        VL_OWN(at), VL_SECONDS(1e12), .required = true),
    VL_OPTION("png", "FILE",
        "The picture to write, a PNG. A name with another ending is refused.",
        .read = read_picture, VL_OWN(png), .required = true, .expected = "the name of a PNG file, such as chain.png"),
    VL_OPTION("keys", "KEY[,KEY…]",
        "Keys that are pressed at the start, one after the other, with the names that `verlet-lab list keys` shows, and "
        "the names of `verlet-lab list commands`, which have none: `F3` draws the order lab. The picture waits for what an experiment computes. A "
        "key that writes a file writes it where the window would, and tells the path on standard error.",
        .read = vl_read_text, VL_OWN(keys), .expected = "keys as `list keys` writes them, such as F3,2, or names of `list commands`"),
    VL_OPTION("size", "WIDTHxHEIGHT",
        "The size of the picture in pixels, each from 64 to 8192. Default: 1280x720.",
        .read = read_size, .expected = "WIDTHxHEIGHT, each from 64 to 8192, such as 1280x720"),
    &vl_option_help, NULL,
};

const vl_subcommand vl_subcommand_render = {
    .name = "render",
    .words = "SCENE|RECORDING",
    .summary = "draw one moment of a scene or a recording into a picture, without a display",
    .details =
        "Runs the scene or the recording to a moment and writes a picture of what the window would show. A run or an "
        "order lab of more than 5 s says so at once, and again where it takes more than three times as long.",
    .options = options,
    .settings = &(const settings){.width = 1280, .height = 720},
    .settings_size = sizeof(settings),
    .act = act,
};
// clang-format on
