#pragma once
/// Images of a lab: copies of all that its lanes are at an instant, in one piece of memory; and the
/// lab while others of its states are brought back. For this room alone.

#include "lab/lab.h"

/// What is put aside while states are brought back.
typedef struct vl_lab_suspension {
    vl_lab_listener *listener;
    vl_reference_mode mode;
    struct vl_journal *journal;
} vl_lab_suspension;

/// Ends the reference runs, sends readings to nobody and notes nothing, until vl_lab_resume(). Then
/// the reference runs begin anew, and the present reading will be sent again.
vl_lab_suspension vl_lab_suspend(vl_lab *lab);
void vl_lab_resume(vl_lab *lab, const vl_lab_suspension *suspension);

/// Bytes of an image of the lab as it is now.
size_t vl_lab_image_size(vl_lab *lab);

/// Writes an image of the present state.
void vl_lab_image_keep(vl_lab *lab, char *image);

/// Brings a state back. The lab must have the lanes, streams and estimator that it had then, and be
/// suspended. An exact solution that was found since begins anew from that state.
void vl_lab_image_bring_back(vl_lab *lab, char *image);
