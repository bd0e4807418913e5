// The platforms: pixels are where the list says, letters are there, pictures survive the disk, the
// three platforms keep their promises, SDL's events mean what they should.

#include "app/app.h"
#include "platform/glyphs.h"
#include "platform/null_platform.h"
#include "platform/picture.h"
#include "platform/raster.h"
#include "platform/sdl_offscreen.h"
#include "platform/window.h"
#include "png_reader.h"
#include "support/any_scene.h"
#include "support/programs.h"
#include "support/scenes.h"
#include "support/testing.h"

#include <SDL.h>
#include <SDL_ttf.h>
#include <sys/stat.h>
#include <unistd.h>

static const double PI = 3.141592653589793;

static const vl_colour WHITE = {255, 255, 255, 255}, BLACK = {0, 0, 0, 255};
static const vl_colour HALF = {0, 0, 0, 128};

enum { SIDE = 200 };

typedef struct paper {
    uint8_t pixels[SIDE * SIDE * 4];
    vl_drawlist list;
} paper;

// The sheet that all tests draw on, white.
static paper *clean_paper(void)
{
    static paper sheet;
    vl_drawlist_clear(&sheet.list, WHITE);
    return &sheet;
}

static void destroy(vl_platform **platform)
{
    (*platform)->destroy(*platform);
}

// A platform that is destroyed where its block ends.
#define PLATFORM __attribute__((cleanup(destroy))) vl_platform

static void draw(paper *sheet, vl_glyphs *glyphs)
{
    const vl_picture canvas = {SIDE, SIDE, sheet->pixels};
    vl_raster_draw(&canvas, &sheet->list, glyphs);
}

static int grey(const paper *sheet, int x, int y)
{
    return sheet->pixels[4 * (y * SIDE + x)];
}

// Pixels' worth of black on white.
static double ink(const paper *sheet)
{
    double sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        sum += (255 - sheet->pixels[4 * i]) / 255.0;
    return sum;
}

// --- raster ---

// The list's disc has π/12 px² more than its area for its fringe, its polygon lies up to 0.1 px
// inside. The raster takes the opacity at the centre of each pixel of the fringe: an error of up to
// ½ for each of about 2 · 2π r pixels, of random sign, so about √(4π r)/4 as a sum; 3 times that.
TEST(a_disc_has_its_area_wherever_it_lies)
{
    static const double radii[] = {2, 5.3, 20, 71};
    paper *sheet = clean_paper();
    vl_random random = {1};
    for (int i = 0; i < COUNT(radii); i++) {
        for (int k = 0; k < 20; k++) {
            double r = radii[i];
            clean_paper();
            vl_draw_disc(&sheet->list, (float)vl_random_uniform(&random, 90, 110),
                         (float)vl_random_uniform(&random, 90, 110), (float)r, BLACK);
            draw(sheet, NULL);
            double tolerance = PI / 12 + 0.1 * 2 * PI * r + 0.75 * sqrt(4 * PI * r);
            assert_true(fabs(ink(sheet) - PI * r * r) < tolerance);
        }
    }
}

TEST(moving_a_shape_by_a_fraction_of_a_pixel_moves_its_edge)
{
    paper *sheet = clean_paper();
    for (int i = 0; i <= 10; i++) {
        clean_paper();
        vl_draw_round_rect(&sheet->list, (vl_rect){50 + (float)i / 10, 50, 60, 60}, 0, BLACK);
        draw(sheet, NULL);
        // The pixel's share of the shape falls from 1 to 0; opacity is rounded twice.
        assert_true(abs(grey(sheet, 50, 80) - (int)lround(25.5 * i)) <= 2);
    }
}

TEST(a_rect_of_whole_pixels_is_exact)
{
    paper *sheet = clean_paper();
    vl_draw_rect(&sheet->list, (vl_rect){20, 30, 40, 50}, BLACK);
    vl_draw_round_rect(&sheet->list, (vl_rect){120, 30, 40, 50}, 0, BLACK);
    vl_draw_round_frame(&sheet->list, (vl_rect){20, 100, 40, 50}, 0, 1, BLACK);
    draw(sheet, NULL);
    for (int y = 31; y < 79; y++)
        for (int x = 0; x < 100; x++)
            assert_int_equal(grey(sheet, x, y), x >= 20 && x < 60 ? 0 : 255);
    for (int y = 40; y < 70; y++)
        for (int x = 100; x < SIDE; x++)
            assert_int_equal(grey(sheet, x, y), x >= 120 && x < 160 ? 0 : 255);
    for (int x = 10; x < 100; x++)
        assert_int_equal(grey(sheet, x, 120), x == 20 || x == 59 ? 0 : 255);
}

