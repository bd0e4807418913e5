// What people do to the app, on a platform that is not there: every key, every button, tools,
// hands, files that are dropped, and events without sense.

#include "support/deeds.h"
#include "support/key_checks.h"
#include "support/screen_checks.h"

#include <ctype.h>

// --- keys and buttons ---

// A pendulum prepared for the command, with the pointer over its ball.
static desk *desk_for(const vl_command *command)
{
    desk *d = open_scene("pendulum");
    prepare_for(d->app, command);
    frames(d, 1);
    vl_pixel ball = ball_pixel(d, 2);
    push(d, VL_EVENT_POINTER_MOVE, ball.x, ball.y, 1);
    return d;
}

static void assert_did(const desk *d, const vl_command *command, const app_view *before)
{
    if (!key_did(command, before, d->app))
        fail_msg("%s: %s: it did not", command->name, command->help);
}

TEST(each_key_does_what_the_help_says)
{
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        desk *d = desk_for(&command);
        app_view before = view_of(d->app);
        give_command(d, &command, 1);
        assert_did(d, &command, &before);
    }
}

// Types the words of a command and its key into the search, so that its row is there.
static void search(desk *d, const vl_command *command)
{
    vl_app_toggle_drawer(d->app, VL_DRAWER_FIND);
    vl_event event = {.kind = VL_EVENT_TEXT};
    snprintf(event.text, sizeof event.text, "%.30s", command->help);
    for (size_t i = strlen(event.text); i > 0 && vl_utf8_continues(event.text[i - 1]); i--)
        event.text[i - 1] = '\0';
    give(d, event, 2);
    snprintf(event.text, sizeof event.text, " %s", command->name);
    give(d, event, 2);
}

static bool has_button(const vl_command *command, bool in_list)
{
    bool drawer = command->act == vl_command_get(vl_command_named("Ctrl+K", 6)).act;
    return in_list ? !drawer && strcmp(command->name, "Esc") != 0
                   : command->place != VL_PLACE_LIST && command->place != VL_PLACE_MARK &&
                         command->place != VL_PLACE_LESSON &&
                         command->subject != &vl_tool_measure; // which comes with its tool
}

// Each has a row in the list of commands, and the most important ones have a button on the stage.
TEST(each_button_does_what_its_key_does)
{
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < vl_command_count(); i++) {
            vl_command command = vl_command_get(i);
            bool finger = k % 2, in_list = k / 2, few = test_cases(1, 2) == 1;
            if (!has_button(&command, in_list) || (few && finger != (i + in_list) % 2))
                continue;
            desk *d = desk_for(&command);
            vl_rect rect;
            if (in_list)
                search(d, &command);
            frames(d, 1);
            if (!place_of_button(d->app, i, &rect))
                fail_msg("%s has no button", command.name);
            assert_true(rect.w >= 48 && rect.h >= 48);
            app_view before = view_of(d->app);
            click(d, rect, finger);
            assert_did(d, &command, &before);
        }
}

// Nor a name, nor words in the list. Each key gives its own command.
TEST(no_two_commands_share_a_key)
{
    for (int i = 0; i < vl_command_count(); i++) {
        const vl_command command = vl_command_get(i);
        const char *const names[] = {command.name, command.also};
        assert_int_equal(vl_command_named(command.name, (int)strlen(command.name)), i);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(vl_command_get(k).help, command.help);
        for (int k = 0; k < 2; k++) {
            vl_event event;
            if (names[k] && vl_key_read(names[k], &event) && vl_command_of_event(&event) != i)
                fail_msg("%s gives another command", names[k]);
        }
    }
}

TEST(a_finger_holds_while_another_pins)
{
    desk *d = open_scene("pendulum");
    vl_pixel ball = ball_pixel(d, 2);
    push_pointer(d, VL_EVENT_POINTER_DOWN, 2, ball.x, ball.y, 1);
    const vl_particles *p = &world_of(d)->particles;
    assert_true(p->held[p->slot_of[1]]);

    vl_rect rect;
    assert_true(place_of_button(d->app, vl_command_named("P", 1), &rect));
    click(d, rect, true);
    assert_true(p->pinned[p->slot_of[1]]);
}

// Returns the place in the scene that a pixel shows, in the plane through the middle of the view.
static vl_vec3 place_at(const desk *d, float x, float y)
{
    const vl_camera *camera = &d->app->camera;
    return vl_camera_unproject(camera, (double)x, (double)y, camera->center);
}

