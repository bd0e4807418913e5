// The ui: draw lists stay sound whatever is drawn, the camera leads back, themes can be read, plots
// lose no spike and do not dance, widgets can be hit and do not overlap.

#include "support/ui_fixture.h"
#include "ui/camera.h"
#include "ui/labels.h"
#include "ui/number.h"
#include "ui/plot.h"

static const double PI = 3.141592653589793;

static const vl_colour RED = {200, 30, 20, 255};
static const vl_colour BLUE = {20, 30, 200, 255};

// --- helpers ---

static void assert_sound(const vl_drawlist *list)
{
    for (int i = 0; i < list->vertex_count; i++)
        assert_true(isfinite(list->vertices[i].x) && isfinite(list->vertices[i].y));
    for (int i = 0; i < list->index_count; i++) {
        assert_in_range(list->indices[i], 0, list->vertex_count - 1);
        const vl_vertex *v = &list->vertices[list->indices[i]];
        assert_true(fabsf(v->x) <= VL_DRAW_FAR && fabsf(v->y) <= VL_DRAW_FAR);
    }
    for (int i = 0, next = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        assert_true(isfinite(draw->x) && isfinite(draw->y));
        assert_true(isfinite(draw->clip.x) && isfinite(draw->clip.w));
        if (draw->kind == VL_DRAW_TRIANGLES) {
            assert_int_equal(draw->first, next);
            assert_true(draw->count > 0 && draw->count % 3 == 0);
            next += draw->count;
        }
        if (draw->kind == VL_DRAW_TEXT)
            assert_true(draw->first + draw->count <= list->text.length);
    }
}

// What the triangles add up to: opacity times area, px².
static double light_of(const vl_drawlist *list)
{
    double sum = 0;
    for (int i = 0; i + 2 < list->index_count; i += 3) {
        const vl_vertex *v[3];
        for (int k = 0; k < 3; k++)
            v[k] = &list->vertices[list->indices[i + k]];
        double ax = (double)(v[1]->x - v[0]->x), ay = (double)(v[1]->y - v[0]->y);
        double bx = (double)(v[2]->x - v[0]->x), by = (double)(v[2]->y - v[0]->y);
        double opacity = (v[0]->colour.a + v[1]->colour.a + v[2]->colour.a) / (3 * 255.0);
        sum += fabs(ax * by - bx * ay) / 2 * opacity;
    }
    return sum;
}

static float garbage(vl_random *random)
{
    static const float odd[] = {NAN,      INFINITY, -INFINITY, 0,     -0.0f, FLT_MAX,
                                -FLT_MAX, FLT_MIN,  1e30f,     -1e6f, 1e6f,  1e-30f};
    uint64_t choice = vl_random_next(random) % 24;
    if (choice < COUNT(odd))
        return odd[choice];
    if (choice < 16)
        return (float)vl_random_uniform(random, -2e6, 2e6);
    return (float)vl_random_uniform(random, -2000, 2000);
}

// --- draw list ---

static void draw_garbage(vl_drawlist *list, vl_random *random)
{
    float p[24];
    for (int i = 0; i < COUNT(p); i++)
        p[i] = garbage(random);
    vl_rect rect = {garbage(random), garbage(random), garbage(random), garbage(random)};
    vl_draw_polyline(list, p, 12, p[3], RED);
    vl_draw_dashed(list, p, 12, fabsf(p[4]), fabsf(garbage(random)), fabsf(garbage(random)), 0,
                   RED);
    vl_draw_dashed(list, p, 12, 2, fabsf(p[6]), fabsf(p[7]), p[5], RED);
    vl_draw_convex(list, p, 3 + (int)(vl_random_next(random) % 9), RED);
    vl_draw_arrow(list, p[0], p[1], p[2], p[3], p[4], p[5], RED);
    vl_draw_disc(list, p[0], p[1], p[2], RED);
    vl_draw_ring(list, p[0], p[1], p[2], p[3], RED);
    vl_draw_ball(list, p[0], p[1], p[2], RED);
    vl_draw_rect(list, rect, RED);
    vl_draw_round_rect(list, rect, p[6], RED);
    vl_draw_round_frame(list, rect, p[6], p[7], RED);
    vl_draw_text(list, p[8], p[9], VL_TYPE_SMALL, RED, "x₋");
    vl_draw_clip(list, rect);
    vl_draw_icon(list, VL_ICON_HELP, rect, RED);
}

TEST(any_input_gives_a_sound_list)
{
    vl_random random = {11};
    vl_drawlist *list = empty_list(state);
    for (int round = 0; round < 2000; round++) {
        vl_drawlist_clear(list, RED);
        draw_garbage(list, &random);
        assert_sound(list);
    }
}

TEST(triangles_merge_until_something_else_comes)
{
    vl_drawlist *list = empty_list(state);
    vl_draw_disc(list, 5, 5, 3, RED);
    vl_draw_ball(list, 9, 9, 3, RED);
    vl_draw_rect(list, (vl_rect){0, 0, 3, 3}, RED);
    assert_int_equal(list->draw_count, 1);
    vl_draw_text(list, 0, 0, VL_TYPE_SMALL, RED, "a");
    vl_draw_disc(list, 5, 5, 3, RED);
    assert_int_equal(list->draw_count, 3);
    vl_draw_text(list, 0, 0, VL_TYPE_SMALL, RED, "");
    vl_draw_disc(list, 5, 5, 3, RED);
    assert_int_equal(list->draw_count, 3);
    assert_sound(list);
}

// And points that are not finite break a line.
TEST(a_triangle_at_a_lost_vertex_is_left_out)
{
    static const float lost[] = {NAN, INFINITY, -INFINITY, 2e6f};
    const float broken[] = {0, 0, 10, 0, NAN, 0, 20, 0, 30, 0};
    vl_drawlist *list = empty_list(state);
    for (int i = 0; i < COUNT(lost); i++) {
        int a = vl_draw_vertex(list, 0, 0, RED), b = vl_draw_vertex(list, 9, 0, RED);
        int c = vl_draw_vertex(list, 0, lost[i], RED), d = vl_draw_vertex(list, 0, 9, RED);
        vl_draw_triangle(list, a, b, c);
        vl_draw_triangle(list, a, b, d);
        assert_int_equal(list->index_count, 3 * (i + 1));
        assert_sound(list);
    }
    vl_drawlist_clear(list, RED);
    vl_draw_polyline(list, broken, 5, 1, RED);
    assert_true(fabs(light_of(list) - 20) < 0.2); // two pieces of 10 px
}

// A straight line's opacity adds up to width × length: at the sides a fringe of ±½ px around the
// edge takes as much as it gives. Lines above 1.5 px have half discs as ends; the fringe of a disc
// of radius r gives π/12 more than π r² (a cone instead of a step), and its polygon may be 0.1 px
// off, over its circumference. Opacity is rounded to 1/255, of a width below 1 to 1/510.
TEST(a_line_is_as_bright_as_it_is_wide)
{
    static const float widths[] = {0.1f, 0.3f, 0.7f, 1, 1.4f, 2, 3.3f, 8, 40};
    vl_drawlist *list = empty_list(state);
    for (int i = 0; i < 12 * COUNT(widths); i++) {
        double angle = 0.3 + i % 12 * PI / 6, w = (double)widths[i / 12], length = 100;
        const float points[] = {200, 300, 200 + (float)(length * cos(angle)),
                                300 + (float)(length * sin(angle))};
        vl_drawlist_clear(list, RED);
        vl_draw_polyline(list, points, 2, (float)w, RED);
        bool round_ends = w > 1.5;
        double ends = round_ends ? PI * w * w / 4 + PI / 12 : 0;
        double tolerance = length * fmax(w, 1) / 255 + (round_ends ? 0.1 * PI * (w + 1) : 1e-2);
        assert_true(fabs(light_of(list) - w * length - ends) < tolerance);
    }
}