TEST(neighbouring_triangles_leave_no_gap_and_no_seam)
{
    paper *sheet = clean_paper();
    vl_random random = {17};
    for (int round = 0; round < 300; round++) {
        // A square, half black, cut into triangles around a random point.
        clean_paper();
        float x = (float)vl_random_uniform(&random, 20, 180);
        float y = (float)vl_random_uniform(&random, 20, 180);
        static const float ring[][2] = {{10, 10},   {90, 10},  {190, 10}, {190, 77},
                                        {190, 190}, {43, 190}, {10, 190}, {10, 111}};
        int hub = vl_draw_vertex(&sheet->list, x, y, HALF), first = hub + 1;
        for (int i = 0; i < COUNT(ring); i++)
            vl_draw_vertex(&sheet->list, ring[i][0], ring[i][1], HALF);
        for (int i = 0; i < COUNT(ring); i++)
            vl_draw_triangle(&sheet->list, hub, first + i, first + (i + 1) % COUNT(ring));
        draw(sheet, NULL);
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column < SIDE; column++) {
                bool inside = column >= 10 && column < 190 && row >= 10 && row < 190;
                assert_int_equal(grey(sheet, column, row), inside ? 127 : 255);
            }
    }
}

TEST(a_corner_of_a_see_through_line_is_not_drawn_twice)
{
    paper *sheet = clean_paper();
    for (int degrees = -130; degrees <= 130; degrees += 5) {
        for (float width = 1; width < 16; width += 3.7f) {
            float angle = (float)degrees * (float)PI / 180;
            const float points[] = {
                30.2f, 100.4f, 100, 100, 100 + 60 * cosf(angle), 100 + 60 * sinf(angle)};
            clean_paper();
            vl_draw_polyline(&sheet->list, points, 3, width, HALF);
            draw(sheet, NULL);
            for (int i = 0; i < SIDE * SIDE; i++)
                assert_true(sheet->pixels[4 * i] >= 127);
        }
    }
}

TEST(the_clip_is_kept_to)
{
    paper *sheet = clean_paper();
    vl_draw_clip(&sheet->list, (vl_rect){40, 50, 30, 20});
    vl_draw_disc(&sheet->list, 100, 100, 90, BLACK);
    vl_draw_rect(&sheet->list, (vl_rect){0, 0, 200, 200}, BLACK);
    vl_draw_clip(&sheet->list, (vl_rect){90, 90, -5, 20});
    vl_draw_rect(&sheet->list, (vl_rect){0, 0, 200, 200}, BLACK);
    draw(sheet, NULL);
    assert_true(ink(sheet) == 30 * 20 && grey(sheet, 40, 50) == 0 && grey(sheet, 69, 69) == 0);
    vl_draw_unclip(&sheet->list);
    vl_draw_rect(&sheet->list, (vl_rect){0, 0, 200, 200}, BLACK);
    draw(sheet, NULL);
    assert_true(ink(sheet) == SIDE * SIDE);
}

TEST(shapes_beyond_the_surface_are_cut_off)
{
    paper *sheet = clean_paper();
    vl_draw_disc(&sheet->list, -400000, 100, 400100, BLACK);
    vl_draw_ball(&sheet->list, 100, 900000, 899850, HALF);
    const float points[] = {-3e38f, -3e38f, 3e38f, 3e38f};
    vl_draw_polyline(&sheet->list, points, 2, 4, HALF);
    draw(sheet, NULL);
    assert_true(grey(sheet, 10, 100) == 0 && grey(sheet, 190, 20) == 255);
}

// --- letters ---

static vl_glyphs *new_glyphs(void)
{
    vl_error error = {0};
    vl_glyphs *glyphs = vl_glyphs_create(&error);
    assert_good(glyphs, error);
    return glyphs;
}

