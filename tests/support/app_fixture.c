#include "app_fixture.h"

#include "ui_checks.h"

#include <ctype.h>
#include <time.h>
#include <unistd.h>

// --- scenes and folders ---

static desk opened;
static vl_log_file *recorded; // of what happens on it; NULL: none

void close_scene(void)
{
    if (opened.app)
        vl_app_free(opened.app);
    if (opened.platform)
        opened.platform->destroy(opened.platform);
    vl_log_file_free(recorded);
    recorded = NULL;
    opened = (desk){0};
}

// Who is not asked goes on where a scene asks something.
static void answer_nothing(desk *d)
{
    if (!d->asked && vl_session_task(d->session) == VL_TASK_ASKED)
        vl_session_set_running(d->session, true);
}

desk *open_on(vl_platform *platform, const char *scene)
{
    vl_error error = {0};
    bool whole = strstr(scene, ".yaml") || strstr(scene, ".rec");
    const char *path = PRINTED(whole ? "%s" : SCENES "%s.yaml", scene);
    opened.platform = platform;
    opened.app = vl_app_create(platform, path, recorded, &error);
    assert_good(opened.app, error);
    opened.session = &opened.app->session;
    opened.asked = false;
    answer_nothing(&opened);
    opened.session->answer.over = true;
    frames(&opened, 1);
    return &opened;
}

desk *open_asked(const char *scene)
{
    desk *d = open_scene(scene);
    d->asked = true;
    vl_app_open(d->app, d->session->scene->path);
    frames(d, 1);
    return d;
}

desk *open_sized(const char *scene, int width, int height, const char *script)
{
    close_scene();
    desk *d = open_on(vl_null_create(width, height), scene);
    play(d, script);
    return d;
}

desk *open_scene(const char *scene)
{
    return open_played(scene, "");
}

desk *open_played(const char *scene, const char *script)
{
    return open_sized(scene, 1280, 720, script);
}

desk *open_recorded(const char *scene)
{
    vl_error error = {0};
    close_scene();
    recorded = vl_log_file_create(RECORDED, &error);
    assert_good(recorded, error);
    return open_on(vl_null_create(1280, 720), scene);
}

desk *open_quiet(const char *scene, const char *script)
{
    desk *d = open_played(scene, "Quiet/0");
    play(d, script);
    return d;
}

desk *open_text(const char *name, const char *script, const char *yaml)
{
    write_here(name, yaml);
    return open_played(name, script);
}

// Takes a key of the scene away, "compare" or "task"; it is the last one, or another one begins a
// line.
static void remove_key(char *text, const char *key)
{
    char *begin = strstr(text, key), *end = begin ? begin + 1 : NULL;
    while (end && (end = strchr(end, '\n')) && (end[1] == ' ' || end[1] == '\n'))
        end++;
    if (begin)
        memmove(begin, end ? end : "", end ? strlen(end) + 1 : 1);
}

desk *open_alone(const char *scene, const char *script)
{
    const char *path = PRINTED("%s.yaml", scene);
    FREED char *text = read_here(PRINTED(SCENES "%s", path), NULL);
    remove_key(text, "\ncompare:");
    remove_key(text, "\ntask:");
    write_here(path, text);
    desk *d = open_played(path, "lanes=1");
    play(d, script);
    return d;
}

static int begin(void **state)
{
    (void)state;
    setenv("VERLET_LAB_SCENES", SCENES, 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    close_scene();
    return 0;
}

TEST_FIXTURE(begin, end)

bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

vl_scene *take_saved(const char *name)
{
    vl_error error = {0};
    const char *path = PRINTED(SAVED "%s.yaml", name);
    vl_scene *saved = vl_scene_load(path, &error);
    assert_good(saved, error);
    remove(path);
    return saved;
}

// --- what somebody does ---

void frames(desk *d, int count)
{
    for (int i = 0; i < count; i++) {
        answer_nothing(d);
        vl_app_frame(d->app);
    }
}

double frames_of(desk *d, double length, int count)
{
    double before = time_of(d);
    vl_null_of(d->platform)->frame = length;
    frames(d, count);
    return time_of(d) - before;
}

void give_command(desk *d, const vl_command *command, int then_frames)
{
    vl_event key;
    if (vl_key_read(command->name, &key)) {
        give(d, key, then_frames);
        return;
    }
    vl_session_next_event(d->session);
    command->act(d->app, command);
    frames(d, then_frames);
}

static vl_event key_event(const char *name)
{
    vl_event event;
    if (!vl_key_read(name, &event))
        fail_msg("no key '%s'", name);
    return event;
}

void give(desk *d, vl_event event, int then_frames)
{
    vl_null_push(d->platform, event);
    frames(d, then_frames);
}

void type(desk *d, const char *text)
{
    for (; *text; text++) {
        vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_KEY, .key = (uint32_t)*text});
        vl_null_push(d->platform, (vl_event){.kind = VL_EVENT_TEXT, .text = {*text}});
    }
    frames(d, 1);
}