// The places that two fingers hold stay under them as they move apart, together and along; when one
// is lifted the other moves the view without a jump. In a scene with depth, too, and while a third
// one holds a particle. Each of the 80 pieces of the paths rounds two pixels below 1024 to floats
// of 24 bits, by 2⁻¹⁴ each at most.
TEST(two_fingers_move_and_zoom_the_view)
{
    static const char *const scenes[] = {"pendulum", "cloth"};
    for (int i = 0; i < COUNT(scenes); i++) {
        desk *d = open_alone(scenes[i], "Pause/0");
        float ax = 300, ay = 480, bx = 500, by = 330;
        vl_app_zoom(d->app, 0.2, ax, ay); // nothing is near the fingers
        frames(d, 1);
        double height = d->app->camera.height;
        vl_pixel third = ball_pixel(d, last_particle(d));
        push_pointer(d, VL_EVENT_POINTER_DOWN, 3, third.x, third.y, 1);
        push_pointer(d, VL_EVENT_POINTER_DOWN, 1, ax, ay, 1);
        push_pointer(d, VL_EVENT_POINTER_DOWN, 2, bx, by, 1);
        vl_vec3 a = place_at(d, ax, ay), b = place_at(d, bx, by);
        for (int k = 0; k < 40; k++) {
            push_pointer(d, VL_EVENT_POINTER_MOVE, 1, ax -= 4, ay += 1, 0);
            push_pointer(d, VL_EVENT_POINTER_MOVE, 2, bx += 2, by -= 3, 1);
        }
        double scale = hypot((double)(bx - ax), (double)(by - ay)) / hypot(200, 150);
        assert_true(fabs(height / d->app->camera.height / scale - 1) < 80 * 0x1p-20);
        // a view is not turned by the line of the fingers, so only its middle stays where it was
        vl_vec3 middle = place_at(d, (ax + bx) / 2, (ay + by) / 2);
        vl_vec3 wanted = vl_scale(vl_add(a, b), 0.5);
        double pixel = d->app->camera.height / (double)d->app->camera.stage.h;
        assert_true(vl_length(vl_sub(middle, wanted)) < 160 * 0x1p-14 * pixel);

        push_pointer(d, VL_EVENT_POINTER_UP, 1, ax, ay, 1);
        const vl_camera before = d->app->camera;
        frames(d, 5);
        assert_memory_equal(&before, &d->app->camera, sizeof before);
        let_go(d, 2, (vl_pixel){bx, by, 0}, 1);
        assert_int_equal(world_of(d)->hold_count, 1);
        let_go(d, 3, third, 1);
        assert_int_equal(world_of(d)->hold_count, 0);
    }
}

TEST(a_line_leads_to_the_hand_until_a_step_follows_it)
{
    desk *d = open_alone("ball-on-string", "speed:0.01 /3");
    vl_pixel at = grab(d, 13, 1);
    int held = d->app->list.vertex_count;
    push(d, VL_EVENT_POINTER_MOVE, at.x - 60, at.y, 1);
    assert_true(d->app->list.vertex_count > held);
    for (int i = 0; i < 150 && d->app->list.vertex_count > held; i++)
        frames(d, 1);
    assert_int_equal(d->app->list.vertex_count, held);
}

// Two hands, each with its own ball in every lane; a third finger moves the view meanwhile, and a
// mouse zooms it: the balls stay under their fingers. Each is let go for itself.
TEST(each_finger_has_a_hand_of_its_own)
{
    desk *d = open_alone("bounce", "");
    assert_int_equal(add_lane(d, 1), 1);
    frames(d, 1);
    const int count = world_of(d)->particles.count, numbers[] = {count - 1, count};
    vl_pixel at[2];
    for (int i = 0; i < 2; i++) {
        at[i] = ball_pixel(d, numbers[i]);
        push_pointer(d, VL_EVENT_POINTER_DOWN, i + 1, at[i].x, at[i].y, 1);
    }
    push_pointer(d, VL_EVENT_POINTER_DOWN, 3, 300, 500, 1);
    for (int k = 1; k <= 20; k++) {
        push_pointer(d, VL_EVENT_POINTER_MOVE, 1, at[0].x -= 3, at[0].y -= 2, 0);
        push_pointer(d, VL_EVENT_POINTER_MOVE, 2, at[1].x += 2, at[1].y -= 4, 0);
        push_pointer(d, VL_EVENT_POINTER_MOVE, 3, 300 + (float)k, 500, 0);
        give(d, (vl_event){.kind = VL_EVENT_WHEEL, .wheel = 0.1f, .x = 300, .y = 450}, 2);
        for (int i = 0; i < 2; i++)
            assert_true(is_under(d, numbers[i], at[i].x, at[i].y));
    }
    for (int lane = 0; lane < 2; lane++)
        assert_int_equal(lane_world(d, lane)->hold_count, 2);
    let_go(d, 1, at[0], 3);
    assert_false(is_under(d, numbers[0], at[0].x, at[0].y));
    assert_true(is_under(d, numbers[1], at[1].x, at[1].y));
    let_go(d, 3, (vl_pixel){920, 400, 0}, 1);
    let_go(d, 2, at[1], 1);
    for (int lane = 0; lane < 2; lane++)
        assert_int_equal(lane_world(d, lane)->hold_count, 0);
}