TEST(the_font_has_every_character)
{
    static const char *const texts[] = {"₀₁₂⁴⁵⁶⁷⁸⁹₊₋µ≈",
                                        "ₙ₊₁₋₀½²³⁰¹⁴⁵⁶⁷⁸⁹⁻′−·×±≤≥→←↔ΔΣωπθμ√∞°…–—ₓ’\u00a0"};
    char *paths[2];
    assert_true(vl_font_find(paths, &(vl_error){0}));
    assert_int_equal(TTF_Init(), 0);
    TTF_Font *font = TTF_OpenFont(paths[0], 16);
    assert_non_null(font);
    for (uint32_t code = 32; code < 127; code++)
        assert_true(TTF_GlyphIsProvided32(font, code));
    for (int i = 0; i < COUNT(texts); i++) {
        const char *cursor = texts[i];
        for (uint32_t code; (code = vl_utf8_next(&cursor)) != 0;)
            assert_true(TTF_GlyphIsProvided32(font, code));
    }
    TTF_CloseFont(font);
    TTF_Quit();
    vl_free(paths[0]);
    vl_free(paths[1]);
}

TEST(digits_are_all_as_wide)
{
    OWNED(vl_glyphs) *glyphs = new_glyphs();
    for (float height = 8; height < 100; height += 3) {
        vl_glyphs_set_heights(glyphs, (const float[]){height, height + 1, height + 2, height + 3,
                                                      height + 4, height + 2, height + 3});
        for (int size = 0; size < VL_TYPE_COUNT; size++) {
            float zero = vl_glyphs_width(glyphs, (vl_type_size)size, "0", 1);
            assert_true(zero > 0.3f * height && zero < 0.8f * height);
            for (char digit = '1'; digit <= '9'; digit++)
                assert_true(vl_glyphs_width(glyphs, (vl_type_size)size, &digit, 1) == zero);
        }
    }
}

static void draw_word(paper *sheet, vl_glyphs *glyphs, const char *word)
{
    clean_paper();
    vl_draw_text(&sheet->list, 20, 20, VL_TYPE_LARGE, BLACK, word);
    draw(sheet, glyphs);
}

TEST(text_is_drawn_within_its_line)
{
    OWNED(vl_glyphs) *glyphs = new_glyphs();
    vl_glyphs_set_heights(glyphs, (const float[]){16, 18, 20, 40, 50, 20, 40});
    paper *sheet = clean_paper();
    draw_word(sheet, glyphs, "x₋ Åg½");
    float width = vl_glyphs_width(glyphs, VL_TYPE_LARGE, "x₋ Åg½", (int)strlen("x₋ Åg½"));
    assert_true(ink(sheet) > 100);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (y < 20 || y >= 60 || x < 18 || x > 22 + (int)width)
                assert_int_equal(grey(sheet, x, y), 255);
    draw_word(sheet, glyphs, " \t\n\r");
    assert_true(ink(sheet) == 0);
}

TEST(a_character_without_a_letter_is_a_box)
{
    static const char *const texts[] = {"\xF4\x8F\xBF\xBD", "\xF3\xA0\x80\x81", "\xFF", "\u200b",
                                        "\u0301"};
    OWNED(vl_glyphs) *glyphs = new_glyphs();
    paper *sheet = clean_paper();
    for (int i = 0; i < COUNT(texts); i++) {
        draw_word(sheet, glyphs, texts[i]);
        if (i == 0)
            assert_true(ink(sheet) > 10);
        assert_true(vl_glyphs_width(glyphs, VL_TYPE_LARGE, texts[i], (int)strlen(texts[i])) >= 0);
    }
}

TEST(letters_survive_the_emptying_of_the_atlas)
{
    OWNED(vl_glyphs) *glyphs = new_glyphs();
    paper *sheet = clean_paper();
    // Large letters fill the atlas, many of them the table.
    static const float sizes[] = {20, 200};
    for (int i = 0; i < COUNT(sizes); i++) {
        vl_glyphs_set_heights(glyphs, (const float[]){16, 18, 20, sizes[i], 40, 20, 28});
        uint8_t before[sizeof sheet->pixels];
        draw_word(sheet, glyphs, "Verlet");
        memcpy(before, sheet->pixels, sizeof before);
        for (uint32_t code = 33; code < 6000; code++)
            vl_glyphs_get(glyphs, VL_TYPE_LARGE, code);
        draw_word(sheet, glyphs, "Verlet");
        assert_memory_equal(before, sheet->pixels, sizeof before);
    }
}

static float width_at(vl_glyphs *glyphs, float height)
{
    vl_glyphs_set_heights(glyphs, (const float[VL_TYPE_COUNT]){height, height});
    return vl_glyphs_width(glyphs, VL_TYPE_SMALL, "abc", 3);
}

