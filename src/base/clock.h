#pragma once
/// Real time, for measuring how long work takes. Physics never reads it.

#include <time.h>

static inline double vl_clock_read(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Returns seconds since an arbitrary start; monotonic, with a resolution below a microsecond.
static inline double vl_clock_now(void)
{
    return vl_clock_read(CLOCK_MONOTONIC);
}

/// Returns the seconds that the calling thread has computed.
static inline double vl_clock_computed(void)
{
    return vl_clock_read(CLOCK_THREAD_CPUTIME_ID);
}
