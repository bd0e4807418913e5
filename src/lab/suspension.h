#pragma once
/// A lab while other states are brought back. For this room alone.

#include "lab/lab.h"

/// What is put aside while states are brought back.
typedef struct vl_lab_suspension {
    vl_lab_listener *listener;
    vl_reference_mode mode;
    struct vl_journal *journal;
} vl_lab_suspension;

/// Leaves a frame that was interrupted, ends the reference runs, sends readings to nobody and notes
/// nothing, until vl_lab_resume(). Then the reference runs begin anew, and the present reading will
/// be sent again.
vl_lab_suspension vl_lab_suspend(vl_lab *lab);
void vl_lab_resume(vl_lab *lab, const vl_lab_suspension *suspension);
