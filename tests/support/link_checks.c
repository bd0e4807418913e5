#include "link_checks.h"

#include "testing.h"

vl_link *random_links(vl_random *random, int particles, int count)
{
    vl_link *links = vl_alloc((size_t)count, sizeof *links);
    for (int i = 0; i < count; i++) {
        int from = (int)vl_random_uniform(random, 0, particles);
        int to = (int)vl_random_uniform(random, 0, particles - 1);
        links[i] = (vl_link){
            .from = from,
            .to = to + (to >= from),
            .kind = (vl_link_kind)(vl_random_next(random) % 3),
            .length = vl_random_uniform(random, 0.5, 2),
            .stiffness = i,
            .family = (int)(vl_random_next(random) % 5) - 1,
        };
    }
    return links;
}

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

void check_listed(const vl_links *links, const vl_link *described)
{
    FREED bool *seen = vl_alloc((size_t)links->count, sizeof *seen);
    for (int i = 0; i < links->count; i++) {
        int k = links->listed[i];
        assert_false(seen[k]);
        seen[k] = true;
        bool straight = links->from[k] == described[i].from && links->to[k] == described[i].to;
        bool turned = links->from[k] == described[i].to && links->to[k] == described[i].from;
        assert_true(straight || turned);
        assert_int_equal(links->kind[k], described[i].kind);
        assert_true(links->length[k] == described[i].length);
        assert_int_equal(k >= links->hard_count, described[i].kind == VL_SPRING);
    }
}
