#include "testing.h"

#include "base/memory.h"

#include <unistd.h>

static struct {
    struct CMUnitTest *tests;
    int count, capacity, left_out;
} listed;

void test_list(const char *name, CMUnitTestFunction function)
{
    listed.tests = vl_grow(listed.tests, &listed.capacity, listed.count + 1, sizeof *listed.tests);
    listed.tests[listed.count++] = (struct CMUnitTest){.name = name, .test_func = function};
}

void test_list_long(const char *name, CMUnitTestFunction function)
{
    const char *wanted = getenv("VERLET_LAB_LONG");
    if (wanted && strcmp(wanted, "no") == 0)
        listed.left_out++;
    else
        test_list(name, function);
}

int test_run_all(const char *group, CMFixtureFunction setup, CMFixtureFunction teardown)
{
    const char *wanted = getenv("VERLET_LAB_TEST_NAMES");
    if (listed.count == 0 && listed.left_out > 0) {
        print_message("skipped: all tests of this program are long ones\n");
        return 77; // what meson takes for skipped
    }
    if (wanted)
        cmocka_set_test_filter(wanted);
    int failed =
        _cmocka_run_group_tests(group, listed.tests, (size_t)listed.count, setup, teardown);
    vl_free(listed.tests);
    return failed;
}

static int enter_folder(void **state)
{
    static char folder[] = "/tmp/verlet-lab-test-XXXXXX";
    static char pictures[64];
    *state = mkdtemp(folder);
    snprintf(pictures, sizeof pictures, "%s/pictures", folder);
    setenv("XDG_PICTURES_DIR", pictures, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    return *state && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", (const char *)*state);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int test_run_in_folder(const char *group)
{
    return test_run_all(group, enter_folder, leave_folder);
}

int test_cases(int few, int all)
{
    const char *wanted = getenv("VERLET_LAB_TESTS");
    return wanted && strcmp(wanted, "few") == 0 ? few : all;
}

bool test_pair(int i, int j)
{
    return (i + j) % test_cases(5, 1) == 0;
}

double test_larger(double a, double b)
{
    return isnan(a) || a > b ? a : b;
}

double test_smaller(double a, double b)
{
    return isnan(a) || a < b ? a : b;
}

void test_skip(const char *reason)
{
    print_message("skipped: %s\n", reason);
    skip();
}
