#pragma once
/// Ctrl-C while something is being written: seen between two steps, so that it can be tidied up.

#include <signal.h>
#include <stdbool.h>

/// The signals that are held back, and what was held back before.
typedef struct vl_stop {
    sigset_t asked, before;
} vl_stop;

/// From now on the signals that ask a program to end (interrupt, hang-up, termination) wait, but
/// those that are ignored.
void vl_stop_hold(vl_stop *stop);

/// Whether one of them is waiting.
bool vl_stop_is_asked(const vl_stop *stop);

/// Lets them through again. Where one was waiting, it is taken and its number is the answer; else
/// 0.
int vl_stop_release(vl_stop *stop);
