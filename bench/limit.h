#pragma once
/// The limit kernel: one sweep over `count` links with consecutive ends, as plain as it can be.

/// Link k joins particle k of `a` with particle k of `b`; x, y, z, 1/mass of each, length of the
/// link. No particle stands in both.
typedef void bench_limit_sweep(double *restrict const a[4], double *restrict const b[4],
                               const double *restrict length, int count);

bench_limit_sweep bench_limit_plain, bench_limit_avx2, bench_limit_avx512;
