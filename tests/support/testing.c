#include "testing.h"

#include "base/memory.h"

static struct {
    struct CMUnitTest *tests;
    int count, capacity;
} listed;

void test_list(const char *name, CMUnitTestFunction function)
{
    listed.tests = vl_grow(listed.tests, &listed.capacity, listed.count + 1, sizeof *listed.tests);
    listed.tests[listed.count++] = (struct CMUnitTest){.name = name, .test_func = function};
}

int test_run_all(const char *group, CMFixtureFunction setup, CMFixtureFunction teardown)
{
    int failed =
        _cmocka_run_group_tests(group, listed.tests, (size_t)listed.count, setup, teardown);
    vl_free(listed.tests);
    return failed;
}

int test_cases(int few, int all)
{
    const char *wanted = getenv("VERLET_LAB_TESTS");
    return wanted && strcmp(wanted, "few") == 0 ? few : all;
}

void test_skip(const char *reason)
{
    print_message("skipped: %s\n", reason);
    skip();
}