// A disc's fringe gives π/12 more than its area, its polygon (0.1 px inside at most) takes away.
TEST(a_disc_is_as_bright_as_it_is_large)
{
    static const double radii[] = {0.05, 0.2, 0.4, 0.5, 1, 3, 17, 200};
    vl_drawlist *list = empty_list(state);
    for (int i = 0; i < COUNT(radii); i++) {
        double r = radii[i], area = PI * r * r;
        vl_drawlist_clear(list, RED);
        vl_draw_disc(list, 300, 300, (float)r, RED);
        double tolerance = r < 0.5 ? 0.25 * area + PI / 255 : PI / 12 + 0.1 * 2 * PI * (r + 0.5);
        assert_true(fabs(light_of(list) - area) < tolerance);
    }
}

// A frame is as bright as its rectangle without the hole. A frame that is as thick as half of the
// shorter side has no hole. The corners take less than 2 px² away, the steps of opacity less
// than 1.
TEST(a_frame_is_as_bright_as_it_is_thick)
{
    static const float sizes[][2] = {{40, 10}, {10, 40}, {20, 20}, {64, 33}};
    static const float widths[] = {0.15f, 0.5f, 1, 2, 4, 5, 6, 10, 16, 17, 40};
    vl_drawlist *list = empty_list(state);
    for (int i = 0; i < COUNT(sizes) * COUNT(widths); i++) {
        float w = sizes[i / COUNT(widths)][0], h = sizes[i / COUNT(widths)][1];
        float width = widths[i % COUNT(widths)], inner_w = w - 2 * width, inner_h = h - 2 * width;
        double hole = inner_w > 0 && inner_h > 0 ? (double)(inner_w * inner_h) : 0;
        vl_drawlist_clear(list, RED);
        vl_draw_round_frame(list, (vl_rect){100, 100, w, h}, 0, width, RED);
        double light = light_of(list), expected = (double)(w * h) - hole;
        if (fabs(light - expected) > 3)
            fail_msg("%g of %g x %g: %g px2, not %g", (double)width, (double)w, (double)h, light,
                     expected);
    }
}

TEST(dashes_cover_their_share_of_a_line)
{
    // 1000 px in whole periods of 10 px: each dash has 6, its ends' fringes give and take as much.
    const float points[] = {100, 50, 300, 50, 700.5f, 50, 1100, 50};
    vl_drawlist *list = empty_list(state);
    for (int phase = -30; phase <= 30; phase++) {
        vl_drawlist_clear(list, RED);
        vl_draw_dashed(list, points, 4, 2, 6, 4, (float)phase, RED);
        assert_true(fabs(light_of(list) - 0.6 * 1000 * 2) < 1);
        // A phase in the gap leaves what remains of the gap free.
        int into = (phase + 30) % 10;
        float gap = into >= 6 ? 10 - (float)into : 0;
        float leftmost = FLT_MAX;
        for (int i = 0; i < list->index_count; i++)
            leftmost = fminf(leftmost, list->vertices[list->indices[i]].x);
        assert_true(fabsf(leftmost - 100 - gap + 0.5f) < 0.01f);
    }
}

// Triangles whose middle is between 200 and 700 px: how many, and the sum of their middles, px.
static void dashes_between(const vl_drawlist *list, double *count, double *sum)
{
    *count = *sum = 0;
    for (int i = 0; i + 2 < list->index_count; i += 3) {
        double middle = 0;
        for (int k = 0; k < 3; k++)
            middle += (double)list->vertices[list->indices[i + k]].x / 3;
        bool between = middle >= 200 && middle < 700;
        *count += between;
        *sum += between ? middle : 0;
    }
}

TEST(dashes_are_made_where_they_are_seen_and_are_the_same_there)
{
    // There and back 300 times, 60,014 px far: seen are 1000 px of it, and the pattern goes on.
    enum { TURNS = 300, DASHES = 110, VERTICES = 20 };

    float points[2 * TURNS];
    for (int i = 0; i < TURNS; i++) {
        points[2 * i] = i % 2 == 0 ? -30007 : 30007;
        points[2 * i + 1] = 100;
    }
    vl_drawlist *list = empty_list(state);
    for (int count = 2; count <= TURNS; count++) {
        double all, sum, seen, seen_sum;
        vl_drawlist_clear(list, RED);
        vl_draw_dashed(list, points, count < 8 ? count : 2, 2, 6, 4, 0, RED);
        dashes_between(list, &all, &sum);
        vl_drawlist_clear(list, RED);
        vl_draw_clip(list, (vl_rect){0, 0, 1000, 200});
        vl_draw_dashed(list, points, count, 2, 6, 4, 0, RED);
        dashes_between(list, &seen, &seen_sum);
        assert_true(list->vertex_count < VERTICES * DASHES * count);
        assert_true(count >= 8 || (seen == all && fabs(seen_sum - sum) < 0.1 * seen));
        count += count == 8 ? TURNS - 9 : 0;
        assert_sound(list);
    }
}

TEST(a_line_to_far_away_still_shows_here)
{
    // From the middle of the screen to where a diverged particle is: the visible part stays.
    static const float far[] = {1e7f, 1e20f, FLT_MAX};
    vl_drawlist *list = empty_list(state);
    for (int i = 0; i < COUNT(far); i++) {
        const float points[] = {100, 100, far[i], 100};
        vl_drawlist_clear(list, RED);
        vl_draw_polyline(list, points, 2, 2, RED);
        float right = 0;
        for (int k = 0; k < list->vertex_count; k++)
            right = fmaxf(right, list->vertices[k].x);
        assert_true(right > 20000);
        assert_sound(list);
    }
}

// How far the vertices reach along a direction, from `x`, `y`.
static void reach_of(const vl_drawlist *list, double x, double y, double angle, double *low,
                     double *high)
{
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (int i = 0; i < list->vertex_count; i++) {
        double dx = (double)list->vertices[i].x - x, dy = (double)list->vertices[i].y - y;
        *low = fmin(*low, dx * cos(angle) + dy * sin(angle));
        *high = fmax(*high, dx * cos(angle) + dy * sin(angle));
    }
}

// The width of a head is 0.76 of its length. A head is no longer than its arrow, so it never begins
// behind it. A fringe adds half a pixel, and at the tip, which is pointed, up to 2 px.
TEST(the_head_of_an_arrow_is_no_longer_than_the_arrow)
{
    static const double rows[][2] = {{100, 12}, {100, 40}, {30, 30}, {10, 12}, {10, 40}, {3, 400}};
    vl_drawlist *list = empty_list(state);
    for (int i = 0; i < 8 * COUNT(rows); i++) {
        double length = rows[i / 8][0], head = rows[i / 8][1], angle = i % 8 * PI / 4 + 0.1;
        double along[2], across[2], half = 0.38 * fmin(head, length);
        vl_drawlist_clear(list, RED);
        vl_draw_arrow(list, 300, 300, 300 + (float)(length * cos(angle)),
                      300 + (float)(length * sin(angle)), 1, (float)head, RED);
        reach_of(list, 300, 300, angle, &along[0], &along[1]);
        reach_of(list, 300, 300, angle + PI / 2, &across[0], &across[1]);
        assert_true(along[0] > -1 && along[0] < 1);
        assert_true(along[1] > length && along[1] < length + 2);
        assert_true(across[1] > half && across[1] < half + 1.5);
        assert_true(across[0] < -half && across[0] > -half - 1.5);
    }
}

