#pragma once

#include "base/error.h"

/// Reads the length of a frame as people write it: "6.94 ms", "0.1 s", "144 Hz", "144/s", in s.
/// False and a message where it is no such length, or not from 0.01 ms to 1 s.
VL_MUST_USE bool vl_frame_length_parse(const char *text, double *dt, vl_error *error);
