#pragma once
// What every test program is made of: cmocka, the headers that tests need, and tests that list
// themselves. A program is its tests and nothing else; main() is in testing_main.c.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "owned.h"

/// Elements of an array.
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/// A test, which runs in the order of definition: TEST(what_it_shows) { … }. `state` is what the
/// setup of test_run_all() left.
#define TEST(name)                                                                                 \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void list_##name(void)                                     \
    {                                                                                              \
        test_list(#name, name);                                                                    \
    }                                                                                              \
    static void name(void **state)

/// A test of more than half a second of computing time: it is left out where the environment says
/// VERLET_LAB_LONG=no, as `./dev test quick` does.
#define LONG_TEST(name)                                                                            \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void list_##name(void)                                     \
    {                                                                                              \
        test_list_long(#name, name);                                                               \
    }                                                                                              \
    static void name(void **state)

/// Adds a test to those of the program; TEST() calls it before main().
void test_list(const char *name, CMUnitTestFunction function);

/// The same for LONG_TEST(). Where these are left out, and the program has no others, it is
/// skipped.
void test_list_long(const char *name, CMUnitTestFunction function);

/// Runs all listed tests between `setup` and `teardown`, each of which may be NULL; only those
/// whose names the pattern of * and ? in VERLET_LAB_TEST_NAMES matches where the environment has
/// one. Returns how many failed. Only a program with a main() of its own calls it.
int test_run_all(const char *group, CMFixtureFunction setup, CMFixtureFunction teardown);

/// The same in a folder of its own under /tmp, which goes with all that is in it.
int test_run_in_folder(const char *group);

/// How many random cases to try: `all`, or `few` where the environment says VERLET_LAB_TESTS=few.
/// For properties of each case alone, which more cases do not make stricter.
int test_cases(int few, int all);

/// Whether to try row `i` of one table with row `j` of another: all pairs, or where the environment
/// says VERLET_LAB_TESTS=few every fifth, so that each row still meets some of the other table. For
/// properties of each pair alone.
bool test_pair(int i, int j);

/// The larger and the smaller of two numbers; NaN where one of them is, which fmax() and fmin()
/// leave out: of what is gathered over a run no number may get lost that fails all comparisons.
double test_larger(double a, double b);
double test_smaller(double a, double b);

/// Leaves the test as skipped; `reason` is what the tally of `./dev test` names.
void test_skip(const char *reason);
