// The app on a platform that is not there: every key, every button, hands, the frame time, broken
// and mended files, windows of all sizes, and events without sense.

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/pages/pages.h"
#include "app/screen/parts.h"
#include "app/screen/screen.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "key_checks.h"
#include "lab/ledger.h"
#include "lab/policy_bench.h"
#include "physics/integrators/integrators.h"
#include "physics/math/axes.h"
#include "physics/solvers/solvers.h"
#include "physics/world/world.h"
#include "platform/null_platform.h"
#include "scene/find.h"
#include "ui/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#define SCENES VL_TEST_SOURCES "/scenes/"

typedef struct desk {
    vl_platform *platform;
    vl_app *app;
} desk;

static desk open_desk(const char *scene, int width, int height)
{
    vl_error error = {0};
    desk d = {.platform = vl_null_create(width, height)};
    d.app = vl_app_create(d.platform, scene, &error);
    if (!d.app)
        print_message("  %s\n", error.text);
    assert_non_null(d.app);
    vl_app_frame(d.app);
    return d;
}

static void close_desk(desk *d)
{
    vl_app_free(d->app);
    d->platform->destroy(d->platform);
}

static void frames(desk *d, int count)
{
    for (int i = 0; i < count; i++)
        vl_app_frame(d->app);
}

static void push(desk *d, vl_event_kind kind, float x, float y)
{
    vl_null_push(d->platform, (vl_event){.kind = kind, .x = x, .y = y, .button = VL_BUTTON_LEFT});
}

static vl_pixel ball_pixel(const desk *d, int number)
{
    vl_projection projection = vl_camera_projection(&d->app->camera);
    const vl_particles *p = &vl_session_world(&d->app->session)->particles;
    return vl_project(&projection, vl_read(p->x, p->slot_of[number - 1]));
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

// --- keys and buttons ---

static void each_key_does_what_the_help_says(void **state)
{
    (void)state;
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        const key_check *check = key_check_find(&command);
        print_message("  %s: %s\n", command.keys, command.help);
        assert_non_null(check);

        desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
        prepare_for(d.app, &command);
        vl_session_set_running(&d.app->session, command.key == 'r' || command.key == 'h');
        frames(&d, 1);
        vl_pixel ball = ball_pixel(&d, 2);
        push(&d, VL_EVENT_POINTER_MOVE, ball.x, ball.y);
        frames(&d, 1);
        seen before = look_at(d.app);
        vl_null_push(d.platform,
                     (vl_event){.kind = VL_EVENT_KEY, .key = command.key, .ctrl = command.ctrl});
        frames(&d, 1);
        seen now = look_at(d.app);
        bool did = check->did(&before, &now, d.app);
        if (!did)
            print_message("  it did not\n");
        assert_true(did);
        close_desk(&d);
    }
}

static void no_two_commands_share_a_key(void **state)
{
    (void)state;
    for (int i = 0; i < vl_command_count(); i++)
        for (int j = 0; j < i; j++) {
            vl_command a = vl_command_get(i), b = vl_command_get(j);
            bool same =
                a.key == b.key || a.key == b.other_key || (a.other_key && a.other_key == b.key);
            assert_false(same && a.ctrl == b.ctrl);
        }
}

static void click(desk *d, vl_rect rect, bool finger)
{
    float x = rect.x + rect.w / 2, y = rect.y + rect.h / 2;
    vl_event event = {
        .x = x, .y = y, .button = VL_BUTTON_LEFT, .pointer = finger ? 1 : VL_POINTER_MOUSE};
    event.kind = VL_EVENT_POINTER_DOWN;
    vl_null_push(d->platform, event);
    frames(d, 1);
    event.kind = VL_EVENT_POINTER_UP;
    vl_null_push(d->platform, event);
    frames(d, 2); // a button is pressed while it is drawn; what it does to the view is seen next
}

// With a finger as with the mouse; "More" unfolded, so that all are there. A command without a
// label has its button in the card of the solver.
static void each_button_does_what_its_key_does(void **state)
{
    (void)state;
    for (int finger = 0; finger < 2; finger++)
        for (int i = 0; i < vl_command_count(); i++) {
            vl_command command = vl_command_get(i);
            if (!command.label)
                continue;
            desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
            d.app->shown.full_bar = true;
            prepare_for(d.app, &command);
            vl_session_set_running(&d.app->session, command.key == 'r' || command.key == 'h');
            frames(&d, 1);
            vl_rect rect;
            assert_true(place_of_button(d.app, i, &rect));
            assert_true(rect.w >= 44 && rect.h >= 44);
            seen before = look_at(d.app);
            click(&d, rect, finger);
            seen now = look_at(d.app);
            bool did = key_check_find(&command)->did(&before, &now, d.app);
            if (!did)
                print_message("  button of %s\n", command.keys);
            assert_true(did);
            close_desk(&d);
        }
}

static void a_finger_holds_while_another_pins(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
    d.app->shown.full_bar = true;
    frames(&d, 1);
    vl_pixel ball = ball_pixel(&d, 2);
    vl_null_push(d.platform, (vl_event){.kind = VL_EVENT_POINTER_DOWN,
                                        .pointer = 2,
                                        .x = ball.x,
                                        .y = ball.y,
                                        .button = VL_BUTTON_LEFT});
    frames(&d, 1);
    vl_world *world = vl_session_world(&d.app->session);
    int slot = world->particles.slot_of[1];
    assert_true(world->particles.held[slot]);

    int pin = -1;
    for (int i = 0; i < vl_command_count(); i++)
        if (vl_command_get(i).key == 'p')
            pin = i;
    vl_rect rect;
    assert_true(place_of_button(d.app, pin, &rect));
    click(&d, rect, true);
    assert_true(world->particles.pinned[slot]);
    close_desk(&d);
}

// --- the ledger ---

// Eight numbers and two energies, each rounded by half an ulp of at most 1000 J.
static void parts_add_up(const desk *d)
{
    const vl_session *session = &d->app->session;
    const vl_reading *r = &session->instant.reading;
    double gained = r->energy - vl_lab_reference(session->lab, 0)->energy;
    assert_true(fabs(gained) < 1000);
    assert_true(fabs(vl_ledger_sum(r->ledger) - gained) < 20 * DBL_EPSILON * 1000);
}

static void press_and_check(desk *d, uint32_t key)
{
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = key});
    frames(d, 1);
    parts_add_up(d);
}

static double ledger_of(const desk *d, vl_cause cause)
{
    return d->app->session.instant.reading.ledger[cause];
}

// A pull at the end of the chain, while it runs and in a pause, and what keys change beside.
static void the_ledger_adds_up_through_a_drag_and_switches(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "chain.yaml", 1280, 720);
    press_and_check(&d, VL_KEY_F1 + 3);
    frames(&d, 20);
    parts_add_up(&d);
    assert_true(ledger_of(&d, VL_CAUSE_LINKS) < 0 && ledger_of(&d, VL_CAUSE_HAND) == 0);
    vl_pixel end = ball_pixel(&d, 21);
    push(&d, VL_EVENT_POINTER_DOWN, end.x, end.y);
    for (int i = 0; i < 30; i++) {
        push(&d, VL_EVENT_POINTER_MOVE, end.x + 2 * (float)i, end.y - 2 * (float)i);
        frames(&d, 1);
        parts_add_up(&d);
        if (i == 15)
            press_and_check(&d, '4'); // another integrator in mid-drag
        if (i == 20)
            press_and_check(&d, ' ');
        if (i == 25)
            press_and_check(&d, 'd');
    }
    push(&d, VL_EVENT_POINTER_UP, end.x + 58, end.y - 58);
    frames(&d, 1);
    parts_add_up(&d);
    press_and_check(&d, ' ');
    press_and_check(&d, 'k');
    frames(&d, 20);
    parts_add_up(&d);
    assert_true(ledger_of(&d, VL_CAUSE_HAND) > 1); // 1 kg and more, lifted by a hand's breadth
    close_desk(&d);
}

// --- the solver ---

static vl_solver_settings solver_of(const desk *d)
{
    return vl_session_world(&d->app->session)->solver;
}

// As the integrator: a reset and another integrator keep what was chosen, another scene does not,
// and a saved scene has it.
static void a_chosen_solver_is_kept(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "chain.yaml", 1280, 720);
    const char keys[] = "odwkk";
    for (const char *k = keys; *k; k++)
        vl_command_key(d.app, (uint32_t)*k, false);
    vl_solver_settings chosen = solver_of(&d);
    assert_int_equal(chosen.order, VL_ORDER_LISTED);
    assert_int_equal(chosen.direction, VL_DIRECTION_OLD);
    assert_int_equal(chosen.iterations, 8);
    assert_int_equal(chosen.substeps, 4);
    vl_command_key(d.app, 'd', false);
    frames(&d, 30);
    vl_session_set_integrator(&d.app->session, 1);
    frames(&d, 30);
    vl_command_key(d.app, 'r', false);
    frames(&d, 1);
    chosen.direction = VL_DIRECTION_NEW;
    vl_solver_settings now = solver_of(&d);
    assert_memory_equal(&now, &chosen, sizeof now);

    vl_error error = {0};
    vl_command_key(d.app, 's', true);
    vl_scene *scene = vl_scene_load("chain-saved.yaml", &error);
    assert_non_null(scene);
    assert_memory_equal(&scene->solver, &chosen, sizeof chosen);
    vl_scene_free(scene);
    vl_app_open(d.app, SCENES "chain.yaml");
    frames(&d, 1);
    assert_int_equal(solver_of(&d).iterations, 16);
    close_desk(&d);
}

// The panel's own buttons: a click on the solver opens the card, each of whose buttons changes one
// setting.
static void the_card_changes_each_setting(void **state)
{
    (void)state;
    for (int finger = 0; finger < 2; finger++) {
        desk d = open_desk(SCENES "chain.yaml", 1280, 720);
        vl_session_set_running(&d.app->session, false);
        vl_rect button, card;
        button = d.app->layout.solver;
        assert_true(button.w > 0);
        click(&d, button, finger);
        assert_true(d.app->shown.settings);
        card = d.app->layout.card;
        assert_true(card.w > 0);
        for (int i = 0; i < vl_setting_count; i++)
            for (int way = -1; way <= 1; way += 2) {
                char before[VL_SETTING_TEXT], now[VL_SETTING_TEXT];
                vl_settings[i]->write(&d.app->session.solver, before);
                click(&d, vl_card_button(&card, i, way), finger);
                vl_settings[i]->write(&d.app->session.solver, now);
                print_message("  %s: %s, %s\n", vl_settings[i]->name, before, now);
                bool only = vl_settings[i] == &vl_setting_solver && vl_solver_count == 1;
                bool least = vl_settings[i] == &vl_setting_substeps && way < 0; // 1 before
                assert_int_equal(strcmp(before, now) == 0, only || least);
            }
        button = d.app->layout.solver;
        assert_true(button.w > 0);
        click(&d, button, finger);
        assert_false(d.app->shown.settings);
        close_desk(&d);
    }
}

static void choose(desk *d, const vl_solver *method)
{
    vl_solver_settings settings = solver_of(d);
    settings.method = method;
    vl_session_set_solver(&d->app->session, &settings);
}

// A solver that cannot have the links of a scene is passed over, whichever way one goes, and the
// banner names it.
static void a_solver_that_refuses_is_passed_over(void **state)
{
    (void)state;
    write_file("soft.yaml", "format: 1\nsolver: {method: xpbd}\nchains:\n"
                            "- {from: [0, 0], to: [1, 0], links: 5, mass: 1, pin: start, "
                            "compliance: 0.001}\n");
    desk d = open_desk("soft.yaml", 1280, 720);
    for (int way = -1; way <= 1; way += 2) {
        bool told = false;
        for (int i = 0; i < 2 * vl_solver_count; i++) {
            vl_app_change_setting(d.app, &vl_setting_solver, way);
            frames(&d, 2);
            assert_true(solver_of(&d).method->compliant);
            told = told || strstr(d.app->notice.title, "Not 'relax'");
        }
        assert_true(told);
    }
    close_desk(&d);
}

