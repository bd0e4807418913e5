#include "lab/edit.h"

#include "base/memory.h"
#include "lab/journal.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/engine.h"
#include "scene/lanes.h"

static bool lives(const vl_lab *lab, int lane)
{
    return !lab->runs[lane].world->now.diverged;
}

// --- hands ---

bool vl_lab_hold(vl_lab *lab, int slot)
{
    bool held = false;
    vl_note_particle(lab, "hold", slot, NULL, 0);
    for (int i = 0; i < lab->count; i++)
        held = (lives(lab, i) && vl_world_hold(lab->runs[i].world, slot)) || held;
    return held;
}

// Whether a person holds it in a lane: what the recorded hand of the scene holds, that hand alone
// lets go.
static bool holds(const vl_lab *lab, int lane, int slot)
{
    const vl_lab_run *r = &lab->runs[lane];
    return r->world->particles.held[slot] && !vl_lane_is_in_hand(r, slot);
}

void vl_lab_carry(vl_lab *lab, int slot, vl_vec3 target)
{
    vl_note_particle(lab, "carry", slot, &target, 1);
    for (int i = 0; i < lab->count; i++)
        if (lives(lab, i) && holds(lab, i, slot))
            vl_world_carry(lab->runs[i].world, slot, target);
}

void vl_lab_release(vl_lab *lab, int slot, vl_vec3 v)
{
    vl_note_particle(lab, "release", slot, &v, 1);
    for (int i = 0; i < lab->count; i++)
        if (holds(lab, i, slot))
            vl_world_release(lab->runs[i].world, slot, v);
}

void vl_lab_put_down(vl_lab *lab, int slot)
{
    vl_note_particle(lab, "put", slot, NULL, 0);
    for (int i = 0; i < lab->count; i++)
        if (holds(lab, i, slot))
            vl_world_put_down(lab->runs[i].world, slot);
}

void vl_lab_pose(vl_lab *lab, int lane)
{
    vl_note(lab, "pose %d", lane);
    vl_world_pose(lab->runs[lane].world);
}

void vl_lab_set_pinned(vl_lab *lab, int slot, bool pinned)
{
    vl_note_particle(lab, pinned ? "pin" : "unpin", slot, NULL, 0);
    for (int i = 0; i < lab->count; i++)
        vl_world_set_pinned(lab->runs[i].world, slot, pinned);
}

// --- scissors ---

static void cut_in(vl_world *world, const int (*ends)[2], int count)
{
    int *found = vl_alloc((size_t)world->links.count, sizeof *found), cut = 0;
    for (int k = 0; k < world->links.count; k++) {
        bool cuts = false;
        for (int i = 0; i < count; i++)
            cuts = cuts || (world->links.from[k] == ends[i][0] && world->links.to[k] == ends[i][1]);
        if (cuts)
            found[cut++] = k;
    }
    if (cut > 0)
        vl_world_break_links(world, found, cut);
    vl_free(found);
}

void vl_lab_cut(vl_lab *lab, const int (*ends)[2], int count)
{
    const int *number_of = lab->runs[0].world->particles.number_of;
    vl_text pairs = {0};
    for (int i = 0; i < count; i++)
        vl_text_add(&pairs, " %d %d", number_of[ends[i][0]], number_of[ends[i][1]]);
    vl_note(lab, "cut%s", pairs.data ? pairs.data : "");
    vl_text_free(&pairs);
    for (int i = 0; i < lab->count; i++)
        if (lives(lab, i))
            cut_in(lab->runs[i].world, ends, count);
}

// --- one lane ---

void vl_lab_turn_round(vl_lab *lab, int lane)
{
    vl_note(lab, "turn %d", lane);
    vl_world_turn_round(lab->runs[lane].world);
}

const char *vl_reversal_hindrance(const vl_world *world)
{
    if (!vl_energy_exists(world))
        return "A force depends on time, which goes on: the motion back is another one.";
    if (world->damping > 0 || world->damping_per_step > 0)
        return "Damping takes speed there and back.";
    if (world->broken > 0)
        return "A link that is broken stays so.";
    if (world->now.touched)
        return "An impact is another one when it is met from behind.";
    if (vl_world_turns(world))
        return "A magnetic field turns the motion back to the same side, unless it is reversed as "
               "well.";
    if (vl_forces_do_work(world) || vl_springs_are_damped(world))
        return "A force or a damped spring takes or gives energy both ways.";
    if (world->links.hard_count > 0 && world->solver.direction == VL_DIRECTION_NEW)
        return "Links that are corrected along their new direction take energy both ways.";
    return NULL;
}

void vl_lab_set_integrator(vl_lab *lab, int lane, const vl_integrator *integrator)
{
    vl_note(lab, "integrator %d %s", lane, integrator->name);
    vl_world_set_integrator(lab->runs[lane].world, integrator);
}

void vl_lab_set_solver(vl_lab *lab, int lane, const vl_solver_settings *settings)
{
    char *text = vl_lane_to_text(&(vl_scene){.solver = *settings}, NULL);
    vl_note(lab, "solver %d %s", lane, text);
    vl_free(text);
    vl_world_set_solver(lab->runs[lane].world, settings);
}

// --- numbers of the scene ---

void vl_lab_take_numbers(vl_lab *lab, const vl_scene *scene)
{
    vl_note_scene(lab, scene);
    for (int i = 0; i < lab->count; i++) {
        vl_world *world = lab->runs[i].world;
        if (!lives(lab, i))
            continue;
        vl_scene lane = *scene;
        lane.mistake = NULL;
        if (lab->runs[i].engine)
            vl_engine_apply(lab->runs[i].engine, &lane);
        lane.integrator = vl_world_method(world);
        lane.solver = world->solver;
        vl_world *like = vl_scene_build(&lane);
        vl_world_take_numbers(world, like);
        vl_world_free(like);
    }
    lab->edition = scene->edition;
}