// Pressed beside the ball, a pointer drags the view away; R brings it back. A view that was only
// zoomed stays as it is.
TEST(a_view_dragged_away_by_mistake_comes_back)
{
    desk *d = open_played("pendulum", "/2");
    vl_camera before = d->app->camera;
    vl_pixel ball = ball_pixel(d, 2);
    stroke(d, VL_POINTER_MOUSE, (vl_pixel){ball.x + 60, ball.y + 60, 0},
           (vl_pixel){ball.x + 300, ball.y + 200, 0}, 1);
    assert_true(d->app->camera.center.x != before.center.x);
    play(d, "R/2");
    assert_memory_equal(&d->app->camera.center, &before.center, sizeof before.center);
    play(d, "zoom:1.25 R/2");
    assert_true(d->app->camera.height < before.height);
}

// The particle that is nearest within 24 points of its edge is taken.
TEST(a_pointer_near_a_particle_takes_the_nearest)
{
    desk *d = open_played("chain", "Pause");
    for (int n = 2; n <= 21; n++) {
        vl_pixel at = ball_pixel(d, n), other = ball_pixel(d, n == 21 ? 20 : n + 1);
        float length = hypotf(other.x - at.x, other.y - at.y);
        float x = (at.y - other.y) / length, y = (other.x - at.x) / length; // across the chain
        vl_hit hit = vl_app_pick(d->app, VL_POINTER_MOUSE, at.x + 23 * x, at.y + 23 * y);
        assert_int_equal(hit.slot, world_of(d)->particles.slot_of[n - 1]);
        hit = vl_app_pick(d->app, VL_POINTER_MOUSE, at.x + 48 * x, at.y + 48 * y);
        assert_int_equal(hit.slot, -1);
    }
}

// --- the menu of a setting of a lane ---

static void pick(desk *d, const char *text, bool finger)
{
    const vl_draw *draw = text_in(d, d->app->menu.rect, text);
    if (!draw)
        fail_msg("no '%s' in the menu", text);
    click(d, (vl_rect){draw->x + 3, draw->y + 3, 0, 0}, finger);
}

// "+ method" offers five methods that do not run yet, or as many as have room above the band, with
// what each is, and behind them the rest.
TEST(a_method_is_added_from_a_menu)
{
    static const int sizes[][2] = {{1280, 720}, {640, 480}, {390, 844}, {640, 400}};
    for (int s = 0; s < COUNT(sizes); s++) {
        vl_rect button;
        bool finger = s % 2;
        desk *d = open_with_font("pendulum", sizes[s][0], sizes[s][1], "Pause/2");
        int lanes = d->session->lab->count, offered = 0;
        assert_true(place_of_button(d->app, vl_command_named("add-lane", 8), &button));
        click(d, button, finger);
        const vl_rect menu = d->app->menu.rect, card = d->app->layout.figures; // as wide as that
        assert_true(within(menu, (vl_rect){card.x - 1, 0, 1280, d->app->layout.band.y}));
        for (int i = 0; i < vl_integrator_count; i++)
            if (text_in(d, d->app->menu.rect, vl_integrators[i]->label) && ++offered)
                playf(d, "{^%.12s}", vl_integrators[i]->summary);
        assert_true(offered == 5 || (sizes[s][1] < 600 && offered > 2));
        while (!text_in(d, d->app->menu.rect, "RK4"))
            pick(d, "more", finger);
        assert_false(has_cut_text(d, d->app->menu.rect)); // nor what the last of them is
        pick(d, "RK4", finger);
        play(d, "menu=0 /2");
        assert_int_equal(d->session->lab->count, lanes + 1);
        assert_string_equal(vl_session_run(d->session)->lane.integrator->name, "rk4");
    }
}