// What means nothing to a solver does not change, and the banner says so.
static void what_means_nothing_to_a_solver_stays(void **state)
{
    (void)state;
    for (int k = 0; k < vl_solver_count; k++) {
        desk d = open_desk(SCENES "chain.yaml", 1280, 720);
        choose(&d, vl_solvers[k]);
        vl_solver_settings before = solver_of(&d);
        vl_command_key(d.app, 'o', false);
        vl_command_key(d.app, 'x', false);
        vl_solver_settings now = solver_of(&d);
        bool same = now.order == before.order && now.relaxation == before.relaxation;
        assert_int_equal(same, vl_solvers[k]->ignores_order);
        assert_int_equal(d.app->notice.kind == VL_NOTICE_NOTE, vl_solvers[k]->ignores_order);
        close_desk(&d);
    }
}

// Rods that turn too far for their old direction: a banner once, a count in the panel for as long
// as the run.
static void divided_substeps_are_told_and_counted(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "constraint-lab.yaml", 1280, 720);
    choose(&d, vl_solver_find("direct"));
    vl_command_key(d.app, 'd', false);
    bool told = false;
    for (int i = 0; i < 120 && !told; i++) {
        frames(&d, 1);
        told = strstr(d.app->notice.title, "had to be divided");
    }
    assert_true(told && d.app->session.troubles.divided > 0);
    vl_command_key(d.app, VL_KEY_ESCAPE, false);
    int64_t counted = d.app->session.troubles.divided;
    frames(&d, 60);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NONE);
    assert_true(d.app->session.troubles.divided > counted);
    assert_non_null(strstr(d.app->list.text.data, "divided substeps"));
    vl_command_key(d.app, 'r', false);
    frames(&d, 1);
    assert_null(strstr(d.app->list.text.data, "divided substeps"));
    close_desk(&d);
}

static void a_click_on_a_plot_shows_the_next_one(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "chain.yaml", 1280, 900);
    vl_rect button;
    button = d.app->layout.solver;
    assert_true(button.w > 0);
    vl_rect plots = {button.x, button.y + button.h + 60, button.w, 60};
    static const char *const titles[] = {"Energy", "Time step", "Residual", "Energy"};
    for (int i = 0; i < 4; i++) {
        frames(&d, 1);
        assert_non_null(strstr(d.app->list.text.data, titles[i]));
        click(&d, plots, i % 2);
    }
    close_desk(&d);
}

// --- tools ---

static void pointer(desk *d, vl_event_kind kind, int number, float x, float y)
{
    vl_null_push(
        d->platform,
        (vl_event){.kind = kind, .pointer = number, .x = x, .y = y, .button = VL_BUTTON_LEFT});
}

// A stroke across the tenth rod of a chain, slowly or within one frame, by mouse or finger, cuts
// that rod and no other; the hand moves the view again when the scissors are away.
static void scissors_cut_what_they_cross(void **state)
{
    (void)state;
    for (int finger = 0; finger < 2; finger++)
        for (int fast = 0; fast < 2; fast++) {
            desk d = open_desk(SCENES "chain.yaml", 1280, 720);
            vl_session_set_running(&d.app->session, false);
            vl_command_key(d.app, 'c', false);
            vl_world *world = vl_session_world(&d.app->session);
            int links = world->links.count;
            double height = d.app->camera.height;
            vl_vec3 center = d.app->camera.center;
            vl_pixel a = ball_pixel(&d, 10), b = ball_pixel(&d, 11);
            float x = (a.x + b.x) / 2, y = (a.y + b.y) / 2;
            pointer(&d, VL_EVENT_POINTER_DOWN, finger, x - 15, y - 26);
            for (int i = 1; i <= 5 && !fast; i++) {
                pointer(&d, VL_EVENT_POINTER_MOVE, finger, x - 15 + 6.0f * (float)i,
                        y - 26 + 10.4f * (float)i);
                frames(&d, 1);
            }
            pointer(&d, VL_EVENT_POINTER_UP, finger, x + 15, y + 26);
            frames(&d, 1);
            print_message("  %d of %d links left\n", world->links.count, links);
            assert_int_equal(world->links.count, links - 1);
            assert_int_equal(world->broken, 1);
            int ten = world->particles.slot_of[9], eleven = world->particles.slot_of[10];
            for (int k = 0; k < world->links.count; k++)
                assert_false((world->links.from[k] == ten && world->links.to[k] == eleven) ||
                             (world->links.from[k] == eleven && world->links.to[k] == ten));
            assert_true(d.app->camera.center.x == center.x && d.app->camera.height == height);

            // the two halves go their own way, and a reset makes the chain whole
            vl_session_set_running(&d.app->session, true);
            frames(&d, 60);
            assert_false(world->now.diverged);
            vl_command_key(d.app, 'r', false);
            frames(&d, 1);
            assert_int_equal(vl_session_world(&d.app->session)->links.count, links);
            vl_command_key(d.app, finger ? 'c' : VL_KEY_ESCAPE, false);
            assert_null(d.app->tool);
            close_desk(&d);
        }
}

// Pins are a tool as well: a tap pins, another lets go, beside a particle nothing happens.
static void a_tap_with_the_pins_pins_and_lets_go(void **state)
{
    (void)state;
    for (int finger = 0; finger < 2; finger++) {
        desk d = open_desk(SCENES "chain.yaml", 1280, 720);
        vl_session_set_running(&d.app->session, false);
        vl_command_key(d.app, 'p', false);
        assert_ptr_equal(d.app->tool, &vl_tool_pins);
        vl_world *world = vl_session_world(&d.app->session);
        for (int tap = 0; tap < 3; tap++) {
            vl_pixel at = ball_pixel(&d, 11);
            float beside = tap == 2 ? 200 : 0;
            pointer(&d, VL_EVENT_POINTER_DOWN, finger, at.x - beside, at.y);
            frames(&d, 1);
            pointer(&d, VL_EVENT_POINTER_UP, finger, at.x - beside, at.y);
            frames(&d, 1);
            assert_int_equal(world->particles.pinned[world->particles.slot_of[10]], tap == 0);
            assert_int_equal(world->hold_count, 0);
        }
        vl_command_key(d.app, 'p', false);
        assert_null(d.app->tool);
        close_desk(&d);
    }
}

// --- propagation ---

static bool shows(const desk *d, const char *text)
{
    return strstr(d->app->list.text.data, text) != NULL;
}

// A hand that takes the end of a chain at rest and pulls: the panel counts the steps until the
// other end has moved, more of them with fewer sweeps; a cut or another hand ends the count.
static void the_steps_of_a_displacement_are_counted(void **state)
{
    (void)state;
    int64_t counted[2];
    for (int i = 0; i < 2; i++) {
        write_file("taut.yaml", "format: 1\ngravity: [0, 0]\ntimestep: fixed:0.01\n"
                                "solver: {iterations: 1}\nview: {center: [0, 0], height: 3}\n"
                                "chains:\n- {from: [-1, 0], to: [1, 0], links: 40, mass: 1}\n");
        desk d = open_desk("taut.yaml", 1280, 720);
        for (int k = 0; k < 6 * i; k++)
            vl_command_key(d.app, 'e', false);
        frames(&d, 10);
        assert_false(shows(&d, "crossed in"));
        vl_pixel end = ball_pixel(&d, 41);
        push(&d, VL_EVENT_POINTER_DOWN, end.x, end.y);
        for (int k = 1; k <= 300; k++) {
            push(&d, VL_EVENT_POINTER_MOVE, end.x + 0.3f * (float)k, end.y);
            frames(&d, 1);
        }
        frames(&d, 30);
        assert_true(d.app->propagation.there && d.app->propagation.crossed);
        assert_int_equal(d.app->propagation.farthest, 40);
        assert_true(shows(&d, "40 of 40 links") && shows(&d, "crossed in"));
        counted[i] = d.app->propagation.steps;
        print_message("  %d sweeps: %d steps\n", solver_of(&d).iterations,
                      d.app->propagation.steps);

        vl_command_key(d.app, 'c', false);
        pointer(&d, VL_EVENT_POINTER_DOWN, 1, ball_pixel(&d, 20).x + 2, end.y - 20);
        pointer(&d, VL_EVENT_POINTER_UP, 1, ball_pixel(&d, 20).x + 2, end.y + 20);
        frames(&d, 30);
        assert_int_equal(vl_session_world(&d.app->session)->links.count, 39);
        assert_false(shows(&d, "crossed in"));
        close_desk(&d);
    }
    assert_true(counted[1] < counted[0] / 2);
}

// The scene pulls by itself: its hand is the only thing that moves.
static void the_pulled_sheet_counts_from_its_start(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "pull-the-sheet.yaml", 1280, 720);
    vl_command_key(d.app, 'g', false);
    vl_app_go_to(d.app, 0.5);
    frames(&d, 1);
    assert_true(d.app->propagation.there && d.app->propagation.steps >= 30 &&
                !d.app->propagation.crossed);
    assert_true(shows(&d, "1/1000"));
    vl_command_key(d.app, 'r', false);
    frames(&d, 1);
    assert_true(d.app->propagation.steps <= 1);
    close_desk(&d);
}

// --- notes ---

// The lines that can be seen on the sheet, which is what is clipped last.
static void add_sheet_lines(const vl_app *app, vl_text *lines)
{
    const vl_drawlist *list = &app->list;
    int first = list->draw_count - 1;
    while (list->draws[first].kind != VL_DRAW_CLIP || list->draws[first].clip.w < 0)
        first--;
    vl_rect area = list->draws[first].clip;
    for (int i = first + 1; list->draws[i].kind != VL_DRAW_CLIP; i++) {
        const vl_draw *draw = &list->draws[i];
        bool visible = draw->y >= area.y - 1 && draw->y + 16 <= area.y + area.h;
        if (draw->kind == VL_DRAW_TEXT && visible)
            vl_text_add(lines, "%.*s ", draw->count, list->text.data + draw->first);
    }
}

static void assert_every_word_is_seen(const char *notes, const char *lines)
{
    char *words = vl_alloc(strlen(notes) + 1, 1);
    memcpy(words, notes, strlen(notes));
    char *rest = words;
    for (char *word; (word = strtok_r(rest, " \n", &rest));) {
        if (!strstr(lines, word))
            fail_msg("not seen: %s", word);
    }
    vl_free(words);
}

// By a click on the last line of their column, or by their key where the window has no column.
static void open_notes(desk *d)
{
    enum { NOTES = 2 }; // of the parts

    vl_rect parts[MOST_PARTS];
    parts_of_window(d->app, parts);
    vl_rect line = parts[NOTES];
    vl_rect_cut_top(&line, line.h - 30);
    if (vl_app_notes_fit(d->app))
        click(d, line, false);
    else
        vl_command_key(d->app, 'n', false);
    frames(d, 10);
}

