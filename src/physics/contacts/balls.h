#pragma once
/// Contacts between particles: all that have a radius and no link to each other are balls, without
/// friction or spin; private to this room. Impacts of a substep are taken one pair at a time, in
/// the order of their times; a row of balls that touch passes an impulse on from one to the next,
/// as Newton's cradle does. For this room alone.
///
/// Where impacts take energy, a pair that collides more than four times in a substep rests, and a
/// substep has 16 events for each ball at most; those that need more do not go to the end of their
/// paths. A pair that comes to rest is held together by a force along its line, and what is left
/// of its overlap is taken out at the end of the substep: in a heap, balls may overlap by a small
/// part of what gravity moves them by in a substep.

#include "physics/contacts/contact_path.h"
#include "physics/model/model.h"

typedef struct vl_balls vl_balls;

/// Room for the pairs of a world with a collider of the kind `balls`; NULL where there is none. For
/// each ball there is room for 16 others that it may touch in a substep; with more it does not
/// collide. Free with vl_balls_free().
vl_balls *vl_balls_create(const vl_world *world);

void vl_balls_free(vl_balls *balls);

/// Runs the paths of all particles, by slot, from the beginning of a substep of `h` s to its end.
/// `paths` as vl_path_begin() wants them; those of particles that are pinned or held, which collide
/// with balls alone, have `fixed` set.
void vl_balls_run(vl_balls *balls, const vl_world *world, vl_path *paths, double h);
