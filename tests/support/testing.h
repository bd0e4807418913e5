#pragma once
// What every test program is made of: cmocka, the headers that tests need, and tests that list
// themselves. A room has one program, of all tests that need this room and none above it:
//
//     build-test/tests/test-lab [GROUP...]     all tests, or those of some groups
//
// They run in a folder of their own under /tmp, which goes with all that is in it. After each the
// program prints its computing time. The environment may say
//
//     VERLET_LAB_TEST_NAMES=PATTERN   only the tests whose names this pattern of * and ? matches
//     VERLET_LAB_LONGEST=MS           only those that take no longer, by tests/times.txt
//     VERLET_LAB_TESTS=few            few of the random cases
//     VERLET_LAB_SEED=NUMBER          which of them

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

#include "base/random.h"
#include "owned.h"

/// Elements of an array.
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/// A test, which runs in the order of definition: TEST(what_it_shows) { … }. `state` is what the
/// last TEST_FIXTURE() left. The tests of a file are a group: test_text.c has the group `text`.
#define TEST(name)                                                                                 \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void list_##name(void)                                     \
    {                                                                                              \
        test_list(__FILE__, #name, name);                                                          \
    }                                                                                              \
    static void name(void **state)

/// What goes before and after all tests of a program; either may be NULL. Once in a file.
#define TEST_FIXTURE(before, after)                                                                \
    __attribute__((constructor)) static void list_fixture(void)                                    \
    {                                                                                              \
        test_list_fixture(before, after);                                                          \
    }

/// Adds a test to those of the program, or a fixture; TEST() and TEST_FIXTURE() call them before
/// main().
void test_list(const char *file, const char *name, CMUnitTestFunction function);
void test_list_fixture(CMFixtureFunction before, CMFixtureFunction after);

/// How many random cases to try: `all`, or `few` where the environment says VERLET_LAB_TESTS=few.
/// For properties of each case alone, which more cases do not make stricter.
int test_cases(int few, int all);

/// The random numbers of case `k`. Few cases are a part of those that there are, which the
/// environment chooses: VERLET_LAB_SEED is a number, and 0 has the cases of those who try all.
vl_random test_random(int k);

/// Whether to try row `i` of one table with row `j` of another: all pairs, or where the environment
/// says VERLET_LAB_TESTS=few every fifth, so that each row still meets some of the other table. For
/// properties of each pair alone.
bool test_pair(int i, int j);

/// The larger and the smaller of two numbers; NaN where one of them is, which fmax() and fmin()
/// leave out: of what is gathered over a run no number may get lost that fails all comparisons.
double test_larger(double a, double b);
double test_smaller(double a, double b);

/// A text as printf() writes it, of less than 1000 bytes; it is there until its block ends.
#define PRINTED(...) test_print((char[1000]){0}, __VA_ARGS__)
char *test_print(char text[1000], const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Fails with what a vl_error says unless `value`, which is not NULL or true, is there.
#define assert_good(value, error)                                                                  \
    do {                                                                                           \
        if (!(value))                                                                              \
            fail_msg("%s", (error).text);                                                          \
    } while (0)

/// Leaves the test as skipped; `reason` is what the tally of `./dev test` names.
void test_skip(const char *reason);
#ifdef __EMSCRIPTEN__
#define SKIP_IN_NODE(reason) test_skip(reason)
#else
#define SKIP_IN_NODE(reason) (void)0
#endif
