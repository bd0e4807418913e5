#pragma once
/// The file to which a recording is written while things happen (docs/recordings.md): lines that
/// are only ever added, so that a program that is killed leaves a file that is good but for its
/// last line. lab/note.h says what the lines are. It knows no lab.

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vl_journal vl_journal;

enum {
    VL_JOURNAL_MOST_BYTES = 64 << 20,  ///< of a file. Then no more is added
    VL_JOURNAL_LONGEST_LINE = 1 << 20, ///< bytes. With a longer one no more is added
};

/// What is written is in the file at the latest after this time, s, if the program still runs.
#define VL_JOURNAL_DELAY 0.25

/// Begins a file, and writes its first line. A recording that is there is replaced. NULL and a
/// message, and the file is as it was, where it cannot be written, is something else, or another
/// program writes to it. This program must not write to it. Free with vl_journal_free().
VL_MUST_USE vl_journal *vl_journal_create(const char *path, vl_error *error);

/// Writes what is left and closes the file. NULL is allowed.
void vl_journal_free(vl_journal *journal);

/// Adds to the present line, as printf() does. What has failed once adds nothing any more.
void vl_journal_add(vl_journal *journal, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Adds a space and a number that reads back to the same bits.
void vl_journal_add_number(vl_journal *journal, double number);

/// Ends the present line, and returns its number in the file, from 1. Writes to the file where
/// VL_JOURNAL_DELAY has passed.
int64_t vl_journal_end_line(vl_journal *journal);

/// Writes to the file where VL_JOURNAL_DELAY has passed; to be called now and then where no line is
/// added.
void vl_journal_tick(vl_journal *journal);

/// Why nothing is added any more; NULL: something is.
const char *vl_journal_failure(const vl_journal *journal);

/// Lets it fail for a reason, as a full disk does.
void vl_journal_fail(vl_journal *journal, const char *reason);

/// Whether a program writes a journal to that file now; not this program.
bool vl_journal_is_written(const char *path);

/// Writes all that is left to the file. False and a message, the first one, where something could
/// not be written or the file is full.
bool vl_journal_flush(vl_journal *journal, vl_error *error);

/// Lines so far, of those that have ended.
int64_t vl_journal_lines(const vl_journal *journal);

const char *vl_journal_path(const vl_journal *journal);
