// The band along the bottom, where the frames are the line of time: reset, run, step, time and
// speed at its left, the rates at its right.

#include "app/screen/parts.h"

// Points.
static const float pad = 12, bars_height = 84, narrowest = 900, beside_page = 1150, knob = 6,
                   slip = 6; // a pointer that moves less draws nothing

// Of the room that is left, which the band may take with its bars.
static const float most_share = 0.45f;

// --- where bars are ---

static const double seconds = 15,
                    before = 2 / 3.; // of simulated time at speed 1; the part before now
static const double full = 25;       // ms, of a bar as high as the band
static const double finest = 1e-4, longest_drawn = 0.25; // s; what is drawn has steps of the first

static float x_of(const vl_bars *b, double time)
{
    return b->rect.x + (float)((time - b->begin) / (b->end - b->begin)) * b->rect.w;
}

static float y_of(const vl_bars *b, double dt)
{
    return b->rect.y + b->rect.h * (float)(1 - fmin(fmax(dt, 0) / full, 1));
}

static double begin_of(const vl_bars *b, int index)
{
    return b->frames.end[index] - 1e-3 * fmax(b->frames.dt[index], 0);
}

static double time_at(const vl_bars *b, float x)
{
    return b->begin + (b->end - b->begin) * (double)((x - b->rect.x) / b->rect.w);
}

void vl_bars_read(vl_bars *b, const vl_app *app)
{
    const vl_band *band = &app->screen->band;
    double window = seconds * app->session.pacing.speed, now = app->session.lab->now.time;
    double shift = band->pressed ? now - band->now : 0;
    b->rect = app->layout.bars;
    b->begin = fmax(now - shift - before * window, 0); // a run fills it from its left
    b->end = b->begin + window;
    vl_frames_read(&b->frames, &app->session, fmax(now - b->begin, 0), fmax(b->end - now, 0));
}

// --- drawing ---

// Shows what was drawn over a frame, or its length. Frames to come are paler, and opaque, for bars
// that are narrower than a line lie over one another; on the card their contrast is 1.6 or more.
static void draw_bar(const vl_bars *b, const vl_app *app, const vl_ui *ui, int index)
{
    const vl_frames *f = &b->frames;
    double drawn = vl_frame_edit_at(&app->screen->band.edit, begin_of(b, index));
    bool edited = app->screen->band.pressed && index >= f->made && drawn > 0;
    double dt = edited ? 1e3 * drawn : f->dt[index]; // ms
    float hair = vl_hair(ui), left = x_of(b, begin_of(b, index)), end = b->rect.x + b->rect.w;
    float right = x_of(b, b->frames.end[index]), bottom = b->rect.y + b->rect.h;
    float top = fminf(y_of(b, dt), bottom - hair);
    if (right - left > 3 * hair)
        right -= hair;
    right = fminf(fmaxf(right, left + hair), end);
    left = fmaxf(left, b->rect.x);
    if (right <= left)
        return;
    bool subject = f->late[index] || f->changed[index];
    vl_colour colour = edited    ? ui->theme->accent
                       : subject ? ui->theme->held
                                 : ui->theme->plot_axis;
    float part = edited || index < f->made ? 0 : 0.42f;
    vl_draw_rect(ui->list, (vl_rect){left, top, right - left, bottom - top},
                 vl_colour_mix(colour, ui->theme->key_cap, part));
    float gap = vl_points(ui, 3);
    if (dt > full) // it is higher than the band: it is cut
        vl_draw_rect(ui->list, (vl_rect){left, top + 2 * gap, right - left, gap},
                     ui->theme->key_cap);
}

