#pragma once
/// Real time, for measuring how long work takes. Physics never reads it.

/// Seconds since an arbitrary start, never going back; resolution below a microsecond.
double vl_clock_now(void);
