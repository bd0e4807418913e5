// The small picture of a scene or a recording: the state that the app has for a scene, without a
// window.

#include "app/screen/parts.h"

#include "app/stage/stage.h"
#include "app/state/play.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/worker.h"

static const float fineness = 0.6f; // of lines and pins, as a part of those of the stage

struct vl_thumbnail {
    vl_app app; // of the worker until it has finished
    char *path;
    vl_error error;
    bool opened, failed;
    double end; // s, simulated
    vl_worker *worker;
};

// A second of real time, or less if the scene pauses before.
static double end_of(const vl_scene_view *view)
{
    bool pauses = view->pause > 0 && view->pause < view->speed;
    return pauses ? view->pause : view->speed;
}

static void open_scene(vl_thumbnail *thumbnail)
{
    vl_session *session = &thumbnail->app.session;
    bool recorded = vl_recording_is_file(thumbnail->path);
    thumbnail->opened = (recorded ? vl_session_open_recording
                                  : vl_session_open)(session, thumbnail->path, &thumbnail->error);
    thumbnail->failed = !thumbnail->opened;
    if (thumbnail->opened)
        thumbnail->end = end_of(&session->scene->view);
}

// Makes a step before the end. False: there is none.
static bool make_step(vl_session *session, double end)
{
    const vl_playing *playing = &session->playing;
    if (!vl_session_plays(session))
        return vl_session_step_until(session, end);
    double now = playing->reel->list[vl_playing_frame(playing)].end;
    return now < end && vl_session_play_step(session);
}

// The first piece opens the scene, the next ones make steps.
static bool make_piece(void *user)
{
    vl_thumbnail *thumbnail = user;
    double end = vl_clock_now() + VL_PIECE;
    bool left = true;
    if (!thumbnail->opened)
        open_scene(thumbnail);
    else
        while (left && vl_clock_now() < end)
            left = make_step(&thumbnail->app.session, thumbnail->end);
    return left && !thumbnail->failed;
}

vl_thumbnail *vl_thumbnail_create(const char *path, float width, float height)
{
    vl_thumbnail *thumbnail = vl_alloc(1, sizeof *thumbnail);
    thumbnail->path = vl_copy_text(path);
    thumbnail->app.hover_slot = -1;
    thumbnail->app.untagged = true;
    thumbnail->app.session.no_past = true;
    thumbnail->app.layout.whole = (vl_rect){0, 0, width, height};
    thumbnail->worker = vl_worker_create(make_piece, thumbnail);
    vl_worker_start(thumbnail->worker);
    return thumbnail;
}

void vl_thumbnail_free(vl_thumbnail *thumbnail)
{
    if (!thumbnail)
        return;
    vl_worker_free(thumbnail->worker);
    vl_session_free(&thumbnail->app.session);
    vl_free(thumbnail->path);
    vl_free(thumbnail);
}

bool vl_thumbnail_go_on(vl_thumbnail *thumbnail)
{
    vl_worker_turn(thumbnail->worker, VL_PIECE);
    return !vl_worker_has_finished(thumbnail->worker);
}

const vl_error *vl_thumbnail_error(const vl_thumbnail *thumbnail)
{
    return thumbnail->failed ? &thumbnail->error : NULL;
}

// Of the grid there are only the lines that can be told apart.
void vl_thumbnail_draw(vl_thumbnail *thumbnail, const vl_ui *ui, vl_drawlist *list)
{
    vl_theme theme = *ui->theme;
    vl_ui small = *ui;
    theme.grid_minor = vl_colour_fade(theme.grid_minor, 0);
    small.theme = &theme;
    small.scale *= fineness;
    small.list = list;
    small.focus = NULL;
    vl_app *app = &thumbnail->app;
    app->theme = &theme;
    vl_stages_follow(app);
    app->camera.planar = vl_world_is_planar(vl_session_world(&app->session));
    vl_app_set_stage(app, app->layout.whole);
    vl_stage_fit_view(app);
    vl_drawlist_clear(list, theme.background);
    vl_stage_draw(app, &small);
    vl_stages_free(app);
}