TEST(heights_of_type_are_brought_into_their_range)
{
    static const float small[] = {0, -5, NAN, 3.7f, -INFINITY}, large[] = {513, 1e9f, INFINITY};
    OWNED(vl_glyphs) *glyphs = new_glyphs();
    float least = width_at(glyphs, 4), most = width_at(glyphs, 512);
    assert_true(least > 0 && most > 50 * least);
    for (int i = 0; i < COUNT(small); i++)
        assert_true(width_at(glyphs, small[i]) == least);
    for (int i = 0; i < COUNT(large); i++)
        assert_true(width_at(glyphs, large[i]) == most);
}

// --- pictures ---

TEST(a_picture_is_read_back_as_it_was)
{
    static const int sizes[][2] = {{1, 1}, {7, 3}, {320, 200}};
    assert_int_equal(mkdir("back", 0700), 0);
    vl_random random = {1};
    for (int i = 0; i < COUNT(sizes); i++) {
        int w = sizes[i][0], h = sizes[i][1];
        SCOPED(vl_picture) picture = {w, h, vl_alloc((size_t)(w * h), 4)}, back = {0};
        for (int k = 0; k < 4 * w * h; k++)
            picture.pixels[k] = k % 4 == 3 ? 255 : (uint8_t)vl_random_next(&random);
        vl_error error = {0};
        assert_false(vl_picture_write(&picture, "back/missing/a.png", NULL, &error));
        assert_non_null(strstr(error.text, "back/missing/a.png: cannot be written"));
        assert_true(vl_picture_write(&picture, "back/a.png", NULL, &error));
        assert_true(read_picture(&back, "back/a.png"));
        assert_true(back.width == w && back.height == h);
        assert_memory_equal(back.pixels, picture.pixels, 4 * w * h);
    }
    assert_int_equal(unlink("back/a.png"), 0);
    assert_int_equal(rmdir("back"), 0); // nothing else is left there
}

TEST(the_icon_has_clear_corners_and_a_picture)
{
    SCOPED(vl_picture) icon = vl_window_icon(64);
    assert_int_equal(icon.pixels[3], 0);
    assert_int_equal(icon.pixels[4 * (32 * 64 + 32) + 3], 255);
}

// --- platforms ---

static vl_platform *new_window(void)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    vl_error error = {0};
    vl_platform *p = vl_window_create("Verlet Lab", 320, 240, &error);
    assert_good(p, error);
    p->set_type(p, (const float[VL_TYPE_COUNT]){16, 18, 20, 28, 40, 20, 28});
    vl_event event;
    while (p->poll(p, &event))
        vl_free(event.path);
    return p;
}

TEST(events_come_in_order_with_their_time)
{
    vl_error error = {0};
    vl_platform *platforms[] = {vl_null_create(640, 480), vl_offscreen_create(64, 48, &error)};
    for (int i = 0; i < 2; i++) {
        vl_platform *p = platforms[i];
        SCOPED(vl_drawlist) list = {0};
        vl_event event;
        assert_false(p->poll(p, &event));
        for (int frame = 0; frame < 60; frame++)
            p->present(p, &list);
        assert_true(fabs(p->now(p) - 1) < 1e-12); // 60 frames of 1/60 s
        for (uint32_t key = 1; key <= 1000; key++) {
            vl_null_push(p, (vl_event){.kind = VL_EVENT_KEY, .key = 2 * key});
            vl_null_push(p, (vl_event){.kind = VL_EVENT_KEY, .key = 2 * key + 1, .time = 0.5});
            assert_true(p->poll(p, &event));
            assert_true(event.key == key + 1 && event.time == (key % 2 ? p->now(p) : 0.5));
        }
        vl_null_push(p, (vl_event){.kind = VL_EVENT_DROP, .path = vl_copy_text("scene.yaml")});
        p->destroy(p); // with events waiting
    }
}

TEST(an_impossible_surface_is_refused)
{
    static const int sizes[][2] = {{0, 5}, {5, 0}, {-1, 5}, {16385, 5}, {5, 2000000000}};
    for (int i = 0; i < COUNT(sizes); i++) {
        vl_error error = {0};
        assert_null(vl_offscreen_create(sizes[i][0], sizes[i][1], &error));
        assert_non_null(strstr(error.text, "16384"));
    }
}

// Draws one colour over everything.
static void present_colour(vl_platform *p, uint8_t red)
{
    SCOPED(vl_drawlist) list = {0};
    vl_drawlist_clear(&list, (vl_colour){red, 8, 7, 255});
    p->present(p, &list);
}

