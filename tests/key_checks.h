#pragma once
// What each key is to do, as something that can be seen on the app afterwards. One row for each
// command; a command without a row fails the test that reads this table.

#include "app/app.h"
#include "app/input/input.h"
#include "app/pages/pages.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "support/worlds.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PARTS = 128 };

// The parts of the window that must not overlap: panel, formula, notes, status, page, answer and
// all buttons. Returns how many.
static inline int parts_of_window(const vl_app *app, vl_rect parts[MOST_PARTS])
{
    const vl_layout *l = &app->layout;
    const vl_rect fixed[] = {l->side, l->formula, l->notes, l->status, l->page, l->answer};
    int count = sizeof fixed / sizeof *fixed;
    memcpy(parts, fixed, sizeof fixed);
    for (int i = 0; i < l->button_count; i++)
        parts[count++] = l->buttons[i].rect;
    return count;
}

// Where the button of a command is; false where it is folded away.
static inline bool place_of_button(const vl_app *app, int command, vl_rect *rect)
{
    for (int i = 0; i < app->layout.button_count; i++)
        if (app->layout.buttons[i].command == command) {
            *rect = app->layout.buttons[i].rect;
            return true;
        }
    return false;
}

typedef struct seen {
    int integrator;
    const vl_mistake *mistake;
    bool running;
    int64_t steps, generation;
    vl_solver_settings solver;
    double speed, time;
    vl_shown shown;
    vl_theme_kind theme;
    vl_camera camera;
    char title[128];
    bool pinned_hover;
    const vl_tool *tool;
    int plot, estimator;
} seen;

static inline seen look_at(vl_app *app)
{
    seen s = {
        .integrator = app->session.integrator,
        .mistake = vl_session_world(&app->session)->mistake,
        .running = app->session.running,
        .steps = vl_lab_steps(app->session.lab),
        .generation = app->session.generation,
        .solver = vl_session_world(&app->session)->solver,
        .speed = app->session.pacing.speed,
        .time = vl_lab_time(app->session.lab),
        .shown = app->shown,
        .theme = app->theme,
        .tool = app->tool,
        .plot = app->plot,
        .estimator = app->session.estimator,
        .camera = app->camera,
    };
    strncpy(s.title, app->session.scene->title, sizeof s.title - 1);
    s.pinned_hover =
        app->hover_slot >= 0 && vl_session_world(&app->session)->particles.pinned[app->hover_slot];
    return s;
}

typedef struct key_check {
    const char *keys;
    bool (*did)(const seen *before, const seen *now, vl_app *app);
} key_check;

#define KEY_CHECK(name, condition)                                                                 \
    static inline bool name(const seen *before, const seen *now, vl_app *app)                      \
    {                                                                                              \
        (void)before, (void)now, (void)app;                                                        \
        return condition;                                                                          \
    }

KEY_CHECK(did_toggle_run, now->running != before->running)
KEY_CHECK(did_step, !now->running && now->steps == before->steps + 1)
KEY_CHECK(did_reset, now->generation == before->generation + 1 && now->time <= 0.3)
KEY_CHECK(did_turn_back, now->running && app->session.playback.turns > 0)
KEY_CHECK(did_identities, app->page &&strcmp(app->page->keys, "F5") == 0)
KEY_CHECK(did_slow, now->speed == before->speed / 2)
KEY_CHECK(did_hasten, now->speed == before->speed * 2)
KEY_CHECK(did_solver, vl_solver_count == 1 || now->solver.method != before->solver.method)
KEY_CHECK(did_order, now->solver.order != before->solver.order)
KEY_CHECK(did_direction, now->solver.direction != before->solver.direction)
KEY_CHECK(did_fewer_sweeps, now->solver.iterations < before->solver.iterations)
KEY_CHECK(did_more_sweeps, now->solver.iterations > before->solver.iterations)
KEY_CHECK(did_fewer_substeps, now->solver.substeps == before->solver.substeps / 2)
KEY_CHECK(did_more_substeps, now->solver.substeps == before->solver.substeps * 2)
KEY_CHECK(did_relaxation, now->solver.relaxation > before->solver.relaxation)
KEY_CHECK(did_grids, now->solver.grids != before->solver.grids)
KEY_CHECK(did_turn, strcmp(now->title, before->title) != 0)
KEY_CHECK(did_notes, now->shown.notes != before->shown.notes)
KEY_CHECK(did_pin, now->pinned_hover != before->pinned_hover || now->tool == &vl_tool_pins)
KEY_CHECK(did_scissors, now->tool == &vl_tool_scissors)
KEY_CHECK(did_save, app->notice.kind == VL_NOTICE_NOTE && strcmp(app->notice.title, "Saved") == 0)
KEY_CHECK(did_vectors, now->shown.vectors != before->shown.vectors)
KEY_CHECK(did_trails, now->shown.trails != before->shown.trails)
KEY_CHECK(did_ghost, now->shown.ghost != before->shown.ghost)
KEY_CHECK(did_strain, now->shown.strain != before->shown.strain)
KEY_CHECK(did_moved, now->shown.moved != before->shown.moved && !now->shown.strain)
KEY_CHECK(did_plot, now->plot == before->plot + 1)
KEY_CHECK(did_estimator, now->estimator == (before->estimator + 1) % vl_estimator_count)
KEY_CHECK(did_panel, now->shown.panel != before->shown.panel)
KEY_CHECK(did_theme, now->theme != before->theme)
KEY_CHECK(did_nearer, now->camera.height < before->camera.height)
KEY_CHECK(did_farther, now->camera.height > before->camera.height)
KEY_CHECK(did_left, now->camera.center.x < before->camera.center.x)
KEY_CHECK(did_right, now->camera.center.x > before->camera.center.x)
KEY_CHECK(did_up, now->camera.center.y > before->camera.center.y)
KEY_CHECK(did_down, now->camera.center.y < before->camera.center.y)
KEY_CHECK(did_full, now->shown.fullscreen != before->shown.fullscreen)