// It is there while there is something to undo, on nothing else, the last of the tools or in a
// small window behind the name of the scene, and moves no tool.
TEST(what_was_done_is_undone_by_a_button)
{
    static const int sizes[][2] = {{1280, 720}, {640, 480}, {390, 844}, {1920, 1080}};
    static const char *const scenes[] = {"opening", "chain", "projectile", "orbit"};
    for (int i = 0; i < COUNT(scenes) * COUNT(sizes); i++) {
        vl_rect tool, same, undo;
        desk *d = open_with_font(scenes[i % 4], sizes[i / 4][0], sizes[i / 4][1], "/20");
        const vl_layout *l = &d->app->layout;
        assert_true(place_of_button(d->app, vl_command_named("hand", 4), &tool));
        assert_false(place_of_button(d->app, vl_command_named("Ctrl+Z", 6), &undo));
        play(d, "H/2 changes=1");
        assert_true(place_of_button(d->app, vl_command_named("hand", 4), &same));
        assert_true(place_of_button(d->app, vl_command_named("Ctrl+Z", 6), &undo));
        assert_true(memcmp(&tool, &same, sizeof tool) == 0 && within(undo, l->whole));
        assert_true(within(undo, vl_rect_inset(l->tools, -1)) || (l->small && undo.y < l->tools.y));
        for (int k = 0; k < l->button_count; k++)
            if (vl_command_get(l->buttons[k].command).place != VL_PLACE_UNDO)
                assert_false(vl_rect_overlap(undo, vl_rect_inset(l->buttons[k].rect, 1)));
        const vl_rect parts[] = {l->caption, l->formula, l->sliders, l->figures, l->title};
        for (int k = 0; k < COUNT(parts); k++)
            assert_false(vl_rect_overlap(undo, parts[k]));
        click(d, undo, i % 2);
        play(d, "/1 changes=0");
        assert_false(place_of_button(d->app, vl_command_named("Ctrl+Z", 6), &undo));
    }
}

// The heading of the card offers all figures, and the one that is chosen is drawn, also in the
// dock, which then shows the lanes.
TEST(a_figure_is_chosen_from_a_menu)
{
    for (int finger = 0; finger < 2; finger++)
        for (int i = 0; i < VL_FIGURES; i++) {
            const char *name = vl_quantities[vl_figures[i]].name;
            desk *d = open_played("pendulum", finger ? "Pause/2 Ctrl+P/2 Ctrl+P/2" : "Pause/2");
            click(d, d->app->layout.figures_head, finger);
            pick(d, name, finger);
            frames(d, 2);
            assert_true(!d->app->menu.open && d->app->graph.compared == i);
            assert_true(d->app->pages.view == VL_VIEW_LANES);
            const vl_draw *first = next_text(d, d->app->layout.figures_head, NULL);
            assert_memory_equal(text_of(d, first), name, (size_t)first->count);
        }
}

// They are above the band, and what runs is lit.
TEST(other_frames_are_chosen_from_a_menu)
{
    static const int sizes[][2] = {{1280, 720}, {390, 844}, {640, 400}};
    for (int i = 0; i < COUNT(sizes); i++) {
        vl_offer choices[VL_MOST_LANE_CHOICES];
        desk *d = open_with_font("pendulum", sizes[i][0], sizes[i][1], "60/2 frames/2 drawer=0");
        assert_true(within(d->app->menu.rect, (vl_rect){0, 0, 1280, d->app->layout.band.y}));
        assert_true(i > 0 || d->app->menu.rect.x > d->app->layout.figures.x - 1); // beside the ball
        pick(d, "jitter", i % 2);
        play(d, "/2 menu=0 frames/2");
        for (int k = vl_menu_choices(d->app, choices) - 1; k >= 0; k--)
            assert_int_equal(choices[k].active, strcmp(choices[k].label, "jitter") == 0);
    }
}

// Every setting of a lane that is a word has all its values in a menu, and each is what runs then,
// or a notice says why the scene cannot have it.
TEST(every_value_of_a_setting_can_be_chosen)
{
    desk *d = open_sized("chain", 1280, 6400, "Pause/2");
    vl_field rows[VL_LANE_MOST_KEYS];
    vl_offer choices[VL_MOST_LANE_CHOICES];
    int count = vl_session_lane_rows(d->session, rows);
    for (int i = 0; i < count; i++)
        for (int k = 0, all = 1; rows[i].type != &vl_type_integer && k < all; k++) {
            SCOPED(vl_text) now = {0};
            if (rows[i].type == &vl_type_number)
                continue;
            vl_menu_open(d->app, VL_MENU_SETTING, rows[i].key, (vl_rect){0});
            all = vl_menu_choices(d->app, choices);
            assert_true(all > 1);
            frames(d, 1);
            pick(d, choices[k].label, false);
            vl_lane_add_value(&rows[i], &vl_session_run(d->session)->lane, &now);
            bool frames_of_command = rows[i].type == &vl_type_timestep && k > 0;
            if (frames_of_command)
                assert_non_null(vl_session_run(d->session)->lane.timestep);
            else if (strcmp(now.data, choices[k].label) != 0)
                fail_msg("%s: %s instead of %s", rows[i].key, now.data, choices[k].label);
        }
}

