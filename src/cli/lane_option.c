#include "cli/lane_option.h"

#include "base/memory.h"
#include "base/names.h"
#include "base/text.h"
#include "cli/arguments.h"
#include "scene/file.h"
#include "scene/lanes.h"
#include "scene/scene_fields.h"
#include "scene/stream.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

// --- names of the settings: options of the subcommand, and keys of a lane that no option sets ---

// The key of a lane that an option sets; its key is NULL where it sets none.
static vl_scene_key key_of_option(const vl_option *option)
{
    vl_scene_key key = option->sets.key ? option->sets : option->of_lane;
    bool taken = key.key && vl_scene_lane_takes(key.record, key.key);
    return taken ? key : (vl_scene_key){NULL, NULL};
}

static bool same_key(vl_scene_key a, vl_scene_key b)
{
    bool same_record =
        a.record && b.record ? strcmp(a.record, b.record) == 0 : a.record == b.record;
    return same_record && a.key && b.key && strcmp(a.key, b.key) == 0;
}

// A subcommand without these options has the same names.
static const vl_option *const options_of_lane[] = {&vl_option_integrator, &vl_option_dt,
                                                   &vl_option_policy, VL_OPTIONS_OF_SOLVER, NULL};

static bool has_option(vl_scene_key key)
{
    bool found = false;
    for (const vl_option *const *o = options_of_lane; *o; o++)
        found |= same_key(key_of_option(*o), key);
    return found;
}

// A setting by its name.
typedef struct setting_name {
    const char *name;
    vl_scene_key key;
} setting_name;

enum { MOST_NAMES = 2 * VL_LANE_MOST_SETTINGS };

static int add_keys(const vl_schema *schema, const char *record, setting_name names[MOST_NAMES],
                    int count)
{
    for (int i = 0; i < schema->field_count; i++) {
        const vl_field *field = &schema->fields[i];
        vl_scene_key key = {record, field->key};
        if (field->schema)
            count = add_keys(field->schema, field->key, names, count);
        else if (!has_option(key) && count < MOST_NAMES)
            names[count++] = (setting_name){field->key, key};
    }
    return count;
}

// Returns how many there are.
static int find_names(setting_name names[MOST_NAMES])
{
    int count = 0;
    for (const vl_option *const *o = options_of_lane; *o; o++) {
        vl_scene_key key = key_of_option(*o);
        if (key.key && count < MOST_NAMES)
            names[count++] = (setting_name){(*o)->name, key};
    }
    return add_keys(&vl_schema_lane, NULL, names, count);
}

// --- values ---

// A stream from a file: its path begins at the current folder and not, like that of a scene, at the
// folder of the scene. NULL: it has no path.
static char *with_whole_path(const char *text)
{
    char here[PATH_MAX];
    const char *path = vl_stream_path(text);
    if (!path || !getcwd(here, sizeof here))
        return NULL;
    char *whole = vl_path_join(here, path);
    vl_text made = {0};
    vl_text_add(&made, "%.*s%s", (int)(path - text), text, whole);
    vl_free(whole);
    return made.data;
}

static bool read_value(const vl_value *value, const setting_name *name, const char *text)
{
    if (same_key(name->key, vl_option_dt.of_lane) && strcmp(text, "frame") == 0)
        return vl_fail(value->error,
                       "--lane: %s is 'frame', which is measured for all lanes, expected another "
                       "stream, such as fixed:0.01",
                       name->name);
    vl_scene_lane *lane = &value->arguments->lanes[value->arguments->lane_count - 1];
    char *whole = with_whole_path(text);
    vl_text shown = {0};
    vl_text_add(&shown, "--lane: %s", name->name);
    bool good = vl_scene_lane_read(lane, name->key.record, name->key.key, shown.data,
                                   whole ? whole : text, value->error);
    vl_text_free(&shown);
    vl_free(whole);
    return good;
}

// Reads "substeps=4".
static bool read_setting(const vl_value *value, const char *part)
{
    setting_name names[MOST_NAMES];
    int count = find_names(names);
    const char *equals = strchr(part, '=');
    if (!equals)
        return vl_fail(value->error, "--lane: '%s' has no '=', expected settings such as %s", part,
                       value->option->form);
    char *word = vl_copy_text(part);
    word[equals - part] = '\0';
    vl_names known = VL_NAMES(names, count, name);
    int index = vl_names_require(known, "setting of --lane", word, known, value->error);
    vl_free(word);
    return index >= 0 && read_value(value, &names[index], equals + 1);
}

static bool read_lane(const vl_value *value)
{
    vl_arguments *arguments = value->arguments;
    if (arguments->lane_count == VL_SCENE_MOST_LANES)
        return vl_fail(value->error, "--lane is given more than %d times", VL_SCENE_MOST_LANES);
    arguments->lane_count++;
    return vl_value_for_each(value, read_setting);
}

// clang-format off
#define LANE_TEXT \
    "A lane, once for each: all run side by side to the same moments. The settings are `integrator`, `dt`, `policy`, " \
    "`start`, the options of the solver, its keys that have no option, and `name`; what is left out is the scene's. " \
    "A lane with a `dt` makes whole steps of that stream of its own, up to the time of the common one. "

const vl_option vl_option_lane = {.name = "lane", "SETTING=VALUE[,…]",
    LANE_TEXT "Replaces the lanes of the scene (its key `compare`), which run by default, and excludes `--integrator` and "
    "`--engine`.",
    read_lane, .repeats = true};

const vl_option vl_option_other_lane = {.name = "lane", "SETTING=VALUE[,…]",
    LANE_TEXT "Replaces the lanes of the recording, which run by default.",
    read_lane, .repeats = true};
// clang-format on
