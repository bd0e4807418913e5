#include "base/ending.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILES = 32, PATH_SIZE = 4096 };

// A place belongs to who has changed its use: whoever removes a file reads a path that nobody
// writes.
typedef enum use { FREE, WRITTEN, INCOMPLETE, REMOVED } use;

static struct {
    _Atomic(use) use;
    char path[PATH_SIZE];
} files[MOST_FILES];

static bool change(int file, use from, use to)
{
    return atomic_compare_exchange_strong(&files[file].use, &from, to);
}

int vl_ending_removes(const char *path)
{
    size_t size = strlen(path) + 1;
    for (int i = 0; size <= PATH_SIZE && i < MOST_FILES; i++) {
        if (!change(i, FREE, WRITTEN))
            continue;
        memcpy(files[i].path, path, size);
        atomic_store(&files[i].use, INCOMPLETE);
        return i;
    }
    return VL_ENDING_NO_FILE;
}

// Where somebody is about to remove it, he frees the place.
void vl_ending_keeps(int file)
{
    if (file != VL_ENDING_NO_FILE)
        (void)change(file, INCOMPLETE, FREE);
}

void vl_ending_clean(void)
{
    for (int i = 0; i < MOST_FILES; i++) {
        if (!change(i, INCOMPLETE, REMOVED))
            continue;
        unlink(files[i].path);
        atomic_store(&files[i].use, FREE);
    }
}

// The default action follows when this returns.
static void clean_and_end(int number)
{
    vl_ending_clean();
    raise(number);
}

void vl_ending_by_signals(void)
{
    static const int signals[] = {SIGINT, SIGHUP, SIGTERM};
    struct sigaction end = {.sa_handler = clean_and_end, .sa_flags = (int)SA_RESETHAND}, before;
    sigemptyset(&end.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &end, NULL);
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