static void the_notes_of_every_scene_can_be_read_to_the_end(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {700, 900}};
    vl_scene_names names = vl_scene_names_list();
    for (int i = 0; i < names.count; i++)
        for (int k = 0; k < 2; k++) {
            char path[256];
            vl_text shown = {0};
            vl_text_add(&shown, "%s", "");
            snprintf(path, sizeof path, SCENES "%s.yaml", names.names[i]);
            print_message("  %s, %d x %d\n", names.names[i], sizes[k][0], sizes[k][1]);
            desk d = open_desk(path, sizes[k][0], sizes[k][1]);
            vl_session_set_running(&d.app->session, false);
            open_notes(&d);
            for (int page = 0; page < 8; page++) {
                assert_true(vl_app_has_sheet(d.app));
                add_sheet_lines(d.app, &shown);
                d.app->sheet_scroll += 200;
                frames(&d, 1);
            }
            assert_every_word_is_seen(d.app->session.scene->notes, shown.data);
            vl_command_key(d.app, VL_KEY_ESCAPE, false);
            assert_false(vl_app_has_sheet(d.app));
            vl_text_free(&shown);
            close_desk(&d);
        }
    vl_scene_names_free(&names);
}

// A sheet so low that the click on the notes lies beside it.
static void the_click_that_opens_the_notes_does_not_close_them(void **state)
{
    (void)state;
    write_file("short.yaml", "format: 1\nnotes: Few words.\nparticles: [{at: [0, 0]}]\n");
    desk d = open_desk("short.yaml", 1280, 1100);
    open_notes(&d);
    assert_true(d.app->shown.whole_notes);
    open_notes(&d); // and this one is beside it
    assert_false(d.app->shown.whole_notes);
    close_desk(&d);
    remove("short.yaml");
}

// --- mistakes ---

static bool is_drawn(const vl_app *app, const char *text)
{
    const vl_drawlist *list = &app->list;
    for (int i = 0; i < list->draw_count; i++)
        if (list->draws[i].kind == VL_DRAW_TEXT && (int)strlen(text) <= list->draws[i].count &&
            strncmp(list->text.data + list->draws[i].first, text, strlen(text)) == 0)
            return true;
    return false;
}

// In the column and on the sheet; folded away again with another scene.
static void the_answer_is_shown_when_it_is_asked_for(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "broken-stale-dt.yaml", 1280, 720);
    frames(&d, 2);
    assert_false(is_drawn(d.app, "dt₋ is never set again"));
    vl_rect link;
    link = d.app->layout.answer;
    assert_true(link.w > 0);
    assert_true(link.h >= 44);
    for (int finger = 0; finger < 2; finger++) {
        click(&d, link, finger);
        assert_true(d.app->shown.answer);
        assert_true(is_drawn(d.app, "dt₋ is never set again"));
        assert_true(is_drawn(d.app, "Hide the answer"));
        vl_command_key(d.app, VL_KEY_ESCAPE,
                       false); // the sheet: there is no room for it in the column
        frames(&d, 1);
        click(&d, link, finger);
        assert_false(d.app->shown.answer);
    }
    click(&d, link, false);
    vl_command_key(d.app, VL_KEY_PAGE_DOWN, false);
    frames(&d, 1);
    assert_false(d.app->shown.answer);
    close_desk(&d);
}

static void every_answer_can_be_read_to_the_end(void **state)
{
    (void)state;
    vl_scene_names names = vl_scene_names_list();
    for (int i = 0; i < names.count; i++) {
        char path[256];
        vl_text shown = {0};
        vl_text_add(&shown, "%s", "");
        snprintf(path, sizeof path, SCENES "%s.yaml", names.names[i]);
        desk d = open_desk(path, 700, 900); // no column: a sheet
        vl_session_set_running(&d.app->session, false);
        assert_false(d.app->layout.answer.w > 0);
        open_notes(&d);
        d.app->shown.answer = true;
        for (int page = 0; page < 8; page++) {
            frames(&d, 1);
            add_sheet_lines(d.app, &shown);
            d.app->sheet_scroll += 200;
        }
        assert_every_word_is_seen(d.app->session.scene->answer, shown.data);
        vl_text_free(&shown);
        close_desk(&d);
    }
    vl_scene_names_free(&names);
}

static void the_screen_says_what_is_broken_and_what_is_not(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "broken-stale-dt.yaml", 1280, 720);
    frames(&d, 5);
    // a riddle, until the answer is open
    assert_true(is_drawn(d.app, "broken on purpose: what"));
    assert_false(is_drawn(d.app, "stale"));
    d.app->shown.answer = true;
    frames(&d, 1);
    assert_true(is_drawn(d.app, "broken: stale dt₋"));
    assert_true(is_drawn(d.app, ") + a dt²")); // behind dt₁, which is marked in the formula
    vl_command_key(d.app, 'q', false);
    frames(&d, 1);
    assert_true(is_drawn(d.app, "mistake off: stale dt₋"));
    assert_false(is_drawn(d.app, "broken on purpose"));
    vl_command_key(d.app, 'q', false);
    vl_command_key(d.app, '6', false); // velocity Verlet has no dt₋
    frames(&d, 1);
    assert_true(is_drawn(d.app, "not made here: stale dt₋"));
    close_desk(&d);

    d = open_desk(SCENES "pendulum.yaml", 1280, 720);
    frames(&d, 1);
    vl_command_key(d.app, 'q', false);
    frames(&d, 1);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NOTE);
    assert_null(vl_session_world(&d.app->session)->mistake);
    close_desk(&d);
}

// Of each gallery scene, in its midst: x stays to the bit; v of a method that keeps positions goes
// through x₋ and back, 1e-16 of 1e5 m over a step of 1 ms at worst. What comes after a reset is
// what was chosen, and the scene file can be saved and read back with all of it.
static void a_mistake_is_switched_without_a_jump(void **state)
{
    (void)state;
    for (int i = 0; i < vl_mistake_count; i++) {
        vl_scene_names names = vl_scene_names_list();
        char path[256];
        snprintf(path, sizeof path, SCENES "%s.yaml",
                 names.names[names.count - vl_mistake_count + i]);
        vl_scene_names_free(&names);
        desk d = open_desk(path, 1280, 720);
        vl_session *session = &d.app->session;
        assert_ptr_equal(session->scene->mistake, &vl_mistakes[i]);
        frames(&d, 30);
        for (int on = 0; on < 2; on++) {
            vl_session_set_running(session, false);
            vl_world *world = vl_session_world(session);
            int slot = world->particles.slot_of[0];
            vl_vec3 x = vl_read(world->particles.x, slot);
            vl_vec3 v = vl_read(vl_world_velocity(world), slot);
            vl_command_key(d.app, 'q', false);
            assert_true((world->mistake != NULL) == on);
            vl_vec3 moved = vl_sub(vl_read(world->particles.x, slot), x);
            vl_vec3 faster = vl_sub(vl_read(vl_world_velocity(world), slot), v);
            assert_true(vl_length(moved) == 0);
            assert_true(vl_length(faster) < 1e-7);
            vl_session_set_running(session, true);
            frames(&d, 20);
        }
        vl_command_key(d.app, 'q', false);
        vl_command_key(d.app, 'r', false);
        frames(&d, 2);
        assert_null(vl_session_world(session)->mistake);
        assert_true(session->mistake_off);
        close_desk(&d);
    }
}

static void a_broken_scene_is_saved_with_its_mistake_and_answer(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "broken-last-frame-hand.yaml", 1280, 720);
    frames(&d, 2);
    remove("broken-last-frame-hand-saved.yaml");
    vl_command_key(d.app, 's', true);
    vl_error error = {0};
    vl_scene *saved = vl_scene_load("broken-last-frame-hand-saved.yaml", &error);
    assert_non_null(saved);
    assert_ptr_equal(saved->mistake, d.app->session.scene->mistake);
    assert_string_equal(saved->answer, d.app->session.scene->answer);
    assert_int_equal(saved->hand_count, d.app->session.scene->hand_count);
    vl_scene_free(saved);
    close_desk(&d);
}

// The hand stands still for the last 20 ms: over its last frame alone it has no speed.
static void a_throw_by_the_last_frame_alone_drops(void **state)
{
    (void)state;
    for (int broken = 0; broken < 2; broken++) {
        desk d = open_desk(SCENES "projectile.yaml", 1280, 720);
        vl_null_set_frame(d.platform, 0.02);
        d.app->session.scene->mistake = vl_mistake_find("hand-of-last-frame");
        d.app->session.mistake_off = !broken;
        vl_session_set_integrator(&d.app->session, 5);
        frames(&d, 1);
        vl_pixel at = ball_pixel(&d, 1);
        push(&d, VL_EVENT_POINTER_DOWN, at.x, at.y);
        for (int i = 1; i <= 10; i++) {
            push(&d, VL_EVENT_POINTER_MOVE, at.x + 8 * (float)i, at.y);
            frames(&d, 1);
        }
        frames(&d, 1);
        push(&d, VL_EVENT_POINTER_UP, at.x + 80, at.y);
        double speed = 0;
        frames(&d, 1);
        speed = vl_session_world(&d.app->session)->particles.v[0][0];
        assert_true(broken ? speed == 0 : speed > 1);
        close_desk(&d);
    }
}

// --- hands ---

static void a_held_point_is_where_the_pointer_is(void **state)
{
    (void)state;
    static const char *const scenes[] = {"pendulum", "ball-on-string", "spring-chain", "cloth",
                                         "free-fall"};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
        for (int paused = 0; paused < 2; paused++) {
            char path[256];
            snprintf(path, sizeof path, SCENES "%s.yaml", scenes[k]);
            desk d = open_desk(path, 1280, 720);
            vl_session_set_running(&d.app->session, !paused);
            vl_world *world = vl_session_world(&d.app->session);
            int number = world->particles.count;
            vl_pixel at = ball_pixel(&d, number);
            push(&d, VL_EVENT_POINTER_DOWN, at.x, at.y);
            frames(&d, 1);
            for (int i = 0; i < 30; i++) {
                at.x -= 1.5f;
                at.y -= 2;
                push(&d, VL_EVENT_POINTER_MOVE, at.x, at.y);
                frames(&d, 1);
                vl_pixel now = ball_pixel(&d, number);
                assert_true(fabsf(now.x - at.x) < 1e-3f && fabsf(now.y - at.y) < 1e-3f);
            }
            push(&d, VL_EVENT_POINTER_UP, at.x, at.y);
            frames(&d, 1);
            assert_int_equal(world->hold_count, 0);
            close_desk(&d);
        }
}

// The hand goes 2 px a frame at 60, 144 and 30 frames/s and lets go: the point leaves with that
// speed, in metres, at the speed the scene runs at.
static void a_point_is_let_go_with_the_speed_of_the_hand(void **state)
{
    (void)state;
    static const double rates[] = {30, 60, 144};
    for (int r = 0; r < 3; r++)
        for (int slow = 0; slow < 2; slow++) {
            desk d = open_desk(SCENES "projectile.yaml", 1280, 720);
            vl_null_set_frame(d.platform, 1 / rates[r]);
            if (slow)
                vl_session_change_speed(&d.app->session, 0.5);
            vl_session_set_integrator(&d.app->session, 5); // keeps its velocity: it can be read
            frames(&d, 1);
            vl_pixel at = ball_pixel(&d, 1);
            push(&d, VL_EVENT_POINTER_DOWN, at.x, at.y);
            for (int i = 0; i < 40; i++) {
                at.x += 2;
                push(&d, VL_EVENT_POINTER_MOVE, at.x, at.y);
                frames(&d, 1);
            }
            vl_world *world = vl_session_world(&d.app->session);
            push(&d, VL_EVENT_POINTER_UP, at.x + 2, at.y);
            double wanted = 2 * rates[r] / vl_camera_scale(&d.app->camera) * (slow ? 2 : 1);
            frames(&d, 1);
            print_message("  %g frames/s: %.4g m/s (%.4g)\n", rates[r], world->particles.v[0][0],
                          wanted);
            // pixels are floats: 2 px are known to 1e-4 px
            assert_true(fabs(world->particles.v[0][0] / wanted - 1) < 1e-4);
            close_desk(&d);
        }
}

