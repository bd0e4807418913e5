#include "cli/summary.h"

#include "cli/table.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

#include <inttypes.h>

unsigned vl_summary_columns(const vl_arguments *arguments)
{
    return (arguments->ledger ? VL_CSV_LEDGER : 0U) | (arguments->momentum ? VL_CSV_MOMENTUM : 0U);
}

void vl_summary_print_ledger(vl_lab *lab, const char *head)
{
    vl_table table = vl_table_create(vl_cause_count + 2, 1, vl_cause_count + 1);
    vl_table_add(&table, "%s", head);
    for (int c = 0; c < vl_cause_count; c++)
        vl_table_add(&table, "%s", vl_causes[c].name);
    vl_table_add(&table, "sum");
    for (int i = 0; i < lab->count; i++) {
        const double *parts = lab->runs[i].shown.ledger;
        double sum = 0;
        vl_table_add(&table, "%s", vl_lab_label(lab, i));
        for (int c = 0; c < vl_cause_count; c++) {
            vl_table_add_figure(&table, parts[c]);
            sum += parts[c];
        }
        vl_table_add_figure(&table, sum);
    }
    printf("\nwhat each cause did to the energy, from the start to the end (J)\n\n");
    vl_table_print(&table);
    const vl_mistake *mistake = lab->runs[0].world->mistake;
    if (mistake && mistake->reads_unsolved)
        printf("\nThe ledger describes the true energy. The readings, %s, describe another one.\n",
               mistake->title);
}

void vl_summary_print_momenta(vl_lab *lab, const char *head)
{
    vl_table table = vl_table_create(9, 1, 8);
    vl_table_add(&table, "%s\tp_x\tp_y\tL_z\t|L|\tfree p_x\tp_y\tL_z\t|L|", head);
    for (int i = 0; i < lab->count; i++) {
        const vl_momenta *now = &lab->runs[i].shown.momentum;
        const vl_momentum *sets[] = {&now->all, &now->free};
        vl_table_add(&table, "%s", vl_lab_label(lab, i));
        for (int k = 0; k < 2; k++) {
            vl_table_add_figure(&table, sets[k]->linear.x);
            vl_table_add_figure(&table, sets[k]->linear.y);
            vl_table_add_figure(&table, sets[k]->angular.z);
            vl_table_add_figure(&table, vl_length(sets[k]->angular));
        }
    }
    printf("\nmomentum (kg m/s) and angular momentum (kg m²/s) at the end: of all, about the "
           "origin; of "
           "the free parts,\nabout their centre of mass\n\n");
    vl_table_print(&table);
}

void vl_summary_print_troubles(vl_lab *lab, int lane)
{
    const vl_lab_run *run = &lab->runs[lane];
    const vl_troubles *troubles = &run->troubles;
    const int64_t substeps = run->shown.step * run->world->solver.substeps;

    const struct {
        int64_t count;
        const char *what;
    } kinds[] = {
        {troubles->divided, "had to be divided"},
        {troubles->failed, "had no solution"},
        {troubles->unconverged, "did not converge"},
    };

    int told = 0;
    for (int i = 0; i < 3; i++) {
        if (kinds[i].count > 0 && told++ == 0)
            printf("\n%s: of %" PRId64 " substeps ", vl_lab_label(lab, lane), substeps);
        if (kinds[i].count > 0)
            printf("%s%" PRId64 " %s", told > 1 ? ", " : "", kinds[i].count, kinds[i].what);
    }
    if (troubles->failed + troubles->unconverged > 0 && troubles->residual > 0)
        printf("; the largest residual is %.2g", troubles->residual);
    if (told > 0)
        printf(".\n");
}
