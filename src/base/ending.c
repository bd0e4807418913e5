#include "base/ending.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILES = 32 };

static _Atomic(const char *) incomplete[MOST_FILES];

void vl_ending_removes(const char *path)
{
    for (int i = 0; i < MOST_FILES; i++) {
        const char *nothing = NULL;
        if (atomic_compare_exchange_strong(&incomplete[i], &nothing, path))
            return;
    }
}

void vl_ending_keeps(const char *path)
{
    for (int i = 0; path && i < MOST_FILES; i++) {
        const char *there = path;
        if (atomic_compare_exchange_strong(&incomplete[i], &there, NULL))
            return;
    }
}

void vl_ending_clean(void)
{
    for (int i = 0; i < MOST_FILES; i++) {
        const char *path = atomic_exchange(&incomplete[i], NULL);
        if (path)
            unlink(path);
    }
}

// Writes a number as decimal digits in front of `end`, and returns where they begin.
static char *digits_before(char *end, size_t number)
{
    do
        *--end = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return end;
}

static void say(const char *text, size_t length)
{
    if (write(STDERR_FILENO, text, length) < 0)
        return; // nobody reads it
}

_Noreturn void vl_ending_without_memory(size_t bytes)
{
    static const char begin[] = "verlet-lab: out of memory: the system has refused ";
    static const char end[] = " bytes\n";
    char message[sizeof begin + sizeof end + 24], digits[24];
    char *first = digits_before(digits + sizeof digits, bytes);
    size_t count = (size_t)(digits + sizeof digits - first), length = sizeof begin - 1;
    memcpy(message, begin, length);
    memcpy(message + length, first, count);
    length += count;
    memcpy(message + length, end, sizeof end - 1);
    say(message, length + sizeof end - 1);
    vl_ending_clean();
    _exit(1);
}
