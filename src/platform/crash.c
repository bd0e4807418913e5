// For sigaltstack().
#define _XOPEN_SOURCE 700

#include "platform/crash.h"

#include "base/ending.h"
#include "base/text.h"
#include "lab/journal.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int faults[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

enum { FAULTS = sizeof faults / sizeof *faults };

// A handler has no other way to know it.
static const struct vl_journal *volatile told;
static char path[4096]; // of its file, without control characters

static void write_text(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written; // there is nobody left to tell
}

// Only what is allowed in a handler of signals.
static void tell_of_recording(void)
{
    const struct vl_journal *journal = told;
    told = NULL;
    if (!journal)
        return;
    vl_journal_rescue(journal);
    write_text("verlet-lab: what was done is in ");
    write_text(path);
    write_text(", and 'verlet-lab replay' runs it again\n");
}

static void tell(int number)
{
    if (told)
        write_text("verlet-lab: the program has a fault and ends\n");
    tell_of_recording();
    signal(number, SIG_DFL);
    raise(number);
}

// A stack that is full has no room for the handler.
static void take_stack(void)
{
    static char room[1 << 16];
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    sigaltstack(&stack, NULL);
}

void vl_crash_tell(const struct vl_journal *journal)
{
    struct sigaction action = {.sa_handler = journal ? tell : SIG_DFL, .sa_flags = SA_ONSTACK};
    take_stack();
    if (journal) {
        snprintf(path, sizeof path, "%s", vl_journal_path(journal));
        vl_text_hide_controls(path);
    }
    told = journal;
    vl_ending_says(journal ? tell_of_recording : NULL);
    for (int i = 0; i < FAULTS; i++)
        sigaction(faults[i], &action, NULL);
}