TEST(a_new_picture_replaces_none)
{
    static const char *const names[] = {"new.png", "new-2.png"};
    vl_error none;
    vl_platform *platforms[] = {vl_offscreen_create(640, 480, &none), new_window()};
    for (int i = 0; i < COUNT(platforms); i++) {
        PLATFORM *p = platforms[i];
        vl_error error = {0};
        char *made = NULL;
        assert_false(p->save_picture(p, names[0], &made, &error) || made); // nothing was presented
        assert_int_equal(strncmp(error.text, names[0], strlen(names[0])), 0);
        for (int k = 0; k < 2; k++) {
            present_colour(p, (uint8_t)(50 + k));
            assert_true(p->save_picture(p, names[0], &made, &error));
            assert_string_equal(made, names[k]);
            vl_free(made);
        }
        for (int k = 0; k < 2; k++) {
            SCOPED(vl_picture) back = {0};
            assert_true(read_picture(&back, names[k]) && back.pixels[0] == 50 + k);
            remove(names[k]);
        }
    }
}

static void draw_something(vl_drawlist *list)
{
    vl_drawlist_clear(list, (vl_colour){20, 30, 40, 255});
    vl_draw_ball(list, 120, 90, 50, (vl_colour){60, 120, 200, 255});
    const float points[] = {10, 10, 300, 200, 20, 220};
    vl_draw_polyline(list, points, 3, 2.5f, (vl_colour){255, 200, 0, 200});
    vl_draw_clip(list, (vl_rect){30, 100, 200, 90});
    vl_draw_text(list, 20, 120, VL_TYPE_LARGE, WHITE, "x′ = x + (x − x₋)(dt/dt₋)");
    vl_draw_unclip(list);
    vl_draw_text(list, 20, 200, VL_TYPE_SMALL, WHITE, "½ a dt²");
}

// --- window ---

TEST(without_a_display_there_is_a_message)
{
    setenv("SDL_VIDEODRIVER", "no-such-driver", 1);
    vl_error error = {0};
    assert_null(vl_window_create("Verlet Lab", 320, 240, &error));
    assert_int_equal(strncmp(error.text, "no display: ", 12), 0);
}

TEST(a_window_shows_what_the_offscreen_surface_shows)
{
    vl_error error = {0};
    SCOPED(vl_drawlist) list = {0};
    draw_something(&list);
    PLATFORM *window = new_window();
    PLATFORM *offscreen = vl_offscreen_create(320, 240, &error);
    offscreen->set_type(offscreen, (const float[VL_TYPE_COUNT]){16, 18, 20, 28, 40, 20, 28});
    offscreen->present(offscreen, &list);
    window->present(window, &list);
    vl_surface surface = window->surface(window);
    assert_true(surface.width == 320 && surface.height == 240 && surface.scale == 1);
    SCOPED(vl_picture) back = {0}; // what a platform saves is what the offscreen surface has drawn
    assert_true(window->save_picture(window, "a.png", NULL, &error));
    assert_true(read_picture(&back, "a.png"));
    assert_memory_equal(back.pixels, ((vl_offscreen *)offscreen)->canvas.pixels, 320 * 240 * 4);
    assert_false(window->save_picture(window, "/no/such/folder/a.png", NULL, &error));
}

TEST(the_pace_is_that_of_the_display)
{
    PLATFORM *p = new_window();
    SCOPED(vl_drawlist) list = {0};
    double start = p->now(p);
    for (int i = 0; i <= 20; i++)
        p->present(p, &list);
    // The first frame is due at once; 20 more at the 60 Hz of SDL's dummy display, the last at most
    // 1 ms early. A busy machine is late, which is no fault of the window.
    assert_true(p->now(p) - start > 20 / 60.0 - 0.0011);
}

static void assert_ignored(vl_platform *p, SDL_Event raw)
{
    vl_event event;
    SDL_PushEvent(&raw);
    assert_false(p->poll(p, &event));
}

static vl_event only_event(vl_platform *p, SDL_Event raw)
{
    raw.common.timestamp = SDL_GetTicks();
    assert_int_equal(SDL_PushEvent(&raw), 1);
    vl_event event = {0}, other;
    assert_true(p->poll(p, &event));
    assert_false(p->poll(p, &other));
    assert_true(fabs(event.time - p->now(p)) < 0.5);
    return event;
}

