#include "testing.h"

#include <sys/resource.h>
#include <unistd.h>

enum { MOST_FIXTURES = 8 };

typedef struct listed_test {
    const char *group; ///< begins after "test_" in the name of its file
    int group_length;
    const char *name;
    CMUnitTestFunction function;
} listed_test;

static struct {
    listed_test *tests;
    int count, capacity;
    CMFixtureFunction before[MOST_FIXTURES], after[MOST_FIXTURES];
    int fixtures;
    double begun; ///< computing time when the test that runs began, in ms
} listed;

// --- the list ---

void test_list(const char *file, const char *name, CMUnitTestFunction function)
{
    const char *slash = strrchr(file, '/');
    const char *group = (slash ? slash + 1 : file) + strlen("test_");
    listed.tests = vl_grow(listed.tests, &listed.capacity, listed.count + 1, sizeof *listed.tests);
    listed.tests[listed.count++] = (listed_test){.group = group,
                                                 .group_length = (int)strcspn(group, "."),
                                                 .name = name,
                                                 .function = function};
}

void test_list_fixture(CMFixtureFunction before, CMFixtureFunction after)
{
    if (listed.fixtures == MOST_FIXTURES)
        abort();
    listed.before[listed.fixtures] = before;
    listed.after[listed.fixtures++] = after;
}

static bool is_of_group(const listed_test *test, const char *group)
{
    return strlen(group) == (size_t)test->group_length &&
           strncmp(test->group, group, strlen(group)) == 0;
}

// Of arguments without a group: every test.
static bool is_wanted(const listed_test *test, int count, char **groups)
{
    for (int i = 0; i < count; i++)
        if (is_of_group(test, groups[i]))
            return true;
    return count == 0;
}

// The tests that are named in tests/times.txt with more than VERLET_LAB_LONGEST ms lose their
// function.
static void leave_out_long_ones(void)
{
    const char *longest = getenv("VERLET_LAB_LONGEST");
    FILE *times = longest ? fopen(VL_TEST_TIMES, "r") : NULL;
    char line[256], group[64], name[128];
    int ms;
    while (times && fgets(line, sizeof line, times))
        for (int i = 0; i < listed.count; i++)
            if (sscanf(line, "%d %63s %127s", &ms, group, name) == 3 && ms > atoi(longest) &&
                listed.tests[i].function && is_of_group(&listed.tests[i], group) &&
                strcmp(listed.tests[i].name, name) == 0)
                listed.tests[i].function = NULL;
    if (times)
        fclose(times);
}

// --- around the tests ---

static char folder[] = "/tmp/verlet-lab-test-XXXXXX";

static int begin_all(void **state)
{
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    setenv("XDG_PICTURES_DIR", PRINTED("%s/pictures", folder), 1);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    for (int i = 0; i < listed.fixtures; i++)
        if (listed.before[i] && listed.before[i](state) != 0)
            return -1;
    return 0;
}

static int end_all(void **state)
{
    for (int i = listed.fixtures - 1; i >= 0; i--)
        if (listed.after[i])
            listed.after[i](state);
    return chdir("/") == 0 && system(PRINTED("rm -r %s", folder)) == 0 ? 0 : -1;
}

// Of this process and of those that it started and waited for, in ms.
static double computing_time(void)
{
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    double sum = 0;
    for (int i = 0; i < COUNT(whose); i++) {
        struct rusage used;
        getrusage(whose[i], &used);
        sum += 1e3 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               1e-3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    }
    return sum;
}

static int begin_one(void **state)
{
    (void)state;
    listed.begun = computing_time();
    return chdir(folder);
}

static int end_one(void **state)
{
    (void)state;
    print_message("took %.0f ms\n", computing_time() - listed.begun);
    return 0;
}

int main(int count, char **arguments)
{
    const char *wanted = getenv("VERLET_LAB_TEST_NAMES");
    int left_out = 0, chosen = 0;
    leave_out_long_ones();
    struct CMUnitTest *tests = vl_alloc((size_t)listed.count, sizeof *tests);
    for (int i = 0; i < listed.count; i++) {
        if (!is_wanted(&listed.tests[i], count - 1, arguments + 1))
            continue;
        if (listed.tests[i].function)
            tests[chosen++] = (struct CMUnitTest){.name = listed.tests[i].name,
                                                  .test_func = listed.tests[i].function,
                                                  .setup_func = begin_one,
                                                  .teardown_func = end_one};
        else
            left_out++;
    }
    if (chosen == 0) {
        print_message(left_out ? "skipped: all tests of this group are long ones\n"
                               : "there is no such group of tests\n");
        return left_out ? 77 : 1; // 77 is what meson takes for skipped
    }
    if (wanted)
        cmocka_set_test_filter(wanted);
    int failed = _cmocka_run_group_tests(count > 1 ? arguments[1] : "all", tests, (size_t)chosen,
                                         begin_all, end_all);
    vl_free(tests);
    vl_free(listed.tests);
    return failed;
}

// --- what tests call ---

int test_cases(int few, int all)
{
    const char *wanted = getenv("VERLET_LAB_TESTS");
    return wanted && strcmp(wanted, "few") == 0 ? few : all;
}

vl_random test_random(int k)
{
    const char *seed = getenv("VERLET_LAB_SEED");
    int window = seed && test_cases(1, 0) ? atoi(seed) : 0;
    return (vl_random){(uint64_t)(1000 * window + k)};
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

char *test_print(char text[1000], const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, 1000, format, values);
    va_end(values);
    assert_in_range(length, 0, 999);
    return text;
}

void test_skip(const char *reason)
{
    print_message("skipped: %s\n", reason);
    skip();
}