TEST(a_ball_is_lit_from_the_upper_left)
{
    vl_drawlist *list = empty_list(state);
    vl_draw_ball(list, 100, 100, 50, (vl_colour){60, 120, 180, 255});
    double upper_left = 0, lower_right = 0;
    for (int i = 0; i < list->vertex_count; i++) {
        const vl_vertex *v = &list->vertices[i];
        double bright = v->colour.r + v->colour.g + v->colour.b;
        if (v->x + v->y < 150)
            upper_left = test_larger(upper_left, bright);
        if (v->x + v->y > 250)
            lower_right = test_larger(lower_right, bright);
    }
    assert_true(upper_left > 1.5 * lower_right);
}

// Balls of a size and colour are copies of the first. Each must be what it is alone, whatever is
// drawn between them; the copy is moved by two roundings of a place near 200 pixels.
TEST(a_ball_is_the_same_alone_and_among_others)
{
    const struct {
        float x, y, radius;
        vl_colour colour;
    } balls[] = {{100, 100, 9, RED},  {150.3f, 60.7f, 9, RED}, {40, 80, 9, BLUE}, {41, 82, 9, RED},
                 {41, 82, 7.5f, RED}, {90, 3.5f, 7.5f, RED},   {190, 190, 9, RED}};

    vl_drawlist *list = empty_list(state), alone = {0};
    for (int i = 0; i < COUNT(balls); i++) {
        int vertex = list->vertex_count, index = list->index_count;
        vl_draw_ball(list, balls[i].x, balls[i].y, balls[i].radius, balls[i].colour);
        vl_drawlist_clear(&alone, RED);
        vl_draw_ball(&alone, balls[i].x, balls[i].y, balls[i].radius, balls[i].colour);
        assert_int_equal(list->vertex_count - vertex, alone.vertex_count);
        assert_int_equal(list->index_count - index, alone.index_count);
        for (int k = 0; k < alone.vertex_count; k++) {
            const vl_vertex *a = &list->vertices[vertex + k], *b = &alone.vertices[k];
            assert_true(fabsf(a->x - b->x) <= 4 * 200 * FLT_EPSILON);
            assert_true(fabsf(a->y - b->y) <= 4 * 200 * FLT_EPSILON);
            assert_memory_equal(&a->colour, &b->colour, sizeof a->colour);
        }
        for (int k = 0; k < alone.index_count; k++)
            assert_int_equal(list->indices[index + k] - vertex, alone.indices[k]);
        vl_draw_rect(list, (vl_rect){0, 0, 3, 3}, RED);
    }
    assert_sound(list);
    vl_drawlist_free(&alone);
}

TEST(every_icon_stays_in_its_square)
{
    vl_drawlist *list = empty_list(state);
#define ICON(name, drawing) VL_ICON_##name,
    static const vl_icon icons[] = {VL_ICON_NONE, VL_ICONS(ICON)};
    for (int icon = 0; icon < COUNT(icons); icon++) {
        vl_drawlist_clear(list, RED);
        vl_draw_icon(list, icons[icon], (vl_rect){100, 200, 60, 48}, RED);
        assert_true((list->index_count > 0) == (icon > 0));
        for (int i = 0; i < list->vertex_count; i++) {
            // The square is (106, 200) to (154, 248); the fringe reaches half a pixel over it.
            assert_true(list->vertices[i].x > 105.4f && list->vertices[i].x < 154.6f);
            assert_true(list->vertices[i].y > 199.4f && list->vertices[i].y < 248.6f);
        }
    }
}

// --- camera ---

static vl_vec3 random_point(vl_random *random, double size)
{
    double x = vl_random_uniform(random, -size, size), y = vl_random_uniform(random, -size, size);
    return (vl_vec3){x, y, vl_random_uniform(random, -size, size)};
}

static vl_camera random_camera(vl_random *random)
{
    vl_camera camera = {.center = random_point(random, 9), .stage = {.x = 10, .y = 20}};
    camera.height = pow(10, vl_random_uniform(random, -3, 3));
    camera.yaw = vl_random_uniform(random, -3, 3);
    camera.pitch = vl_random_uniform(random, -1.5, 1.5);
    camera.stage.w = (float)vl_random_uniform(random, 100, 3000);
    camera.stage.h = (float)vl_random_uniform(random, 100, 2000);
    return camera;
}

static vl_pixel pixel_of(const vl_camera *camera, vl_vec3 point)
{
    vl_projection projection = vl_camera_projection(camera);
    return vl_project(&projection, point);
}

// Pixels are floats: a coordinate of a few thousand pixels has an error of 2e-4 px.
static const double PIXEL = 1e-3;

// As it is, zoomed about a place, which stays there, and panned, which moves what is seen by the
// pixels.
TEST(a_pixel_leads_back_to_its_point)
{
    vl_random random = {5};
    for (int i = 0; i < 2000; i++) {
        vl_camera camera = random_camera(&random);
        vl_vec3 point = vl_add(camera.center, random_point(&random, camera.height));
        vl_pixel pixel = pixel_of(&camera, point);
        vl_vec3 back = vl_camera_unproject(&camera, (double)pixel.x, (double)pixel.y, point);
        assert_true(vl_length(vl_sub(back, point)) * vl_camera_scale(&camera) < PIXEL);

        vl_camera_pan(&camera, 30, -12);
        vl_pixel panned = pixel_of(&camera, point);
        assert_true(fabsf(panned.x - pixel.x - 30) < 2e-3f);
        assert_true(fabsf(panned.y - pixel.y + 12) < 2e-3f);

        double x = vl_random_uniform(&random, 0, 2000), y = vl_random_uniform(&random, 0, 1000);
        point = vl_camera_unproject(&camera, x, y, camera.center);
        vl_camera_zoom(&camera, pow(2, vl_random_uniform(&random, -3, 3)), x, y);
        pixel = pixel_of(&camera, point);
        assert_true(fabs((double)pixel.x - x) < PIXEL && fabs((double)pixel.y - y) < PIXEL);
    }
}

TEST(the_view_from_the_front_has_x_right_and_y_up)
{
    vl_camera camera = {.height = 4, .stage = {0, 0, 800, 400}};
    vl_pixel pixel = pixel_of(&camera, (vl_vec3){1, 1, 2});
    assert_true(fabsf(pixel.x - 500) < 1e-3f && fabsf(pixel.y - 100) < 1e-3f);
    assert_true(fabs(pixel.depth - 2) < 1e-12);

    camera.yaw = PI / 2; // from the right: z points to the left
    assert_true(pixel_of(&camera, (vl_vec3){0, 0, 1}).x < 400);
    assert_true(pixel_of(&camera, (vl_vec3){1, 0, 0}).depth > 0.99);
    camera.yaw = 0;
    camera.pitch = 0.5; // from above: the top is nearer
    assert_true(pixel_of(&camera, (vl_vec3){0, 1, 0}).depth > 0);
}

TEST(zooming_ends_at_the_limits_without_sliding)
{
    static const double factors[] = {2, 0.5, 0, (double)NAN};
    for (int k = 0; k < COUNT(factors); k++) {
        vl_camera camera = {.height = 2, .stage = {0, 0, 800, 400}};
        for (int i = 0; i < 100; i++)
            vl_camera_zoom(&camera, factors[k], 10, 10);
        vl_camera before = camera;
        vl_camera_zoom(&camera, factors[k], 10, 10);
        assert_memory_equal(&camera, &before, sizeof camera);
        assert_true(isfinite(vl_length(camera.center)) && (factors[k] > 0) == (camera.height != 2));
    }
}