static void a_hand_that_rests_lets_go_at_rest(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "projectile.yaml", 1280, 720);
    vl_session_set_integrator(&d.app->session, 5);
    vl_pixel at = ball_pixel(&d, 1);
    push(&d, VL_EVENT_POINTER_DOWN, at.x, at.y);
    push(&d, VL_EVENT_POINTER_MOVE, at.x + 200, at.y);
    frames(&d, 20);
    push(&d, VL_EVENT_POINTER_UP, at.x + 200, at.y);
    frames(&d, 1);
    assert_true(vl_session_world(&d.app->session)->particles.v[0][0] == 0);
    close_desk(&d);
}

// --- time ---

// The measured frame time, unsmoothed: whatever the clock says between two frames is the next dt.
static void the_measured_frame_time_is_the_step(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
    frames(&d, 2);
    vl_random random = {1};
    for (int i = 0; i < 200; i++) {
        double dt = vl_random_uniform(&random, 0.001, 0.2);
        vl_null_set_frame(d.platform, dt);
        frames(&d, 1); // its present takes dt …
        double before = vl_lab_time(d.app->session.lab);
        frames(&d, 1); // … and the next frame measures it
        // the clock adds up: rounding of a time below 60 s
        assert_true(fabs(vl_lab_time(d.app->session.lab) - before - dt) < 1e-13);
    }
    assert_true(d.app->session.pacing.lost == 0);
    close_desk(&d);
}

static void a_long_frame_is_cut_and_counted(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
    frames(&d, 2);
    vl_null_set_frame(d.platform, 1.25);
    frames(&d, 1);
    double before = vl_lab_time(d.app->session.lab);
    frames(&d, 1);
    assert_true(fabs(vl_lab_time(d.app->session.lab) - before - VL_LONGEST_STEP) < 1e-12);
    assert_true(fabs(d.app->session.pacing.lost - 1) < 1e-12);
    close_desk(&d);
}

// A stream gives its own steps, as many as fit into the time: after 3 s of frames, 3 s of them.
static void a_stream_keeps_pace_with_real_time(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "oscillator.yaml", 1280, 720);
    double speed = d.app->session.pacing.speed;
    frames(&d, 180);
    double time = vl_lab_time(d.app->session.lab);
    assert_true(time <= 3 * speed && time > 3 * speed - 0.11);
    close_desk(&d);
}

// A policy stands between the frame and the lab: a long frame is skipped, and said to be lost.
static void a_policy_of_the_scene_takes_frames(void **state)
{
    (void)state;
    write_file("skip.yaml", "format: 1\npolicy: skip:0.05\ngravity: [0, -10]\nparticles:\n"
                            "  - {at: [0, 0]}\n");
    desk d = open_desk("skip.yaml", 1280, 720);
    frames(&d, 10);
    double before = vl_lab_time(d.app->session.lab);
    assert_true(before > 0.1 && vl_pacing_lost(&d.app->session.pacing) == 0);
    vl_null_set_frame(d.platform, 0.2);
    frames(&d, 1);
    vl_null_set_frame(d.platform, 1 / 60.0);
    frames(&d, 1); // measures the long one
    assert_true(fabs(vl_lab_time(d.app->session.lab) - before - 1 / 60.0) < 1e-12);
    assert_true(fabs(vl_pacing_lost(&d.app->session.pacing) - 0.2) < 1e-12);
    vl_command_key(d.app, 'r', false);
    assert_true(vl_pacing_lost(&d.app->session.pacing) == 0);
    close_desk(&d);
    remove("skip.yaml");
}

// Frames of 10 ms on steps of 25 ms: none, none, one, …; what is drawn goes on all the same, one
// step behind, and the state is as it was afterwards.
static void an_accumulator_draws_between_states(void **state)
{
    (void)state;
    write_file("between.yaml", "format: 1\npolicy: accumulator:0.025\ngravity: [0, 0]\nparticles:\n"
                               "  - {at: [0, 0], velocity: [1, 0]}\n");
    desk d = open_desk("between.yaml", 1280, 720);
    vl_null_set_frame(d.platform, 0.01);
    frames(&d, 10);
    vl_session *session = &d.app->session;
    double *const *x = vl_session_world(session)->particles.x;
    for (int i = 0; i < 50; i++) {
        frames(&d, 1);
        double now = x[0][0], time = vl_lab_time(session->lab);
        assert_true(fabs(now - time) < 1e-12);
        vl_session_show_drawn(session);
        // of 1 m/s: the place is the time
        assert_true(fabs(x[0][0] - (vl_policy_time(&session->pacing.policy) - 0.025)) < 1e-12);
        vl_session_show_state(session);
        assert_true(x[0][0] == now);
    }
    close_desk(&d);
    remove("between.yaml");
}

// Each page opens and measures under each engine, whose solver is in no table.
static void every_page_opens_under_every_engine(void **state)
{
    (void)state;
    for (int i = 0; i < vl_engine_count; i++) {
        desk d = open_desk(SCENES "ball-on-string.yaml", 1280, 720);
        assert_true(vl_session_set_engine(&d.app->session, vl_engines[i]));
        for (int page = 0; page < vl_page_count; page++) {
            vl_command_key(d.app, vl_pages[page]->key, false);
            assert_ptr_equal(d.app->page, vl_pages[page]);
            frames(&d, 3);
        }
        close_desk(&d);
    }
}

// F8 goes through all engines and ends where it began: integrator, solver, policy of the person.
// A key of the person in between ends it at once, and is obeyed.
static void another_engine_goes_and_leaves_nothing_behind(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "chain.yaml", 1280, 720);
    vl_session *session = &d.app->session;
    vl_session_set_integrator(session, 5);
    vl_solver_settings mine = session->solver;
    mine.iterations = 7;
    vl_session_set_solver(session, &mine);
    for (int i = 0; i < vl_engine_count; i++) {
        vl_command_key(d.app, VL_KEY_F1 + 7, false);
        frames(&d, 5);
        assert_ptr_equal(session->engine, vl_engines[i]);
        assert_ptr_equal(vl_session_world(session)->integrator,
                         vl_engines[i]->integrator ? vl_engines[i]->integrator
                                                   : vl_engine_likeness(vl_engines[i]));
        assert_string_equal(session->pacing.policy.text, vl_engines[i]->policy);
        assert_int_equal(vl_session_own_choice(session).integrator, 5);
    }
    vl_command_key(d.app, VL_KEY_F1 + 7, false);
    frames(&d, 5);
    assert_null(session->engine);
    assert_int_equal(session->integrator, 5);
    assert_int_equal(vl_session_world(session)->solver.iterations, 7);
    assert_true(vl_session_world(session)->damping_per_step == 0);
    assert_true(vl_policy_is_raw(&session->pacing.policy));

    vl_command_key(d.app, VL_KEY_F1 + 7, false);
    vl_session_set_integrator(session, 2);
    assert_null(session->engine);
    assert_true(vl_session_world(session)->damping_per_step == 0);
    assert_ptr_equal(vl_session_world(session)->integrator, vl_integrators[2]);
    for (int setting = 0; setting < vl_setting_count; setting++) {
        vl_command_key(d.app, VL_KEY_F1 + 7, false);
        frames(&d, 2);
        vl_app_change_setting(d.app, vl_settings[setting], 1);
        assert_null(session->engine);
        frames(&d, 2);
    }
    close_desk(&d);
}

static void a_pause_stands_still_and_reset_brings_the_start_back(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "chain.yaml", 1280, 720);
    frames(&d, 30);
    vl_session_set_running(&d.app->session, false);
    double time = vl_lab_time(d.app->session.lab);
    frames(&d, 30);
    assert_true(vl_lab_time(d.app->session.lab) == time && time > 0.3);
    // the readings of a pause are those of the instant on show
    assert_true(d.app->session.instant.reading.time == time);
    vl_command_key(d.app, 'r', false);
    assert_true(vl_lab_time(d.app->session.lab) == 0);
    close_desk(&d);
}

// A pause of the scene file is for its figures; what the notes say next is a key, then R.
static void what_the_scene_paused_runs_when_begun_anew(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "constraint-lab.yaml", 1280, 720);
    vl_session *session = &d.app->session;
    frames(&d, 330);
    assert_true(!session->running && fabs(vl_lab_time(session->lab) - 5) < 0.02);
    vl_command_key(d.app, 'k', false);
    assert_false(session->running);
    vl_command_key(d.app, 'r', false);
    frames(&d, 60);
    assert_true(session->running && fabs(vl_lab_time(session->lab) - 1) < 0.1);

    // who pauses it keeps it paused
    frames(&d, 330);
    vl_command_key(d.app, ' ', false);
    vl_command_key(d.app, ' ', false);
    vl_command_key(d.app, 'r', false);
    frames(&d, 10);
    assert_true(!session->running && vl_lab_time(session->lab) == 0);
    close_desk(&d);
}

static void a_diverged_run_says_so_and_reset_brings_it_back(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "spring-chain.yaml", 1280, 720);
    vl_session_world(&d.app->session)->solver.substeps = 1;
    vl_null_set_frame(d.platform, 0.1);
    frames(&d, 600);
    assert_true(vl_session_world(&d.app->session)->now.diverged);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_DIVERGED);
    vl_null_set_frame(d.platform, 1 / 60.0);
    frames(&d, 1); // the clock has told of the last long frame
    vl_command_key(d.app, 'r', false);
    frames(&d, 10);
    assert_false(vl_session_world(&d.app->session)->now.diverged);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NONE);
    close_desk(&d);
}

// Implicit midpoint after a hitch: far too much energy, but numbers still. The banner names it, and
// goes with it.
static void what_is_told_of_a_method_goes_with_it(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "stiff-springs.yaml", 1280, 720);
    vl_command_key(d.app, 'i', false);
    vl_command_key(d.app, 'r', false);
    frames(&d, 30);
    vl_command_key(d.app, 'h', false);
    for (int i = 0; i < 1200 && d.app->notice.kind != VL_NOTICE_DIVERGED; i++)
        frames(&d, 1);
    assert_false(vl_session_world(&d.app->session)->now.diverged);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_DIVERGED);
    vl_command_key(d.app, 'i', false);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_DIVERGED);
    vl_command_key(d.app, 'b', false);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NONE);
    close_desk(&d);
}

// One long step, and only one.
static void a_hitch_is_one_step(void **state)
{
    (void)state;
    static const char *const scenes[] = {SCENES "pendulum.yaml", SCENES "orbit.yaml"};
    for (int i = 0; i < 2; i++) {
        desk d = open_desk(scenes[i], 1280, 720);
        frames(&d, 30);
        vl_null_push(d.platform, (vl_event){.kind = VL_EVENT_KEY, .key = 'h'});
        int long_steps = 0;
        int64_t seen_step = -1;
        for (int k = 0; k < 120; k++) {
            frames(&d, 1);
            const vl_reading *reading = &d.app->session.instant.reading;
            long_steps += reading->step != seen_step && reading->dt >= VL_HITCH;
            seen_step = reading->step;
        }
        assert_int_equal(long_steps, 1);
        close_desk(&d);
    }
}

// --- the way back, estimators ---

static void press(desk *d, uint32_t key)
{
    vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = key});
    frames(d, 1);
}

static void run_until_it_pauses(desk *d, int most)
{
    for (int i = 0; i < most && d->app->session.running; i++)
        frames(d, 1);
    assert_false(d->app->session.running);
}

// Whether a drawn text ends as the first line of a formula does.
static bool ends_so(const char *text, int count, const char *formula)
{
    enum { END = 4 }; // bytes: "dt²", ")/2"

    int length = (int)strcspn(formula, "\n");
    return count >= END && memcmp(text + count - END, formula + length - END, END) == 0;
}

