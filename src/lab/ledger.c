#include "lab/ledger.h"

#include <math.h>

void vl_ledger_note(vl_ledger_book *book, vl_cause cause, double change)
{
    if (isfinite(change))
        book->events[cause] += change;
}

void vl_ledger_close(const vl_ledger_book *book, const double *measured, double gained,
                     double parts[VL_CAUSE_COUNT])
{
    bool exists = measured && isfinite(gained);
    double others = 0;
    for (int c = 0; c < VL_CAUSE_COUNT; c++) {
        parts[c] = exists ? measured[c] + book->events[c] : (double)NAN;
        others += c != VL_CAUSE_INTEGRATOR ? parts[c] : 0;
    }
    parts[VL_CAUSE_INTEGRATOR] = gained - others;
}

double vl_ledger_sum(const double parts[VL_CAUSE_COUNT])
{
    double sum = 0;
    for (int c = 0; c < VL_CAUSE_COUNT; c++)
        sum += parts[c];
    return sum;
}
