// The parts of the benchmark that do not measure: what is to be done is the same for every program,
// and what was measured is written as it is.

#include "physics/contacts/overlaps.h"
#include "physics/world/world.h"
#include "report.h"
#include "scenario.h"
#include "scene/build.h"
#include "support/testing.h"

static const bench_row coloured = {
    .work = "cloth", .program = "Verlet Lab", .size = 256, .threads = 1};
static const bench_row doubled = {
    .work = "cloth", .program = "Verlet Lab", .size = 256, .threads = 2};
static const bench_row bullet = {.work = "cloth", .program = "Bullet", .size = 256, .threads = 1};

static bench_results three_rows(void)
{
    static const double ours[] = {3, 1, 2, 5, 4};
    bench_results results = {0};
    for (int i = 0; i < 5; i++) {
        bench_add(&results, &coloured, BENCH_SOLVER, ours[i]);
        bench_add(&results, &bullet, BENCH_SOLVER, 8 * ours[i]);
    }
    bench_add(&results, &doubled, BENCH_SOLVER, 1.5);
    bench_add(&results, &bullet, BENCH_STRETCH, 0.62);
    bench_add_ratios(&results, "Verlet Lab");
    return results;
}

TEST(the_median_is_the_middle_of_the_samples)
{
    SCOPED(bench_results) results = three_rows();
    const bench_row *row = bench_find(&results, "cloth", 256, "Verlet Lab", 1);
    assert_true(bench_median(row, BENCH_SOLVER) == 3);
    assert_true(bench_least(row, BENCH_SOLVER) == 1);
    bench_add(&results, &coloured, BENCH_SOLVER, 6);
    row = bench_find(&results, "cloth", 256, "Verlet Lab", 1);
    assert_true(bench_median(row, BENCH_SOLVER) == 3.5);
    assert_true(isnan(bench_median(row, BENCH_SECONDS)));
    assert_null(bench_find(&results, "cloth", 64, "Verlet Lab", 1));
}

TEST(a_csv_file_holds_every_value)
{
    SCOPED(bench_results) results = three_rows();
    SCOPED(vl_text) text = {0};
    bench_csv(&results, &text);
    assert_string_equal(text.data, "program,work,size,threads,metric,value\n"
                                   "Verlet Lab,cloth,256,1,solver_ns_per_link,3\n"
                                   "Verlet Lab,cloth,256,1,solver_ns_per_link_min,1\n"
                                   "Verlet Lab,cloth,256,1,ratio,1\n"
                                   "Bullet,cloth,256,1,solver_ns_per_link,24\n"
                                   "Bullet,cloth,256,1,solver_ns_per_link_min,8\n"
                                   "Bullet,cloth,256,1,ratio,8\n"
                                   "Bullet,cloth,256,1,stretch_max,0.62\n"
                                   "Verlet Lab,cloth,256,2,solver_ns_per_link,1.5\n"
                                   "Verlet Lab,cloth,256,2,solver_ns_per_link_min,1.5\n"
                                   "Verlet Lab,cloth,256,2,ratio,0.5\n");
}

TEST(a_table_has_the_columns_that_were_measured)
{
    SCOPED(bench_results) results = three_rows();
    SCOPED(vl_text) text = {0};
    SCOPED(vl_table) table = bench_table(&results, "cloth");
    bench_markdown(&table, &text);
    assert_string_equal(text.data,
                        "| size | program | threads | links ns | least | ratio | stretch |\n"
                        "|---:|---|---:|---:|---:|---:|---:|\n"
                        "| 256 | Verlet Lab | 1 | 3.00 | 1.00 | 1.00 |  |\n"
                        "| 256 | Bullet | 1 | 24.00 | 8.00 | 8.00 | 0.62 |\n"
                        "| 256 | Verlet Lab | 2 | 1.50 | 1.50 | 0.50 |  |\n");
}

// Which targets these three rows reach: 2 × with two threads, 8 × Bullet; nothing else is measured.
TEST(a_target_is_judged_by_what_was_measured)
{
    SCOPED(bench_results) results = three_rows();
    for (int i = 0; i < bench_target_count; i++) {
        const char *name = bench_targets[i].name;
        bool measured = strcmp(name, "threads") == 0 || strcmp(name, "bullet-256") == 0 ||
                        strcmp(name, "best-bullet") == 0;
        assert_int_equal(bench_judge(&bench_targets[i], &results),
                         measured ? BENCH_REACHED : BENCH_NOT_MEASURED);
    }
}