// In the drawer a click on the value opens them; the keyboard goes through them, and Esc or a press
// elsewhere closes the menu and does nothing else.
TEST(a_menu_is_opened_and_left)
{
    desk *d = open_sized("chain", 1280, 6400, "Pause/0 F2/2");
    const vl_draw *policy = text_in(d, d->app->layout.drawer, "raw");
    assert_non_null(policy);
    vl_rect value = {policy->x + 3, policy->y + 3, 0, 0};
    click(d, value, false);
    play(d, "menu=1 Esc/2 menu=0 drawer=numbers");
    click(d, value, false);
    vl_pixel ball = ball_pixel(d, 5);
    push(d, VL_EVENT_POINTER_DOWN, ball.x, ball.y, 1);
    play(d, "menu=0 held=0");
    push(d, VL_EVENT_POINTER_UP, ball.x, ball.y, 1);
    click(d, value, false);
    play(d, "3*Down Enter/2 menu=0");
    assert_string_equal(d->session->lab->runs[d->session->chosen].clock.policy.kind->form.name,
                        "substep");
}

// What cannot solve the links of a scene is refused, as is whatever else the lab does not take, and
// what has no effect is not offered.
TEST(a_lane_offers_what_means_something_to_it)
{
    vl_error error = {0};
    vl_field rows[VL_LANE_MOST_KEYS];
    desk *d = open_text("soft.yaml", "",
                        "format: 1\nsolver: {method: xpbd}\nchains:\n- {from: [0, 0], to: [1, 0], "
                        "links: 5, mass: 1, pin: start, compliance: 0.001}\n");
    const vl_field method = vl_lane_row("method");
    assert_false(vl_session_set_in_lane(d->session, &method, "relax", &error));
    assert_non_null(strstr(error.text, "compliance"));
    const vl_field policy = vl_lane_row("policy");
    assert_int_equal(vl_session_add_lane_with(d->session, &policy, "nonsense", &error), -1);
    assert_non_null(strstr(error.text, "nonsense"));
    assert_true(d->session->lab->count == 1 && world_of(d)->solver.method->compliant);
    for (int k = 0; k < 2; k++) {
        bool order = false;
        play(d, k ? "set:method=direct" : "");
        for (int i = vl_session_lane_rows(d->session, rows) - 1; i >= 0; i--)
            order |= strcmp(rows[i].key, "order") == 0;
        assert_int_equal(order, k == 0);
    }
}

// --- tools ---

static bool has_link(const vl_world *world, int from, int to)
{
    const vl_links *links = &world->links;
    int a = world->particles.slot_of[from - 1], b = world->particles.slot_of[to - 1];
    for (int k = 0; k < links->count; k++)
        if ((links->from[k] == a && links->to[k] == b) ||
            (links->from[k] == b && links->to[k] == a))
            return true;
    return false;
}

// Across the tenth rod: within one frame, or in several.
static void cut_tenth_rod(desk *d, int pointer, bool fast)
{
    vl_pixel a = ball_pixel(d, 10), b = ball_pixel(d, 11);
    vl_pixel from = {(a.x + b.x) / 2 - 15, (a.y + b.y) / 2 - 26, 0};
    push_pointer(d, VL_EVENT_POINTER_DOWN, pointer, from.x, from.y, 0);
    if (!fast)
        pull(d, pointer, from, 30, 52, 5);
    let_go(d, pointer, (vl_pixel){from.x + 30, from.y + 52, 0}, 1);
}