// clang-format off
TEST(keys_are_characters_whatever_the_layout)
{
    static const struct {
        SDL_Keycode sym;
        SDL_Scancode place;
        uint32_t key;
    } rows[] = {
        {SDLK_a, SDL_SCANCODE_A, 'a'}, {SDLK_1, SDL_SCANCODE_1, '1'}, {SDLK_PERIOD, SDL_SCANCODE_PERIOD, '.'},
        // the French & é à
        {SDLK_AMPERSAND, SDL_SCANCODE_1, '1'}, {0xE9, SDL_SCANCODE_2, '2'}, {0xE0, SDL_SCANCODE_0, '0'},
        {SDLK_KP_3, SDL_SCANCODE_KP_3, '3'}, {SDLK_KP_0, SDL_SCANCODE_KP_0, '0'},
        {SDLK_LEFTBRACKET, SDL_SCANCODE_LEFTBRACKET, '['}, {0xFC, SDL_SCANCODE_LEFTBRACKET, '['}, // ü, German
        {SDLK_RETURN, SDL_SCANCODE_RETURN, VL_KEY_ENTER}, {SDLK_SPACE, SDL_SCANCODE_SPACE, VL_KEY_SPACE},
        {SDLK_ESCAPE, SDL_SCANCODE_ESCAPE, VL_KEY_ESCAPE}, {SDLK_F12, SDL_SCANCODE_F12, VL_KEY_F1 + 11},
        {SDLK_PAGEUP, SDL_SCANCODE_PAGEUP, VL_KEY_PAGE_UP}, {SDLK_DOWN, SDL_SCANCODE_DOWN, VL_KEY_DOWN},
    };

    PLATFORM *p = new_window();
    for (int i = 0; i < COUNT(rows); i++) {
        SDL_Event raw = {.key = {.type = SDL_KEYDOWN, .repeat = i % 2,
                                 .keysym = {rows[i].place, rows[i].sym, KMOD_LCTRL, 0}}};
        vl_event event = only_event(p, raw);
        assert_true(event.kind == VL_EVENT_KEY && event.key == rows[i].key);
        assert_true(event.ctrl && !event.shift && event.repeat == (i % 2 == 1));
    }
    SDL_KeyboardEvent shift = {.type = SDL_KEYDOWN, .keysym = {SDL_SCANCODE_LSHIFT, SDLK_LSHIFT, 0, 0}};
    assert_ignored(p, (SDL_Event){.key = shift});
}

typedef struct pointer_row {
    SDL_Event raw;
    vl_event expected; ///< but for its time
} pointer_row;

#define BUTTON(type, number) {.button = {type, .button = number, .x = 31, .y = 41}}
#define FINGER(type, id)     {.tfinger = {type, .touchId = 1, .fingerId = id, .x = 0.5f, .y = 0.25f}}

static void assert_pointer(vl_platform *p, const pointer_row *row)
{
    vl_event event = only_event(p, row->raw);
    const vl_event *expected = &row->expected;
    assert_true(event.kind == expected->kind && event.pointer == expected->pointer);
    assert_true(event.button == expected->button && event.wheel == expected->wheel);
    assert_true(event.x == expected->x && event.y == expected->y);
}

TEST(the_mouse_and_its_wheel_come_through)
{
    enum { RIGHT = VL_BUTTON_RIGHT };

    static const pointer_row rows[] = {
        {{.motion = {SDL_MOUSEMOTION, .x = 30, .y = 40}}, {VL_EVENT_POINTER_MOVE, .x = 30, .y = 40}},
        {BUTTON(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT), {VL_EVENT_POINTER_DOWN, .button = RIGHT, .x = 31, .y = 41}},
        {BUTTON(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT), {VL_EVENT_POINTER_UP, .button = RIGHT, .x = 31, .y = 41}},
        {{.wheel = {SDL_MOUSEWHEEL, .y = 1, .preciseY = 0.5f}}, {VL_EVENT_WHEEL, .wheel = 0.5f, .x = 31, .y = 41}},
        {{.wheel = {SDL_MOUSEWHEEL, .y = 1, .preciseY = 0.5f, .direction = SDL_MOUSEWHEEL_FLIPPED}},
         {VL_EVENT_WHEEL, .wheel = -0.5f, .x = 31, .y = 41}},
    };

    PLATFORM *p = new_window();
    for (int i = 0; i < COUNT(rows); i++)
        assert_pointer(p, &rows[i]);
    assert_ignored(p, (SDL_Event){.motion = {SDL_MOUSEMOTION, .which = SDL_TOUCH_MOUSEID, .x = 30, .y = 40}});
}

