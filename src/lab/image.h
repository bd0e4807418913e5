#pragma once
/// Images of a lab: copies of all that its lanes are at an instant, in one piece of memory. For
/// this room alone.

#include "lab/lab.h"

/// Bytes of an image of the lab as it is now.
size_t vl_lab_image_size(vl_lab *lab);

/// Writes an image of the present state.
void vl_lab_image_keep(vl_lab *lab, char *image);

/// Brings a state back. The lab must have the lanes, streams and estimator that it had then, and be
/// suspended. An exact solution that was found since begins anew from that state.
void vl_lab_image_bring_back(vl_lab *lab, char *image);