// A stroke by mouse or finger cuts that rod and no other; the hand moves the view again when the
// scissors are away.
TEST(scissors_cut_what_they_cross)
{
    for (int finger = 0; finger < 2; finger++)
        for (int fast = 0; fast < 2; fast++) {
            desk *d = open_quiet("chain", "scissors/0 Pause");
            vl_world *world = world_of(d);
            int links = world->links.count;
            vl_camera camera = d->app->camera;
            assert_true(has_link(world, 10, 11));
            cut_tenth_rod(d, finger, fast);
            assert_int_equal(world->links.count, links - 1);
            assert_int_equal(world->broken, 1);
            assert_false(has_link(world, 10, 11));
            assert_true(d->app->camera.center.x == camera.center.x &&
                        d->app->camera.height == camera.height);
            tap(d, finger, ball_pixel(d, 11).x - 200, ball_pixel(d, 11).y);
            play(d, "(Nothing is cut here)");

            // the two halves go on alone, and a reset makes the chain whole
            play(d, "Go/20");
            assert_false(world->now.diverged);
            play(d, "/200 {stiff and exact} !{↓} R"); // a name is at what is still seen
            assert_int_equal(world_of(d)->links.count, links);
            play(d, finger ? "scissors! tool=0" : "Esc! tool=0");
        }
}

// Pins are a tool as well: a tap pins, another lets go, beside a particle nothing happens.
TEST(a_tap_with_the_pins_pins_and_lets_go)
{
    for (int finger = 0; finger < 2; finger++) {
        desk *d = open_played("chain", "Pause/0 P!");
        assert_ptr_equal(d->app->tools.in_hand, &vl_tool_pins);
        const vl_world *world = world_of(d);
        for (int time = 0; time < 3; time++) {
            vl_pixel at = ball_pixel(d, 11);
            float beside = time == 2 ? 200 : 0;
            tap(d, finger, at.x - beside, at.y);
            assert_int_equal(world->particles.pinned[world->particles.slot_of[10]], time == 0);
            assert_int_equal(world->hold_count, 0);
        }
        play(d, "P! tool=0");
    }
}

// --- hands ---

// It does not leave the reach of its links, of which none is stretched by more than 1 %. While the
// clock runs rods and strings move in steps alone, however fast the display is.
TEST(a_held_point_is_where_the_pointer_is)
{
    static const char *const scenes[] = {"pendulum", "ball-on-string", "spring-chain", "cloth",
                                         "free-fall"};
    for (int k = 0; k < 2 * COUNT(scenes); k++) {
        if (!test_pair(k, 0))
            continue;
        desk *d = open_scene(scenes[k / 2]);
        vl_session_set_running(d->session, k % 2);
        int number = world_of(d)->particles.count;
        vl_pixel at = grab(d, number, 1);
        for (int i = 0; i < 30; i++) {
            at.x -= 1.5f;
            at.y -= 2;
            int64_t made = d->session->lab->now.frames;
            uint64_t before = vl_world_hash(world_of(d));
            push(d, VL_EVENT_POINTER_MOVE, at.x, at.y, 1);
            vl_pixel now = ball_pixel(d, number);
            bool runs = d->session->running, hard = world_of(d)->links.hard_count > 0;
            bool there = fabsf(now.x - at.x) < 1e-3f && fabsf(now.y - at.y) < 1e-3f;
            if (hard && runs && d->session->lab->now.frames == made)
                assert_int_equal(vl_world_hash(world_of(d)), before);
            else
                assert_true(hard ? vl_world_strain(world_of(d)) <= 0.01 + 1e-9 : there);
        }
        let_go(d, VL_POINTER_MOUSE, at, 1);
        assert_int_equal(world_of(d)->hold_count, 0);
    }
}

// Tapped beside its centre and at rest, a ball stays where it is to the last bit, and the change of
// its energy is the error; drawn by a hand, it is not.
TEST(a_tap_on_a_ball_at_rest_changes_nothing)
{
    for (int finger = 0; finger < 2; finger++) {
        desk *d = open_alone("pendulum", "R/0 Pause/2");
        const vl_reading *reading = &vl_session_run(d->session)->shown;
        assert_true(reading->energy_change == reading->energy_error);
        vl_vec3 before = place_of(d, 2);
        vl_pixel ball = ball_pixel(d, 2);
        push_pointer(d, VL_EVENT_POINTER_DOWN, finger, ball.x + 8, ball.y - 6, 2);
        assert_int_equal(world_of(d)->hold_count, 1);
        push_pointer(d, VL_EVENT_POINTER_MOVE, finger, ball.x + 9, ball.y - 7, 2);
        push_pointer(d, VL_EVENT_POINTER_UP, finger, ball.x + 9, ball.y - 7, 2);
        vl_vec3 after = place_of(d, 2);
        assert_memory_equal(&after, &before, sizeof after);
        ball = ball_pixel(d, 2); // its numbers have come beside it
        stroke(d, finger, ball, (vl_pixel){ball.x - 20, ball.y - 40, 0}, 1);
        frames(d, 1);
        reading = &vl_session_run(d->session)->shown;
        assert_true(fabs(reading->energy_change - reading->energy_error) > 1e-3);
    }
}