TEST(fingers_are_numbered_from_one_and_numbers_are_used_again)
{
    static const struct {
        SDL_Event raw;
        vl_event_kind kind;
        int pointer;
    } rows[] = {
        {FINGER(SDL_FINGERDOWN, 77), VL_EVENT_POINTER_DOWN, 1},
        {FINGER(SDL_FINGERDOWN, 5), VL_EVENT_POINTER_DOWN, 2},
        {FINGER(SDL_FINGERMOTION, 77), VL_EVENT_POINTER_MOVE, 1},
        {FINGER(SDL_FINGERUP, 77), VL_EVENT_POINTER_UP, 1},
        {FINGER(SDL_FINGERDOWN, 9), VL_EVENT_POINTER_DOWN, 1},
        {FINGER(SDL_FINGERUP, 5), VL_EVENT_POINTER_UP, 2},
    };

    PLATFORM *p = new_window();
    for (int i = 0; i < COUNT(rows); i++) {
        const vl_event left = {rows[i].kind, .pointer = rows[i].pointer, .button = VL_BUTTON_LEFT, .x = 160, .y = 60};
        assert_pointer(p, &(pointer_row){rows[i].raw, left});
    }
    assert_ignored(p, (SDL_Event)FINGER(SDL_FINGERUP, 1234));
}

TEST(losing_the_focus_lets_go_of_everything_once)
{
    static const SDL_Event events[] = {
        BUTTON(SDL_MOUSEBUTTONDOWN, 1), FINGER(SDL_FINGERDOWN, 3),
        {.window = {SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST}}, BUTTON(SDL_MOUSEBUTTONUP, 1)};
    PLATFORM *p = new_window();
    vl_event event;
    for (int i = 0; i < COUNT(events); i++) {
        SDL_Event raw = events[i];
        SDL_PushEvent(&raw);
    }
    for (int i = 0; i < 4; i++) { // both go down, and up by the loss
        assert_true(p->poll(p, &event));
        assert_true(event.kind == (i < 2 ? VL_EVENT_POINTER_DOWN : VL_EVENT_POINTER_UP) && event.pointer == i % 2);
    }
    assert_false(p->poll(p, &event));
}

TEST(a_dropped_file_a_new_size_and_the_end_come_through)
{
    PLATFORM *p = new_window();
    vl_event event = only_event(p, (SDL_Event){.drop = {SDL_DROPFILE, .file = SDL_strdup("/tmp/scène.yaml")}});
    assert_int_equal(event.kind, VL_EVENT_DROP);
    assert_string_equal(event.path, "/tmp/scène.yaml");
    vl_free(event.path);
    event = only_event(p, (SDL_Event){.window = {SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_SIZE_CHANGED}});
    assert_true(event.kind == VL_EVENT_RESIZE && event.x == 320 && event.y == 240);
    assert_int_equal(only_event(p, (SDL_Event){.quit = {SDL_QUIT, 0}}).kind, VL_EVENT_QUIT);
}

// clang-format on

TEST(after_a_lost_device_new_pictures_are_shown)
{
    vl_error error = {0};
    PLATFORM *p = new_window();
    for (int i = 0; i < 3; i++) {
        SCOPED(vl_picture) back = {0};
        present_colour(p, (uint8_t)(50 + i));
        assert_true(p->save_picture(p, "a.png", NULL, &error) && read_picture(&back, "a.png"));
        assert_true(back.pixels[0] == 50 + i && back.pixels[1] == 8 && back.pixels[2] == 7);
        assert_ignored(p, (SDL_Event){.common = {.type = i ? SDL_RENDER_TARGETS_RESET
                                                           : SDL_RENDER_DEVICE_RESET}});
    }
}

// --- one judgement ---

static bool says(const char *subcommand, const char *path, const char *options)
{
    SCOPED(outcome) result = finish_line(PRINTED("%s %s%s", subcommand, path, options), NULL);
    return result.status == 0;
}

static bool opens(vl_platform *platform, const char *path)
{
    vl_app *app = vl_app_create(platform, path, NULL, &(vl_error){0});
    if (app)
        app->session.step_budget = 0.1; // s, as in the program
    bool good = app && vl_app_frame(app) && vl_app_frame(app);
    vl_app_free(app);
    platform->destroy(platform);
    return good;
}

// What `check` accepts all accept, and what it refuses none does.
static void judge(const char *path, bool may_be_bad)
{
    (void)remove("judged.rec");
    bool check = says("check", path, ""), run = says("run", path, " --steps 3 --record judged.rec");
    bool replay = says("replay", "judged.rec", ""), window = opens(vl_null_create(640, 400), path);
    bool render = opens(vl_offscreen_create(640, 400, NULL), path);
    bool played = !check || opens(vl_null_create(640, 400), "judged.rec");
    if (run != check || replay != check || window != check || render != check || !played ||
        !(check || may_be_bad))
        fail_msg("%s: check %d, run %d, replay %d, window %d, render %d, played %d", path, check,
                 run, replay, window, render, played);
}

