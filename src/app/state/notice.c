#include "app/state/state.h"

#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"

static const double note_time = 4;  // s, how long a note is shown
static const double name_time = 10; // s, one with the path of a file

void vl_app_notify(vl_app *app, vl_notice_kind kind, const char *title, const char *format, ...)
{
    va_list arguments;
    app->notice = (vl_notice){.kind = kind,
                              .newer = true,
                              .run = app->session.generation,
                              .until = app->platform->now(app->platform) + note_time};
    snprintf(app->notice.title, sizeof app->notice.title, "%s", title);
    va_start(arguments, format);
    vsnprintf(app->notice.text, sizeof app->notice.text, format, arguments);
    va_end(arguments);
}

void vl_app_drop_notice(vl_app *app, vl_notice_kind kind)
{
    if (app->notice.kind == kind)
        app->notice.kind = VL_NOTICE_NONE;
}

char *vl_app_new_path(vl_folder kind, const char *name)
{
    char *folder = vl_person_folder(kind), *path = vl_folder_new_path(folder, name);
    vl_free(folder);
    return path;
}

char *vl_app_place_of(const vl_app *app, const char *path)
{
    vl_text text = {0};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (app->platform->downloads)
        vl_text_add(&text, "%s in %s", name, app->platform->downloads);
    else
        vl_text_add(&text, "%s in the folder %.*s", name, (int)(name - path), path);
    return text.data;
}

void vl_app_file_written(vl_app *app, const char *path)
{
    app->platform->hand_over(app->platform, path);
    app->announced.files++;
    app->notice.outlives = true;
    app->notice.until = app->platform->now(app->platform) + name_time;
}

bool vl_app_notice_is_note(const vl_app *app)
{
    return app->notice.kind == VL_NOTICE_NOTE || app->notice.kind == VL_NOTICE_PAUSE;
}

// Tells once in a run what became of the chosen lane, and where that may come from: substeps that
// are too long, or the frames of a lane with its own.
static void announce_loss(vl_app *app, int64_t *last, const char *what, double time,
                          const char *why, const char *remedy)
{
    const vl_session *session = &app->session;
    char title[200];
    vl_text cause = {0};
    if (*last == session->generation)
        return;
    *last = session->generation;
    const vl_scene lane = vl_session_lane_scene(session, session->chosen);
    const char *method = vl_integrators[vl_lane_method(&vl_session_run(session)->lane)]->title;
    snprintf(title, sizeof title, "%s%s t = %.2f s",
             session->lab->count > 1 ? vl_lab_label(session->lab, session->chosen) : method, what,
             vl_lab_shown_time(session->lab, time));
    vl_lab_tell_cause(vl_session_run(session), &lane, &cause);
    vl_text_add(&cause, lane.lane.own_stream ? ". The frames of this lane: dt " : ". ");
    if (lane.lane.own_stream) {
        vl_stream_label(vl_session_stream(session, session->chosen), &cause);
        vl_text_add(&cause, ". ");
    }
    vl_app_notify(app, VL_NOTICE_DIVERGED, title, "%s%s%s", why, cause.data, remedy);
    vl_text_free(&cause);
}

// A run that blows up leaves the stage long before its numbers overflow. It may have done so some
// frames ago, as pictures ask only once.
static void announce_losses(vl_app *app)
{
    const vl_lab_run *run = vl_session_run(&app->session);
    const vl_reading *reading = &run->shown;
    char what[100] = " blows up:", why[100];
    if (run->world->links.hard_count > 0)
        snprintf(what, sizeof what, " with the solver %s blows up:", run->lane.solver.method->name);
    snprintf(why, sizeof why, "Its energy error exceeds %d %s", VL_BLOWN_UP,
             reading->in_joules ? "J" : "times the scale");
    vl_task_stage stage = vl_session_task(&app->session);
    bool asked = stage != VL_TASK_UNSEEN && stage != VL_TASK_VOID; // the answer tells it
    if (!asked && fabs(reading->energy_error) > VL_BLOWN_UP) // which may be of the next instant
        announce_loss(app, &app->announced.blow_up, what,
                      isnan(run->blown) ? reading->time : run->blown, why, "`R` begins anew.");
    if (run->world->now.diverged)
        announce_loss(app, &app->announced.divergence, " diverged at",
                      run->world->now.diverged_time, "Its numbers are no longer finite",
                      "`R` begins anew; so does another integrator.");
}