// What has just happened lights up for a moment.
static void draw_flash(const vl_bars *b, const vl_app *app, const vl_ui *ui)
{
    const double lit = 0.6 * app->session.pacing.speed; // s, of the run
    const vl_frames *f = &b->frames;
    for (int i = f->made - 1; i > 0 && f->end[i] > f->now - lit; i--) {
        if (f->changed[i] == f->changed[i - 1] && !f->late[i])
            continue;
        float x = x_of(b, begin_of(b, i)), width = vl_points(ui, 16);
        float part = 0.5f * (float)(1 - (f->now - f->end[i]) / lit);
        vl_draw_round_rect(ui->list, (vl_rect){x - width / 2, b->rect.y, width, b->rect.h},
                           width / 2, vl_colour_fade(ui->theme->held, fmaxf(part, 0)));
    }
}

// Writes how long the newest late frame was that can be seen: left of it, or where that would be
// before `least` right of it, but not on the line of the present.
static void label_late(const vl_bars *b, const vl_ui *ui, float least)
{
    char text[VL_FIGURE_SIZE + 8];
    const vl_frames *f = &b->frames;
    int i = f->made - 1;
    while (i >= 0 && !f->late[i])
        i--;
    if (i < 0 || x_of(b, begin_of(b, i)) < b->rect.x)
        return;
    snprintf(text, sizeof text, "%s ms", vl_figure_fixed(f->dt[i], 0, VL_FIGURE_BUFFER));
    float gap = vl_points(ui, 5), width = vl_text_width(ui->metrics, VL_TYPE_SMALL, text);
    float x = x_of(b, begin_of(b, i)) - gap - width, now = x_of(b, f->now) + vl_points(ui, knob);
    if (x < fmaxf(b->rect.x - vl_points(ui, pad), least)) {
        x = x_of(b, f->end[i]) + gap;
        x = x < now + gap && now - 2 * vl_points(ui, knob) < x + width + gap ? now + gap : x;
    }
    vl_draw_rect(ui->list, (vl_rect){x, b->rect.y, width, ui->metrics->height[VL_TYPE_SMALL]},
                 ui->theme->key_cap); // in a low band it lies on bars
    vl_draw_text(ui->list, x, b->rect.y, VL_TYPE_SMALL, ui->theme->held, text);
}

static float ticks_width(const vl_ui *ui)
{
    return vl_text_width(ui->metrics, VL_TYPE_SMALL, "144/s") + vl_points(ui, 10);
}

// Lines at the lengths of 60 and 144 frames/s, with the rate at the right.
static void draw_scale(const vl_bars *b, const vl_ui *ui)
{
    static const int rates[] = {60, 144};

    float line = ui->metrics->height[VL_TYPE_SMALL], gap = vl_points(ui, 8);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        float y = roundf(y_of(b, 1000.0 / rates[i]));
        vl_draw_rect(ui->list, (vl_rect){b->rect.x, y, b->rect.w, vl_hair(ui)},
                     ui->theme->key_cap_edge);
        vl_rect label = {b->rect.x + b->rect.w + gap, y - line / 2, ticks_width(ui), line};
        vl_ui_print(ui, label, VL_ALIGN_LEFT, "%d/s", rates[i]);
    }
}

// --- the pointer: left of now it goes back, right of now it draws lengths ---

// Draws along the line from where the pointer was, right of now. Above the bars it draws longer
// frames than they show.
static void draw_along(const vl_bars *b, vl_band *band, float x, float y)
{
    vl_frame_edit *edit = &band->edit;
    edit->begin = b->begin;
    edit->end = b->end;
    double width = (b->end - b->begin) / VL_EDIT_PIECES, over = (double)fabsf(x - band->x);
    double low = time_at(b, fminf(x, band->x)), high = time_at(b, fmaxf(x, band->x));
    for (int i = 0; i < VL_EDIT_PIECES; i++) {
        double from = b->begin + i * width, middle = from + width / 2;
        if (from > high || from + width < low || middle < b->frames.now)
            continue;
        double part = over > 0 ? fmin((double)fabsf(x - x_of(b, middle)) / over, 1) : 0;
        double height = (double)(y - b->rect.y) + part * (double)(band->y - y);
        double dt = full * (1 - height / (double)b->rect.h);
        edit->dt[i] = fmin(fmax(round(1e-3 * dt / finest), 5) * finest, longest_drawn);
    }
    band->x = x;
    band->y = y;
}