TEST(turning_is_limited_and_only_in_space)
{
    vl_camera camera = {.height = 2, .stage = {0, 0, 800, 400}};
    vl_camera_turn(&camera, -100, 0);
    assert_true(fabs(camera.yaw - PI / 4) < 1e-12);
    for (int i = 0; i < 20; i++)
        vl_camera_turn(&camera, 0, 100);
    assert_true(fabs(camera.pitch - 89 * PI / 180) < 1e-12);
    vl_camera planar = {.height = 2, .planar = true, .stage = {0, 0, 800, 400}};
    vl_camera_turn(&planar, 50, 50);
    assert_true(planar.yaw == 0 && planar.pitch == 0);
}

TEST(fitting_shows_the_whole_box)
{
    vl_random random = {9};
    for (int i = 0; i < 500; i++) {
        vl_camera camera = random_camera(&random);
        vl_vec3 low = random_point(&random, 5), high = vl_add(low, (vl_vec3){1, 2, 0.5});
        vl_camera_fit(&camera, low, high, 0.1);
        vl_rect stage = camera.stage;
        for (int corner = 0; corner < 8; corner++) {
            vl_vec3 p = {corner & 1 ? low.x : high.x, corner & 2 ? low.y : high.y,
                         corner & 4 ? low.z : high.z};
            vl_pixel pixel = pixel_of(&camera, p);
            float x = (pixel.x - stage.x) / stage.w, y = (pixel.y - stage.y) / stage.h;
            assert_true(x > 0.0999f && x < 0.9001f && y > 0.0999f && y < 0.9001f);
        }
    }
    vl_camera camera = {.height = 3, .stage = {0, 0, 800, 400}};
    vl_camera_fit(&camera, (vl_vec3){1, 1, 0}, (vl_vec3){1, 1, 0}, 0.1);
    assert_true(camera.height == 1);
    vl_camera_fit(&camera, (vl_vec3){(double)NAN, 1, 0}, (vl_vec3){1, 1, 0}, 0.1);
    assert_true(camera.height == 1 && camera.center.x == 1);
}

// --- numbers ---

TEST(figures_have_a_fixed_count_of_digits)
{
    static const struct {
        double value;
        int digits;
        const char *text;
    } rows[] = {
        {1.2344, 4, "1.234"},
        {-0.012344, 3, "−0.0123"},
        {1.2344e-5, 3, "1.23·10⁻⁵"},
        {9.9996, 4, "10.00"},
        {1234.4, 4, "1234"},
        {12344, 4, "1.234·10⁴"},
        {3460, 2, "3500"},
        {0, 4, "0.000"},
        {-7e120, 2, "−7.0·10¹²⁰"},
        {0.00099996, 4, "0.001000"},
        {0.00099994, 4, "9.999·10⁻⁴"},
        {(double)NAN, 4, "–"},
        {-HUGE_VAL, 4, "−∞"},
        {5e-324, 9, "4.94065646·10⁻³²⁴"},
    };

    char buffer[VL_FIGURE_SIZE];
    for (int i = 0; i < COUNT(rows); i++)
        assert_string_equal(vl_figure(rows[i].value, rows[i].digits, buffer), rows[i].text);
    assert_string_equal(vl_figure_unit(9.81, 3, "m/s²", buffer), "9.81\u00a0m/s²");
    assert_string_equal(vl_figure_unit(9.81, 3, "", buffer), "9.81");
    assert_string_equal(vl_figure_fixed(12.3, 2, buffer), "12.30");
    assert_string_equal(vl_figure_fixed(-0.001, 2, buffer), "0.00");
    assert_string_equal(vl_figure_fixed(-1.005, 1, buffer), "−1.0");
    assert_string_equal(vl_figure_fixed(1e300, 1, buffer), "1.000·10³⁰⁰");
}

TEST(nice_steps_are_the_smallest_that_do)
{
    vl_random random = {3};
    for (int i = 0; i < 5000; i++) {
        double span = pow(10, vl_random_uniform(&random, -12, 12));
        int most = 1 + (int)(vl_random_next(&random) % 12);
        double step = vl_nice_step(span, most);
        double mantissa = step / pow(10, floor(log10(step) + 1e-9));
        assert_true(fabs(mantissa - 1) < 1e-6 || fabs(mantissa - 2) < 1e-6 ||
                    fabs(mantissa - 5) < 1e-6);
        assert_true(span / step <= most * (1 + 1e-6));
        assert_true(span / (step / 2.5) > most * (1 - 1e-6)); // the next smaller one does not do
    }
}

// --- theme ---

// clang-format off
TEST(every_text_has_a_contrast_of_seven)
{
    for (int i = 0; i < vl_theme_count; i++) {
        const vl_theme *t = &vl_themes[i];
        const vl_colour pairs[][2] = {
            {t->text, t->background}, {t->text, t->panel}, {t->text, t->plot}, {t->text, t->key_cap},
            {t->text_dim, t->panel}, {t->text_dim, t->background}, {t->text_dim, t->plot},
            {t->button_text, t->button}, {t->button_text, t->button_hover}, {t->button_text, t->button_pressed},
            {t->button_active_text, t->button_active}, {t->warning_text, t->warning}, {t->note_text, t->note},
        };
        for (int k = 0; k < COUNT(pairs); k++)
            assert_true(contrast(pairs[k][0], pairs[k][1]) >= 7);
    }
}

// clang-format on

TEST(every_line_has_a_contrast_of_three)
{
    for (int i = 0; i < vl_theme_count; i++) {
        const vl_theme *t = &vl_themes[i];
        const vl_colour lines[] = {t->link,           t->particle,         t->pin,
                                   t->held,           t->velocity,         t->acceleration,
                                   t->exact,          t->strain_high,      t->strain_low,
                                   t->kinetic.colour, t->potential.colour, t->total.colour,
                                   t->accent,         t->plot_reference,   t->plot_axis};
        for (int k = 0; k < COUNT(lines) + VL_LANE_COLOURS + VL_CAUSE_COLOURS; k++) {
            int lane = k - COUNT(lines), cause = lane - VL_LANE_COLOURS;
            vl_colour line = lane < 0 ? lines[k] : cause < 0 ? t->lanes[lane] : t->causes[cause];
            assert_true(contrast(line, t->background) >= 3);
            assert_true(contrast(line, t->plot) >= 3);
            assert_true(contrast(line, t->panel) >= 3);
            if (lane >= 0 && cause < 0) // names on the stage, and on what is chosen from
                assert_true(fmin(contrast(line, t->background), contrast(line, t->key_cap)) >= 4.5);
        }
        assert_true(contrast(t->key_cap_edge, t->key_cap) >= 3);
        assert_true(contrast(t->held, vl_colour_mix(t->background, t->held, 0.18f)) >= 4.5);
        assert_true(contrast(t->button_disabled_text, t->key_cap) >= 4.5); // what is not taken
        const vl_colour faces[] = {t->button_disabled, t->key_cap, t->panel, t->background};
        for (int k = 0; k < COUNT(faces); k++) // of what cannot be chosen, or not any more
            assert_true(contrast(t->button_disabled_text, faces[k]) >= 3);
    }
    // Black on white is 21 : 1 by definition.
    const vl_colour black = {0, 0, 0, 255}, white = {255, 255, 255, 255};
    assert_true(fabs(contrast(black, white) - 21) < 1e-9);
}

