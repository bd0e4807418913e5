#pragma once
/// Lengthy work that can be asked to end early, also in the middle of a step.
///
/// Whoever starts such work says first who is to be asked whether it goes on. Every loop whose
/// length a file decides calls vl_interrupted() after each bounded piece. Once the answer was yes,
/// all such loops end, and whoever started the work throws its result away. The work itself knows
/// no clock, no signal and no window, and as long as nobody interrupts it, its result is the same.
///
/// An interrupt belongs to the thread that began it. An argument in its place would have to go
/// through every function between a scene file and the innermost loop of a solver.

#include <stdbool.h>

/// A fresh one has `wanted` and `user`, and `every` where that is not to be the usual one; the rest
/// is 0. The caller owns it.
typedef struct vl_interrupt {
    bool (*wanted)(void *user); ///< whether the work is to end
    void *user;
    double every;               ///< work between two questions; 0: about a millisecond
    bool happened;              ///< it was: all work of this thread ends
    double work;                ///< done so far, as vl_interrupted() has it
    double next;                ///< when `work` is so much, `wanted` is asked
    struct vl_interrupt *outer; ///< which was there before, and is asked too
} vl_interrupt;

/// Makes `interrupt` that of this thread, until vl_interrupt_end().
void vl_interrupt_begin(vl_interrupt *interrupt);

/// Ends the interrupt that was begun last on this thread. Returns whether it happened. An outer one
/// goes on, and has happened too where it was the one that wanted to.
bool vl_interrupt_end(vl_interrupt *interrupt);

/// Takes the interrupt of this thread away, with all outer ones, for a little work that has to be
/// done after it has happened; puts it back.
vl_interrupt *vl_interrupt_set_aside(void);
void vl_interrupt_take_up(vl_interrupt *interrupt);

/// Whether the work has to end, after another piece of it: `work` is its length in units of about
/// 10 ns, at most a million of them. Always false where no interrupt was begun.
bool vl_interrupted(double work);

/// The same without asking anybody.
bool vl_interrupt_happened(void);

/// Whether there is an interrupt on this thread.
bool vl_interrupt_exists(void);

/// The work done on this thread since its interrupt began; 0 where there is none.
double vl_interrupt_work(void);
