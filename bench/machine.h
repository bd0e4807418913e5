#pragma once
/// What a run was made on and with.

#include "program.h"

typedef struct bench_fact {
    const char *name;
    char text[160];
} bench_fact;

enum { BENCH_FACTS = 6 };

/// Processor, cores, system, compiler with flags, date, and the load when this is called (processes
/// that wanted to run over the last minute, this one included).
void bench_machine(bench_fact facts[BENCH_FACTS]);

/// Cores of this machine.
int bench_cores(void);
