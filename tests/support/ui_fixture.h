#pragma once
// Tests of the ui, which share a draw list.

#include "testing.h"
#include "ui_checks.h"

/// The list, empty.
vl_drawlist *empty_list(void **state);
