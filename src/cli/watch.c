#include "cli/watch.h"

#include <stddef.h>
#include <unistd.h>

static const int signals[VL_WATCHED] = {SIGINT, SIGHUP, SIGTERM};

static void say_and_end(int number)
{
    static const char message[] = "stopped while scenes were read and made\n";
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written; // there is nobody to tell
    _exit(128 + number);
}

void vl_watch_begin(vl_watch *watch)
{
    struct sigaction action = {.sa_handler = say_and_end};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < VL_WATCHED; i++) {
        sigaction(signals[i], NULL, &watch->before[i]);
        if (watch->before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

void vl_watch_end(const vl_watch *watch)
{
    for (int i = 0; i < VL_WATCHED; i++)
        sigaction(signals[i], &watch->before[i], NULL);
}
