#include "base/ending.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { MOST_FILES = 32 };

// Whoever takes a path out of its place has it alone.
static _Atomic(char *) files[MOST_FILES];

void vl_ending_removes(char *path)
{
    char *none = NULL;
    for (int i = 0; i < MOST_FILES && !atomic_compare_exchange_strong(&files[i], &none, path); i++)
        none = NULL;
}

bool vl_ending_keeps(char *path)
{
    char *found = path;
    for (int i = 0; i < MOST_FILES; i++, found = path)
        if (atomic_compare_exchange_strong(&files[i], &found, NULL))
            return true;
    return false;
}

void vl_ending_clean(void)
{
    for (int i = 0; i < MOST_FILES; i++) {
        char *path = atomic_exchange(&files[i], NULL);
        if (path)
            unlink(path);
    }
}

// The default action follows when this returns. A later signal, which may come to another thread,
// leaves the end to the first one. A pipe or terminal that takes nothing now is not waited for.
static void clean_and_end(int number)
{
    static const char line[] = "verlet-lab: ended by a signal; what it was writing is left out\n";
    static atomic_flag ending = ATOMIC_FLAG_INIT;
    struct pollfd errors = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (atomic_flag_test_and_set(&ending))
        return;
    vl_ending_clean();
    bool takes = poll(&errors, 1, 0) == 1 && errors.revents == POLLOUT;
    ssize_t written = takes ? write(STDERR_FILENO, line, sizeof line - 1) : 0;
    (void)written; // nobody can be told otherwise
    signal(number, SIG_DFL);
    raise(number);
}

void vl_ending_by_signals(void)
{
    static const int signals[] = {SIGINT, SIGHUP, SIGTERM};
    struct sigaction end = {.sa_handler = clean_and_end}, before;
    sigfillset(&end.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &end, NULL);
}

_Noreturn void vl_ending_without_memory(size_t bytes)
{
    char message[96];
    int length = snprintf(message, sizeof message,
                          "verlet-lab: out of memory: the system has refused %zu bytes\n", bytes);
    ssize_t written = write(STDERR_FILENO, message, (size_t)length);
    (void)written; // nobody can be told otherwise
    vl_ending_clean();
    _exit(1);
}
