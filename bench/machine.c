#define _DEFAULT_SOURCE // _SC_NPROCESSORS_ONLN

#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

int bench_cores(void)
{
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

// What stands behind `key` and a colon in a file of the system; "unknown" where there is none.
static void find_value(const char *path, const char *key, char *value, size_t size)
{
    char line[256];
    FILE *file = fopen(path, "r");
    snprintf(value, size, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) != 0 || !colon)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(value, size, "%.100s", colon + 2);
        break;
    }
    if (file)
        fclose(file);
}

static double load(void)
{
    double value = -1;
    FILE *file = fopen("/proc/loadavg", "r");
    if (file && fscanf(file, "%lf", &value) != 1)
        value = -1;
    if (file)
        fclose(file);
    return value;
}

static bench_fact *next(bench_fact **fact, const char *name)
{
    (*fact)->name = name;
    return (*fact)++;
}

#define SAY(NAME, ...) snprintf(next(&fact, NAME)->text, sizeof fact->text, __VA_ARGS__)

void bench_machine(bench_fact facts[BENCH_FACTS])
{
    bench_fact *fact = facts;
    struct utsname system;
    uname(&system);
    time_t now = time(NULL);
    char date[32], processor[128];
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    find_value("/proc/cpuinfo", "model name", processor, sizeof processor);

    SAY("processor", "%s", processor);
    SAY("cores", "%d", bench_cores());
    SAY("system", "%.60s %.60s", system.sysname, system.machine);
    SAY("compiler", "%s", BENCH_COMPILER);
    SAY("date", "%s", date);
    SAY("load at the start", "%.2f", load());
}