// The end of the formula is drawn, inside the card.
static void assert_formula_is_whole(const vl_app *app, const char *formula)
{
    vl_rect parts[MOST_PARTS];
    parts_of_window(app, parts);
    const vl_rect *card = &parts[1];
    const vl_drawlist *list = &app->list;
    bool whole = false;
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        const char *text = list->text.data + draw->first;
        if (draw->kind != VL_DRAW_TEXT || !ends_so(text, draw->count, formula))
            continue;
        float width = app->platform->text_width(app->platform, draw->size, text, draw->count);
        whole = whole || (vl_rect_contains(*card, draw->x, draw->y) &&
                          vl_rect_contains(*card, draw->x + width, draw->y));
    }
    if (!whole)
        fail_msg("%s", formula);
}

// Forward for two seconds, back, paused at the start with a word on how near it is; then there
// again; the steps of the way are those that were made, from the last to the first.
static void z_goes_back_to_where_it_began_and_says_how_near(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "estimator.yaml", 1280, 720);
    vl_session *session = &d.app->session;
    const vl_world *world = vl_session_world(session);
    frames(&d, 120);
    int steps = session->playback.record.count;
    double turned = world->particles.x[0][0], time = world->now.time;
    assert_int_equal(steps, vl_lab_steps(session->lab));
    assert_true(steps > 50);

    press(&d, 'z');
    assert_true(session->playback.left > 0 && session->running);
    frames(&d, 20);
    char shown[64];
    double readout = d.app->readout.reading.time;
    assert_true(readout > time);
    snprintf(shown, sizeof shown, "t = %.2f s, going back to 0.00 s", 2 * time - readout);
    assert_true(is_drawn(d.app, shown)); // the world's own time runs on
    run_until_it_pauses(&d, 1000);
    assert_int_equal(vl_lab_steps(session->lab), 2 * steps);
    assert_true(fabs(world->particles.x[0][0] - 1) < 1e-13);
    assert_true(fabs(session->playback.distance) < 1e-13);
    assert_true(fabs(world->now.time - 2 * time) < 1e-9);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_RETURN);
    assert_true(strstr(d.app->notice.title, "Back at t = 0 s") != NULL);
    assert_true(is_drawn(d.app, "t = 0.00 s, turned round"));
    frames(&d, 400); // it stays
    assert_int_equal(d.app->notice.kind, VL_NOTICE_RETURN);

    press(&d, 'z');
    run_until_it_pauses(&d, 1000);
    assert_true(fabs(world->particles.x[0][0] - turned) < 1e-13);
    snprintf(shown, sizeof shown, "t = %.2f s", time);
    assert_true(is_drawn(d.app, shown));
    press(&d, ' ');
    frames(&d, 5);
    assert_true(session->running && session->playback.left == 0);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NONE);
    press(&d, 'r');
    assert_true(vl_playback_shown_time(&session->playback, 0) == 0);
    close_desk(&d);
}

// Of no method, in no window. The letters here are wider than those of a font.
static void no_formula_is_cut(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {900, 700}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        desk d = open_desk(SCENES "oscillator.yaml", sizes[s][0], sizes[s][1]);
        for (int i = 0; i < vl_integrator_count; i++) {
            vl_session_set_integrator(&d.app->session, i);
            frames(&d, 2);
            assert_formula_is_whole(d.app, vl_integrators[i]->formula);
        }
        close_desk(&d);
    }
}

// Paused at any moment, by whatever method and stream, the digits are those of the picture.
static void paused_digits_are_those_of_the_picture(void **state)
{
    (void)state;
    static const char *const scenes[] = {"orbit", "estimator", "hitch", "ball-on-string", "chain"};
    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
        char path[512];
        snprintf(path, sizeof path, SCENES "%s.yaml", scenes[s]);
        desk d = open_desk(path, 1280, 720);
        for (int i = 0; i < vl_integrator_count; i++) {
            vl_session_set_integrator(&d.app->session, i);
            vl_session_set_running(&d.app->session, true);
            frames(&d, 7);
            press(&d, ' ');
            const vl_instant *shown = &d.app->readout;
            const vl_world *world = vl_session_world(&d.app->session);
            vl_vec3 x = vl_read(world->particles.x, shown->slot);
            if (world->now.diverged)
                break;
            if (vl_length(vl_sub(x, shown->x)) != 0 || shown->reading.time != world->now.time)
                fail_msg("%s, %s: off by %g m, %g s", scenes[s], vl_integrators[i]->name,
                         vl_length(vl_sub(x, shown->x)), world->now.time - shown->reading.time);
            press(&d, '.');
            x = vl_read(world->particles.x, shown->slot);
            assert_true(vl_length(vl_sub(x, d.app->readout.x)) == 0);
        }
        close_desk(&d);
    }
}

static void the_way_back_can_be_paused_stepped_and_left(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
    vl_session *session = &d.app->session;
    press(&d, 'z'); // a moment after the start there is next to nothing
    press(&d, 'r');
    frames(&d, 60);
    press(&d, 'z');
    frames(&d, 3);
    press(&d, ' ');
    int left = session->playback.left;
    assert_true(left > 0 && !session->running);
    press(&d, '.');
    assert_int_equal(session->playback.left, left - 1);
    press(&d, ' ');
    assert_true(session->running);

    // another method is another motion: forward from here
    press(&d, '5');
    assert_int_equal(session->playback.left, 0);
    assert_true(session->running);
    frames(&d, 20);
    press(&d, 'z');
    assert_true(session->playback.left > 0);
    press(&d, 'r');
    assert_int_equal(session->playback.left, 0);
    assert_true(session->playback.record.time == 0);
    close_desk(&d);
}

static void without_steps_z_says_so(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
    vl_session_set_running(&d.app->session, false);
    vl_session_reset(&d.app->session);
    press(&d, 'z');
    assert_int_equal(d.app->session.playback.left, 0);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NOTE);
    assert_true(strstr(d.app->notice.title, "no step") != NULL);
    close_desk(&d);
}

static void a_full_record_begins_anew_and_says_so(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "oscillator.yaml", 1280, 720);
    vl_session *session = &d.app->session;
    vl_session_set_running(session, false);
    for (int i = 0; i < VL_RECORD_MOST; i++)
        vl_record_add(&session->playback.record, 0.1);
    press(&d, '.');
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NOTE);
    assert_true(strstr(d.app->notice.title, "full") != NULL);
    assert_int_equal(session->playback.record.count, 0);
    assert_true(session->playback.record.time == vl_lab_time(session->lab));
    close_desk(&d);
}

// The motion of a run under one estimator and another, and what the panel shows of it.
static void u_changes_readings_and_no_motion(void **state)
{
    (void)state;
    double x[2], largest[2];
    for (int wrong = 0; wrong < 2; wrong++) {
        desk d = open_desk(SCENES "estimator.yaml", 1280, 720);
        vl_session *session = &d.app->session;
        for (int i = 0; i < wrong; i++)
            press(&d, 'u');
        if (!wrong)
            frames(&d, 1);
        assert_int_equal(session->estimator, wrong);
        frames(&d, 600);
        vl_session_settle(session);
        x[wrong] = vl_session_world(session)->particles.x[0][0];
        largest[wrong] = session->largest_error;
        press(&d, 'r');
        assert_int_equal(session->estimator, wrong);
        close_desk(&d);
    }
    assert_true(x[0] == x[1]);
    assert_true(fabs(largest[0] - 0.0037) < 0.0005);
    assert_true(fabs(largest[1] - 0.077) < 0.0005);
}

// Open, in a run, back along it, closed and in another scene: nothing hangs, and the return of all
// methods begins by itself.
static void the_page_of_identities_goes_with_the_run(void **state)
{
    (void)state;
    static const char *const scenes[] = {SCENES "estimator.yaml", SCENES "bounce.yaml",
                                         SCENES "tearing-curtain.yaml"};
    for (int i = 0; i < 3; i++) {
        desk d = open_desk(scenes[i], 1280, 720);
        press(&d, VL_KEY_F1 + 4);
        frames(&d, 30);
        press(&d, 'z');
        frames(&d, 20);
        press(&d, 'r');
        frames(&d, 10);
        press(&d, VL_KEY_PAGE_DOWN);
        frames(&d, 10);
        press(&d, 'z');
        press(&d, VL_KEY_F1 + 4);
        assert_null(d.app->page);
        frames(&d, 5);
        close_desk(&d);
    }
}

// --- what the pages measure ---

static void wait_for_page(desk *d)
{
    frames(d, 3);
    for (int i = 0; i < 20000 && vl_pages_busy(d->app); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        frames(d, 1);
    }
    assert_false(vl_pages_busy(d->app));
    frames(d, 2);
}

// The value behind a word of the screen.
static double number_behind(const desk *d, const char *word)
{
    const char *at = strstr(d->app->list.text.data, word);
    assert_non_null(at);
    return strtod(at + strlen(word), NULL);
}

// Every engine, and none, with the mistake on and off: the world that runs is the one of
// vl_session_scene(), after a reset, too.
static void the_scene_of_a_session_is_what_its_world_is_made_of(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "broken-early-readout.yaml", 1280, 720);
    vl_session *session = &d.app->session;
    for (int i = -1; i < vl_engine_count; i++)
        for (int on = 0; on < 2; on++) {
            assert_true(vl_session_set_engine(session, i < 0 ? NULL : vl_engines[i]));
            vl_session_set_mistake(session, on);
            const vl_world *world = vl_session_world(session);
            const vl_scene scene = vl_session_scene(session);
            assert_ptr_equal(vl_world_method(world), scene.integrator);
            assert_true(vl_session_same_solver(&world->solver, &scene.solver));
            assert_true(world->damping_per_step == scene.damping_per_step);
            assert_true(world->naive_start == scene.naive_start);
            assert_ptr_equal(world->mistake, scene.mistake);
            assert_ptr_equal(scene.mistake, on && i < 0 ? session->scene->mistake : NULL);
            assert_string_equal(scene.policy, session->pacing.policy.text);
        }
    close_desk(&d);
}

// Rounded to single precision TCV has no order; without the mistake it has its first one. What was
// found before Q is not taken for what is found after it.
static void the_order_lab_measures_what_runs(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "broken-single-precision.yaml", 1280, 720);
    press(&d, 'q');
    press(&d, VL_KEY_F1 + 2);
    wait_for_page(&d);
    assert_true(fabs(number_behind(&d, "tcv: measured ") - 1) < 0.05);
    assert_false(shows(&d, "With the mistake") || shows(&d, "measure again"));
    press(&d, 'q');
    frames(&d, 1);
    assert_true(shows(&d, "The mistake has changed since: measure again"));
    press(&d, 'q');
    frames(&d, 1);
    assert_false(shows(&d, "measure again"));
    vl_session_set_engine(&d.app->session, vl_engine_find("fixed-accumulator", NULL));
    frames(&d, 2);
    assert_true(shows(&d, "The engine has changed since: measure again"));
    close_desk(&d);

    d = open_desk(SCENES "broken-single-precision.yaml", 1280, 720);
    press(&d, VL_KEY_F1 + 2);
    wait_for_page(&d);
    assert_true(shows(&d, "With the mistake"));
    close_desk(&d);
}

// The engine's solver and integrator have no name in a file; its friction has no order.
static void the_order_lab_takes_engines_or_says_why_not(void **state)
{
    (void)state;
    for (int i = 0; i < vl_engine_count; i++) {
        desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
        vl_session_set_engine(&d.app->session, vl_engines[i]);
        press(&d, VL_KEY_F1 + 2);
        frames(&d, 5);
        assert_true(vl_engines[i]->damping_per_step > 0 ? shows(&d, "with damping per")
                                                        : shows(&d, "with each method"));
        close_desk(&d);
    }
}

