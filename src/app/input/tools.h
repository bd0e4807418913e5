#pragma once
/// Selecting a tool, and cutting along the path of the scissors. For this room alone.

#include "app/input/actions.h"

/// Selects a tool, or the hand if the tool is already in use.
void vl_tool_take(vl_app *app, const vl_tool *tool);

/// Cuts the links that the path of the pointer since the last call crosses.
void vl_scissors_follow(vl_app *app, int pointer);