// No lane has the colour of a cause.
TEST(methods_differ_in_dashes_and_lanes_in_colour)
{
    enum { COLOURS = VL_LANE_COLOURS + VL_CAUSE_COLOURS };

    for (int i = 0; i < vl_theme_count; i++) {
        vl_colour colours[COLOURS];
        memcpy(colours, vl_themes[i].lanes, sizeof vl_themes[i].lanes);
        memcpy(colours + VL_LANE_COLOURS, vl_themes[i].causes, sizeof vl_themes[i].causes);
        for (int a = 0; a < COLOURS; a++)
            for (int b = 0; b < a; b++)
                assert_true(memcmp(&colours[a], &colours[b], sizeof *colours) != 0);
        for (int a = 0; a < 32; a++) // more than there are
            for (int b = 0; b < a; b++) {
                vl_line_style p = vl_theme_method(&vl_themes[i], a);
                vl_line_style q = vl_theme_method(&vl_themes[i], b);
                assert_true(p.off > 0 && (p.on != q.on || p.off != q.off));
            }
    }
}

TEST(strain_has_two_colours_and_a_neutral_middle)
{
    for (int i = 0; i < vl_theme_count; i++) {
        const vl_theme *t = &vl_themes[i];
        static const double strains[] = {-HUGE_VAL, -1, 0, 1, 50, (double)NAN};
        const vl_colour expected[] = {t->strain_low,  t->strain_low,  t->strain_none,
                                      t->strain_high, t->strain_high, t->strain_none};
        for (int k = 0; k < COUNT(strains); k++) {
            vl_colour colour = vl_theme_strain(t, strains[k]);
            assert_memory_equal(&colour, &expected[k], sizeof colour);
        }
    }
}

// --- plots ---

static const vl_line_style PLAIN = {.colour = {0, 0, 0, 255}};

static void draw_plot(vl_drawlist *list, vl_plot *plot, vl_rect rect, const vl_series *series)
{
    vl_ui ui = test_ui(list);
    vl_plot_draw(&ui, plot, rect, &(vl_plot_line){.series = series, .style = &PLAIN}, 1);
}

typedef struct vl_thinned {
    int count, begins;
    float low, high, last_x;
} vl_thinned;

static vl_thinned thin(const vl_series *series, const vl_plot_map *map)
{
    vl_thinned thinned = {.low = FLT_MAX, .high = -FLT_MAX, .begins = 1};
    vl_plot_points points = vl_plot_thin(series, map);
    thinned.count = points.count;
    for (int i = 0; i < points.count; i++) {
        float x = points.xy[2 * i], y = points.xy[2 * i + 1];
        thinned.begins += isnan(x) != 0;
        thinned.low = fminf(thinned.low, y);
        thinned.high = fmaxf(thinned.high, y);
        thinned.last_x = x;
    }
    vl_free(points.xy);
    return thinned;
}

TEST(thinning_keeps_every_spike)
{
    enum { POINTS = 50000, WIDTH = 300 };

    const vl_plot_map map = {{0, 0, WIDTH, 100}, 0, 50, -1, 1, false, false};
    vl_random random = {4};
    for (int round = 0; round < 20; round++) {
        SCOPED(vl_series) series = {.most = POINTS};
        int up = (int)(vl_random_next(&random) % POINTS), down = (up + 777) % POINTS;
        for (int i = 0; i < POINTS; i++) {
            double y = i == up ? 1 : i == down ? -1 : vl_random_uniform(&random, -0.1, 0.1);
            vl_series_add(&series, 50.0 * i / POINTS, y);
        }
        vl_thinned thinned = thin(&series, &map);
        assert_true(thinned.low == 0 && thinned.high == 100); // y = 1 is at the top, −1 at 100 px
        assert_true(thinned.count <= 4 * (WIDTH + 1));
        assert_int_equal(thinned.begins, 1);
    }
}

