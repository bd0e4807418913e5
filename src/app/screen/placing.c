// The part of the window that the camera looks at: where the scene is largest and least of it is
// behind words and controls.

#include "app/screen/parts.h"

#include "app/stage/stage.h"

#include <string.h>

enum { MOST_DIALS = 64 }; // a scene of more particles has none, or only small ones

// Places, from the one that is liked best; each down to the strip of frames, or to the chips.
enum { WHOLE, BESIDE, BELOW, PLACES, CHOICES = 2 * PLACES };

// The whole stage is given up for a place that is worth so many times as much.
static const double gain = 1.1;

enum { MOST_OVER = VL_MOST_COVERS + 4 }; // words, and the card of figures

float vl_words_end(const vl_layout *l)
{
    const vl_rect words[] = {l->caption, l->formula, l->mark, l->offers, l->remark};
    float end = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        end = fmaxf(end, words[i].y + words[i].h);
    return end;
}

static vl_rect below_words(const vl_app *app, const vl_ui *ui, vl_rect stage)
{
    float end = vl_words_end(&app->layout) + vl_points(ui, VL_GAP / 2);
    vl_rect_cut_top(&stage, fmaxf(end - stage.y, 0));
    return stage;
}

static vl_rect beside_words(const vl_app *app, const vl_ui *ui, vl_rect stage)
{
    const vl_layout *l = &app->layout;
    float end = fmaxf(l->column, l->mark.x + l->mark.w) + vl_points(ui, VL_GAP);
    vl_rect_cut_left(&stage, fmaxf(end - stage.x, 0));
    vl_rect_cut_top(&stage, fmaxf(l->caption.y - stage.y, 0));
    return stage;
}

// A dial stands still and is large: no word may cut it.
static bool has_dial(const vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    bool any = false;
    for (int i = 0; i < p->count && p->count <= MOST_DIALS; i++)
        any |= p->dial[i];
    return any;
}

static vl_rect place_of(const vl_app *app, const vl_ui *ui, vl_rect stage, int choice)
{
    const vl_rect *clear = &app->layout.clear;
    if (choice >= PLACES)
        stage.h = fmaxf(clear->y + clear->h - stage.y, 1);
    return choice % PLACES == BESIDE  ? beside_words(app, ui, stage)
           : choice % PLACES == BELOW ? below_words(app, ui, stage)
                                      : stage;
}

// What is always over the stage: words, and the controls.
static int list_over(const vl_layout *l, vl_rect over[MOST_OVER])
{
    const vl_rect words[] = {l->caption, l->formula, l->mark};
    int count = sizeof words / sizeof *words;
    memcpy(over, words, sizeof words);
    memcpy(over + count, l->covers, (size_t)l->cover_count * sizeof *over);
    return count + l->cover_count;
}

// What a place is worth with the card of figures where it would be then.
static double worth_of(vl_app *app, const vl_ui *ui, vl_rect place)
{
    vl_rect over[MOST_OVER];
    int count = list_over(&app->layout, over);
    const vl_camera before = app->camera;
    app->camera.stage = place;
    vl_stage_fit(app, &app->camera);
    over[count++] = vl_figures_place(app, ui);
    app->camera = before;
    return vl_stage_worth(app, place, over, count);
}

static int choose(vl_app *app, const vl_ui *ui, vl_rect stage)
{
    int best = WHOLE;
    double most = 0;
    for (int i = 0; i < CHOICES; i++) {
        vl_rect place = place_of(app, ui, stage, i);
        bool room = place.w > vl_points(ui, VL_TARGET) && place.h > vl_points(ui, VL_TARGET);
        double worth = room ? worth_of(app, ui, place) : 0;
        worth *= i == WHOLE ? gain : 1;
        best = worth > most ? i : best;
        most = fmax(most, worth);
    }
    return best;
}

static bool same_rect(vl_rect a, vl_rect b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

// Chooses anew for another scene, and for another size of window, stage or type.
static int choice_for(vl_app *app, const vl_ui *ui, vl_rect stage)
{
    vl_stage_place *p = &app->stage_place;
    const vl_layout *l = &app->layout;
    bool same = p->generation == app->session.generation && p->scale == ui->scale &&
                p->lane_count == app->session.lane_count && same_rect(p->whole, l->whole) &&
                same_rect(p->clear, l->clear);
    if (!same)
        *p = (vl_stage_place){
            app->session.generation, app->session.lane_count, ui->scale, l->whole, l->clear,
            choose(app, ui, stage)};
    return p->choice;
}

static vl_rect place_dials(const vl_app *app, const vl_ui *ui, vl_rect stage)
{
    vl_rect beside = beside_words(app, ui, stage), below = below_words(app, ui, stage);
    return fminf(beside.w, beside.h) > fminf(below.w, below.h) ? beside : below;
}

// Beside one another, below what is written, and below the heading of their figures.
static vl_rect place_panes(const vl_app *app, const vl_ui *ui, vl_rect clear)
{
    vl_rect stage = below_words(app, ui, clear);
    vl_rect_cut_top(&stage, fmaxf(clear.y + vl_heading_height(ui) - stage.y, 0));
    return stage;
}

void vl_place_stage(vl_app *app, const vl_ui *ui, vl_rect body, vl_rect left)
{
    const vl_layout *l = &app->layout;
    bool hidden = left.w < 1;
    float end = left.x + left.w, x = left.x > body.x + 1 && !hidden ? left.x : 0;
    float right = end < body.x + body.w - 1 && !hidden ? end : l->whole.w;
    float bottom = l->strip.w > 0 ? l->strip.y : left.y + left.h;
    vl_rect stage = {x, 0, fmaxf(right - x, 1), fmaxf(bottom, 1)};
    if (vl_app_has_panes(app) && l->clear.h > 0)
        stage = place_panes(app, ui, l->clear);
    else if (has_dial(app))
        stage = place_dials(app, ui, stage);
    else if (l->clear.h > 0)
        stage = place_of(app, ui, stage, choice_for(app, ui, stage));
    app->layout.stage = stage;
    app->layout.pane_title = vl_app_has_panes(app) ? vl_titles_height(app, ui) : 0;
    vl_app_set_stage(app, stage);
}
