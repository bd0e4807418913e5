#pragma once
/// The frame of a lab that is being made. For this room alone.

#include "lab/lab.h"

/// Leaves it where a step of it was not made, as vl_lab_leave_frame() does, without a word in the
/// journal.
void vl_open_frame_leave(vl_lab *lab);