TEST(what_is_not_finite_is_a_gap)
{
    static const double odd[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    const vl_plot_map linear = {{0, 0, 100, 100}, 0, 10, -1, 1, false, false};
    const vl_plot_map logarithmic = {{0, 0, 100, 100}, 0, 10, 0.1, 10, false, true};
    for (int k = 0; k < COUNT(odd); k++) {
        SCOPED(vl_series) series = {.most = 20};
        for (int i = 0; i < 10; i++)
            vl_series_add(&series, i, i == 5 ? odd[k] : 0.5);
        assert_int_equal(thin(&series, &linear).begins, 2);
        series.y[5] = 0;
        series.y[7] = -1;
        assert_int_equal(thin(&series, &logarithmic).begins, 3);
    }
}

TEST(a_series_keeps_the_newest_points)
{
    SCOPED(vl_series) series = {.most = 7};
    for (int i = 0; i < 100; i++) {
        vl_series_add(&series, i, -i);
        int count = i < 7 ? i + 1 : 7;
        assert_int_equal(series.count, count);
        for (int k = 0; k < count; k++) {
            int slot = vl_series_slot(&series, k);
            assert_true(series.x[slot] == i - count + 1 + k && series.y[slot] == -series.x[slot]);
        }
    }
    vl_series_clear(&series);
    assert_int_equal(series.count, 0);
}

// Frames in which the range of y changed while a sine rolled by.
static int changes_of_range(vl_drawlist *list, vl_plot *plot, vl_series *series, int frames)
{
    int changes = 0;
    for (int i = 0; i < frames; i++) {
        double now = series->count ? series->x[vl_series_slot(series, series->count - 1)] : 0;
        vl_series_add(series, now + 1.0 / 60, sin(7 * now));
        plot->x.high = now + 1.0 / 60;
        plot->x.low = plot->x.high - 2;
        vl_axis before = plot->y;
        draw_plot(list, plot, (vl_rect){0, 0, 300, 200}, series);
        assert_sound(list);
        changes += plot->y.low != before.low || plot->y.high != before.high;
    }
    return changes;
}

TEST(a_range_grows_at_once_and_shrinks_calmly)
{
    vl_drawlist *list = empty_list(state);
    SCOPED(vl_series) series = {.most = 2000};
    vl_plot plot = {.x.fixed = true};
    changes_of_range(list, &plot, &series, 120);
    assert_int_equal(changes_of_range(list, &plot, &series, 300), 0); // does not dance

    vl_series_add(&series, series.x[vl_series_slot(&series, series.count - 1)] + 1.0 / 60, 40);
    changes_of_range(list, &plot, &series, 1);
    assert_true(plot.y.high >= 40); // at once

    assert_int_equal(changes_of_range(list, &plot, &series, 118), 0); // the spike is still seen
    changes_of_range(list, &plot, &series, 80);
    assert_true(plot.y.high >= 40); // it is gone; for 1.3 s nothing moves
    changes_of_range(list, &plot, &series, 300);
    assert_true(plot.y.high < 2 && plot.y.high >= 1);
    assert_int_equal(changes_of_range(list, &plot, &series, 100), 0);
}

TEST(a_range_ignores_what_cannot_be_shown)
{
    static const double values[] = {2, HUGE_VAL, 5, -HUGE_VAL, (double)NAN, 3};
    static const double positive[] = {0.02, 0, -7, 50, HUGE_VAL, 3};
    vl_drawlist *list = empty_list(state);
    SCOPED(vl_series) linear = {.most = 9}, logarithmic = {.most = 9};
    for (int i = 0; i < COUNT(values); i++) {
        vl_series_add(&linear, i, values[i]);
        vl_series_add(&logarithmic, i, positive[i]);
    }
    vl_plot a = {0}, b = {.y.logarithmic = true};
    draw_plot(list, &a, (vl_rect){0, 0, 300, 200}, &linear);
    draw_plot(list, &b, (vl_rect){0, 0, 300, 200}, &logarithmic);
    assert_true(a.y.low > 0 && a.y.low <= 2 && a.y.high >= 5 && a.y.high < 8);
    assert_true(fabs(b.y.low - 0.01) < 1e-9 && fabs(b.y.high - 100) < 1e-9);
}

TEST(any_data_gives_a_sound_plot)
{
    static const double odd[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 0,       1e300,   -1e300,
                                 5e-324,      1,        1e-200,    DBL_MAX, -DBL_MAX};
    vl_plot_mark kinds[50];
    for (int i = 0; i < 50; i++)
        kinds[i] = (vl_plot_mark)(i % 3);
    vl_random random = {12};
    vl_drawlist *list = empty_list(state);
    for (int round = 0; round < 600; round++) {
        SCOPED(vl_series) series = {.most = 50};
        for (int i = 0; i < 60; i++)
            vl_series_add(&series, odd[vl_random_next(&random) % COUNT(odd)],
                          odd[vl_random_next(&random) % COUNT(odd)]);
        vl_plot plot = {.title = "Energy",
                        .x = {.unit = "s", .logarithmic = round & 1},
                        .y = {.unit = "J", .logarithmic = round & 2, .with_zero = round & 4},
                        .has_reference = true,
                        .reference = odd[round % COUNT(odd)]};
        vl_line_style style = vl_theme_method(&vl_themes[0], round % 16);
        vl_plot_line line = {
            .series = &series, .style = &style, .marks = true, .kinds = round & 16 ? kinds : NULL};
        for (int frame = 0; frame < 3; frame++) {
            vl_ui ui = test_ui(list);
            float size = (float)(round % 40) * 12;
            vl_plot_draw(&ui, &plot, (vl_rect){5, 5, size, size * 0.7f}, &line, 1);
            assert_sound(list);
        }
    }
}

static const vl_plot LOGARITHMIC = {.x = {.logarithmic = true}, .y = {.logarithmic = true}};

// Draws a point at (1, 1) and one whose y is `second`, marked as `kinds` says, in red.
static void draw_marked(vl_drawlist *list, vl_plot *plot, double second, const vl_plot_mark *kinds)
{
    static const vl_line_style red = {.colour = {255, 0, 0, 255}};
    SCOPED(vl_series) series = {.most = 2};
    vl_series_add(&series, 1, 1);
    vl_series_add(&series, 10, second);
    vl_plot_line line = {.series = &series, .style = &red, .marks = true, .kinds = kinds};
    vl_drawlist_clear(list, (vl_colour){0});
    vl_ui ui = test_ui(list);
    vl_plot_draw(&ui, plot, (vl_rect){0, 0, 400, 300}, &line, 1);
}

// The highest of the red vertices at x pixels or right of it; HUGE_VAL: there is none.
static float highest_red(const vl_drawlist *list, float x)
{
    float highest = HUGE_VALF;
    for (int i = 0; i < list->vertex_count; i++) {
        const vl_vertex *v = &list->vertices[i];
        if (v->x >= x && v->colour.r == 255 && v->colour.g == 0 && v->colour.a == 255)
            highest = fminf(highest, v->y);
    }
    return highest;
}

// A point without a value is seen where it is marked by a cross: at the upper edge. A ring is a
// disc with the colour of the plot inside it.
TEST(a_cross_marks_what_has_no_value)
{
    static const vl_plot_mark crossed[] = {VL_MARK_DISC, VL_MARK_CROSS};
    static const vl_plot_mark hollow[] = {VL_MARK_DISC, VL_MARK_RING};
    vl_drawlist *list = empty_list(state);
    vl_plot plot = LOGARITHMIC;
    draw_marked(list, &plot, (double)NAN, NULL);
    assert_true(highest_red(list, 300) == HUGE_VALF);
    draw_marked(list, &plot, (double)NAN, crossed);
    assert_true(highest_red(list, 300) < 60);

    draw_marked(list, &plot, 10, NULL);
    int discs = list->vertex_count;
    draw_marked(list, &plot, 10, hollow);
    assert_true(list->vertex_count > discs);
}

// Guides are labelled in a plot with two logarithmic axes, and only there. They stand aside: in the
// lower right corner, one beside the other, where errors that fall with their step do not come.
TEST(guides_stand_beside_the_data)
{
    static const char *const guides[] = {"slope 1", "2", "4"};
    vl_drawlist *list = empty_list(state);
    for (int axes = 0; axes < 4; axes++) {
        float left = 200;
        vl_plot plot = {.x = {.logarithmic = axes & 1}, .y = {.logarithmic = axes & 2}};
        draw_marked(list, &plot, 1e6, NULL); // of 400 × 300
        assert_int_equal(find_text(list, guides[0], true) != NULL, axes == 3);
        for (int i = 0; i < 3 && axes == 3; i++) {
            const vl_draw *label = find_text(list, guides[i], true);
            assert_true(label->x > left && label->x < 400 && label->y > 200 && label->y < 300);
            left = label->x;
        }
    }
}

TEST(ticks_are_round_numbers_with_si_prefixes)
{
    static const struct {
        double low, high;
        const char *unit;
        const char *labels[4];
    } rows[] = {
        {0, 10, "J", {"0", "5", "10", "J"}},         {0, 0.02, "s", {"0", "10", "20", "ms"}},
        {0, 2e6, "J", {"0.0", "1.0", "2.0", "MJ"}},  {-0.5, 0.5, "m", {"−0.5", "0.0", "0.5", "m"}},
        {0, 5e-7, "", {"0", "200", "400", "10⁻⁹ "}}, {0, 20000, "s", {"0", "10", "20", "10³ s"}},
    };

    vl_drawlist *list = empty_list(state);
    for (int i = 0; i < COUNT(rows); i++) {
        vl_ui ui = test_ui(list);
        vl_plot plot = {
            .x = {.fixed = true, .low = 0, .high = 1},
            .y = {.unit = rows[i].unit, .fixed = true, .low = rows[i].low, .high = rows[i].high}};
        vl_plot_draw(&ui, &plot, (vl_rect){0, 0, 300, 190}, NULL, 0);
        for (int k = 0; k < 4; k++)
            assert_non_null(find_text(list, rows[i].labels[k], true));
    }
}

// One mark tells no scale: a low plot has two at least, whatever its range.
TEST(a_low_axis_has_two_marks)
{
    for (int low = 0; low < 10; low++)
        for (int high = 1; high < 10; high++)
            for (int height = 60; height < 160; height += 10) {
                vl_drawlist *list = empty_list(state);
                vl_ui ui = test_ui(list);
                vl_plot plot = {.x = {.fixed = true, .low = 0, .high = 1},
                                .y = {.fixed = true, .low = -low, .high = high}};
                vl_plot_map map =
                    vl_plot_draw(&ui, &plot, (vl_rect){0, 0, 300, (float)height}, NULL, 0);
                int marks = 0;
                for (int i = 0; i < list->draw_count; i++)
                    marks += list->draws[i].kind == VL_DRAW_TEXT && list->draws[i].count > 0 &&
                             list->draws[i].y < map.area.y + map.area.h + 2 &&
                             list->draws[i].x < map.area.x - 4;
                if (marks < 2)
                    fail_msg("-%d … %d, %d: %d", low, high, height, marks);
            }
}

// --- widgets ---

TEST(buttons_are_large_enough_for_a_finger)
{
    static const vl_button buttons[] = {{.label = "i"},
                                        {.icon = VL_ICON_PLAY},
                                        {.icon = VL_ICON_PLAY, .label = "Run"},
                                        {.label = ""}};
    static const float scales[] = {1, 1.5f, 3};
    vl_ui ui = test_ui(empty_list(state));
    for (int i = 0; i < COUNT(buttons) * COUNT(scales); i++) {
        const vl_button *button = &buttons[i / COUNT(scales)];
        ui.scale = scales[i % COUNT(scales)];
        assert_true(vl_ui_button_width(&ui, button) >= 48 * ui.scale);
    }
}

// Pressed at one place, released at another.
static vl_ui clicked_ui(vl_drawlist *list, const float at[4])
{
    vl_ui ui = test_ui(list);
    ui.pointer =
        (vl_pointer){.press_x = at[0], .press_y = at[1], .x = at[2], .y = at[3], .released = true};
    return ui;
}

TEST(a_click_is_a_press_and_a_release_on_the_same_button)
{
    static const struct {
        float at[4];
        bool disabled, away, clicked;
    } rows[] = {
        {{110, 110, 150, 140}, false, false, true},  {{110, 110, 90, 110}, false, false, false},
        {{90, 110, 110, 110}, false, false, false},  {{110, 110, 110, 110}, true, false, false},
        {{110, 110, 110, 110}, false, true, false},  {{100, 100, 100, 100}, false, false, true},
        {{160, 110, 160, 110}, false, false, false}, {{110, 150, 110, 150}, false, false, false},
    };

    for (int i = 0; i < COUNT(rows); i++) {
        vl_ui ui = clicked_ui(empty_list(state), rows[i].at);
        ui.pointer.away = rows[i].away;
        vl_button button = {.label = "Reset", .disabled = rows[i].disabled};
        assert_int_equal(vl_ui_button(&ui, (vl_rect){100, 100, 60, 50}, &button), rows[i].clicked);
    }
}

static float width_of(const vl_line *line)
{
    return test_letter_width(test_metrics.user, VL_TYPE_SMALL, line->start, line->length);
}

static bool is_word(const char *at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(at, word, length) == 0 && strchr(" \n,.", at[length]);
}

// Whether a line may not end between these words: a number and its unit, or in a formula.
static bool are_torn(const char *before, const char *after)
{
    static const char *const pairs[][2] = {{"4", "s"},     {"0.08", "s"},       {"21.52", "m"},
                                           {"0.5", "kg"},  {"kg", "m²"},        {"2", "N"},
                                           {"N", "m/rad"}, {"144", "frames/s"}, {"50", "%"}};
    bool torn = is_word(before, "×") || is_word(after, "×") || is_word(before, "=") ||
                is_word(after, "=") || is_word(before, "½") || is_word(after, "dt²");
    for (int i = 0; i < COUNT(pairs); i++)
        torn = torn || (is_word(before, pairs[i][0]) && is_word(after, pairs[i][1]));
    return torn;
}

// Where a line is long enough for them: the longest is "2 × 2 × 4 ". Other words are not held
// together.
TEST(numbers_and_their_units_stay_together)
{
    static const char text[] = "After 4 s, or 50 steps of 0.08 s, the stone at 21.52 m. A disc of "
                               "0.5 kg m² turns with 2 N m/rad. At 144 frames/s and 1 × 16 sweeps "
                               "50 % of 6 rods fall ½ g dt², x = 3 as 4 × 4, 2 × 2 × 4 or 16 × 1.";
    vl_line lines[60];
    bool lone = false;
    float least = vl_text_width(&test_metrics, VL_TYPE_SMALL, "144 frames/s ");
    for (float width = least; width < 700; width++) {
        int count = vl_wrap(&test_metrics, VL_TYPE_SMALL, text, width, lines, 60);
        for (int k = 0; k < count; k++) {
            assert_true(width_of(&lines[k]) <= width);
            const char *word = lines[k].start + lines[k].length;
            while (word > lines[k].start && word[-1] != ' ')
                word--;
            assert_false(k + 1 < count && are_torn(word, lines[k + 1].start));
            lone = lone ||
                   (k + 1 < count && is_word(word, "6") && is_word(lines[k + 1].start, "rods"));
        }
    }
    assert_true(lone);
}

TEST(wrapped_lines_fit_and_lose_nothing)
{
    static const char *const texts[] = {"",
                                        "one",
                                        "x₋ is the previous position; x′ the next one.",
                                        "two paragraphs\n\nwith an empty line between",
                                        "averyveryverylongwordthatfitsnowhere and others",
                                        "½½½½½½½½½½½½½½½½½½½½ ²²²²²²",
                                        "  spaces   in   many   places  ",
                                        "/home/ada/.local/share/answers/of-2026-11-28.csv"};
    vl_line lines[200];
    for (int i = 0; i < COUNT(texts); i++)
        for (float width = 1; width < 500; width += 7) {
            int count = vl_wrap(&test_metrics, VL_TYPE_SMALL, texts[i], width, lines, 200);
            size_t letters = 0, expected = 0;
            for (int k = 0; k < count; k++) {
                float w = width_of(&lines[k]);
                assert_true(w <= width || w <= 8.81f); // one letter, where none fits
                assert_false(lines[k].ellipsis);
                if (*texts[i] == '/' && k + 1 < count && width > 200) // between folders
                    assert_true(lines[k].start[lines[k].length - 1] == '/');
                for (int b = 0; b < lines[k].length; b++)
                    letters += lines[k].start[b] != ' ';
            }
            for (const char *t = texts[i]; *t; t++)
                expected += *t != ' ' && *t != '\n';
            assert_int_equal(letters, expected);
        }
}

TEST(text_that_is_left_over_ends_in_an_ellipsis)
{
    const char *text = "the held point follows the pointer exactly, and is let go with its speed";
    vl_line lines[3];
    for (float width = 60; width < 400; width += 11) {
        int count = vl_wrap(&test_metrics, VL_TYPE_SMALL, text, width, lines, 2);
        if (count == 2 && lines[1].ellipsis)
            assert_true(width_of(&lines[1]) + 8.8f <= width + 1e-3f);
        assert_true(count == 1 || lines[1].ellipsis || lines[1].start[lines[1].length] == '\0');
    }
    vl_drawlist *list = empty_list(state);
    vl_ui ui = test_ui(list);
    vl_ui_text(&ui, (vl_rect){0, 0, 30, 20}, VL_TYPE_SMALL, RED, VL_ALIGN_LEFT, "½½½½½½½");
    assert_true(find_text(list, "½½", true) && find_text(list, "…", true));
}

TEST(a_block_is_as_high_as_it_says)
{
    vl_ui ui = test_ui(empty_list(state));
    const char *text = "Press R to begin anew, or choose a shorter time step.";
    for (float width = 20; width < 600; width += 13) {
        float height = vl_ui_block_height(&ui, VL_TYPE_SMALL, text, width, 40);
        float used = vl_ui_block(&ui, (vl_rect){0, 0, width, height}, VL_TYPE_SMALL, RED, text, 40);
        assert_true(used == height);
    }
}

TEST(a_banner_closes_by_its_cross_alone)
{
    static const float at[][4] = {{430, 80, 430, 80}, {230, 80, 230, 80}};
    for (int i = 0; i < COUNT(at); i++) {
        const vl_banner banner = {true, "Verlet has diverged", "Press R."};
        vl_ui ui = clicked_ui(empty_list(state), at[i]);
        vl_rect rect = {50, 60, 400, vl_ui_banner_height(&ui, &banner, 400)};
        assert_int_equal(vl_ui_banner(&ui, rect, &banner), i == 0);
    }
}

static const vl_sheet_row ROWS[] = {
    {"Running", NULL},
    {"Space", "Run or pause"},
    {".", "One step"},
    {"Scenes", NULL},
    {"PgUp PgDn", "Previous and next scene"},
    {NULL, "Drag a point to move it. The wheel zooms about the pointer; so do two fingers."},
};

static const vl_sheet SHEET = {"Help", ROWS, COUNT(ROWS), VL_TYPE_SMALL};

static bool sheet_closes(vl_drawlist *list, const float at[4])
{
    float scroll = 0;
    vl_ui ui = clicked_ui(list, at);
    bool closes = vl_ui_sheet(&ui, (vl_rect){0, 0, 1280, 720}, &SHEET, &scroll);
    assert_sound(list);
    return closes;
}

// Its cross is 10 points inside the upper right corner; a click elsewhere, or beside the sheet,
// does not close it.
TEST(a_sheet_closes_by_its_cross_alone)
{
    static const float others[][4] = {
        {640, 360, 640, 360}, {5, 5, 5, 5}, {1210, 40, 1210, 40}, {640, 360, 1250, 30}};
    for (int i = 0; i < 9; i++) {
        float x = 1280 - 11 - (float)(i % 3) * 18, y = 11 + (float)(i / 3) * 23;
        assert_true(sheet_closes(empty_list(state), (const float[]){x, y, x, y}));
    }
    for (int i = 0; i < COUNT(others); i++)
        assert_false(sheet_closes(empty_list(state), others[i]));
}

TEST(a_sheet_shows_every_row_and_scrolls_only_as_far_as_needed)
{
    vl_drawlist *list = empty_list(state);
    for (float width = 200; width < 2500; width += 97) {
        vl_ui ui = test_ui(list);
        ui.pointer.away = true;
        float scroll = 1e9f;
        vl_ui_sheet(&ui, (vl_rect){0, 0, width, 4000}, &SHEET, &scroll);
        assert_true(scroll == 0); // all of it fits
        assert_true(find_text(list, "Running", true) && find_text(list, "PgDn", true));
        scroll = 1e9f;
        vl_ui_sheet(&ui, (vl_rect){0, 0, width, 200}, &SHEET, &scroll);
        assert_true(scroll >= 0 && scroll < 1000);
        assert_sound(list);
    }
}

TEST(widgets_of_any_size_give_a_sound_list)
{
    vl_random random = {21};
    vl_drawlist *list = empty_list(state);
    const vl_banner banner = {false, "A note", "with text"};
    const vl_button button = {.icon = VL_ICON_PLAY, .label = "Run", .active = true};
    for (int round = 0; round < 300; round++) {
        vl_ui ui = test_ui(list);
        vl_rect rect = {.x = 3, .y = 4, .w = (float)vl_random_uniform(&random, 0, 900)};
        rect.h = (float)vl_random_uniform(&random, 0, 500);
        float scroll = garbage(&random);
        vl_ui_button(&ui, rect, &button);
        vl_ui_banner(&ui, rect, &banner);
        vl_ui_readout(&ui, rect, "Kinetic energy", "−1.234·10⁻⁵ J", RED);
        vl_ui_keys(&ui, &rect, "Ctrl+S  PgUp");
        vl_ui_block(&ui, rect, VL_TYPE_LARGE, RED, "some words\nin two paragraphs", 5);
        vl_ui_sheet(&ui, rect, &SHEET, &scroll);
        assert_sound(list);
    }
}

static float far_from(const vl_named *disc, vl_rect name)
{
    float x = fmaxf(name.x, fminf(disc->x, name.x + name.w));
    float y = fmaxf(name.y, fminf(disc->y, name.y + name.h));
    return hypotf(disc->x - x, disc->y - y) - disc->radius;
}

// Names of random discs, of which some lie together: the first is there, and none lies on another
// or on a disc. Each is near its disc and nearest to that, or a line leads there, and by no other
// name, but where a list begins. The next frame has the same places.
TEST(names_are_near_what_they_name_or_are_led_to_it)
{
    int named = 0, led = 0, moved = 0, astray = 0;
    for (int seed = 1; seed <= 300; seed++) {
        vl_random random = test_random(seed);
        vl_covers taken = {.count = 0};
        vl_named all[4], next[4];
        for (int i = 0; i < 4; i++) {
            all[i] = (vl_named){.radius = 12, .gap = 5, .name = {0, 0, 70, 20}};
            all[i].x = (float)vl_random_uniform(&random, 150, 300);
            all[i].y = (float)vl_random_uniform(&random, 150, 250);
            vl_covers_add(&taken, (vl_rect){all[i].x - 12, all[i].y - 12, 24, 24});
        }
        vl_covers same = taken;
        vl_labels_place(&taken, (vl_rect){0, 0, 450, 400}, all, 4, seed % 4);
        assert_true(all[seed % 4].name.w > 0);
        for (int i = 0; i < 4; i++) {
            const vl_named *a = &all[i];
            bool single = true; // no others are so near that their names are one list
            for (int k = 0; k < 4; k++) {
                const vl_named *b = &all[k];
                single &= i == k || hypotf(a->x - b->x, a->y - b->y) > 30;
                assert_false(vl_rect_overlap(a->name, (vl_rect){b->x - 12, b->y - 12, 24, 24}));
                assert_false(i != k && vl_rect_overlap(vl_rect_inset(a->name, 3), b->name));
            }
            for (int k = 0; k < 4 && single && a->name.w > 0 && !a->leader; k++)
                assert_true(far_from(a, a->name) <= 15.01f &&
                            (i == k || far_from(a, a->name) < far_from(&all[k], a->name)));
            named += a->name.w > 0;
            led += a->leader;
            for (float part = 0; part <= 1 && a->leader; part += 0.1f) {
                const vl_named dot = {.x = a->ends[0].x + part * (a->ends[1].x - a->ends[0].x),
                                      .y = a->ends[0].y + part * (a->ends[1].y - a->ends[0].y)};
                for (int k = 0; k < 4; k++)
                    astray += k != i && all[k].name.w > 0 && far_from(&dot, all[k].name) < 4;
            }
            next[i] = *a;
            next[i].name = (vl_rect){0, 0, 70, 20};
        }
        vl_labels_place(&same, (vl_rect){0, 0, 450, 400}, next, 4, seed % 4);
        for (int i = 0; i < 4; i++) // one with a leader may come nearer
            moved += next[i].name.x != all[i].name.x || next[i].name.y != all[i].name.y;
    }
    // a leader that has no other way passes by another name: three of all, of eleven points each
    if (named < 1190 || led > 200 || moved > 10 || astray > 33)
        fail_msg("%d names, %d led, %d moved, %d astray", named, led, moved, astray);
}

// Where all is taken, only the first name is there.
TEST(the_first_name_is_there_without_room)
{
    vl_covers taken = {.count = 0};
    vl_covers_add(&taken, (vl_rect){0, 0, 400, 400});
    vl_named all[2] = {{200, 200, 20, 5, .name = {0, 0, 60, 20}},
                       {100, 200, 20, 5, .name = {0, 0, 60, 20}}};
    vl_labels_place(&taken, (vl_rect){0, 0, 400, 400}, all, 2, 1);
    assert_true(all[0].name.w <= 0 && all[1].name.w > 0);
}
