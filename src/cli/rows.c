#include "cli/rows.h"

#include "lab/csv.h"

static void write_row(const vl_rows *rows, int index, const vl_reading *reading,
                      double *const x[VL_AXES])
{
    const vl_world *world = vl_lab_world(rows->lab, index);
    vl_csv_row(rows->file, rows->more, world->integrator->name, reading, x,
               world->particles.slot_of, rows->numbers, rows->number_count);
}

// A world that diverged in the step just made has no reading after this one.
void vl_rows_hear(void *user, int world, const vl_reading *reading, double *const x[VL_AXES])
{
    const vl_rows *rows = user;
    bool last = vl_lab_world(rows->lab, world)->now.diverged;
    if (last || reading->step % rows->every == 0)
        write_row(rows, world, reading, x);
}

void vl_rows_finish(vl_rows *rows)
{
    for (int i = 0; i < vl_lab_world_count(rows->lab); i++) {
        const vl_reading *last = vl_lab_reading(rows->lab, i);
        const vl_world *world = vl_lab_world(rows->lab, i);
        if (!world->now.diverged && last->step % rows->every != 0)
            write_row(rows, i, last, world->particles.x);
    }
}
