#pragma once
/// Where a hand was and when, and how fast it is when it releases a particle: the hand of a
/// person, or one that a scene has recorded.

#include "scene/scene.h"

/// s before the release, over which the speed of a hand is taken.
#define VL_HAND_TIME 0.08

/// Where the hand was at `time`, s: between two samples on the straight line, before the first and
/// after the last at those. At least one sample, their times rise.
vl_vec3 vl_hand_place(const vl_hand_sample *samples, int count, double time);

/// Its velocity over the `span` s before `time`, or since the first sample where that is less, m/s.
vl_vec3 vl_hand_speed(const vl_hand_sample *samples, int count, double time, double span);

/// What its speed is taken over, s: VL_HAND_TIME, or with the mistake of the last frame alone the
/// length of that, `frame`.
double vl_hand_span(const vl_mistake *mistake, double frame);