// Settings from key number `first` on, good and faulty ones: one of each key, or none.
static void any_settings(vl_text *text, vl_random *random, int first, const char *between)
{
    static const char *const settings[][6] = {
        {"name: '-'", "name: 'a | b'", "name: same"},
        {"engine: jakobsen", "engine: verlet-js"},
        {"integrator: rk4", "integrator: verlet", "integrator: backward-euler", "start: naive"},
        {"timestep: 30Hz", "timestep: 1us", "timestep: 'fixed:1e-15'", "timestep: 'list:0:-1:end'",
         "timestep: 'list:0:0.1:end'", "timestep: 'random:0.01:0.02:1'"},
        {"policy: 'substep:1e-17'", "policy: 'accumulator:0.025'", "policy: 'skip:0.02'"},
        {"solver: {relaxation: 1.99, substeps: 10000}", "solver: {method: xpbd}",
         "solver: {method: direct}", "solver: {grids: 32}", "solver: {iterations: 0, tolerance: 1}",
         "solver: {method: clusters, direction: old}"},
    };

    for (int key = first; key < COUNT(settings); key++) {
        const char *setting = settings[key][any_of(random, 6)];
        if (setting && any_chance(random, 0.5))
            vl_text_add(text, "%s%s", setting, between);
    }
}

// Two particles and a link; settings, and lanes that replace some of them.
static void write_lanes(const char *path, vl_random *random)
{
    static const char *const kinds[] = {"", ", kind: spring, stiffness: 1e7", ", compliance: 1"};
    SCOPED(vl_text) yaml = {0};
    vl_text_add(&yaml,
                "format: 1\nparticles: [{at: [0, 0]}, {at: [1, 0]}]\n"
                "links: [{from: 1, to: 2%s}]\n",
                kinds[any_of(random, COUNT(kinds))]);
    any_settings(&yaml, random, 2, "\n");
    vl_text_add(&yaml, "compare:\n");
    for (int lane = any_of(random, 3); lane >= 0; lane--) {
        vl_text_add(&yaml, "  - {");
        any_settings(&yaml, random, 0, ", ");
        vl_text_add(&yaml, "}\n");
    }
    write_here(path, yaml.data);
}

TEST(one_judgement_of_every_scene)
{
    static const char *const scenes[] = {
        "solver: {tolerance: 1e9, iterations: 0, grids: 32}",
        "solver: {grids: 4}\ncompare: [{}, {solver: {method: direct}}]",
        "compare: [{timestep: 30Hz}, {timestep: 144Hz}, {engine: jakobsen}, {engine: verlet-js}]",
        ("mistake: millisecond-clock\ncompare: [{timestep: 144Hz}, {timestep: "
         "'random:0.01:0.02:1'}]"),
        "compare: [{timestep: 1us}, {timestep: 50Hz}]",
        "compare: [{timestep: 10ms, policy: 'substep:1e-17'}]",
        "timestep: 'list:0:0.1:end'\ncompare: [{timestep: 'list:0.1:0:end'}]",
        "links: [{from: 1, to: 2, compliance: 1}]\ncompare: [{solver: {method: xpbd}}]",
        "timestep: 'fixed:1e-15'\ncompare: [{name: 'a | b', timestep: 10ms}]", // none takes that
    };

    if (!getenv("VERLET_LAB_PROGRAM"))
        test_skip("VERLET_LAB_PROGRAM does not name the program");
    for (int i = 0; i < COUNT(scenes); i++) {
        write_here("judged.yaml",
                   PRINTED("format: 1\nparticles: [{at: [0, 0]}, {at: [1, 0]}]\n%s\n", scenes[i]));
        judge("judged.yaml", true);
    }
    vl_random random = test_random(0);
    for (int i = 0; i < test_cases(3, 60); i++) {
        OWNED(vl_scene) *scene = any_scene(&random);
        FREED char *yaml = vl_scene_to_yaml(scene);
        write_here("judged.yaml", yaml);
        judge("judged.yaml", false);
        write_lanes("judged.yaml", &random);
        judge("judged.yaml", true);
    }
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    int step = test_cases(20, 1);
    for (int i = any_of(&random, step); i < names.count; i += step) {
        FREED char *path = vl_scene_find(names.names[i], NULL);
        judge(path, false);
    }
}