// A scene whose links do not fit says so as it opens.
TEST(a_link_that_does_not_fit_at_the_start_is_told)
{
    desk *d =
        open_text("odd.yaml", "",
                  "format: 1\nparticles:\n  - {at: [0, 0], pinned: true}\n  - {at: [1.04, 0]}\n"
                  "links:\n  - {from: 1, to: 2, kind: rod, length: 1}\n");
    play(d, "(=This scene has something odd in it) (odd.yaml:6:5: link 1, a rod of 1 m) "
            "{This scene has something odd in it}");
    assert_int_equal(open_scene("pendulum")->app->notice.kind, VL_NOTICE_NONE);
}

// A stone in a hand that goes `by` pixels a frame, under velocity Verlet, which keeps its velocity:
// it can be read.
static vl_pixel carry(desk *d, int count, float by)
{
    play(d, "Method5/1");
    return pull(d, VL_POINTER_MOUSE, grab(d, 1, 0), (float)count * by, 0, count);
}

static double speed_let_go(desk *d, vl_pixel at)
{
    let_go(d, VL_POINTER_MOUSE, at, 1);
    return world_of(d)->particles.v[0][0];
}

// The hand goes 2 px a frame at 60, 144 and 30 frames/s and lets go: the point leaves with that
// speed, in metres, at the speed the scene runs at.
TEST(a_point_is_let_go_with_the_speed_of_the_hand)
{
    static const double rates[] = {30, 60, 144};
    for (int r = 0; r < 3; r++)
        for (int slow = 0; slow < 2; slow++) {
            desk *d = open_scene("projectile");
            vl_null_of(d->platform)->frame = 1 / rates[r];
            if (slow)
                set_speed(d, 0.5);
            vl_pixel at = carry(d, 40, 2);
            double expected = 2 * rates[r] / vl_camera_scale(&d->app->camera) * (slow ? 2 : 1);
            double speed = speed_let_go(d, (vl_pixel){at.x + 2, at.y, 0});
            print_message("  %g frames/s: %.4g m/s (%.4g)\n", rates[r], speed, expected);
            // pixels are floats: 2 px are known to 1e-4 px
            assert_true(fabs(speed / expected - 1) < 1e-4);
            assert_false(d->app->hands.drag.grips[VL_POINTER_MOUSE].used); // it asks for no more
        }
}

TEST(a_hand_that_stands_still_lets_go_at_rest)
{
    desk *d = open_scene("projectile");
    vl_pixel at = carry(d, 1, 200);
    frames(d, 19);
    assert_true(speed_let_go(d, at) == 0);
    d = open_scene("projectile"); // and while the clock does
    vl_session_set_running(d->session, false);
    assert_true(speed_let_go(d, carry(d, 10, 8)) == 0);
}

// The hand stands still for the last 20 ms: over its last frame alone it has no speed.
TEST(a_throw_by_the_last_frame_alone_drops)
{
    for (int broken = 0; broken < 2; broken++) {
        desk *d = open_played("projectile", "each:0.02");
        d->session->scene->mistake = mistake_named("hand-of-last-frame");
        d->session->mistake_off = !broken;
        vl_pixel at = carry(d, 10, 8);
        frames(d, 1);
        double speed = speed_let_go(d, at);
        assert_true(broken ? speed == 0 : speed > 1);
    }
}

// The world may be gone between two events of a frame, and between a button and the next frame.
TEST(a_new_world_leaves_nothing_of_the_old_one)
{
    for (int k = 0; k < 2; k++)
        for (int second = 0; second < 3; second++) {
            desk *d = open_scene("cloth");
            vl_pixel corner = ball_pixel(d, world_of(d)->particles.count);
            push(d, VL_EVENT_POINTER_MOVE, corner.x, corner.y, 2);
            assert_true(d->app->hands.hover.slot >= 0);
            push(d, VL_EVENT_POINTER_DOWN, corner.x, corner.y, 2);
            assert_int_equal(world_of(d)->hold_count, 1);
            play(d, k ? "4*PgDn/0" : "4*R/0");
            if (second == 0)
                push(d, VL_EVENT_POINTER_UP, corner.x, corner.y, 3);
            else
                play(d, second == 1 ? "./3" : "P/3");
            assert_false(k && second > 0 && d->app->hands.points); // it may just lie there
            assert_int_equal(world_of(d)->hold_count, 0);
        }
}

