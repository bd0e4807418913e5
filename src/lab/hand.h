#pragma once
/// Where a hand was and when, and how fast it lets go: that of a person, or one that a scene has
/// recorded.

#include "scene/scene.h"

/// The speed of a hand is that over this time before it lets go, s.
#define VL_HAND_TIME 0.08

/// Where the hand was at `time`, s: on the way between two samples, at the first before it, at the
/// last behind it. At least one sample, their times rise.
vl_vec3 vl_hand_place(const vl_hand_sample *samples, int count, double time);

/// Its velocity over the `span` s before `time`, or since the first sample where that is less, m/s.
vl_vec3 vl_hand_speed(const vl_hand_sample *samples, int count, double time, double span);

/// What its speed is taken over, s: VL_HAND_TIME, or with the mistake of the last frame alone the
/// length of that, `frame`.
double vl_hand_span(const vl_mistake *mistake, double frame);
