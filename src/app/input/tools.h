#pragma once
/// Tools that a pointer may have on the stage: taking them, and the path of the scissors.
/// For this room alone.

#include "app/input/actions.h"

/// Takes a tool; the one that is in use already is put away, and the hand is back.
void vl_tool_take(vl_app *app, const vl_tool *tool);

/// Cuts what the path of the pointer since the last call crosses.
void vl_scissors_follow(vl_app *app, int pointer);
