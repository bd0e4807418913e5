// Keys that are named in the notes of the scenes: each is a key, has a cap that can be pressed, and
// does once what the key does.

#include "support/key_checks.h"
#include "support/screen_checks.h"

#include <ctype.h>

enum { MOST_KEYS = 32, KEY_SIZE = 16 };

typedef struct named_keys {
    int count;
    char keys[MOST_KEYS][KEY_SIZE];
} named_keys;

// What stands between backticks and has no blank is a key; the rest is to be typed.
static void gather(const char *scene, const char *text, named_keys *named)
{
    for (const char *at = strchr(text, '`'); at; at = strchr(at, '`')) {
        size_t length = strcspn(++at, "`");
        char key[KEY_SIZE] = "";
        bool is_key = length < KEY_SIZE && !memchr(at, ' ', length);
        snprintf(key, sizeof key, "%.*s", (int)(is_key ? length : 0), at);
        if (is_key && vl_command_named(key, (int)length) < 0)
            fail_msg("%s: the notes name the key %s, which there is not", scene, key);
        bool known = !is_key;
        for (int i = 0; i < named->count; i++)
            known |= strcmp(named->keys[i], key) == 0;
        if (!known) {
            assert_true(named->count < MOST_KEYS);
            memcpy(named->keys[named->count++], key, sizeof key);
        }
        at += length + 1;
    }
}

// Whether a text names a key that is not between backticks.
static const char *plain_key(const char *text)
{
    bool inside = false;
    for (const char *at = text; *at; at++) {
        inside ^= *at == '`';
        bool begins = at == text || !isalnum((unsigned char)at[-1]);
        bool function = *at == 'F' && isdigit((unsigned char)at[1]);
        bool combined = strncmp(at, "Ctrl+", 5) == 0 || strncmp(at, "Shift+", 6) == 0;
        bool pressed = strncmp(at, "ress ", 5) == 0 && strchr("[],.", at[5]) == NULL &&
                       !isalpha((unsigned char)at[6]) && at[5] != '`';
        if (!inside && ((begins && (function || combined)) || pressed))
            return at;
    }
    return NULL;
}

// Paused, with the notes and the answer.
static desk *open_notes(const char *scene)
{
    desk *d = open_played(scene, "Pause/0");
    vl_app_toggle_drawer(d->app, VL_DRAWER_NOTES);
    d->session->answer.given = d->session->scene->has_task;
    frames(d, 2);
    return d;
}

// Whether the control with the focus is a cap in the drawer and has that text. Behind the link at
// the foot, which is wider, is text that cannot be seen.
static bool focus_is_on(const desk *d, const char *text)
{
    vl_rect cap = d->app->focus.at;
    for (const vl_draw *draw = NULL; cap.w < 160 && (draw = next_text(d, cap, draw));)
        if (reads(d, draw, text) && vl_rect_contains(d->app->layout.drawer, draw->x, draw->y))
            return true;
    return false;
}

// By Tab and Enter, or by a finger on the cap that Tab has brought into sight.
static void press_cap(desk *d, const char *scene, const char *key, bool finger)
{
    int tabs = 0;
    do
        play(d, "Tab/2");
    while (!focus_is_on(d, key) && ++tabs < 200);
    if (tabs == 200)
        fail_msg("%s: Tab does not reach the cap of %s", scene, key);
    vl_rect cap = d->app->focus.at;
    if (finger)
        click(d, cap, true);
    else
        play(d, "Enter");
    d->app->focus.shown = false;
    frames(d, 3); // the layout follows what was opened
}

TEST(notes_name_keys_between_backticks_whose_caps_do_what_they_do)
{
    int count = 0;
    SCOPED(vl_scene_names) names = shipped_names();
    for (int i = 0; i < names.count; i++) {
        named_keys named = {0};
        desk *d = open_scene(names.names[i]);
        const vl_scene *scene = d->session->scene;
        const char *const texts[] = {scene->notes, scene->has_task ? scene->task.because : ""};
        for (size_t t = 0; t < COUNT(texts); t++) {
            gather(names.names[i], texts[t], &named);
            if (plain_key(texts[t]))
                fail_msg("%s: no backticks: %.30s", names.names[i], plain_key(texts[t]));
        }
        for (int k = 0; k < named.count; k++) {
            if (!test_pair(i, k))
                continue;
            count++;
            press_cap(open_notes(names.names[i]), names.names[i], named.keys[k], k % 2);
            const app_view pressed = view_of(d->app);
            d = open_notes(names.names[i]);
            play(d, named.keys[k]);
            frames(d, 3 + k % 2); // a finger is lifted in a frame of its own
            const app_view wanted = view_of(d->app);
            if (memcmp(&pressed, &wanted, sizeof wanted) != 0)
                fail_msg("%s: the cap of %s did not what the key does", names.names[i],
                         named.keys[k]);
        }
    }
    assert_true(count > test_cases(20, 100));
}

// Within a paragraph there is one distance, whether they have key caps or not.
TEST(lines_of_notes_are_equally_far_from_one_another)
{
    desk *d = open_notes("ball-on-string");
    vl_rect drawer = d->app->layout.drawer;
    float left = drawer.x + 16 * vl_app_scale(d->app), before = NAN, least = HUGE_VALF, most = 0;
    int lines = 0;
    for (const vl_draw *draw = NULL; (draw = next_text(d, drawer, draw));) {
        if (draw->size != VL_TYPE_MEDIUM || fabsf(draw->x - left) >= 1)
            continue;
        least = lines > 0 ? fminf(least, draw->y - before) : least;
        most = lines > 0 ? fmaxf(most, draw->y - before) : most;
        before = draw->y;
        lines++;
    }
    float paragraph = 0.5f * floorf(1.165f * 22 * vl_app_scale(d->app)); // the gap between two
    assert_true(lines > 5);
    assert_true(most - least <= paragraph + 1); // a pixel of rounding
}