void vl_edit_frames(vl_app *app, const vl_frame_edit *edit)
{
    vl_error error = {0};
    vl_app_stall(app);
    bool done = vl_session_edit_frames(&app->session, edit, &error);
    vl_app_stall_end(app);
    if (!done)
        vl_app_notify(app, VL_NOTICE_WARNING, "The frames stay as they are", "%s", error.text);
}

// Lets a pointer go back, or draw lengths, which the frames get when it lets go.
static void act(const vl_bars *b, vl_app *app, const vl_ui *ui)
{
    vl_band *band = &app->screen->band;
    const vl_pointer *p = &ui->pointer;
    bool of_bars = !p->away && vl_rect_contains(b->rect, p->press_x, p->press_y);
    if (!of_bars || !(p->down || p->released)) {
        band->pressed = false;
        return;
    }
    if (!band->pressed) { // up to the edge of the knob it goes back
        band->now = b->frames.now;
        band->draws = p->press_x > x_of(b, b->frames.now) + vl_points(ui, knob);
        band->x = p->press_x;
        band->y = p->press_y;
        band->edit = (vl_frame_edit){0};
    }
    band->pressed = true;
    bool moved = hypotf(p->x - p->press_x, p->y - p->press_y) > vl_points(ui, slip);
    if (band->draws) {
        if (moved || band->edit.end > 0)
            draw_along(b, band, p->x, p->y);
        if (p->released && band->edit.end > 0)
            vl_edit_frames(app, &band->edit);
    } else {
        vl_session_set_running(&app->session, false);
        (void)vl_go_to_frame(app, vl_session_frame_at(&app->session, time_at(b, p->x)));
    }
    band->pressed = !p->released;
}

// --- what is told below the bars, the most important first ---

// Of which instant a reversed motion is, where it goes by itself, and how far a recording has
// played.
static void add_way(vl_text *text, const vl_app *app)
{
    const vl_session *session = &app->session;
    const vl_playback *playback = &session->playback;
    double end = session->lab->now.time;
    for (int i = 0; i < playback->left; i++)
        end += vl_log_length(session->log, session->lab->now.frames + 1 + i);
    if (session->lab->shown.back)
        vl_text_add(text, " · reversed: as at %s s",
                    vl_figure_fixed(vl_lab_shown_time(session->lab, app->digits.clock), 2,
                                    VL_FIGURE_BUFFER));
    if (playback->left > 0)
        vl_text_add(text, "%s to %s s", session->lab->shown.back ? "," : " · going on",
                    vl_figure_fixed(vl_lab_shown_time(session->lab, end), 2, VL_FIGURE_BUFFER));
    if (session->playing)
        vl_text_add(text, " · recording of %s s",
                    vl_figure_fixed(vl_log_time(session->log, vl_session_last_frame(session)), 2,
                                    VL_FIGURE_BUFFER));
}