// What is between the first character of a step and `end`; returns the length of both and what is
// between.
static size_t quoted(const char *step, char end, char *text, size_t size)
{
    size_t length = strcspn(step + 1, (char[]){end, '\0'});
    assert_true(step[1 + length] == end && length < size);
    snprintf(text, size, "%.*s", (int)length, step + 1);
    return length + 2;
}

// A figure of the app, of which a script may say what it is; NaN: none has this name.
static double figure_named(const desk *d, const char *name)
{
    const vl_session *session = d->session;

    const struct {
        const char *name;
        double value;
    } rows[] = {
        {"lanes", session->lab->count},
        {"joining", session->waiting.count},
        {"chosen", session->chosen},
        {"running", session->running},
        {"time", time_of(d)},
        {"plays", session->playing != NULL},
        {"returning", session->playback.left > 0},
        {"changes", session->undo.undone.count},
        {"held", world_of(d)->hold_count},
        {"diverged", world_of(d)->now.diverged},
        {"notice", d->app->notice.kind},
        {"drawer", d->app->drawer.open},
        {"page", d->app->pages.open != NULL},
        {"moved", d->app->view.moved},
        {"engine", vl_session_run(session)->lane.engine != NULL},
        {"method", vl_lane_method(&vl_session_run(session)->lane)},
        {"substeps", vl_session_run(session)->lane.solver.substeps},
        {"tool", d->app->tools.in_hand != NULL},
        {"typing", d->app->typing.open},
        {"menu", d->app->menu.open},
        {"probed", d->app->tools.probed.particle},
    };

    for (int i = 0; i < COUNT(rows); i++)
        if (strcmp(name, rows[i].name) == 0)
            return rows[i].value;
    return (double)NAN;
}

// The number in a script, or what it has a name for.
static double value_named(const char *text)
{
    static const struct {
        const char *name;
        int value;
    } rows[] = {{"notes", VL_DRAWER_NOTES},       {"find", VL_DRAWER_FIND},
                {"numbers", VL_DRAWER_NUMBERS},   {"note", VL_NOTICE_NOTE},
                {"warning", VL_NOTICE_WARNING},   {"file", VL_NOTICE_FILE},
                {"diverged", VL_NOTICE_DIVERGED}, {"return", VL_NOTICE_RETURN}};

    for (int i = 0; i < COUNT(rows); i++)
        if (strcmp(text, rows[i].name) == 0)
            return rows[i].value;
    char *end;
    double value = strtod(text, &end);
    assert_true(end > text && *end == '\0');
    return value;
}

// Checks a figure, as in `lanes=2`, `drawer=notes` or `time>0.3`.
static void check_figure(const desk *d, const char *word)
{
    if (strncmp(word, "dt=", 3) == 0) {
        assert_string_equal(d->session->pacing.stream->text, word + 3);
        return;
    }
    char name[32] = "", sign = 0, text[32] = "";
    sscanf(word, "%31[a-z]%c%31s", name, &sign, text);
    double wanted = value_named(text);
    double value = figure_named(d, name);
    if (!(sign == '=' ? value == wanted : sign == '>' ? value > wanted : value < wanted))
        fail_msg("%s: it is %g", word, value);
}

