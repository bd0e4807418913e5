#pragma once
/// The end of a program that cannot go on: it says why, removes the files that it has begun, and
/// ends with status 1. Nothing here takes memory or a lock, so all of it may be called where memory
/// is refused, from a handler of a signal, and from several threads at once.

#include <stddef.h>

/// Remembers a file that is not complete. vl_ending_clean() removes it, unless vl_ending_keeps()
/// came before. The text must live until then. Of more than 32 files at once the last are not
/// remembered.
void vl_ending_removes(const char *path);

/// Forgets a file of vl_ending_removes(): it is complete, or gone. The pointer must be the same.
void vl_ending_keeps(const char *path);

/// Removes the files that are not complete. Nothing else is changed, so that it may be given to
/// atexit().
void vl_ending_clean(void);

/// Ends the program because the system has refused `bytes` of memory: a message on standard error,
/// vl_ending_clean(), and status 1. No function of atexit() runs, for another thread may be in the
/// midst of anything, and what was refused may hold a lock.
_Noreturn void vl_ending_without_memory(size_t bytes);
