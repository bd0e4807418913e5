#pragma once
/// What a pointer does on the stage: the hand, scissors, and pins.

#include "app/state/app.h"

/// Takes a tool; the one that is in use already is put away, and the hand is back.
void vl_tool_take(vl_app *app, vl_tool tool);

/// A pointer with the tool came down on the stage. False where the tool is the hand.
bool vl_tool_begin(vl_app *app, const vl_event *event);

/// Cuts what the way of the pointer since the last call crosses.
void vl_tool_follow(vl_app *app, int pointer);

/// Links of `world` that the line from pixel (x0, y0) to (x1, y1) crosses on the screen, in front
/// or behind: writes their indices into `found`, which has room for all, and returns how many.
int vl_tool_crossed(const vl_world *world, const vl_camera *camera, float x0, float y0, float x1,
                    float y1, int *found);

/// Draws the stroke, and the tool where the mouse is.
void vl_tool_draw(const vl_app *app, const vl_ui *ui);