static void draw_parts(const vl_app *app, const vl_ui *ui, vl_rect rect)
{
    static const double slow = 1.0 / 45, seen = 0.05, long_ago = 5; // s

    const vl_session *session = &app->session;
    const vl_pacing *pacing = &session->pacing;
    const vl_policy *policy = &session->lab->runs[session->chosen].clock.policy;
    const vl_stalls *stalls = &app->stalls;
    vl_text text = {0};
    bool stands = vl_session_task(session) == VL_TASK_ASKED;
    bool asked = vl_app_task(app) == VL_TASK_ASKED, hidden = app->layout.choice_count == 0;
    double wait = session->waits ? 0 : session->scene->task.wait - session->answer.stood;
    if (stands && !hidden && wait > 0)
        vl_text_add(&text, " · it waits %.0f s for your answer", ceil(wait));
    else if (stands)
        vl_text_add(&text, hidden ? " · the question waits" : " · it waits for your answer");
    else if (asked && !hidden)
        vl_text_add(&text, "%s · you can still answer", session->running ? " · it goes on" : "");
    vl_text_add(&text, "%s%s", stands && session->answer.touched ? " · `R` begins anew" : "",
                stands ? " · `Space` goes on" : "");
    add_way(&text, app);
    // else the frames would be others than their stream says
    double factor = pacing->speed / pacing->normal;
    bool own = vl_session_run(session)->lane.own_stream || session->playing;
    if (vl_pacing_shrinks(pacing) && factor != 1 && !own)
        vl_text_add(&text, " · dt × %.3g by the speed", factor);
    // a slow display makes other steps than those of which the notes tell
    if (*session->scene->notes && vl_stalls_usual_length(stalls) > slow &&
        vl_pacing_is_measured(pacing) && app->digits.frame_rate < 50)
        vl_text_add(&text, " · %s frames/s, the notes tell of 60",
                    vl_figure_fixed(app->digits.frame_rate, 0, VL_FIGURE_BUFFER));
    if (!vl_policy_is_raw(policy)) {
        vl_text_add(&text, " · ");
        vl_policy_label(policy, &text);
        if (vl_session_draws_between(session, session->chosen))
            vl_text_add(&text, " · picture %s ms earlier",
                        vl_figure_fixed(1e3 * vl_policy_behind(policy), 0, VL_FIGURE_BUFFER));
    }
    if (policy->lost > 0)
        vl_text_add(&text, " · %s s lost", vl_figure_fixed(policy->lost, 2, VL_FIGURE_BUFFER));
    if (policy->added > 0)
        vl_text_add(&text, " · %s s added", vl_figure_fixed(policy->added, 2, VL_FIGURE_BUFFER));
    // work of the program that delayed the display, and is no frame time
    if (stalls->last >= seen && stalls->since < long_ago)
        vl_text_add(&text, " · the program stalled %s ms · that is no frame",
                    vl_figure_fixed(1e3 * stalls->last, 0, VL_FIGURE_BUFFER));
    bool lit = false; // a button of the band tells which frames there are
    for (int i = 0; i < vl_command_count(); i++) {
        vl_command command = vl_command_get(i);
        bool of_band = command.place == VL_PLACE_RATES || command.place == VL_PLACE_FRAMES;
        lit = lit || (of_band && command.active && command.active(app, &command));
    }
    if (vl_app_hides_stream(app)) {
        vl_text_add(&text, " · as measured");
    } else if (!lit) {
        vl_text_add(&text, " · ");
        vl_stream_label(vl_session_stream(session, session->chosen), &text);
    }
    if (app->layout.bars.w > 0)
        vl_text_add(&text, "%s · drag to go back, draw to change",
                    vl_session_run(session)->lane.own_stream
                        ? " · the common frames: this lane has its own"
                        : " · each bar is a frame");
    vl_text_add(&text, "%s", "");
    // the last parts are left out where they have no room
    char *begin = text.data + (text.length > 0 ? strlen(" · ") : 0), *last = begin;
    const vl_text_metrics metrics = vl_ui_metrics(ui, begin);
    while (last && vl_text_width(&metrics, VL_TYPE_SMALL, begin) > rect.w) {
        last = NULL;
        for (char *part = begin; (part = strstr(part, " · ")); part++)
            last = part;
        if (last)
            *last = '\0';
    }
    vl_ui_text(ui, rect, VL_TYPE_SMALL, asked ? ui->theme->text : ui->theme->text_dim,
               VL_ALIGN_LEFT, begin);
    vl_text_free(&text);
}

// --- time and speed ---

static float speed_width(const vl_ui *ui)
{
    return vl_text_width(ui->metrics, VL_TYPE_READING, "×0.016");
}

