#pragma once
/// Functions for vl_command.act that do more than set a switch. For this room alone.

#include "app/input/input.h"

#define VL_ACT(name) void vl_act_##name(vl_app *app, const vl_command *command)

// actions_method.c
VL_ACT(set_integrator);
VL_ACT(next_estimator);
VL_ACT(toggle_mistake);
VL_ACT(turn_back);

// actions_undo.c
VL_ACT(undo);

// actions_lanes.c
/// Adds a lane with a method, or removes the one that has it.
void vl_toggle_lane(vl_app *app, int integrator);
VL_ACT(add_lane);

// actions_frames.c
/// The subject is the text of a stream; "@" in it is the present time.
VL_ACT(set_stream);

/// Whether the stream of a command is in use.
bool vl_is_stream_of(const vl_app *app, const vl_command *command);

// actions_file.c
VL_ACT(open_next);
VL_ACT(save);
VL_ACT(picture);

// tools.c
VL_ACT(take_tool);
VL_ACT(pin);
VL_ACT(measure);

/// Selects a tool, or the hand if the tool is already in use.
void vl_tool_take(vl_app *app, const vl_tool *tool);

/// Cuts the links that the path of the pointer since the last call crosses.
void vl_scissors_follow(vl_app *app, int pointer);