// m, under the policy raw.
static double drift_of(vl_session *session, const vl_mistake *mistake)
{
    vl_error error = {0};
    vl_scene scene = vl_session_scene(session);
    scene.mistake = mistake;
    vl_stream *stream = vl_stream_parse(VL_POLICY_BENCH_FRAMES, NULL, &error);
    vl_policy_bench *bench =
        vl_policy_bench_create(&scene, &scene.integrator, 1, stream, 10, &error);
    assert_non_null(bench);
    while (vl_policy_bench_work(bench))
        ;
    double drift = vl_policy_bench_result(bench, 0, 0).drift_real;
    vl_policy_bench_free(bench);
    vl_stream_free(stream);
    return drift;
}

static void the_policies_page_measures_what_runs(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "broken-single-precision.yaml", 1280, 720);
    vl_session *session = &d.app->session;
    char with[VL_FIGURE_SIZE], without[VL_FIGURE_SIZE];
    vl_figure(drift_of(session, session->scene->mistake), 3, with);
    vl_figure(drift_of(session, NULL), 3, without);
    assert_string_not_equal(with, without);
    press(&d, VL_KEY_F1 + 6);
    wait_for_page(&d);
    assert_true(shows(&d, "Verlet with the mistake") && shows(&d, with));
    press(&d, 'q');
    wait_for_page(&d);
    assert_false(shows(&d, "with the mistake") || shows(&d, with));
    assert_true(shows(&d, without));

    // an engine makes no mistake of the scene
    press(&d, 'q');
    vl_session_set_engine(session, vl_engine_find("physicsjs", NULL));
    vl_figure(drift_of(session, NULL), 3, without);
    wait_for_page(&d);
    assert_true(shows(&d, "As in PhysicsJS") && shows(&d, without));
    assert_false(shows(&d, "with the mistake"));
    close_desk(&d);
}

static double return_of(vl_session *session, const vl_integrator *integrator)
{
    vl_scene scene = vl_session_scene(session);
    vl_return way = vl_return_create(&scene, integrator, &session->playback.path);
    while (vl_return_step(&way, &session->playback.path))
        ;
    double distance = vl_record_distance(&session->playback.path, way.world);
    vl_return_free(&way);
    return distance;
}

// Velocity Verlet comes back to rounding, which in single precision is coarser.
static void the_return_of_all_is_of_what_runs(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "estimator.yaml", 1280, 720);
    vl_session *session = &d.app->session;
    session->scene->mistake = vl_mistake_find("single-precision");
    vl_session_reset(session);
    const vl_integrator *method = vl_integrator_find("velocity-verlet");
    char shown[2][VL_FIGURE_SIZE];
    press(&d, VL_KEY_F1 + 4);
    frames(&d, 60);
    press(&d, 'z');
    wait_for_page(&d);
    frames(&d, 30);
    for (int on = 1; on >= 0; on--) {
        vl_figure_unit(return_of(session, method), 2, "m", shown[on]);
        for (int i = 0; i < 2000 && !shows(&d, shown[on]); i++) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
            frames(&d, 1);
        }
        assert_true(shows(&d, shown[on]));
        press(&d, 'q');
        frames(&d, 1);
    }
    assert_string_not_equal(shown[0], shown[1]);
    close_desk(&d);
}

// A finding is of the scene that it was made of: the next one stops the work and begins its own.
static void another_scene_stops_what_is_measured(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "projectile.yaml", 1280, 720);
    press(&d, VL_KEY_F1 + 2);
    wait_for_page(&d);
    assert_true(shows(&d, "solution: projectile"));
    vl_command_key(d.app, VL_KEY_PAGE_DOWN, false); // polynomial
    frames(&d, 3);
    assert_false(shows(&d, "solution: projectile"));
    assert_true(vl_pages_busy(d.app));       // at its own
    vl_app_open(d.app, SCENES "orbit.yaml"); // orbit, while that one works
    frames(&d, 3);
    assert_false(shows(&d, "solution: polynomial"));
    wait_for_page(&d);
    assert_true(shows(&d, "two-body") && !shows(&d, "measure again"));
    close_desk(&d);
}

// Q and F8 while Z runs back: another motion, which goes on forward.
static void a_switch_on_the_way_back_leaves_it(void **state)
{
    (void)state;
    static const uint32_t keys[] = {'q', VL_KEY_F1 + 7};
    for (int k = 0; k < 2; k++) {
        desk d = open_desk(SCENES "broken-stale-dt.yaml", 1280, 720);
        vl_session *session = &d.app->session;
        press(&d, VL_KEY_F1 + 4);
        frames(&d, 60);
        press(&d, 'z');
        frames(&d, 10);
        assert_true(session->playback.left > 0);
        press(&d, keys[k]);
        assert_int_equal(session->playback.left, 0);
        assert_true(session->running && vl_session_mistake(session) == NULL);
        assert_true((session->engine != NULL) == (k == 1));
        double time = vl_lab_time(session->lab);
        frames(&d, 20);
        assert_true(vl_lab_time(session->lab) > time);
        assert_int_not_equal(d.app->notice.kind, VL_NOTICE_RETURN);
        press(&d, 'z'); // along the steps of the new motion alone
        assert_true(session->playback.path.count > 0 && session->playback.path.count <= 21);
        close_desk(&d);
    }
}

// The name of the estimator in the ledger and the number behind it change together.
static void u_changes_the_check_of_the_ledger_at_once(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "chain.yaml", 1280, 720);
    press(&d, VL_KEY_F1 + 3);
    frames(&d, 40);
    for (int i = 0; i < vl_estimator_count; i++) {
        press(&d, 'u');
        const vl_reading *shown = &d.app->readout.reading;
        const vl_reading *now = &d.app->session.instant.reading;
        char figure[VL_FIGURE_SIZE];
        assert_true(shown->time == now->time && shown->energy == now->energy);
        vl_figure(shown->energy - vl_lab_reference(d.app->session.lab, 0)->energy, 4, figure);
        assert_true(shows(&d, figure));
        frames(&d, 2);
    }
    close_desk(&d);
}

// Reset, and another scene, while the bench works: in the end its table is whole, of what runs.
static void a_reset_while_the_policies_are_stepped_is_sound(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "cloth.yaml", 1280, 720);
    press(&d, VL_KEY_F1 + 6);
    frames(&d, 2);
    assert_true(vl_pages_busy(d.app));
    press(&d, 'r');
    frames(&d, 2);
    assert_true(vl_pages_busy(d.app));
    vl_error error = {0};
    assert_true(vl_session_open(&d.app->session, SCENES "pendulum.yaml", &error));
    wait_for_page(&d);
    char drift[VL_FIGURE_SIZE];
    vl_figure(drift_of(&d.app->session, NULL), 3, drift);
    assert_true(shows(&d, drift));
    close_desk(&d);
}

static void reset_forgets_lost_time_and_hands(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
    vl_null_set_frame(d.platform, 1);
    frames(&d, 3);
    assert_true(d.app->session.pacing.lost > 0);
    vl_pixel ball = ball_pixel(&d, 2);
    push(&d, VL_EVENT_POINTER_DOWN, ball.x, ball.y);
    frames(&d, 1);
    assert_true(d.app->session.touched); // the change of energy is no error of the method now
    vl_null_set_frame(d.platform, 1 / 60.0);
    vl_command_key(d.app, 'r', false);
    frames(&d, 1);
    assert_true(d.app->session.pacing.lost <= 0.75); // that of the last long frame alone
    assert_false(d.app->session.touched);
    close_desk(&d);
}

// The world may be gone between two events of one frame, and between a button and the next frame.
static void a_new_world_leaves_nothing_of_the_old_one(void **state)
{
    (void)state;
    static const uint32_t keys[] = {'r', VL_KEY_PAGE_DOWN};
    for (int k = 0; k < 2; k++)
        for (int second = 0; second < 3; second++) {
            desk d = open_desk(SCENES "cloth.yaml", 1280, 720);
            vl_pixel corner = ball_pixel(&d, vl_session_world(&d.app->session)->particles.count);
            push(&d, VL_EVENT_POINTER_MOVE, corner.x, corner.y);
            frames(&d, 2);
            assert_true(d.app->hover_slot >= 0);
            push(&d, VL_EVENT_POINTER_DOWN, corner.x, corner.y);
            frames(&d, 2);
            assert_int_equal(vl_session_world(&d.app->session)->hold_count, 1);
            for (int turn = 0; turn < 4; turn++)
                vl_null_push(d.platform, (vl_event){.kind = VL_EVENT_KEY, .key = keys[k]});
            if (second == 0)
                push(&d, VL_EVENT_POINTER_UP, corner.x, corner.y);
            else
                vl_null_push(d.platform,
                             (vl_event){.kind = VL_EVENT_KEY, .key = second == 1 ? '.' : 'p'});
            frames(&d, 3);
            assert_int_equal(vl_session_world(&d.app->session)->hold_count, 0);
            close_desk(&d);
        }
}

// A second button while the first one holds a particle, in any order of letting go.
static void a_second_button_lets_the_first_one_do_its_work(void **state)
{
    (void)state;
    for (int button = VL_BUTTON_MIDDLE; button <= VL_BUTTON_RIGHT; button++)
        for (int first = 0; first < 2; first++) {
            desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
            vl_pixel ball = ball_pixel(&d, 2);
            vl_event event = {
                .kind = VL_EVENT_POINTER_DOWN, .x = ball.x, .y = ball.y, .button = VL_BUTTON_LEFT};
            vl_null_push(d.platform, event);
            event.button = button;
            vl_null_push(d.platform, event);
            frames(&d, 2);
            assert_int_equal(vl_session_world(&d.app->session)->hold_count, 1);
            event.kind = VL_EVENT_POINTER_UP;
            event.button = first ? VL_BUTTON_LEFT : button;
            vl_null_push(d.platform, event);
            frames(&d, 2);
            assert_int_equal(vl_session_world(&d.app->session)->hold_count, first ? 0 : 1);
            event.button = first ? button : VL_BUTTON_LEFT;
            vl_null_push(d.platform, event);
            frames(&d, 2);
            assert_int_equal(vl_session_world(&d.app->session)->hold_count, 0);
            close_desk(&d);
        }
}

// What stands beside the formula: the step that led to x, and the one before it.
static void the_numbers_beside_the_formula_are_those_of_the_step(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "free-fall.yaml", 1280, 720);
    vl_session_set_running(&d.app->session, false);
    vl_lab_advance(d.app->session.lab, 0.01);
    vl_lab_advance(d.app->session.lab, 0.02);
    vl_lab_settle(d.app->session.lab, 0);
    frames(&d, 1);
    assert_non_null(strstr(d.app->list.text.data, "dt = 20.000 ms   dt₋ = 10.000 ms"));
    assert_non_null(strstr(d.app->list.text.data, "dt/dt₋ = 2.0000"));
    close_desk(&d);
}