// As it stands in a script, or by its name.
static int number_of_method(const char *text)
{
    for (int i = 0; i < vl_integrator_count; i++)
        if (strcmp(vl_integrators[i]->name, text) == 0)
            return i;
    return atoi(text);
}

static void wait_for_page(desk *d)
{
    frames(d, 3);
    // a frame after 1 ms, and less and less often then: the work is what takes the time
    for (int i = 1; i < 5000 && vl_pages_busy(d->app, &(double){0}); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000 * (i < 20 ? i : 20)}, NULL);
        frames(d, 1);
    }
    assert_false(vl_pages_busy(d->app, &(double){0}));
    frames(d, 2);
}

// Lanes of the methods that follow that of the chosen one and have none yet.
static void add_next_lanes(desk *d, int count)
{
    for (int i = 0; i < count; i++) {
        int chosen = vl_lane_method(&vl_session_run(d->session)->lane), next = chosen;
        for (int k = vl_integrator_count - 1; k > 0; k--) {
            int method = (chosen + k) % vl_integrator_count;
            next = vl_session_lane_with(d->session, method) < 0 ? method : next;
        }
        const vl_field row = vl_lane_row("integrator");
        (void)vl_session_add_lane_with(d->session, &row, vl_integrators[next]->name,
                                       &(vl_error){0});
        d->app->digits.next = 0;
    }
}

// A setting of the chosen lane, such as `direction=old`, or of another lane that is added.
static void set_in_lane(desk *d, const char *text, bool adds)
{
    char key[32] = "", value[96] = "";
    vl_error error = {0};
    sscanf(text, "%31[^=]=%95s", key, value);
    const vl_field row = vl_lane_row(key);
    vl_session_next_event(d->session);
    bool good = adds ? vl_session_add_lane_with(d->session, &row, value, &error) >= 0
                     : vl_session_set_in_lane(d->session, &row, value, &error);
    if (!good)
        fail_msg("%s: %s", text, error.text);
}

void set_speed(desk *d, double speed)
{
    vl_number number = vl_session_speed_number(d->session);
    vl_session_next_event(d->session);
    assert_true(vl_session_set_number(d->session, &number, PRINTED("%.9g", speed), &(vl_error){0}));
}

static void zoom(desk *d, double factor)
{
    const vl_rect s = d->app->camera.stage;
    vl_app_zoom(d->app, factor, s.x + s.w / 2, s.y + s.h / 2);
}

// What a step does that is no key, nor a figure; false: it is none of these.
static bool play_deed(desk *d, const char *word, int times)
{
    const vl_rect formula = d->app->layout.formula;
    if (strcmp(word, "Go") == 0 || strcmp(word, "Pause") == 0)
        vl_session_set_running(d->session, *word == 'G');
    else if (strcmp(word, "Quiet") == 0)
        set_reference(d, VL_REFERENCE_NONE);
    else if (strcmp(word, "Hush") == 0)
        d->app->notice.kind = VL_NOTICE_NONE;
    else if (strcmp(word, "Note") == 0 || strcmp(word, "Warn") == 0)
        vl_app_notify(d->app, *word == 'N' ? VL_NOTICE_NOTE : VL_NOTICE_WARNING, word, "Text.");
    else if (strcmp(word, "Formula") == 0) // the mouse rests on it
        push(d, VL_EVENT_POINTER_MOVE, formula.x + 9, formula.y + formula.h / 2, 1);
    else if (strcmp(word, "Answer") == 0)
        d->session->answer.given = 1;
    else if (strncmp(word, "dt:", 3) == 0)
        set_stream(d, word + 3);
    else if (strncmp(word, "each:", 5) == 0)
        vl_null_of(d->platform)->frame = atof(word + 5);
    else if (strncmp(word, "join:", 5) == 0)
        d->session->joining.seconds = atof(word + 5);
    else if (strncmp(word, "open:", 5) == 0)
        vl_app_open_named(d->app, word + 5);
    else if (strncmp(word, "Method", 6) == 0)
        set_method(d->session, number_of_method(word + 6));
    else if (strcmp(word, "Reset") == 0)
        vl_session_reset(d->session);
    else if (strcmp(word, "Wait") == 0)
        wait_for_page(d);
    else if (strcmp(word, "Rest") == 0)
        FRAMES_UNTIL(d, 4000, !d->session->running);
    else if (strcmp(word, "Next") == 0)
        vl_session_choose(d->session, (d->session->chosen + 1) % d->session->lab->count);
    else if (strcmp(word, "Lane") == 0)
        add_next_lanes(d, times);
    else if (strncmp(word, "set:", 4) == 0)
        set_in_lane(d, word + 4, false);
    else if (strncmp(word, "add:", 4) == 0)
        set_in_lane(d, word + 4, true);
    else if (strcmp(word, "Remove") == 0)
        for (int i = 0; i < times; i++) {
            vl_session_next_event(d->session);
            vl_app_remove_lane(d->app, d->session->chosen);
        }
    else if (strncmp(word, "speed:", 6) == 0)
        set_speed(d, atof(word + 6));
    else if (strncmp(word, "zoom:", 5) == 0)
        zoom(d, atof(word + 5));
    else if (strcmp(word, "step") == 0)
        make_session_steps(d, times);
    else if (*word == '@')
        vl_app_go_to(d->app, atof(word + 1), NULL, NULL);
    else
        return false;
    return true;
}

