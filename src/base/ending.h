#pragma once
/// The end of a program that cannot go on, or is asked to end: it removes the files that it has
/// begun. Nothing here takes memory or a lock, so all of it may be called where memory is refused,
/// from a handler of a signal, and from several threads at once.

#include <stdbool.h>
#include <stddef.h>

/// Remembers a file that is not complete: vl_ending_clean() removes it, unless vl_ending_keeps()
/// came before. `path` must stay until then. Of more than 32 files at once the last are not
/// remembered.
void vl_ending_removes(char *path);

/// Forgets the file, as it is complete or gone. False where it was not remembered, or is being
/// removed: `path` must not be freed then.
bool vl_ending_keeps(char *path);

/// Removes the files that are not complete. Nothing else is changed, so that it may be given to
/// atexit().
void vl_ending_clean(void);

/// From now on the signals that ask a program to end (interrupt, hang-up, termination) end it at
/// once, whatever it does: after vl_ending_clean() and a line on standard error, if that takes one
/// now, it ends as by such a signal. One that is ignored stays so.
void vl_ending_by_signals(void);

/// Ends the program because the system has refused `bytes` of memory: a message on standard error,
/// vl_ending_clean(), and status 1. No function of atexit() runs, for another thread may be in the
/// midst of anything.
_Noreturn void vl_ending_without_memory(size_t bytes);