// A second button while the first one holds a particle, let go in either order.
TEST(a_second_button_lets_the_first_one_do_its_work)
{
    for (int button = VL_BUTTON_MIDDLE; button <= VL_BUTTON_RIGHT; button++)
        for (int first = 0; first < 2; first++) {
            desk *d = open_scene("pendulum");
            vl_pixel ball = grab(d, 2, 0);
            vl_event event = {.kind = VL_EVENT_POINTER_DOWN, .x = ball.x, .y = ball.y};
            event.button = button;
            give(d, event, 2);
            assert_int_equal(world_of(d)->hold_count, 1);
            event.kind = VL_EVENT_POINTER_UP;
            for (int i = 0; i < 2; i++) {
                event.button = (i == 0) == first ? VL_BUTTON_LEFT : button;
                give(d, event, 2);
                assert_int_equal(world_of(d)->hold_count, first || i ? 0 : 1);
            }
        }
}

// --- files ---

TEST(a_dropped_file_is_opened_or_its_fault_told)
{
    static const struct {
        const char *path, *title;
        vl_notice_kind kind;
    } rows[] = {{SCENES "bad/empty.yaml", "pendulum", VL_NOTICE_FILE},
                {SCENES "cloth.yaml", "cloth", VL_NOTICE_NONE}};

    desk *d = open_scene("pendulum");
    for (int i = 0; i < COUNT(rows); i++) {
        give(d, (vl_event){.kind = VL_EVENT_DROP, .path = vl_copy_text(rows[i].path)}, 1);
        assert_int_equal(d->app->notice.kind, rows[i].kind);
        assert_non_null(strstr(d->session->scene->path, rows[i].title));
        assert_string_equal(vl_null_of(d->platform)->file, d->session->scene->path);
    }
}

// --- events without sense ---

static int dragging_pointers(const desk *d)
{
    int count = 0;
    for (int i = 0; i < VL_MOST_POINTERS; i++)
        count += d->app->hands.pointers[i].gesture == VL_GESTURE_DRAG;
    return count;
}

static vl_event random_event(vl_random *random)
{
    vl_event event = {
        .kind = (vl_event_kind)(1 + vl_random_next(random) % 5),
        .pointer = (int)(vl_random_next(random) % VL_MOST_POINTERS),
        .button = 1 + (int)(vl_random_next(random) % 3),
        .x = (float)vl_random_uniform(random, -100, 1000),
        .y = (float)vl_random_uniform(random, -100, 700),
        .wheel = (float)vl_random_uniform(random, -3, 3),
        .shift = vl_random_next(random) % 2,
    };
    vl_command command = vl_command_get(any_of(random, vl_command_count()));
    bool writes = strcmp(command.name, "save") == 0 || strcmp(command.name, "picture") == 0;
    vl_event key = {.key = 'x'};
    if (!writes)
        (void)vl_key_read(command.name, &key);
    event.key = key.key;
    event.ctrl = key.ctrl;
    event.shift = event.kind == VL_EVENT_KEY ? key.shift : event.shift;
    return event;
}

// Many of them over every scene, fewer over large ones: what a key can reach ends no program, and
// the pointers are let go in the end. A scene may have a recorded hand besides.
TEST(events_without_sense_do_no_harm)
{
    vl_random random = test_random(2026);
    SCOPED(vl_scene_names) names = vl_shelf_names(VL_SCENES);
    desk *d = NULL;
    for (int i = 0; i < test_cases(400, 40000);
         i += i % 100 == 20 && world_of(d)->links.count > 300 ? 80 : 1) {
        if (i % 100 == 0)
            d = open_sized(names.names[any_of(&random, names.count)], 900, 600, "");
        vl_null_push(d->platform, random_event(&random));
        vl_null_of(d->platform)->frame = vl_random_uniform(&random, 0, 0.05);
        if (i % 3 == 0) {
            frames(d, 1);
            int others = world_of(d)->hold_count - dragging_pointers(d);
            assert_true(others == 0 || (others == 1 && d->session->scene->hand_count > 0));
        }
        d->app->quit = false; // the button of "Quit" may have been hit
    }
    for (int pointer = 0; pointer < VL_MOST_POINTERS; pointer++)
        for (int button = VL_BUTTON_LEFT; button <= VL_BUTTON_RIGHT; button++)
            give(d, (vl_event){VL_EVENT_POINTER_UP, .pointer = pointer, .button = button}, 0);
    frames(d, 1);
    assert_int_equal(dragging_pointers(d), 0);
    assert_true(world_of(d)->hold_count <= (d->session->scene->hand_count > 0));
}
