#pragma once
/// Mouse and fingers: who drags a particle, who moves the view, who presses a button.

#include "app/app.h"

void vl_gesture_down(vl_app *app, const vl_event *event);
void vl_gesture_move(vl_app *app, const vl_event *event);
void vl_gesture_up(vl_app *app, const vl_event *event);
void vl_gesture_wheel(vl_app *app, const vl_event *event);

/// A hand that rests gives no events, but its place goes on to be where it is; `now` in s.
void vl_gesture_rest(vl_app *app, double now);

/// Finds the particle under a mouse that does nothing else.
void vl_gesture_hover(vl_app *app);

/// The world is gone, and with it what was held.
void vl_gesture_forget(vl_app *app);