// The speed is typed or dragged in its place. Where more is asked for than can be computed, what is
// made is shown; while a question stands without words below the bars, how long it does.
static void draw_speed(vl_app *app, const vl_ui *ui, vl_rect rect)
{
    char text[VL_FIGURE_SIZE + 8];
    const vl_session *s = &app->session;
    double wait = s->waits ? 0 : s->scene->task.wait - s->answer.stood;
    if (app->layout.below_bars.h <= 0 && vl_session_task(s) == VL_TASK_ASKED) {
        vl_rect_cut_left(&rect, -0.45f * rect.w); // into the room of a longer time
        snprintf(text, sizeof text, wait > 0 ? "waits %.0f s" : "waits", ceil(wait));
        vl_ui_text(ui, rect, VL_TYPE_SMALL, ui->theme->text, VL_ALIGN_RIGHT, text);
        return;
    }
    vl_number speed = vl_session_speed_number(&app->session);
    speed.place = VL_NUMBER_ON_STAGE;
    if (vl_number_field(app, ui, rect, &speed))
        return;
    double asked = app->session.pacing.speed, part = app->digits.part;
    bool less = part > 0 && part < 0.8;
    double made = less ? part * asked : asked;
    snprintf(text, sizeof text, "×%s",
             less && made < 0.001 ? "0.00…" : vl_figure(made, 2, VL_FIGURE_BUFFER));
    vl_ui_text(ui, rect, VL_TYPE_READING, less ? ui->theme->warning_edge : ui->theme->text_dim,
               VL_ALIGN_RIGHT, text);
}

// --- the band ---

// In a narrow window the bars have a row of their own, above a row of the time and one of the
// rates. Else the buttons beside them are above a row of words. In a low window bars are lower, and
// all else is in one row where that has room, as they are beside a page, which needs the height.
// In larger type a low and narrow window has none, and for a projector no words are below the bars.
void vl_band_layout(vl_app *app, const vl_ui *ui, vl_rect *left)
{
    vl_layout *l = &app->layout;
    float room = vl_points(ui, pad), line = ui->metrics->height[VL_TYPE_SMALL];
    float bars = vl_points(ui, bars_height), rates = vl_buttons_width(app, ui, VL_PLACE_RATES);
    float rows = vl_points(ui, 2 * VL_TARGET + VL_GAP / 2), text = line + room / 2;
    bool page = vl_theory_is_open(app) && left->w > left->h;
    bool stacked = left->w < vl_points(ui, page ? beside_page : narrowest);
    float height = 2 * room + (stacked ? bars + text + room / 2 + rows : bars + text);
    float target = vl_points(ui, VL_TARGET);
    float time = vl_text_width(ui->metrics, VL_TYPE_READING, "t = 888.88 s") + 1 + speed_width(ui);
    float run_width = vl_buttons_width(app, ui, VL_PLACE_TRANSPORT),
          column = fmaxf(run_width, time);
    float most = most_share * left->h, row = run_width + column + rates + 2 * (ui->side + room);
    bool low = height > most || page;
    bool single = low && row <= left->w;
    float lower = (single ? target : rows) + (stacked ? bars / 2 + room / 2 : 0) + room;
    bool bare = low && (app->shown.type > 0 || !stacked || lower > most);
    line = app->shown.projector ? 0 : line;
    height -= line > 0 ? 0 : text;
    l->band = vl_rect_cut_bottom(left, bare ? target + room : low ? lower : height);
    vl_rect_cut_bottom(left, vl_points(ui, VL_GAP / 2));
    vl_layout_cover(l, l->band);
    vl_rect inside = vl_rect_within(l->band, ui->side, low ? room / 2 : room);
    if (stacked) {
        vl_rect below = vl_rect_cut_bottom(&inside, bare || single ? target : rows);
        l->time = vl_rect_cut_top(&below, target);
        vl_rect_cut_left(&l->time, -vl_points(ui, VL_SIGN));
        vl_place_buttons(app, ui, VL_PLACE_TRANSPORT, &l->time);
        vl_rect_cut_left(&l->time, room);
        vl_rect_cut_top(&below, vl_points(ui, VL_GAP / 2));
        if (single) {
            below = vl_rect_cut_right(&l->time, rates);
            vl_rect_cut_right(&l->time, room);
        }
        for (int i = 0; i < 2 && below.h >= target - 1; i++)
            vl_place_buttons(app, ui, i ? VL_PLACE_FRAMES : VL_PLACE_RATES, &below);
    } else {
        vl_rect beside = vl_rect_cut_left(&inside, column);
        vl_rect_cut_left(&inside, 2 * room);
        vl_rect right = vl_rect_cut_right(&inside, fminf(rates, inside.w));
        vl_rect run = vl_rect_cut_top(&beside, target), buttons = vl_rect_cut_top(&right, target);
        vl_rect_cut_left(&run, -vl_points(ui, VL_SIGN));
        vl_place_buttons(app, ui, VL_PLACE_TRANSPORT, &run);
        vl_place_buttons(app, ui, VL_PLACE_RATES, &buttons);
        l->time = vl_rect_cut_top(&beside, target);
        vl_rect words = vl_rect_cut_top(&right, target);
        if (words.h >= target - 1)
            vl_place_buttons(app, ui, VL_PLACE_FRAMES, &words);
        vl_rect_cut_right(&inside, room);
        if (low) {
            l->time = vl_rect_cut_left(&inside, fminf(inside.w, column));
            vl_rect_cut_left(&inside, fminf(inside.w, 2 * room));
        }
    }
    vl_rect_cut_right(&inside, fminf(inside.w, ticks_width(ui)));
    vl_rect_cut_bottom(&inside, low && stacked ? fminf(inside.h, room / 2) : 0);
    if (fminf(inside.w, inside.h) < target / 2)
        return;
    l->bars = vl_rect_cut_top(&inside, fminf(inside.h, bars));
    vl_rect_cut_top(&inside, room / 2);
    l->below_bars = vl_rect_cut_top(&inside, line);
}

