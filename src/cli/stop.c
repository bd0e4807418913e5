#include "cli/stop.h"

#include <stddef.h>

static const int stops[] = {SIGINT, SIGHUP, SIGTERM};

enum { STOPS = sizeof stops / sizeof *stops };

void vl_stop_hold(vl_stop *stop)
{
    sigemptyset(&stop->asked);
    for (int i = 0; i < STOPS; i++) {
        struct sigaction action;
        bool ignored = sigaction(stops[i], NULL, &action) == 0 && action.sa_handler == SIG_IGN;
        if (!ignored)
            sigaddset(&stop->asked, stops[i]);
    }
    sigprocmask(SIG_BLOCK, &stop->asked, &stop->before);
}

bool vl_stop_is_asked(const vl_stop *stop)
{
    sigset_t waiting;
    sigpending(&waiting);
    for (int i = 0; i < STOPS; i++)
        if (sigismember(&stop->asked, stops[i]) == 1 && sigismember(&waiting, stops[i]) == 1)
            return true;
    return false;
}

int vl_stop_release(vl_stop *stop)
{
    int number = 0;
    if (vl_stop_is_asked(stop))
        sigwait(&stop->asked, &number);
    sigprocmask(SIG_SETMASK, &stop->before, NULL);
    return number;
}