// The key of a step that ends in "!", as often, without a frame.
static void play_at_once(desk *d, const char *word, int times)
{
    const char *key = PRINTED("%.*s", (int)strlen(word) - 1, word);
    int number = vl_command_named(key, (int)strlen(key));
    if (number < 0) {
        vl_event event = key_event(key);
        number = vl_command_of_event(&event);
    }
    assert_true(number >= 0);
    vl_command command = vl_command_get(number);
    for (int i = 0; i < times; i++) {
        vl_session_next_event(d->session);
        command.act(d->app, &command);
    }
}

// A command by its name, or any key.
static void play_command(desk *d, const char *word, int times, int then_frames)
{
    int number = vl_command_named(word, (int)strlen(word));
    for (int i = 0; i < times; i++)
        if (number < 0) {
            give(d, key_event(word), then_frames);
        } else {
            vl_command command = vl_command_get(number);
            give_command(d, &command, then_frames);
        }
}

static void play_key(desk *d, const char *word, int times, int then_frames)
{
    if (!*word || play_deed(d, word, times))
        frames(d, then_frames);
    else if (word[strlen(word) - 1] == '!')
        play_at_once(d, word, times);
    else
        play_command(d, word, times, then_frames);
}

// Whether a drawer that is scrolled from its top comes to a text that begins so.
static bool scroll_to(desk *d, const char *text)
{
    const vl_draw *found = NULL;
    for (float y = 0; !found && y < 20000; y += 100) {
        d->app->drawer.scroll = y;
        frames(d, 1);
        found = drawn_beginning(d, text);
    }
    return found != NULL;
}

// Plays a step of a script, and returns its length.
static size_t play_step(desk *d, const char *step)
{
    char word[128] = "";
    int times = 1, head = 0;
    if (*step == '\'') {
        size_t length = quoted(step, '\'', word, sizeof word);
        type(d, word);
        return length;
    }
    if (*step == '<') {
        size_t length = quoted(step, '>', word, sizeof word);
        const vl_draw *draw = drawn_text(d, word);
        assert_non_null(draw);
        tap(d, VL_POINTER_MOUSE, draw->x + 2, draw->y + 2);
        return length;
    }
    if (*step == '{' || strncmp(step, "!{", 2) == 0) {
        bool wanted = *step == '{';
        size_t length = quoted(step + !wanted, '}', word, sizeof word);
        bool shown = *word == '='   ? drawn_text(d, word + 1) != NULL
                     : *word == '^' ? drawn_beginning(d, word + 1) != NULL
                     : *word == '~' ? scroll_to(d, word + 1)
                     : *word == '#' ? text_in(d, d->app->layout.drawer, word + 1) != NULL
                                    : shows(d, word);
        if (shown != wanted)
            fail_msg("'%s' is %s", word, wanted ? "not shown" : "shown");
        return length + !wanted;
    }
    if (*step == '(') {
        const vl_notice *n = &d->app->notice;
        size_t length = quoted(step, ')', word, sizeof word);
        bool part = n->kind != VL_NOTICE_NONE && (strstr(n->title, word) || strstr(n->text, word));
        if (*word == '=' ? strcmp(n->title, word + 1) != 0 : !part)
            fail_msg("'%s: %s' does not tell '%s'", n->title, n->text, word);
        return length;
    }
    if (sscanf(step, "%d*%n", &times, &head) < 1 || head == 0)
        times = 1;
    sscanf(step + head, "%127[^ /]", word);
    size_t length = (size_t)head + strlen(word);
    if (strlen(word) > 2 && strpbrk(word, "=<>") && strncmp(word, "set:", 4) != 0 &&
        strncmp(word, "add:", 4) != 0) {
        check_figure(d, word);
        return length;
    }
    bool told = step[length] == '/';
    bool draws = (!strpbrk(word, "@!:") || !strncmp(word, "set:", 4) || !strncmp(word, "add:", 4) ||
                  !strncmp(word, "zoom:", 5)) &&
                 strcmp(word, "step") && strcmp(word, "Wait") && strcmp(word, "Rest");
    play_key(d, word, times, told ? atoi(step + length + 1) : draws);
    return length + strcspn(step + length, " ");
}

