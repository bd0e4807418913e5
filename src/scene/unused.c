#include "scene/unused.h"

#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/check.h"
#include "scene/lanes.h"
#include "scene/warnings.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool grids_are_unused(const vl_scene *s, vl_text *why)
{
    const char *need = s->solver.grids > 0 ? vl_solver_grids_need(&s->solver) : NULL;
    if (need)
        vl_text_add(why, "grids is %d, which does nothing here: %s, and these are %s and %s",
                    s->solver.grids, need, s->solver.method->name,
                    vl_direction_names[s->solver.direction]);
    return need;
}

// What sweeps alone look at.
static bool sweeps_are_missing(const vl_scene *s, const char *key, const char *value, vl_text *why)
{
    const char *need = vl_solver_sweeps_need(&s->solver);
    if (need)
        vl_text_add(why, "%s is %s, which does nothing here: %s, and this is %s", key, value, need,
                    s->solver.method->name);
    return need;
}

static bool order_is_unused(const vl_scene *s, vl_text *why)
{
    return sweeps_are_missing(s, "order", vl_sweep_order_names[s->solver.order], why);
}

static bool relaxation_is_unused(const vl_scene *s, vl_text *why)
{
    char value[32];
    snprintf(value, sizeof value, "%g", s->solver.relaxation);
    return s->solver.relaxation != 1 && sweeps_are_missing(s, "relaxation", value, why);
}

// The velocity of the other methods is state: they begin with v₀.
static bool start_is_unused(const vl_scene *s, vl_text *why)
{
    bool unused = s->naive_start && !s->integrator->keeps_positions;
    if (unused)
        vl_text_add(why,
                    "start is naive, which does nothing here: only a method that keeps x₋ begins "
                    "with one, and %s keeps the velocity",
                    s->integrator->name);
    return unused;
}

const vl_dependent_key vl_dependent_keys[] = {
    {NULL, "start", start_is_unused},
    {"solver", "order", order_is_unused},
    {"solver", "relaxation", relaxation_is_unused},
    {"solver", "grids", grids_are_unused},
};
const int vl_dependent_key_count = sizeof vl_dependent_keys / sizeof *vl_dependent_keys;

// --- lanes ---

// The keys above are in no two mappings of a lane.
static bool lane_has(const vl_scene_lane *lane, const vl_dependent_key *key)
{
    for (int i = 0; i < lane->count; i++)
        if (strcmp(lane->settings[i].field->key, key->key) == 0)
            return true;
    return false;
}

bool vl_scene_lane_is_unused(const vl_scene *scene, int index, vl_text *why)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    vl_scene_lanes(scene, lanes);
    bool unused = false;
    for (int i = 0; i < vl_dependent_key_count; i++) {
        vl_text one = {0};
        if (lane_has(&scene->lanes[index], &vl_dependent_keys[i]) &&
            vl_dependent_keys[i].is_unused(&lanes[index], &one)) {
            vl_text_add(why, "%s%s", unused ? "; " : "", one.data);
            unused = true;
        }
        vl_text_free(&one);
    }
    return unused;
}

// --- warnings ---

static const vl_yaml_node *node_of(const vl_dependent_key *key, const vl_yaml_node *mapping)
{
    const vl_yaml_node *record = key->record ? vl_yaml_find(mapping, key->record) : mapping;
    return record ? vl_yaml_find(record, key->key) : NULL;
}

// Whether a key of the scene does nothing in each lane that has it from the scene.
static bool is_unused_by_all(const vl_scene *scene, const vl_dependent_key *key,
                             const vl_scene *lanes, vl_text *why)
{
    if (scene->lane_count == 0)
        return key->is_unused(scene, why);
    bool all = false;
    for (int i = 0; i < scene->lane_count; i++) {
        if (lane_has(&scene->lanes[i], key))
            continue;
        why->length = 0;
        all = key->is_unused(&lanes[i], why);
        if (!all)
            return false;
    }
    return all;
}

static void warn_of_scene(const vl_loading *loading, const vl_yaml_node *root,
                          const vl_scene *lanes, vl_scene *scene)
{
    for (int i = 0; i < vl_dependent_key_count; i++) {
        vl_text why = {0};
        const vl_yaml_node *node = node_of(&vl_dependent_keys[i], root);
        if (node && is_unused_by_all(scene, &vl_dependent_keys[i], lanes, &why))
            vl_warn_at(loading, node, scene, "%s", why.data);
        vl_text_free(&why);
    }
}

static void warn_of_lane(const vl_loading *loading, const vl_yaml_node *mapping,
                         const vl_scene *lane, vl_scene *scene)
{
    for (int i = 0; i < vl_dependent_key_count; i++) {
        vl_text why = {0};
        const vl_yaml_node *node = node_of(&vl_dependent_keys[i], mapping);
        if (node && vl_dependent_keys[i].is_unused(lane, &why))
            vl_warn_at(loading, node, scene, "%s", why.data);
        vl_text_free(&why);
    }
}

// Settings are chosen one by one on the screen, and a scene may be saved after that. So a setting
// without effect is no error.
void vl_warn_of_unused(const vl_loading *loading, const vl_yaml_node *root, vl_scene *scene)
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    if (scene->lane_count > VL_SCENE_MOST_LANES)
        return; // the check of the lanes refuses them
    vl_scene_lanes(scene, lanes);
    warn_of_scene(loading, root, lanes, scene);
    const vl_yaml_node *mapping = vl_yaml_first(root, "compare");
    for (int i = 0; i < scene->lane_count; i++, mapping = mapping->next) {
        assert(mapping); // each lane is of an entry of the list
        warn_of_lane(loading, mapping, &lanes[i], scene);
    }
}