// Announces each kind of failed step when it happens for the first time, but not over what a person
// has to read first. A substep in parts is solved: that has time until the motion stands.
static void announce_troubles(vl_app *app)
{
    vl_troubles *before = &app->announced.troubles;
    const vl_troubles *now = &vl_session_run(&app->session)->troubles;

    const struct {
        int64_t now, *before;
        const char *title;
    } kinds[] = {
        {now->divided, &before->divided, "A substep had to be divided"},
        {now->failed, &before->failed, "A substep had no solution"},
        {now->unconverged, &before->unconverged, "A substep was not solved to the end"},
    };

    if (app->notice.kind == VL_NOTICE_FILE || app->notice.kind == VL_NOTICE_WARNING)
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].before == &before->divided && app->session.running)
            continue;
        if (kinds[i].now > 0 && *kinds[i].before == 0)
            vl_app_notify(app, VL_NOTICE_NOTE, kinds[i].title,
                          "More substeps, more sweeps or another solver help: `F2`.");
        *kinds[i].before |= kinds[i].now; // who goes back in time comes to it again
    }
}

static void announce_return(vl_app *app)
{
    const vl_playback *playback = &app->session.playback;
    char title[256];
    const char *hindrance = vl_reversal_hindrance(vl_session_run(&app->session)->world);
    double end = vl_lab_shown_time(app->session.lab, app->session.lab->now.time);
    snprintf(
        title, sizeof title, "Back at t = %s s: %s from where it was then (%s)",
        vl_figure_fixed(end, fabs(end) < 0.005 ? 0 : 2, VL_FIGURE_BUFFER),
        vl_figure_unit(app->session.lanes[app->session.chosen].returned, 2, "m", VL_FIGURE_BUFFER),
        vl_integrators[vl_lane_method(&vl_session_run(&app->session)->lane)]->title);
    vl_app_notify(app, VL_NOTICE_RETURN, title,
                  "%d steps there, the same %d back.%s%s `Z` reverses again, `Space` goes on, "
                  "`R` begins anew.",
                  playback->steps, playback->steps, hindrance ? " " : "",
                  hindrance ? hindrance : "");
}

// What was recorded may have come otherwise.
static void announce_playing(vl_app *app)
{
    const vl_session *session = &app->session;
    bool stopped = session->playing && vl_playing_has_ended(session->playing);
    bool ends = stopped && !app->announced.playing_ended;
    const vl_replay *replay = ends ? &session->playing->replay : NULL;
    if (ends && *replay->error.text)
        vl_app_notify(app, VL_NOTICE_FILE, "The recording does not go on", "%s",
                      replay->error.text);
    else if (ends && *replay->difference.text)
        vl_app_notify(app, VL_NOTICE_WARNING, "The recording has come out differently",
                      "Its states differ from frame %lld on. `verlet-lab replay` has all figures.",
                      (long long)replay->differs_from);
    else if (ends)
        vl_app_notify(app, VL_NOTICE_NOTE, "The recording has ended",
                      "All checksums are those of the file.%s `Space` plays it anew.",
                      replay->recording->torn ? " Its last entry is cut off." : "");
    if (app->announced.played && !session->playing && app->announced.played_scene == session->scene)
        vl_app_notify(app, VL_NOTICE_NOTE, "You have taken over",
                      "The rest of the recording is left. `Ctrl+Z` plays it again from here.");
    app->announced.playing_ended = stopped;
    app->announced.played = session->playing;
    app->announced.played_scene = session->scene;
}

void vl_app_announce_end(vl_app *app)
{
    if (app->session.pacing.ended)
        vl_app_notify(app, VL_NOTICE_PAUSE, "The stream of steps has ended", "`R` begins it anew.");
}

void vl_app_announce(vl_app *app, bool ran)
{
    bool returned = app->session.playback.over;
    announce_losses(app);
    announce_troubles(app);
    if (returned)
        announce_return(app);
    app->session.playback.over = false;
    announce_playing(app);
    // a file of frames may go while the scene runs, and a lane may be refused once it is made
    if (*app->session.refused.text) {
        vl_app_notify(app, VL_NOTICE_WARNING, "A lane is not as it was asked for", "%s",
                      app->session.refused.text);
        app->notice.outlives = true;
        app->session.refused = (vl_error){0};
    }
    if (app->session.running) {
        vl_app_drop_notice(app, VL_NOTICE_PAUSE);
        vl_app_drop_notice(app, VL_NOTICE_RETURN);
    }
    if (!ran || app->session.running || returned || vl_session_task(&app->session))
        return;
    if (vl_session_crosses(&app->session, app->session.scene->view.pause))
        vl_app_notify(app, VL_NOTICE_PAUSE, "Paused at the time that the notes describe",
                      "`Space` goes on.");
    else
        vl_app_announce_end(app);
}