// With steps of a second, too, the digits are those of the stone on the stage, free or on a rod;
// and a stream of three steps says that it has ended.
static void digits_do_not_lag_behind_long_steps(void **state)
{
    (void)state;
    for (int rod = 0; rod < 2; rod++) {
        write_file("steps.txt", "0.5\n0.5\n0.5\n");
        write_file("slow.yaml",
                   rod ? "format: 1\ntimestep: file:steps.txt\ngravity: [0, -1]\nparticles:\n"
                         "- {name: a, at: [0, 0], pinned: true}\n- {name: b, at: [1, 0]}\n"
                         "links:\n- {from: a, to: b}\n"
                       : "format: 1\ntimestep: file:steps.txt\ngravity: [0, -1]\nparticles:\n"
                         "- {name: b, at: [1, 0]}\n");
        desk d = open_desk("slow.yaml", 1280, 720);
        vl_world *world = vl_session_world(&d.app->session);
        // digits are refreshed every 0.2 s, or 12 frames; one more for the clock's rounding
        int64_t last = 0;
        int rested = 0, compared = 0;
        for (int k = 0; k < 120; k++) {
            frames(&d, 1);
            rested = world->now.frames == last ? rested + 1 : 0;
            last = world->now.frames;
            if (rested > 13 && ++compared)
                assert_true(d.app->readout.reading.time == world->now.time);
        }
        assert_true(compared > 30);
        assert_false(d.app->session.running);
        assert_string_equal(d.app->notice.title, "The stream of steps has ended");
        close_desk(&d);
    }
}

// Substeps: the first one of a frame meets the last one of the frame before.
static void the_ratio_of_steps_is_that_of_substeps(void **state)
{
    (void)state;
    vl_error error = {0};
    vl_scene *scene = vl_scene_load(SCENES "pendulum.yaml", &error);
    assert_non_null(scene);
    vl_lab *lab = vl_lab_create(scene, NULL, 1);
    vl_lab_world(lab, 0)->solver.substeps = 4;
    vl_lab_advance(lab, 0.02);
    vl_lab_world(lab, 0)->solver.substeps = 2;
    vl_lab_advance(lab, 0.02);
    vl_lab_settle(lab, 0);
    assert_true(vl_lab_reading(lab, 0)->dt_ratio == 2);
    assert_true(vl_lab_reading(lab, 0)->dt == 0.02);
    vl_lab_free(lab);
    vl_scene_free(scene);
}

// A reading settled with the step to come is that of a run that goes on.
static void a_settled_reading_is_that_of_a_run_that_goes_on(void **state)
{
    (void)state;
    vl_error error = {0};
    vl_scene *scene = vl_scene_load(SCENES "stumble.yaml", &error);
    assert_non_null(scene);
    vl_lab *lab = vl_lab_create(scene, NULL, 1);
    for (int k = 0; k < 21; k++)
        vl_lab_advance(lab, k % 2 ? 0.02 : 0.01);
    vl_lab_settle(lab, 0.02);
    double settled = vl_lab_reading(lab, 0)->kinetic;
    vl_lab_free(lab);

    lab = vl_lab_create(scene, NULL, 1);
    for (int k = 0; k < 22; k++)
        vl_lab_advance(lab, k % 2 ? 0.02 : 0.01);
    assert_int_equal(vl_lab_reading(lab, 0)->step, 21);
    assert_true(vl_lab_reading(lab, 0)->kinetic == settled);
    vl_lab_free(lab);
    vl_scene_free(scene);
}

// 1 m/s, and 5 m/s in the last 50 ms: over the last 80 ms that is (0.03 · 1 + 0.05 · 5)/0.08.
static void the_speed_of_a_hand_is_that_of_its_last_moments(void **state)
{
    (void)state;
    assert_true(VL_HAND_TIME >= 0.05 && VL_HAND_TIME <= 0.1);
    vl_grip grip = {.used = true, .sample_count = 3};
    grip.samples[0] = (vl_hand_sample){10, {0, 0, 0}};
    grip.samples[1] = (vl_hand_sample){10.5, {0.5, 0, 0}};
    grip.samples[2] = (vl_hand_sample){10.55, {0.75, 0, 0}};
    double rest = VL_HAND_TIME - 0.05, expected = (rest + 0.25) / VL_HAND_TIME;
    assert_true(fabs(vl_hand_speed(grip.samples, grip.sample_count, 10.55, VL_HAND_TIME).x -
                     expected) < 1e-12);
    assert_true(vl_hand_speed(grip.samples, grip.sample_count, 11, VL_HAND_TIME).x == 0);
}

// A reference that has done a frame within the patience of the screen is drawn for the instant that
// is shown; where there is none, or it lags, a word stands there instead, and no frame waits.
static void the_ghost_is_of_the_instant_shown(void **state)
{
    (void)state;

    static const struct {
        const char *scene;
        vl_track_state state;
    } cases[] = {{SCENES "free-fall.yaml", VL_TRACK_NONE}, // exact
                 {SCENES "chain.yaml", VL_TRACK_FOLLOWS},
                 {SCENES "cloth.yaml", VL_TRACK_REFUSED}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        desk d = open_desk(cases[i].scene, 1280, 720);
        d.app->shown.ghost = true;
        frames(&d, 30);
        vl_session_set_running(&d.app->session, false);
        frames(&d, 2);
        vl_lab *lab = d.app->session.lab;
        const vl_world *world = vl_session_world(&d.app->session);
        double *x[VL_AXES];
        vl_axes_create(x, world->particles.count);
        bool there = vl_lab_true_positions(lab, 0, 10, x);
        assert_int_equal(there, cases[i].state != VL_TRACK_REFUSED);
        assert_int_equal(vl_lab_track(lab, 0).state, cases[i].state);
        double error = 0;
        for (int k = 0; k < world->particles.count && there; k++)
            error = fmax(error, vl_length(vl_sub(vl_read(x, k), vl_read(world->particles.x, k))));
        frames(&d, 20); // digits are refreshed
        double shown = cases[i].state == VL_TRACK_FOLLOWS ? d.app->track.error
                                                          : d.app->readout.reading.position_error;
        if (there)
            assert_true(fabs(shown - error) <= 1e-15);
        assert_int_equal(d.app->track.state, cases[i].state);
        vl_axes_free(x);
        close_desk(&d);
    }
}

// The reference is gone while a hand holds, begins anew when it lets go and when the method is
// switched, and is begun with each lab.
static void the_reference_begins_anew_after_a_hand(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "chain.yaml", 1280, 720);
    frames(&d, 20);
    vl_lab *lab = d.app->session.lab;
    assert_true(vl_lab_track(lab, 0).since == 0);
    vl_pixel ball = ball_pixel(&d, 10);
    push(&d, VL_EVENT_POINTER_DOWN, ball.x, ball.y);
    frames(&d, 3);
    assert_int_equal(vl_lab_track(lab, 0).state, VL_TRACK_HELD);
    push(&d, VL_EVENT_POINTER_UP, ball.x, ball.y);
    frames(&d, 3);
    vl_track track = vl_lab_track(lab, 0);
    assert_int_equal(track.state, VL_TRACK_FOLLOWS);
    assert_true(track.since > 0.2);

    vl_session_set_integrator(&d.app->session, 1);
    assert_true(vl_lab_track(lab, 0).since > track.since);
    vl_session_reset(&d.app->session);
    assert_true(vl_lab_track(d.app->session.lab, 0).since == 0);
    close_desk(&d);
}

// A reference that never gets ready: the flag's takes seconds for a frame. The frames of the app
// take as long as without it, give or take what is waited for in the first eight, and a step of
// the reference when the scene is left.
static void a_slow_reference_never_holds_a_frame(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "flag.yaml", 1280, 720);
    d.app->shown.ghost = true;
    double took[2];
    for (int with = 1; with >= 0; with--) {
        d.app->session.reference = with ? VL_REFERENCE_BESIDE : VL_REFERENCE_NONE;
        vl_session_reset(&d.app->session);
        frames(&d, 20);
        double begin = vl_clock_now();
        frames(&d, 100);
        took[with] = vl_clock_now() - begin;
        vl_track_state wanted = with ? VL_TRACK_FOLLOWS : VL_TRACK_NONE;
        assert_int_equal(vl_lab_track(d.app->session.lab, 0).state, wanted);
        if (with)
            assert_true(vl_lab_track(d.app->session.lab, 0).behind > 1);
    }
    print_message("  a frame: %.2f ms with, %.2f ms without\n", 10 * took[1], 10 * took[0]);
    assert_true(took[1] < 3 * took[0] + 0.2); // waiting would add 0.4 s; a core may be shared
    close_desk(&d);
}

// A hand that let go begins the exact solution anew, from then.
static void the_exact_solution_begins_anew_after_a_hand(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "projectile.yaml", 1280, 720);
    vl_session_set_integrator(&d.app->session, 5); // exact here
    frames(&d, 20);
    vl_pixel ball = ball_pixel(&d, 1);
    push(&d, VL_EVENT_POINTER_DOWN, ball.x, ball.y);
    push(&d, VL_EVENT_POINTER_MOVE, ball.x + 80, ball.y - 40);
    frames(&d, 10);
    assert_null(vl_lab_reference(d.app->session.lab, 0)->exact);
    push(&d, VL_EVENT_POINTER_UP, ball.x + 80, ball.y - 40);
    frames(&d, 40);
    const vl_exact *exact = vl_lab_reference(d.app->session.lab, 0)->exact;
    assert_non_null(exact);
    assert_true(vl_exact_since(exact) > 0.2);
    assert_true(d.app->session.instant.reading.position_error < 1e-9);
    close_desk(&d);
}

// One name or several, and none where no exact motion is known.
static void the_panel_names_the_exact_motion(void **state)
{
    (void)state;
    write_file("two.yaml", "format: 1\ngravity: [0, -9.81]\n"
                           "particles:\n"
                           "  - {at: [2, 0]}\n"
                           "  - {at: [0, 0], pinned: true}\n"
                           "  - {at: [1, 0]}\n"
                           "links:\n"
                           "  - {from: 2, to: 3}\n");

    static const struct {
        const char *file, *one, *other;
    } rows[] = {
        {SCENES "pendulum.yaml", "pendulum", NULL},
        {SCENES "orbit.yaml", "two-body orbit", NULL},
        {"two.yaml", "free fall", "pendulum"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        desk d = open_desk(rows[i].file, 1280, 720);
        frames(&d, 2);
        assert_true(shows(&d, "exact") && shows(&d, rows[i].one));
        assert_true(!rows[i].other || shows(&d, rows[i].other));
        close_desk(&d);
    }
    desk d = open_desk(SCENES "chain.yaml", 1280, 720);
    frames(&d, 2);
    assert_false(shows(&d, "exact"));
    close_desk(&d);
}

// --- files ---

// A second save may fall into the same tick of the clock of the file system.
static void wait_for_file_clock(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

#define SCENE_TEXT(title, rest)                                                                    \
    "format: 1\ntitle: " title "\nparticles:\n  - {name: a, at: [0, 1]}\n" rest

static void a_saved_file_is_loaded_and_a_broken_one_is_not(void **state)
{
    (void)state;
    char path[] = "/tmp/verlet-lab-test-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    write_file(path, SCENE_TEXT("first", ""));
    desk d = open_desk(path, 1280, 720);
    frames(&d, 60);

    wait_for_file_clock();
    write_file(path, SCENE_TEXT("broken", "colour: red\n"));
    double time = vl_lab_time(d.app->session.lab);
    frames(&d, 60);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_FILE);
    assert_non_null(strstr(d.app->notice.text, ":5:1:"));
    assert_string_equal(d.app->session.scene->title, "first");
    assert_true(vl_lab_time(d.app->session.lab) > time + 0.5);

    // it stays until it is mended
    frames(&d, 600);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_FILE);
    wait_for_file_clock();
    write_file(path, SCENE_TEXT("mended", ""));
    frames(&d, 60);
    assert_string_equal(d.app->session.scene->title, "mended");
    assert_int_not_equal(d.app->notice.kind, VL_NOTICE_FILE);

    // or dismissed
    wait_for_file_clock();
    write_file(path, "format: [");
    frames(&d, 60);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_FILE);
    vl_null_push(d.platform, (vl_event){.kind = VL_EVENT_KEY, .key = VL_KEY_ESCAPE});
    frames(&d, 2);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NONE);
    remove(path);
    frames(&d, 60); // a file that is gone is no news
    close_desk(&d);
}

