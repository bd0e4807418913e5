#include "base/interrupt.h"

#include <assert.h>
#include <stddef.h>

static const double usual = 1e5; // units of work between two questions, about a millisecond

static _Thread_local vl_interrupt *present;

void vl_interrupt_begin(vl_interrupt *interrupt)
{
    interrupt->outer = present;
    interrupt->happened = present && present->happened;
    interrupt->work = 0;
    interrupt->every = interrupt->every > 0 ? interrupt->every : usual;
    interrupt->next = interrupt->every;
    present = interrupt;
}

bool vl_interrupt_end(vl_interrupt *interrupt)
{
    assert(present == interrupt);
    present = interrupt->outer;
    return interrupt->happened;
}

vl_interrupt *vl_interrupt_set_aside(void)
{
    vl_interrupt *aside = present;
    present = NULL;
    return aside;
}

void vl_interrupt_take_up(vl_interrupt *interrupt)
{
    assert(!present);
    present = interrupt;
}

// An outer interrupt that wants to happen ends what is inside, too.
static bool is_wanted(vl_interrupt *interrupt)
{
    bool outer = interrupt->outer && is_wanted(interrupt->outer);
    interrupt->happened = interrupt->happened || outer || interrupt->wanted(interrupt->user);
    return interrupt->happened;
}

bool vl_interrupted(double work)
{
    if (!present)
        return false;
    present->work += work;
    if (!present->happened && present->work >= present->next) {
        present->next = present->work + present->every;
        (void)is_wanted(present);
    }
    return present->happened;
}

bool vl_interrupt_happened(void)
{
    return present && present->happened;
}

bool vl_interrupt_exists(void)
{
    return present != NULL;
}

double vl_interrupt_work(void)
{
    return present ? present->work : 0;
}
