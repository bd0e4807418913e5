#include "ui_fixture.h"

vl_drawlist *empty_list(void **state)
{
    vl_drawlist_clear(*state, (vl_colour){0});
    return *state;
}

static int begin(void **state)
{
    *state = vl_alloc(1, sizeof(vl_drawlist));
    return 0;
}

static int end(void **state)
{
    vl_drawlist_free(*state);
    vl_free(*state);
    return 0;
}

TEST_FIXTURE(begin, end)
