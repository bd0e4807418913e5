#pragma once
// Faults of the system at a chosen call: a process is stopped before each call that changes files,
// and the call is made, refused, or never returns. It needs seccomp of Linux.

#include "programs.h"

#include <sys/types.h>

/// What happens at a call. Calls are counted from 1 over all threads: those that create, write,
/// synchronise, close, name and remove files in the present folder or one within it.
typedef struct fault {
    int call;     ///< 0: none
    int reason;   ///< the number of errno that the call returns; 0: the process is killed before it
    bool forever; ///< calls that create, write or synchronise fail from then on, as on a full disk
} fault;

/// What became of a process.
typedef struct supervised {
    outcome outcome;     ///< free with supervised_free()
    int calls;           ///< as above; the last one may not have returned
    const char *refused; ///< the name of the call that was refused or killed; NULL: none
} supervised;

/// Whether this system can do it. Where it is false, tests skip.
bool faults_can_be_made(void);

/// Calls `child` with `data` in a process of its own, with the fault `wish`. It ends with the
/// process, with status 0 where it returns.
supervised supervise(void (*child)(void *data), void *data, fault wish);

/// Runs the program of $VERLET_LAB_PROGRAM with a line of arguments.
supervised supervise_program(const char *line, fault wish);

void supervised_free(supervised *result);
