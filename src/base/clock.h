#pragma once
/// Real time, for measuring how long work takes. Physics never reads it.

/// Returns seconds since an arbitrary start; monotonic, with a resolution below a microsecond.
double vl_clock_now(void);

/// Returns the seconds that the calling thread has computed.
double vl_clock_computed(void);