TEST(the_document_gives_reasons_for_what_was_missed_alone)
{
    SCOPED(bench_results) results = three_rows();
    bench_add(&results, &doubled, BENCH_SOLVER, 2.5);
    SCOPED(vl_text) text = {0};
    vl_error error = {0};
    assert_true(bench_fill_in("Head\n\n@machine@\n@missed threads@\nbusy\n@end@\n"
                              "@missed bullet-256@\nno\n@end@\nmail me@home@\nlast",
                              "fast\n", &results, &text, &error));
    assert_string_equal(text.data, "Head\n\nfast\nbusy\nmail me@home@\nlast\n");

    static const char *const wrong[] = {"@macine@", "@missed nothing@", "@table@"};
    for (int i = 0; i < COUNT(wrong); i++) {
        assert_false(bench_fill_in(wrong[i], "", &results, &text, &error));
        assert_non_null(strstr(error.text, "line 1"));
    }
}

// What the other programs are given is what Verlet Lab builds: the same particles and the same
// links, link by link in the order listed.
TEST(all_programs_get_the_same_scenario)
{
    bench_scenario *const scenarios[] = {bench_cloth(9), bench_chain(12), bench_swinging_ball(12),
                                         bench_triangulation(200), bench_free_particles(5)};
    for (int k = 0; k < COUNT(scenarios); k++) {
        bench_scenario *s = scenarios[k];
        OWNED(vl_world) *world = vl_scene_build(s->scene);
        const vl_particles *p = &world->particles;
        assert_int_equal(s->particle_count, p->count);
        assert_int_equal(s->link_count, world->links.count);
        for (int i = 0; i < p->count; i++) {
            int slot = p->slot_of[i];
            assert_true(s->mass[i] == p->mass[slot] && s->pinned[i] == p->pinned[slot]);
            for (int axis = 0; axis < BENCH_AXES; axis++)
                assert_true(s->x[axis][i] == p->x[axis][slot]);
        }
        for (int i = 0; i < s->link_count; i++) {
            int index = world->links.listed[i], a = p->slot_of[s->from[i]],
                b = p->slot_of[s->to[i]];
            int from = world->links.from[index], to = world->links.to[index];
            assert_true((from == a && to == b) || (from == b && to == a));
            assert_true(s->length[i] == world->links.length[index]);
        }
        bench_scenario_free(s);
    }
}

// A cloth of n² has n (n − 1) links along, as many down, and two diagonals in each cell. A grid of
// n² points with one diagonal per cell has 3 n² − 4 n + 1 links: n = 130 for 50,000. Each link of a
// cloth drawn to twice its height is either as long as it was, or twice as long, or √(5/2) times.
// Of links whose ends were numbered at random next to none join neighbours in memory: of 17,000
// numbers two differ by 1 with a chance of 1 in 8,500. A heap that falls together does not sink
// into itself.
TEST(the_scenarios_are_what_they_say)
{
    bool more;
    double largest, rms;
    bench_scenario *cloth = bench_cloth(16);
    assert_int_equal(cloth->particle_count, 256);
    assert_int_equal(cloth->link_count, 2 * 16 * 15 + 2 * 15 * 15);
    bench_stretch(cloth, cloth->x, &largest, &rms);
    assert_true(largest < 1e-12);
    for (int i = 0; i < cloth->particle_count; i++)
        cloth->x[1][i] *= 2;
    bench_stretch(cloth, cloth->x, &largest, &rms);
    double diagonal = sqrt(2.5) - 1, links = cloth->link_count;
    double wanted = sqrt((16 * 15 + 2 * 15 * 15 * diagonal * diagonal) / links);
    assert_true(fabs(largest - 1) < 1e-12 && fabs(rms - wanted) < 1e-12);
    bench_scenario_free(cloth);

    bench_scenario *chain = bench_hanging_ball(10);
    assert_true(fabs(chain->mass[10] / (10 * chain->mass[0]) - 10) < 1e-12);
    assert_true(chain->pinned[0] && !chain->pinned[10] && fabs(chain->x[1][10] + 1) < 1e-12);
    bench_scenario_free(chain);

    bench_scenario *mesh = bench_triangulation(50000);
    int neighbours = 0;
    for (int i = 0; i < mesh->link_count; i++)
        neighbours += abs(mesh->from[i] - mesh->to[i]) == 1;
    assert_int_equal(mesh->link_count, 3 * 130 * 130 - 4 * 130 + 1);
    assert_true(neighbours < 30);
    bench_scenario_free(mesh);

    bench_scenario *heap = bench_heap(200);
    OWNED(vl_world) *world = vl_scene_build(heap->scene);
    for (int n = 0; n < 40; n++) {
        assert_true(vl_world_step(world, heap->dt));
        assert_int_equal(vl_overlaps_count(world, 1000000, &more), 0);
    }
    bench_scenario_free(heap);
}