void vl_band_draw(vl_app *app, const vl_ui *ui)
{
    const vl_layout *l = &app->layout;
    vl_ui_box(ui, l->band, 10, ui->theme->key_cap, ui->theme->panel_edge);
    vl_draw_buttons(app, ui, VL_PLACE_TRANSPORT);
    vl_draw_buttons(app, ui, VL_PLACE_RATES);
    vl_draw_buttons(app, ui, VL_PLACE_FRAMES);
    if (l->time.h > 0) { // time and speed have fixed places: nothing moves when a digit is added
        char text[VL_FIGURE_SIZE + 8];
        vl_rect row = l->time;
        if (row.w > 2.5f * speed_width(ui))
            draw_speed(app, ui, vl_rect_cut_right(&row, speed_width(ui)));
        snprintf(text, sizeof text, "t = %s s",
                 vl_figure_fixed(app->digits.clock, 2, VL_FIGURE_BUFFER));
        vl_ui_text(ui, row, VL_TYPE_READING, ui->theme->text, VL_ALIGN_LEFT, text);
    }
    if (l->below_bars.h > 0)
        draw_parts(app, ui, l->below_bars);
    if (l->bars.w <= 0)
        return;
    vl_bars b;
    vl_bars_read(&b, app);
    act(&b, app, ui);
    vl_bars_read(&b, app);
    draw_scale(&b, ui);
    for (int i = 0; i < b.frames.count; i++)
        draw_bar(&b, app, ui, i);
    draw_flash(&b, app, ui);
    float x = x_of(&b, b.frames.now), width = fmaxf(2 * vl_hair(ui), vl_points(ui, 2));
    if (x >= b.rect.x && x <= b.rect.x + b.rect.w) {
        vl_rect line = {x - width / 2, b.rect.y, width, b.rect.h};
        vl_draw_rect(ui->list, line, ui->theme->text);
        vl_draw_disc(ui->list, x, b.rect.y, vl_points(ui, knob), ui->theme->text);
    }
    label_late(&b, ui, l->band.x + ui->side);
}
