#include "scene/lanes.h"

#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "scene/engine.h"
#include "scene/policy.h"
#include "scene/stream.h"

#include <string.h>

// That of a text is copied if the lane is to own it.
static void take_value(vl_lane *lane, const vl_field *row, const vl_lane *from, bool owns)
{
    char **text = vl_member(row, lane);
    memcpy(vl_member(row, lane), vl_member(row, from), vl_field_size(row));
    if (owns && row->type->release)
        *text = vl_copy_text(*text);
    lane->own_stream |= row->type == &vl_type_timestep;
}

// --- lanes as they run ---

vl_scene vl_scene_with_lane(const vl_scene *scene, const vl_lane *lane)
{
    vl_scene made = *scene;
    const vl_engine *engine = lane->engine ? lane->engine : scene->engine;
    if (engine)
        made.policy = (char *)engine->policy;
    for (int i = 0; i < vl_schema_lane.row_count; i++)
        if (lane->own & 1u << i)
            take_value(&made.lane, &vl_schema_lane.rows[i], lane, false);
    if (made.engine)
        vl_engine_apply(made.engine, &made);
    return made;
}

int vl_scene_lanes(const vl_scene *scene, vl_scene lanes[VL_SCENE_MOST_LANES])
{
    lanes[0] = vl_scene_with_lane(scene, &(vl_lane){0});
    for (int i = 0; i < scene->lane_count; i++)
        lanes[i] = vl_scene_with_lane(scene, &scene->lanes[i]);
    return scene->lane_count > 0 ? scene->lane_count : 1;
}

bool vl_scene_same_lanes(const vl_scene *a, const vl_scene *b)
{
    vl_lane other = b->lane;
    other.timestep = a->timestep;
    return vl_field_equal(vl_schema_find(&vl_schema_scene, "compare"), a, b) &&
           vl_schema_equal(&vl_schema_lane, &a->lane, &other);
}

void vl_scene_set_lanes(vl_scene *scene, const vl_lane *lanes, int count)
{
    vl_lane *made = vl_alloc((size_t)count, sizeof *made);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < vl_schema_lane.row_count; k++) {
            const vl_field *row = &vl_schema_lane.rows[k];
            bool own = row->type == &vl_type_timestep
                           ? lanes[i].own_stream
                           : !vl_field_equal(row, &scene->lane, &lanes[i]);
            if (!own || !vl_lane_takes(&lanes[i], row))
                continue;
            take_value(&made[i], row, &lanes[i], true);
            made[i].own |= 1u << k;
        }
    for (int i = 0; i < scene->lane_count; i++)
        vl_schema_release(&vl_schema_lane, &scene->lanes[i]);
    vl_free(scene->lanes);
    scene->lanes = made;
    scene->lane_count = count;
}

int vl_lane_method(const vl_lane *lane)
{
    const vl_engine *engine = lane->engine;
    return vl_integrator_index(engine ? vl_integrator_find(engine->likeness) : lane->integrator);
}

// --- reading and writing ---

char *vl_lane_to_text(const vl_scene *lane, const char *stream)
{
    vl_lane whole = lane->lane;
    whole.timestep = (char *)stream;
    whole.own = 0;
    for (int i = 0; i < vl_schema_lane.row_count; i++) {
        const vl_field *row = &vl_schema_lane.rows[i];
        void *member = vl_member(row, &whole);
        bool there = row->type->release ? *(char **)member != NULL
                                        : !row->choices || vl_field_choice(row, &whole) >= 0;
        whole.own |= there && vl_lane_takes(&whole, row) ? 1u << i : 0;
    }
    vl_yaml_writer *writer = vl_yaml_writer_create();
    vl_type_lane.write(writer, &(vl_field){.schema = &vl_schema_lane}, &whole);
    char *made = vl_yaml_writer_finish(writer);
    made[strcspn(made, "\n")] = '\0';
    return made;
}

bool vl_lane_from_text(vl_lane *lane, const char *text, const char *name, vl_error *error)
{
    vl_arena arena = {0};
    const vl_field field = {.type = &vl_type_lane, .schema = &vl_schema_lane};
    const vl_yaml_node *root = vl_yaml_parse(&arena, text, strlen(text), name, 0, error);
    vl_loading loading = {.file = name, .alone = true, .error = error};
    bool good = root && vl_type_lane.parse(&loading, &field, root, lane);
    vl_arena_free(&arena);
    return good;
}

// --- labels ---

// Of a lane with a stream of its own: "144/s" of equal steps; what the screen says of any other.
static void add_stream(const vl_lane *lane, vl_text *label)
{
    const char *file = vl_stream_path(lane->timestep), *slash = file ? strrchr(file, '/') : NULL;
    vl_stream *stream = file ? NULL : vl_stream_parse(lane->timestep, NULL, &(vl_error){0});
    if (file)
        vl_text_add(label, "file %s", slash ? slash + 1 : file);
    else if (!stream)
        vl_text_add(label, "%s", lane->timestep);
    else if (stream->kind->steps == VL_STEPS_EQUAL && stream->kind->period == 1)
        vl_text_add(label, "%.4g/s", 1 / vl_stream_mean(stream, 1));
    else
        vl_stream_label(stream, label);
    vl_stream_free(stream);
}

