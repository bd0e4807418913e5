#pragma once
/// Functions for vl_command.act that do more than set a switch. For this room alone.

#include "app/input/input.h"

#define VL_ACT(name) void vl_act_##name(vl_app *app, const vl_command *command)

// actions_method.c
VL_ACT(set_integrator);
VL_ACT(next_engine);
VL_ACT(next_estimator);
VL_ACT(toggle_mistake);
VL_ACT(change_setting);
VL_ACT(turn_back);

// actions_file.c
VL_ACT(open_next);
VL_ACT(save);
VL_ACT(picture);

// tools.c
VL_ACT(take_tool);
VL_ACT(pin);