void play(desk *d, const char *script)
{
    for (const char *at = script; *(at += strspn(at, " "));)
        at += play_step(d, at);
}

void playf(desk *d, const char *format, ...)
{
    char script[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(script, sizeof script, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && length < (int)sizeof script);
    play(d, script);
}

void choose_type(desk *d, int kind)
{
    assert_true(kind >= 0 && kind < TYPES);
    d->app->shown.type = kind == 1 ? 2 : 0;
    d->app->shown.projector = kind == 2;
}

void push(desk *d, vl_event_kind kind, float x, float y, int then_frames)
{
    d->app->hands.mouse_seen |= kind == VL_EVENT_POINTER_MOVE; // it has come in before
    push_pointer(d, kind, VL_POINTER_MOUSE, x, y, then_frames);
}

void push_pointer(desk *d, vl_event_kind kind, int pointer, float x, float y, int then_frames)
{
    vl_event event = {.kind = kind, .pointer = pointer, .button = VL_BUTTON_LEFT, .x = x, .y = y};
    give(d, event, then_frames);
}

vl_pixel pull(desk *d, int pointer, vl_pixel from, float x, float y, int pieces)
{
    for (int i = 1; i <= pieces; i++) {
        float part = (float)i / (float)pieces;
        push_pointer(d, VL_EVENT_POINTER_MOVE, pointer, from.x + part * x, from.y + part * y, 1);
    }
    return (vl_pixel){from.x + x, from.y + y, 0};
}

void let_go(desk *d, int pointer, vl_pixel at, int then_frames)
{
    push_pointer(d, VL_EVENT_POINTER_UP, pointer, at.x, at.y, then_frames);
}

void stroke(desk *d, int pointer, vl_pixel from, vl_pixel to, int pieces)
{
    push_pointer(d, VL_EVENT_POINTER_DOWN, pointer, from.x, from.y, 1);
    let_go(d, pointer, pull(d, pointer, from, to.x - from.x, to.y - from.y, pieces), 1);
}

// A button is pressed while it is drawn; what it does to the view is seen in the frame after.
void tap(desk *d, int pointer, float x, float y)
{
    push_pointer(d, VL_EVENT_POINTER_DOWN, pointer, x, y, 1);
    push_pointer(d, VL_EVENT_POINTER_UP, pointer, x, y, 2);
}

void click(desk *d, vl_rect rect, bool finger)
{
    tap(d, finger ? 1 : VL_POINTER_MOUSE, rect.x + rect.w / 2, rect.y + rect.h / 2);
}

vl_vec3 place_of(const desk *d, int number)
{
    const vl_particles *p = &world_of(d)->particles;
    return vl_read(p->x, p->slot_of[number - 1]);
}

int last_particle(const desk *d)
{
    return world_of(d)->particles.count;
}

void assert_at(const desk *d, int number, vl_vec3 place)
{
    vl_vec3 now = place_of(d, number);
    assert_true(now.x == place.x && now.y == place.y && now.z == place.z);
}

vl_pixel ball_pixel(const desk *d, int number)
{
    vl_projection projection = vl_camera_projection(&d->app->camera);
    return vl_project(&projection, place_of(d, number));
}

bool is_under(const desk *d, int number, float x, float y)
{
    vl_pixel at = ball_pixel(d, number);
    return hypotf(at.x - x, at.y - y) < 0.01f;
}

vl_pixel grab(desk *d, int number, int then_frames)
{
    vl_pixel ball = ball_pixel(d, number);
    push(d, VL_EVENT_POINTER_DOWN, ball.x, ball.y, then_frames);
    return ball;
}

void set_stream(desk *d, const char *text)
{
    vl_error error = {0};
    assert_good(vl_session_set_stream(d->session, text, &error), error);
}

void set_method(vl_session *session, int index)
{
    const vl_field row = vl_lane_row("integrator");
    vl_error error = {0};
    assert_good(vl_session_set_in_lane(session, &row, vl_integrators[index]->name, &error), error);
}

void set_reference(desk *d, vl_reference_mode mode)
{
    d->session->reference = mode;
    vl_session_reset(d->session);
}

void make_session_steps(desk *d, int count)
{
    for (int i = 0; i < count; i++)
        assert_true(vl_session_step(d->session));
}

void take_engine(desk *d, const vl_engine *engine)
{
    vl_session *session = d->session;
    const vl_field row = vl_lane_row("engine");
    assert_true(
        vl_session_set_in_lane(session, &row, engine ? engine->name : NULL, &(vl_error){0}));
}

int add_lane(desk *d, int integrator)
{
    const vl_field row = vl_lane_row("integrator");
    int index = vl_session_add_lane_with(d->session, &row, vl_integrators[integrator]->name,
                                         &(vl_error){0});
    assert_true(index > 0);
    return index;
}

// --- what there is to see ---

vl_world *world_of(const desk *d)
{
    return vl_session_run(d->session)->world;
}

vl_world *lane_world(const desk *d, int lane)
{
    return d->session->lab->runs[lane].world;
}

double time_of(const desk *d)
{
    return d->session->lab->now.time;
}

bool shows(const desk *d, const char *text)
{
    const vl_notice *notice = &d->app->notice; // in lines, where its place is narrow
    bool placed = notice->kind != VL_NOTICE_NONE && d->app->layout.banner.w > 0;
    return strstr(d->app->list.text.data, text) ||
           (placed && (strstr(notice->title, text) || strstr(notice->text, text)));
}

const vl_draw *drawn_text(const desk *d, const char *text)
{
    return find_text(&d->app->list, text, true);
}

const vl_draw *drawn_beginning(const desk *d, const char *text)
{
    return find_text(&d->app->list, text, false);
}

const vl_draw *next_text(const desk *d, vl_rect rect, const vl_draw *draw)
{
    const vl_drawlist *list = &d->app->list;
    for (int i = draw ? (int)(draw - list->draws) + 1 : 0; i < list->draw_count; i++)
        if (list->draws[i].kind == VL_DRAW_TEXT &&
            vl_rect_contains(rect, list->draws[i].x, list->draws[i].y))
            return &list->draws[i];
    return NULL;
}

const char *text_of(const desk *d, const vl_draw *draw)
{
    return d->app->list.text.data + draw->first;
}

bool reads(const desk *d, const vl_draw *draw, const char *text)
{
    return draw->count == (int)strlen(text) && ends_with(d, draw, text);
}

bool ends_with(const desk *d, const vl_draw *draw, const char *end)
{
    int length = (int)strlen(end);
    return draw->count >= length &&
           memcmp(text_of(d, draw) + draw->count - length, end, (size_t)length) == 0;
}

bool has_cut_text(const desk *d, vl_rect rect)
{
    return text_in(d, rect, "…") != NULL; // a piece of its own
}

const vl_draw *text_in(const desk *d, vl_rect rect, const char *text)
{
    const vl_draw *draw = next_text(d, rect, NULL);
    while (draw && !reads(d, draw, text))
        draw = next_text(d, rect, draw);
    return draw;
}
