#include "link_checks.h"

#include "testing.h"

void check_colours(const vl_links *links, int particles)
{
    FREED int *seen = vl_alloc((size_t)particles, sizeof *seen);
    for (int c = 0; c < links->colour_count; c++)
        for (int r = links->colour_run[c]; r < links->colour_run[c + 1]; r++)
            for (int k = links->runs[r].first; k < links->runs[r].first + links->runs[r].count;
                 k++) {
                assert_int_not_equal(seen[links->from[k]], c + 1);
                assert_int_not_equal(seen[links->to[k]], c + 1);
                seen[links->from[k]] = seen[links->to[k]] = c + 1;
            }
}

void check_runs(const vl_links *links)
{
    int next = 0;
    for (int r = 0; r < links->run_count; r++) {
        const vl_link_run *run = &links->runs[r];
        assert_int_equal(run->first, next);
        next += run->count;
        for (int k = 0; k < run->count; k++) {
            assert_int_equal(links->kind[run->first + k], run->kind);
            if (run->consecutive) {
                assert_int_equal(links->from[run->first + k], links->from[run->first] + k);
                assert_int_equal(links->to[run->first + k], links->to[run->first] + k);
            }
        }
    }
    assert_int_equal(next, links->hard_count);
    assert_int_equal(links->colour_run[links->colour_count], links->run_count);
}