// A platform that cannot write pictures says so instead.
KEY_CHECK(did_picture, app->notice.kind == VL_NOTICE_WARNING || access(app->notice.text, R_OK) == 0)

KEY_CHECK(did_mistake, now->mistake != before->mistake)
KEY_CHECK(did_help, now->shown.help != before->shown.help)
KEY_CHECK(did_close, before->shown.notes && !now->shown.notes)
KEY_CHECK(did_quit, app->quit)
KEY_CHECK(did_stability, app->page &&strcmp(app->page->keys, "F6") == 0)

KEY_CHECK(did_engine, app->session.engine && now->generation > before->generation)
KEY_CHECK(did_policies, app->page &&strcmp(app->page->keys, "F7") == 0)
KEY_CHECK(did_ledger, app->page &&strcmp(app->page->keys, "F4") == 0)
KEY_CHECK(did_order_lab, app->page &&strcmp(app->page->keys, "F3") == 0)

// The hitch is used up by the next step, which shows it.
KEY_CHECK(did_hitch, app->session.pacing.hitch || now->time - before->time >= VL_HITCH)

// The view was moved before by the test.
KEY_CHECK(did_fit, now->camera.height != before->camera.height)

static const key_check key_checks[] = {
    {"Space", did_toggle_run},
    {".", did_step},
    {"R", did_reset},
    {"[", did_slow},
    {"M", did_solver},
    {"X", did_relaxation},
    {"Ctrl+G", did_grids},
    {"O", did_order},
    {"D", did_direction},
    {"W", did_fewer_sweeps},
    {"E", did_more_sweeps},
    {"J", did_fewer_substeps},
    {"K", did_more_substeps},
    {"]", did_hasten},
    {"H", did_hitch},
    {"PgUp", did_turn},
    {"PgDn", did_turn},
    {"N", did_notes},
    {"P", did_pin},
    {"C", did_scissors},
    {"Ctrl+S", did_save},
    {"V", did_vectors},
    {"T", did_trails},
    {"A", did_ghost},
    {"S", did_strain},
    {"Y", did_plot},
    {"G", did_moved},
    {"F2", did_panel},
    {"L", did_theme},
    {"+", did_nearer},
    {"−", did_farther},
    {"F", did_fit},
    {"←", did_left},
    {"→", did_right},
    {"↑", did_up},
    {"↓", did_down},
    {"F11", did_full},
    {"F12", did_picture},
    {"U", did_estimator},
    {"F6", did_stability},
    {"F4", did_ledger},
    {"F7", did_policies},
    {"F1", did_help},
    {"Esc", did_close},
    {"Ctrl+Q", did_quit},
    {"Z", did_turn_back},
    {"F5", did_identities},
    {"F3", did_order_lab},
    {"F8", did_engine},
    {"Q", did_mistake},
};

KEY_CHECK(did_integrator, now->integrator != before->integrator)

// One that this build lacks: a word why, and the running one stays.
KEY_CHECK(did_refuse,
          app->notice.kind == VL_NOTICE_WARNING && now->integrator == before->integrator)

// NULL where the table has no row for this command.
static inline const key_check *key_check_find(const vl_command *command)
{
    static const key_check integrator = {"1…0 B I", did_integrator}, lacking = {"B I", did_refuse};
    if (command->group == VL_GROUP_METHOD)
        return vl_integrator_lacks(vl_integrators[command->value]) ? &lacking : &integrator;
    for (size_t i = 0; i < sizeof key_checks / sizeof *key_checks; i++)
        if (strcmp(key_checks[i].keys, command->keys) == 0)
            return &key_checks[i];
    return NULL;
}

// Puts the app where the command has something to do.
static inline void prepare_for(vl_app *app, const vl_command *command)
{
    app->notice.kind = VL_NOTICE_NONE;
    app->tool = NULL;
    app->shown.help = false;
    app->page = NULL;
    if (app->session.engine && command->key != VL_KEY_F1 + 7)
        (void)!vl_session_set_engine(&app->session, NULL);
    app->shown.notes = command->key == VL_KEY_ESCAPE;
    if (command->group == VL_GROUP_METHOD)
        vl_session_set_integrator(&app->session, (command->value + 1) % integrators_here());
    if (command->group == VL_GROUP_LINKS) {
        vl_solver_settings settings = app->session.solver;
        settings.iterations = settings.substeps = 4;
        vl_session_set_solver(&app->session, &settings);
    }
    for (int i = 0; command->key == 'z' && i < 30; i++)
        (void)!vl_session_step(&app->session); // something to go back along
    if (command->key == 'q' && !command->ctrl) {
        app->session.scene->mistake = vl_mistake_find("early-readout");
        app->session.mistake_off = true;
    }
    if (command->key == 'f')
        vl_camera_zoom(&app->camera, 3, 300, 300);
}