static void a_dropped_file_is_opened_or_its_fault_told(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "pendulum.yaml", 1280, 720);
    vl_null_push(d.platform,
                 (vl_event){.kind = VL_EVENT_DROP, .path = vl_copy_text(SCENES "bad/empty.yaml")});
    frames(&d, 1);
    assert_int_equal(d.app->notice.kind, VL_NOTICE_FILE);
    assert_non_null(strstr(d.app->session.scene->path, "pendulum"));
    vl_null_push(d.platform,
                 (vl_event){.kind = VL_EVENT_DROP, .path = vl_copy_text(SCENES "cloth.yaml")});
    frames(&d, 1);
    assert_non_null(strstr(d.app->session.scene->path, "cloth"));
    assert_int_equal(d.app->notice.kind, VL_NOTICE_NONE);
    close_desk(&d);
}

static void a_saved_scene_opens_as_it_was_seen(void **state)
{
    (void)state;
    desk d = open_desk(SCENES "cloth.yaml", 1280, 720);
    vl_session_set_integrator(&d.app->session, 6);
    vl_camera_turn(&d.app->camera, 50, 20);
    vl_command_key(d.app, 's', true);
    vl_command_key(d.app, 's', true);

    vl_error error = {0};
    for (int i = 0; i < 2; i++) {
        vl_scene *scene = vl_scene_load(i ? "cloth-saved-2.yaml" : "cloth-saved.yaml", &error);
        assert_non_null(scene);
        assert_string_equal(scene->integrator->name, "leapfrog");
        assert_true(fabs(scene->view.yaw - d.app->camera.yaw * 180 / 3.14159265358979) < 1e-9);
        vl_scene_free(scene);
    }
    close_desk(&d);
}

// --- windows ---

static bool overlap(vl_rect a, vl_rect b)
{
    return a.w > 0 && b.w > 0 && a.x < b.x + b.w - 0.5f && b.x < a.x + a.w - 0.5f &&
           a.y < b.y + b.h - 0.5f && b.y < a.y + a.h - 0.5f;
}

static void nothing_overlaps_in_windows_of_any_size(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {3840, 2160}, {1024, 768},
                                   {800, 600},  {600, 900},   {1600, 500},  {2560, 1080}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int full = 0; full < 2; full++) {
            desk d = open_desk(SCENES "chain.yaml", sizes[i][0], sizes[i][1]);
            d.app->shown.full_bar = full;
            frames(&d, 1);
            vl_rect parts[MOST_PARTS];
            int count = parts_of_window(d.app, parts);
            for (int a = 0; a < count; a++) {
                assert_true(parts[a].x >= 0 && parts[a].x + parts[a].w <= sizes[i][0] + 0.5f);
                if (parts[a].y + parts[a].h > sizes[i][1] + 0.5f)
                    print_message("  %d x %d, part %d\n", sizes[i][0], sizes[i][1], a);
                assert_true(parts[a].y >= 0 && parts[a].y + parts[a].h <= sizes[i][1] + 0.5f);
                for (int b = 0; b < a; b++) {
                    if (overlap(parts[a], parts[b]))
                        print_message("  %d x %d: parts %d and %d\n", sizes[i][0], sizes[i][1], a,
                                      b);
                    assert_false(overlap(parts[a], parts[b]));
                }
            }
            close_desk(&d);
        }
}

static int dragging_pointers(const desk *d)
{
    int count = 0;
    for (int i = 0; i < VL_MOST_POINTERS; i++)
        count += d->app->pointers[i].gesture == VL_GESTURE_DRAG;
    return count;
}

// Ten thousand events without sense, over every scene: no crash (the sanitizers look on), and the
// pointers are let go in the end.
static void events_without_sense_do_no_harm(void **state)
{
    (void)state;
    vl_random random = {2026};
    desk d = open_desk(SCENES "ball-on-string.yaml", 900, 600);
    for (int i = 0; i < 10000 && !d.app->quit; i++) {
        vl_event event = {
            .kind = (vl_event_kind)(1 + vl_random_next(&random) % 5),
            .pointer = (int)(vl_random_next(&random) % VL_MOST_POINTERS),
            .button = 1 + (int)(vl_random_next(&random) % 3),
            .x = (float)vl_random_uniform(&random, -100, 1000),
            .y = (float)vl_random_uniform(&random, -100, 700),
            .wheel = (float)vl_random_uniform(&random, -3, 3),
            .shift = vl_random_next(&random) % 2,
        };
        vl_command command =
            vl_command_get((int)(vl_random_next(&random) % (uint64_t)vl_command_count()));
        event.key = command.ctrl ? 'x' : command.key;
        vl_null_push(d.platform, event);
        vl_null_set_frame(d.platform, vl_random_uniform(&random, 0, 0.05));
        if (i % 3 == 0) {
            frames(&d, 1);
            // a scene may have a recorded hand besides
            int others = vl_session_world(&d.app->session)->hold_count - dragging_pointers(&d);
            assert_true(others == 0 || (others == 1 && d.app->session.scene->hand_count > 0));
        }
        d.app->quit = false; // the button of "Quit" may have been hit
    }
    for (int pointer = 0; pointer < VL_MOST_POINTERS; pointer++)
        for (int button = VL_BUTTON_LEFT; button <= VL_BUTTON_RIGHT; button++)
            vl_null_push(
                d.platform,
                (vl_event){.kind = VL_EVENT_POINTER_UP, .pointer = pointer, .button = button});
    frames(&d, 1);
    assert_int_equal(dragging_pointers(&d), 0);
    assert_true(vl_session_world(&d.app->session)->hold_count <=
                (d.app->session.scene->hand_count > 0));
    close_desk(&d);
}

// Pictures and saved scenes go into a folder that is removed at the end.
static int enter_folder(void **state)
{
    static char folder[] = "/tmp/verlet-lab-test-XXXXXX";
    *state = mkdtemp(folder);
    return *state && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", (const char *)*state);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int main(void)
{
    setenv("VERLET_LAB_SCENES", SCENES, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_key_does_what_the_help_says),
        cmocka_unit_test(no_two_commands_share_a_key),
        cmocka_unit_test(each_button_does_what_its_key_does),
        cmocka_unit_test(a_finger_holds_while_another_pins),
        cmocka_unit_test(the_ledger_adds_up_through_a_drag_and_switches),
        cmocka_unit_test(a_chosen_solver_is_kept),
        cmocka_unit_test(the_card_changes_each_setting),
        cmocka_unit_test(a_solver_that_refuses_is_passed_over),
        cmocka_unit_test(what_means_nothing_to_a_solver_stays),
        cmocka_unit_test(divided_substeps_are_told_and_counted),
        cmocka_unit_test(a_click_on_a_plot_shows_the_next_one),
        cmocka_unit_test(scissors_cut_what_they_cross),
        cmocka_unit_test(a_tap_with_the_pins_pins_and_lets_go),
        cmocka_unit_test(the_steps_of_a_displacement_are_counted),
        cmocka_unit_test(the_pulled_sheet_counts_from_its_start),
        cmocka_unit_test(the_notes_of_every_scene_can_be_read_to_the_end),
        cmocka_unit_test(the_click_that_opens_the_notes_does_not_close_them),
        cmocka_unit_test(the_answer_is_shown_when_it_is_asked_for),
        cmocka_unit_test(every_answer_can_be_read_to_the_end),
        cmocka_unit_test(the_screen_says_what_is_broken_and_what_is_not),
        cmocka_unit_test(a_mistake_is_switched_without_a_jump),
        cmocka_unit_test(a_broken_scene_is_saved_with_its_mistake_and_answer),
        cmocka_unit_test(a_throw_by_the_last_frame_alone_drops),
        cmocka_unit_test(a_held_point_is_where_the_pointer_is),
        cmocka_unit_test(a_point_is_let_go_with_the_speed_of_the_hand),
        cmocka_unit_test(a_hand_that_rests_lets_go_at_rest),
        cmocka_unit_test(the_measured_frame_time_is_the_step),
        cmocka_unit_test(a_long_frame_is_cut_and_counted),
        cmocka_unit_test(a_stream_keeps_pace_with_real_time),
        cmocka_unit_test(a_policy_of_the_scene_takes_frames),
        cmocka_unit_test(an_accumulator_draws_between_states),
        cmocka_unit_test(every_page_opens_under_every_engine),
        cmocka_unit_test(another_engine_goes_and_leaves_nothing_behind),
        cmocka_unit_test(a_pause_stands_still_and_reset_brings_the_start_back),
        cmocka_unit_test(what_the_scene_paused_runs_when_begun_anew),
        cmocka_unit_test(a_diverged_run_says_so_and_reset_brings_it_back),
        cmocka_unit_test(what_is_told_of_a_method_goes_with_it),
        cmocka_unit_test(a_hitch_is_one_step),
        cmocka_unit_test(no_formula_is_cut),
        cmocka_unit_test(paused_digits_are_those_of_the_picture),
        cmocka_unit_test(z_goes_back_to_where_it_began_and_says_how_near),
        cmocka_unit_test(the_way_back_can_be_paused_stepped_and_left),
        cmocka_unit_test(without_steps_z_says_so),
        cmocka_unit_test(a_full_record_begins_anew_and_says_so),
        cmocka_unit_test(u_changes_readings_and_no_motion),
        cmocka_unit_test(the_page_of_identities_goes_with_the_run),
        cmocka_unit_test(the_scene_of_a_session_is_what_its_world_is_made_of),
        cmocka_unit_test(the_order_lab_measures_what_runs),
        cmocka_unit_test(the_order_lab_takes_engines_or_says_why_not),
        cmocka_unit_test(the_policies_page_measures_what_runs),
        cmocka_unit_test(the_return_of_all_is_of_what_runs),
        cmocka_unit_test(another_scene_stops_what_is_measured),
        cmocka_unit_test(a_switch_on_the_way_back_leaves_it),
        cmocka_unit_test(u_changes_the_check_of_the_ledger_at_once),
        cmocka_unit_test(a_reset_while_the_policies_are_stepped_is_sound),
        cmocka_unit_test(reset_forgets_lost_time_and_hands),
        cmocka_unit_test(a_new_world_leaves_nothing_of_the_old_one),
        cmocka_unit_test(a_second_button_lets_the_first_one_do_its_work),
        cmocka_unit_test(the_numbers_beside_the_formula_are_those_of_the_step),
        cmocka_unit_test(digits_do_not_lag_behind_long_steps),
        cmocka_unit_test(the_ratio_of_steps_is_that_of_substeps),
        cmocka_unit_test(a_settled_reading_is_that_of_a_run_that_goes_on),
        cmocka_unit_test(the_speed_of_a_hand_is_that_of_its_last_moments),
        cmocka_unit_test(the_exact_solution_begins_anew_after_a_hand),
        cmocka_unit_test(the_ghost_is_of_the_instant_shown),
        cmocka_unit_test(the_reference_begins_anew_after_a_hand),
        cmocka_unit_test(a_slow_reference_never_holds_a_frame),
        cmocka_unit_test(the_panel_names_the_exact_motion),
        cmocka_unit_test(a_saved_file_is_loaded_and_a_broken_one_is_not),
        cmocka_unit_test(a_dropped_file_is_opened_or_its_fault_told),
        cmocka_unit_test(a_saved_scene_opens_as_it_was_seen),
        cmocka_unit_test(nothing_overlaps_in_windows_of_any_size),
        cmocka_unit_test(events_without_sense_do_no_harm),
    };
    return cmocka_run_group_tests_name("app", tests, enter_folder, leave_folder);
}
