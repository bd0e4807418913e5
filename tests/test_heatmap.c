// Heat maps: every point has its colour in its place, the pointer finds it again, and a contour
// lies where the value is.

#include "support/ui_fixture.h"
#include "ui/heatmap.h"

enum { COLUMNS = 6, ROWS = COLUMNS };

// The value is the number of the point: its colour names it.
static vl_colour named(const vl_theme *theme, double value)
{
    return (vl_colour){1, 2, (uint8_t)value, 255};
}

static double values[COLUMNS * ROWS];

static vl_heatmap make_map(int rows)
{
    for (int i = 0; i < COLUMNS * ROWS; i++)
        values[i] = i;
    return (vl_heatmap){.x = "across",
                        .y = "up",
                        .step = 0.5,
                        .count = COLUMNS,
                        .values = values,
                        .rows = rows,
                        .colour = named,
                        .mark_x = (double)NAN};
}

// The rectangle that has the colour of a point; false where there is none.
static bool find_cell(const vl_drawlist *list, int point, vl_rect *cell)
{
    float left = 1e9f, right = -1e9f, top = 1e9f, bottom = -1e9f;
    for (int i = 0; i < list->vertex_count; i++) {
        const vl_vertex *v = &list->vertices[i];
        if (v->colour.r != 1 || v->colour.g != 2 || v->colour.b != point)
            continue;
        left = fminf(left, v->x);
        right = fmaxf(right, v->x);
        top = fminf(top, v->y);
        bottom = fmaxf(bottom, v->y);
    }
    *cell = (vl_rect){left, top, right - left, bottom - top};
    return right > left;
}

static const vl_rect sheet = {20, 30, 400, 420};

TEST(every_point_has_its_cell_and_the_pointer_finds_it)
{
    vl_drawlist *list = empty_list(state);
    for (int point = 0; point < COLUMNS * ROWS; point++) {
        vl_ui ui = test_ui(list);
        vl_heatmap map = make_map(ROWS);
        vl_heatmap_draw(&ui, &map, sheet);
        vl_rect cell;
        assert_true(find_cell(list, point, &cell));
        assert_true(cell.x >= sheet.x && cell.x + cell.w <= sheet.x + sheet.w);
        assert_true(cell.y >= sheet.y && cell.y + cell.h <= sheet.y + sheet.h);
        for (int finger = 0; finger < 2; finger++) {
            ui = test_ui(list);
            float x = cell.x + 0.4f * cell.w, y = cell.y + 0.6f * cell.h;
            ui.pointer = (vl_pointer){
                .x = x, .y = y, .press_x = x, .press_y = y, .down = finger, .touch = finger};
            vl_heat_pick pick = vl_heatmap_draw(&ui, &map, sheet);
            assert_true(pick.there);
            assert_int_equal(pick.column, point % COLUMNS);
            assert_int_equal(pick.row, point / COLUMNS);
        }
    }
}

TEST(rows_that_are_not_there_are_neither_drawn_nor_picked)
{
    vl_drawlist *list = empty_list(state);
    vl_ui ui = test_ui(list);
    vl_heatmap map = make_map(ROWS);
    vl_rect cell, other;
    vl_heatmap_draw(&ui, &map, sheet);
    assert_true(find_cell(list, 3 * COLUMNS, &cell));
    map.rows = 3;
    ui = test_ui(list);
    ui.pointer.x = cell.x + 1;
    ui.pointer.y = cell.y + 1;
    assert_false(vl_heatmap_draw(&ui, &map, sheet).there);
    assert_true(find_cell(list, 3 * COLUMNS - 1, &other));
    assert_false(find_cell(list, 3 * COLUMNS, &other));
}

// A marked point far outside, a map without room, a pointer anywhere: sound all the same.
TEST(any_place_and_mark_give_finite_vertices_inside)
{
    static const double marks[] = {-1e30, 0.1, 2, 1e30};
    static const float sizes[] = {0, 3, 60, 300};
    vl_drawlist *list = empty_list(state);
    for (int k = 0; k < 4; k++)
        for (int s = 0; s < 4; s++) {
            vl_ui ui = test_ui(list);
            vl_heatmap map = make_map(ROWS);
            map.mark_x = marks[k];
            map.mark_y = -marks[k];
            vl_heatmap_draw(&ui, &map, (vl_rect){10, 10, sizes[s], sizes[s]});
            for (int i = 0; i < list->vertex_count; i++) {
                assert_true(list->vertices[i].x > -10 && list->vertices[i].x < 400);
                assert_true(list->vertices[i].y > -10 && list->vertices[i].y < 400);
            }
        }
}

static double lightness(vl_colour c)
{
    return contrast(c, (vl_colour){0, 0, 0, 255});
}

// Growth is told by lightness alone: ever darker in the light theme, ever lighter in the dark one.
// The end differs from calm by 3 : 1 at least.
TEST(growth_is_told_by_lightness)
{
    for (int k = 0; k < vl_theme_count; k++) {
        const vl_theme *theme = &vl_themes[k];
        double sign = lightness(theme->growth[2]) > lightness(theme->calm) ? 1 : -1;
        for (int i = 0; i < 64; i++) {
            double one = lightness(vl_theme_growth(theme, i / 64.0));
            double next = lightness(vl_theme_growth(theme, (i + 1) / 64.0));
            assert_true(sign * (next - one) >= -0.02); // colours are whole numbers
        }
        assert_true(contrast(theme->calm, theme->growth[2]) >= 3);
        vl_colour nothing = vl_theme_growth(theme, (double)NAN);
        vl_colour much = vl_theme_growth(theme, 1e300), most = vl_theme_growth(theme, 1);
        assert_memory_equal(&nothing, &theme->calm, sizeof nothing);
        assert_memory_equal(&much, &most, sizeof much);
    }
}

TEST(a_scale_puts_its_labels_within_its_width)
{
    static const vl_heat_tick ticks[] = {{0, "0.25"}, {0.5, "1"}, {1, "4"}};
    vl_drawlist *list = empty_list(state);
    vl_ui ui = test_ui(list);
    vl_heat_scale_draw(&ui, (vl_rect){50, 50, 200, 40}, vl_theme_growth, ticks, 3);
    int texts = 0;
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        if (draw->kind != VL_DRAW_TEXT)
            continue;
        texts++;
        assert_true(draw->x >= 50 && draw->x + 8.8f * (float)draw->count <= 251);
    }
    assert_int_equal(texts, 3);
}