void vl_lane_add_value(const vl_field *row, const vl_lane *lane, vl_text *text)
{
    const void *member = vl_member(row, lane);
    int index = row->choices ? vl_field_choice(row, lane) : -1;
    vl_policy policy;
    if (row->type == &vl_type_timestep && !lane->own_stream)
        vl_text_add(text, "common");
    else if (row->type == &vl_type_timestep)
        add_stream(lane, text);
    else if (row->type == &vl_type_policy && vl_policy_parse(&policy, lane->policy, NULL))
        vl_policy_label(&policy, text);
    else if (row->type == &vl_type_integer)
        vl_text_add(text, "%d", *(const int *)member);
    else if (row->type == &vl_type_number)
        vl_text_add(text, "%.4g", *(const double *)member);
    else if (index >= 0)
        vl_text_add(text, "%s",
                    row->choices->points ? vl_choices_text(row->choices, index, row->choices->label)
                                         : vl_choices_name(row->choices, index));
    else if (row->choices) // none; or one that no file can name, of another engine
        vl_text_add(text, "%s", lane->engine ? lane->solver.method->name : "none");
}

// "Verlet", "direct"; "old direction" where a value alone says little; "1 substep", "4 substeps".
static void add_in_label(const vl_field *row, const vl_lane *lane, vl_text *label)
{
    bool whole = row->type == &vl_type_integer;
    const char *key = row->offset != offsetof(vl_lane, solver.iterations) ? row->key
                      : lane->solver.method->global                       ? "Newton steps"
                                                                          : "sweeps";
    int length = (int)strlen(key);
    if (row->type == &vl_type_number)
        vl_text_add(label, "%s ", key);
    vl_lane_add_value(row, lane, label);
    if (whole)
        length -= *(const int *)vl_member(row, lane) == 1 && key[length - 1] == 's';
    if (whole || (row->type == &vl_type_choice && !row->choices->points))
        vl_text_add(label, " %.*s", length, key);
}

// Whether the label of a lane has the value at a place: its method and its own frames where not all
// lanes have the same, anything else where lanes of its method differ. An engine stands for all
// that it sets.
static bool tells(const vl_field *row, const vl_lane *lanes, int count, int index)
{
    bool is_engine = row->offset == offsetof(vl_lane, engine), differs = false;
    bool common = row->type == &vl_type_timestep;
    bool is_method = row->offset == offsetof(vl_lane, integrator);
    const vl_lane *lane = &lanes[index], *first = NULL;
    if (is_engine)
        return lane->engine;
    for (int i = 0; i < count; i++) {
        if ((lanes[i].engine && !common) ||
            (lanes[i].integrator != lane->integrator && !is_method && !common))
            continue;
        first = first ? first : &lanes[i];
        bool same = !common || first->own_stream == lanes[i].own_stream;
        bool none = common && !first->own_stream;
        differs |= !same || !(none || vl_field_equal(row, first, &lanes[i]));
    }
    bool set = common ? !lane->own_stream : lane->engine != NULL;
    return differs && !set && row->type != &vl_type_name;
}

static void add_differences(const vl_lane *lanes, int count, int index, vl_text *label)
{
    for (int k = 0; k < vl_schema_lane.row_count; k++)
        if (tells(&vl_schema_lane.rows[k], lanes, count, index)) {
            vl_text_add(label, label->length > 0 ? " · " : "");
            add_in_label(&vl_schema_lane.rows[k], &lanes[index], label);
        }
}

// Numbers a label that one before it has, so that no other has that: "Verlet 2".
static void number(vl_text *labels, int count, int index)
{
    vl_text numbered = {0};
    if (vl_names_index(VL_NAMES(labels, index, data), labels[index].data) < 0)
        return;
    const vl_names all = VL_NAMES(labels, count, data);
    for (int n = 2; n == 2 || vl_names_index(all, numbered.data) >= 0; n++) {
        numbered.length = 0;
        vl_text_add(&numbered, "%s %d", labels[index].data, n);
    }
    vl_text_free(&labels[index]);
    labels[index] = numbered;
}

void vl_lane_labels(const vl_lane *lanes, int count, vl_text *labels)
{
    bool bare = false; // whether nothing tells a lane without a name from the others
    for (int i = 0; i < count; i++) {
        if (lanes[i].name)
            vl_text_add(&labels[i], "%s", lanes[i].name);
        else
            add_differences(lanes, count, i, &labels[i]);
        bare |= labels[i].length == 0;
    }
    for (int i = 0; i < count; i++) {
        if (bare && !lanes[i].name && !lanes[i].engine) {
            labels[i].length = 0;
            vl_text_add(&labels[i], "%s", lanes[i].integrator->label);
            add_differences(lanes, count, i, &labels[i]);
        }
        // the name of a file may be in it
        vl_text_hide_controls(labels[i].data);
        labels[i].length = (int)strlen(labels[i].data);
    }
    for (int i = 1; i < count; i++)
        number(labels, count, i);
}
