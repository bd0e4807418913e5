#pragma once
/// What a crash does before the program ends: it writes what is left of the recording to its file,
/// and its path to standard error.

struct vl_journal;

/// From now on a signal that ends the program because of a fault (SIGSEGV, SIGABRT and their like)
/// tells of this journal; NULL: of none. The signal then ends the program as it would have.
void vl_crash_tell(const struct vl_journal *journal);
