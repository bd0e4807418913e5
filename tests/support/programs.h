#pragma once
// Runs the program, or the command line inside a process of its own, and keeps what it printed.

// For mkdtemp(), posix_openpt() and ptsname().
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
#include "scene/file.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// How a process ended: its exit status, or 1000 + the signal that killed it, and what it printed,
/// without lines of progress.
typedef struct outcome {
    int status;
    char *out, *err; ///< free with outcome_free()
} outcome;

/// All of a file, which is closed; free with vl_free().
char *slurp(FILE *file);

/// Waits for a process and returns its status as above.
int ending(pid_t process);

/// In a child: becomes the program of $VERLET_LAB_PROGRAM with a line of arguments, parted by
/// single spaces.
void become_program(void *line);

/// Starts the program of $VERLET_LAB_PROGRAM with a line of arguments, parted by single spaces, and
/// its output to the descriptors `out` and `err`.
pid_t start(const char *line, int out, int err);

/// Runs the program to its end, or with a `host` the command line itself, with `arguments` up to a
/// NULL.
outcome finish(char *const *arguments, const vl_cli_host *host);

/// The same with a line of arguments.
outcome finish_line(const char *line, const vl_cli_host *host);

void outcome_free(outcome *result);

/// What the program prints on standard output for a line of arguments, written as by printf(); it
/// must succeed and have nothing to say beside it. Free with vl_free().
char *output_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// A CSV, read back.
typedef struct csv {
    char *text, *header;
    int columns, rows, capacity;
    char **cells; ///< rows times columns
} csv;

/// What the program writes for a line of arguments; free with csv_free().
csv csv_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// A field by row (from 0) and name of its column; the number is NaN where the field is empty.
const char *csv_text(const csv *c, int row, const char *name);
double csv_number(const csv *c, int row, const char *name);

void csv_free(csv *c);
