#pragma once
/// Mouse and fingers: who drags a particle, who moves the view, who presses a button.

#include "app/state/app.h"

void vl_gesture_down(vl_app *app, const vl_event *event);
void vl_gesture_move(vl_app *app, const vl_event *event);
void vl_gesture_up(vl_app *app, const vl_event *event);
void vl_gesture_wheel(vl_app *app, const vl_event *event);

/// How far from a particle a pointer still hits it, pixels: a finger is thicker than an arrow.
float vl_gesture_reach(const vl_app *app, int pointer);

/// A hand that rests gives no events, but its place goes on to be where it is; scissors cut what
/// their way since the last frame crosses; `now` in s.
void vl_gesture_rest(vl_app *app, double now);

/// Finds the particle under a mouse that does nothing else.
void vl_gesture_hover(vl_app *app);

/// The world is gone, and with it what was held.
void vl_gesture_forget(vl_app *app);
