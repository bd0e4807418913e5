#pragma once
/// Position and velocity of a hand that drags a particle: that of the user, or one recorded in a
/// scene.

#include "scene/scene.h"

/// The velocity of a hand is its mean over this time before the release, s.
#define VL_HAND_TIME 0.08

/// Position of the hand at `time`, s: linear between two samples, constant before the first and
/// after the last. There is at least one sample, and their times rise.
vl_vec3 vl_hand_place(const vl_hand_sample *samples, int count, double time);

/// Mean velocity of the hand before `time`, m/s: over VL_HAND_TIME, over `frame` s where the
/// mistake (NULL: none) is to use the last frame alone, or since the first sample where that is
/// shorter.
vl_vec3 vl_hand_speed(const vl_hand_sample *samples, int count, double time,
                      const vl_mistake *mistake, double frame);
