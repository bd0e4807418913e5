#include "doc_lesson.h"

#include "app/state/numbers.h"
#include "base/memory.h"
#include "physics/integrators/integrators.h"
#include "scene/find.h"
#include "ui/camera.h"
#include "ui/number.h"

#include <math.h>
#include <string.h>

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>\n"
    "body { font: 17px/1.45 'DejaVu Sans', 'Noto Sans', sans-serif; max-width: 44em; "
    "margin: 2em auto; padding: 0 1em; color: #1a1e23 }\n"
    "h1 { font-size: 1.6em; margin-bottom: 0 }\n"
    "h2 { font-size: 1.1em; margin: 1.4em 0 0.2em }\n"
    "p { margin: 0.4em 0 }\n"
    ".small { color: #444b54; font-size: 0.85em }\n"
    ".ask { font-weight: bold }\n"
    "ul { list-style: none; margin: 0.3em 0; padding: 0 }\n"
    ".choices li { display: inline-block; margin-right: 1.6em }\n"
    ".choices .long { display: block }\n"
    ".line { border-bottom: 1px solid #79828a; height: 2em; color: #444b54; font-size: 0.85em }\n"
    ".table { border-collapse: collapse; width: 100%; table-layout: fixed }\n"
    ".table td { border: 1px solid #79828a; height: 1.5em }\n"
    ".axes { display: block; height: 7.4em; max-width: 100%; stroke: #79828a }\n"
    ".axes text { font-size: 17px; fill: #444b54; stroke: none }\n"
    ".start { float: right; height: 7em; max-width: 40%; margin-left: 1em }\n"
    ".sheet p { overflow: hidden }\n" // beside the drawing
    ".sheet h2 { clear: both }\n"
    ".sheet { margin-top: 4em }\n"
    "@page { margin: 10mm }\n" // one sheet for the teacher and one for pupils, on A4 and on letter
    "@media print { body { font-size: 9pt; line-height: 1.2; margin: 0 auto; max-width: none; "
    "padding: 0 } "
    "h2 { margin: 0.6em 0 0 } p, ul { margin: 0.2em 0 } "
    ".small, .line { font-size: 0.9em } .start { height: 6.7em } "
    ".sheet { break-before: page; margin-top: 0 } h2, p { break-inside: avoid } }\n"
    "</style>\n";

static void add_escaped(vl_text *page, const char *text, size_t length)
{
    for (const char *c = text; c < text + length; c++)
        if (*c == '<' || *c == '&')
            vl_text_add(page, *c == '<' ? "&lt;" : "&amp;");
        else
            vl_text_add_bytes(page, c, *c != '`'); // around keys
}

// The paragraphs of a text, which empty lines part; at most so many.
static void add_paragraphs(vl_text *page, const char *text, int most)
{
    for (const char *end; *text && most > 0; text = end + strspn(end, "\n"), most--) {
        end = strstr(text, "\n\n");
        end = end ? end : text + strlen(text);
        vl_text_add(page, "<p>");
        add_escaped(page, text, (size_t)(end - text));
        vl_text_add(page, "</p>\n");
    }
}

static void add_element(vl_text *page, const char *open, const char *text, const char *close)
{
    vl_text_add(page, "%s", open);
    add_escaped(page, text, strlen(text));
    vl_text_add(page, "%s\n", close);
}

static const vl_mistake *mistake_of(const vl_scene *scene, unsigned choice)
{
    for (int i = 0; scene->task.rule == VL_TASK_MISTAKE && i < vl_mistake_count; i++)
        if (choice == 1u << i)
            return &vl_mistakes[i];
    return NULL;
}

// The axes of the graph of the card, with the same ends: of an energy no more is lost than all.
static void add_axes(vl_text *page, const vl_session *session)
{
    const vl_scene_task *task = &session->scene->task;
    vl_unit unit = vl_quantity_unit(vl_session_asked(session), &vl_session_run(session)->shown);
    double middle = (task->at + task->until) / 2, most = unit.factor * task->level;
    double least = vl_session_asked(session)->kind == VL_UNIT_OF_ENERGY_ERRORS
                       ? fmin(most, unit.factor)
                       : most;
    int zero = 10 + (int)lround(120 * most / (most + least));
    vl_text_add(page,
                "<svg class=\"axes\" viewBox=\"-8 0 418 140\">\n"
                "<path d=\"M66 10v120m-4 -120h4m-4 120h4M62 %dh338m-173 -4v8m165 -8v8\" "
                "fill=\"none\"/>\n<g text-anchor=\"end\"><text x=\"58\" y=\"14\">+%g %s</text>"
                "<text x=\"58\" y=\"%d\">0</text><text x=\"58\" y=\"134\">−%g %s</text></g>\n"
                "<g text-anchor=\"middle\"><text x=\"227\" y=\"%d\">%g s</text>"
                "<text x=\"388\" y=\"%d\">%g s</text></g>\n</svg>\n",
                zero, most, unit.name, zero + 5, least, unit.name, zero + 20, middle, zero + 20,
                task->until);
}

// An empty table, for what is computed by hand: by the old speed, and by the new one.
static void add_table(vl_text *page)
{
    vl_text_add(page, "<table class=\"table\">\n<tr><td>time</td><td>Explicit: speed</td>"
                      "<td>height</td><td>Semi-implicit: speed</td><td>height</td></tr>\n");
    for (int row = 0; row < 4; row++)
        vl_text_add(page, "<tr><td></td><td></td><td></td><td></td><td></td></tr>\n");
    vl_text_add(page, "</table>\n");
}

static void add_point(vl_text *page, const vl_projection *to, const char *command, vl_vec3 point)
{
    const vl_pixel at = vl_project(to, point);
    vl_text_add(page, "%s%.1f %.1f", command, (double)at.x, (double)at.y);
}

// The start, which all lanes have: links and springs, walls, cloths by their corners, balls with
// the way in which they are thrown; and a scale.
static void add_start(vl_text *page, const vl_session *session)
{
    static const char *const commands[] = {"ZM", "L", "L", "L"}; // a line is closed, too
    const vl_world *world = vl_session_run(session)->world;
    const vl_particles *p = &world->particles;
    const vl_scene_view *view = &session->scene->view;
    double height = view->height; // or as much as a window shows beside it
    for (int i = 0; i < p->count; i++)
        height = fmax(height, 1.2 * (fabs(p->x[0][i] - view->center.x) + p->radius[i]));
    const vl_camera camera = {
        .center = view->center,
        .height = height,
        .yaw = view->yaw * VL_DEGREE,
        .pitch = view->pitch * VL_DEGREE,
        .stage = {0, 0, 213, 120},
    };
    const vl_projection to = vl_camera_projection(&camera);
    const int links = world->cloth_count ? 0 : world->links.count;
    const double bar = vl_nice_step(height, 4);
    vl_text_add(page,
                "<svg class=\"start\" viewBox=\"0 0 213 120\" fill=\"#dde2e6\" "
                "stroke=\"#444b54\">\n<path d=\"M8 18h%.1f",
                bar * to.scale);
    for (int i = 0; i < links; i++) {
        add_point(page, &to, "M", vl_read(p->x, world->links.from[i]));
        add_point(page, &to, "L", vl_read(p->x, world->links.to[i]));
    }
    for (int i = 0; i < world->force_count && world->forces[i].kind->is_spring; i++) {
        add_point(page, &to, "M", world->forces[i].center);
        add_point(page, &to, "L", vl_read(p->x, 0));
    }
    for (int i = 0; i < 4 * world->collider_count; i++) {
        const vl_vec3 middle = world->colliders[i / 4].center, size = world->colliders[i / 4].size;
        add_point(page, &to, commands[i % 4],
                  (vl_vec3){middle.x + ((i + 1) % 4 < 2 ? -0.5 : 0.5) * size.x,
                            middle.y + (i % 4 < 2 ? -0.5 : 0.5) * size.y, middle.z});
    }
    for (int i = 0; i < 4 * world->cloth_count; i++) {
        const vl_cloth *c = &world->cloths[i / 4];
        int column = (i + 1) % 4 < 2 ? 0 : c->columns - 1, row = i % 4 < 2 ? 0 : c->rows - 1;
        int number = c->first_number + row * c->columns + column;
        add_point(page, &to, commands[i % 4], vl_read(p->x, p->slot_of[number - 1]));
    }
    vl_text_add(
        page,
        "Z\"/>\n<text x=\"8\" y=\"12\" font-size=\"16\" fill=\"#444b54\" stroke=\"none\">%g "
        "m</text>\n",
        bar);
    for (int i = 0; i < p->count && world->cloth_count == 0; i++) {
        const vl_vec3 x = vl_particle_middle(p, i, vl_read(p->x, i)), v = vl_read(p->v, i);
        const vl_pixel at = vl_project(&to, x);
        vl_text_add(page, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"%s/>\n", (double)at.x,
                    (double)at.y, fmax(p->radius[i] * to.scale, 1.5),
                    p->pinned[i] ? " fill=\"#444b54\"" : "");
        if (vl_length(v) > 0)
            vl_text_add(page,
                        "<path d=\"M0 0h30m-6 -4l6 4l-6 4\" fill=\"none\" "
                        "transform=\"translate(%.1f %.1f) rotate(%.0f)\"/>\n"
                        "<text x=\"%.1f\" y=\"%.1f\" font-size=\"16\" fill=\"#444b54\" "
                        "stroke=\"none\">%.4g m/s</text>\n",
                        (double)at.x, (double)at.y, -atan2(v.y, v.x) / VL_DEGREE, (double)at.x + 12,
                        (double)at.y - 14, vl_length(v));
    }
    // what falls alone has a ground, and a height above it
    const vl_pixel ground = vl_project(&to, (vl_vec3){0, 0, 0});
    if (world->links.count + world->collider_count == 0 && p->count == 1 && p->x[1][0] > 0)
        vl_text_add(page,
                    "<path d=\"M40 %.1fh133M106.5 %.1fV%.1f\" stroke-dasharray=\"3 3\"/>\n"
                    "<g font-size=\"16\" fill=\"#444b54\" stroke=\"none\"><text x=\"112\" "
                    "y=\"%.1f\">%g m</text><text x=\"176\" y=\"%.1f\">0 m</text></g>\n",
                    (double)ground.y, (double)ground.y, (double)vl_project(&to, vl_read(p->x, 0)).y,
                    (double)ground.y - 30, p->x[1][0], (double)ground.y - 3);
    vl_text_add(page, "</svg>\n");
}

// Where something is computed what one needs for it: gravity, what the sliders of the scene move,
// and the step; and what the figures are parts of.
static void add_given(vl_text *page, const vl_session *session)
{
    const vl_scene *scene = session->scene;
    vl_number numbers[VL_SCENE_MOST_SLIDERS + 2] = {{.place = VL_NUMBER_ON_STAGE}};
    int count = vl_scene_number_named(scene, "gravity", &numbers[0].of);
    for (int i = 0; i < scene->slider_count; i++)
        numbers[count++] = vl_session_slider(session, i);
    numbers[count++] = (vl_number){.kind = VL_NUMBER_STEP, .place = VL_NUMBER_ON_STAGE};
    const char *before = "Given: ";
    const bool mistake = scene->task.rule == VL_TASK_MISTAKE;
    const bool computed = mistake || scene->task.rule == VL_TASK_NUMBER;
    bool energy = !mistake && vl_session_asked(session)->kind == VL_UNIT_OF_ENERGY_ERRORS;
    if (!energy && !computed)
        return;
    vl_text_add(page, "<p class=\"small\">");
    for (int i = 0; i < count && computed; i++) {
        char name[VL_NUMBER_NAME], value[VL_TYPING_SIZE];
        bool told = vl_session_number(session, &numbers[i]) == 0;
        for (int k = 0; k < i; k++)
            told |= vl_same_number(&numbers[k], &numbers[i]);
        if (told)
            continue;
        const bool step = numbers[i].kind == VL_NUMBER_STEP;
        const vl_stream *stream = vl_session_stream(session, 0);
        const double change = vl_stream_change(stream);
        if (step && (change > 0 || (scene->mistake && scene->mistake->millisecond_clock)))
            vl_text_add(page, "%sthe screen has %.3g frames/s", before, 1 / stream->arguments[0]);
        else
            vl_text_add(page, "%s%s = %s", before,
                        step ? "step" : vl_number_name(&numbers[i], name),
                        vl_number_write(session, &numbers[i], 4, value));
        if (step && change > 0)
            vl_text_add(page, ", from %g s on %.3g", change, 1 / stream->arguments[1]);
        before = ", ";
    }
    if (mistake && scene->solver.substeps > 1)
        vl_text_add(page, "%s%d substeps a frame", before, scene->solver.substeps);
    vl_text_add(page, "%s%s</p>\n", *before == ',' ? ". " : "",
                energy ? "Energy: 100 % is the largest energy of motion." : "");
}

// What can be chosen, with what a mistake means. The teacher is told what would be seen of it.
static void add_choices(vl_text *page, const vl_session *session, bool sheet)
{
    const vl_scene *scene = session->scene;
    unsigned choices[VL_TASK_CHOICES];
    int count = vl_task_choices(scene, session->lab->count, choices);
    bool curve = scene->task.rule == VL_TASK_DRAW;
    count = curve ? 0 : count;
    if (count == 0)
        vl_text_add(
            page, "<p class=\"choices\">%s, in %s. %s</p>\n", curve ? "Draw a curve" : "A number",
            vl_quantity_unit(vl_session_asked(session), &vl_session_run(session)->shown).name,
            curve ? "It begins at 0." : "Write − if it is below 0.");
    if (curve && sheet)
        add_axes(page, session);
    if (scene->task.rule == VL_TASK_NUMBER && sheet)
        add_table(page);
    vl_text_add(page, "%s", count > 0 ? "<ul class=\"choices\">\n" : "");
    for (int i = 0; i < count; i++) {
        const vl_mistake *mistake = mistake_of(scene, choices[i]);
        vl_text words = {0};
        vl_session_add_choice(session, choices[i], false, &words);
        if (mistake)
            vl_text_add(&words, ": %s.%s%s%s", mistake->people, sheet ? "" : " Then ",
                        sheet ? "" : mistake->does, sheet ? "" : ".");
        vl_text_add(page, "<li%s>☐ ", mistake ? " class=\"long\"" : "");
        add_element(page, "", words.data, "</li>");
        vl_text_free(&words);
    }
    vl_text_add(page, "%s", count > 0 ? "</ul>\n" : "");
}

// What is right, and why, in the words of the screen; and the figures that the card has then.
static void add_answer(vl_text *page, const vl_session *session)
{
    vl_text words = {0};
    vl_session_tell(session, false, &words);
    add_element(page, "<p class=\"answer\">", words.data, "</p>");
    vl_text_free(&words);
    if (!session->answer.measured)
        return;
    vl_text_add(&words, "The card has then: ");
    const vl_quantity *asked = vl_session_asked(session);
    vl_unit unit = vl_quantity_unit(asked, &vl_session_run(session)->shown);
    for (int i = 0; i < session->lab->count; i++) {
        char text[VL_QUANTITY_SIZE];
        double figure = session->answer.figures[i];
        vl_text_add(&words, "%s%s", i > 0 ? ", " : "", vl_lab_label(session->lab, i));
        if (isfinite(figure))
            vl_text_add(&words, " (%s)",
                        vl_quantity_write(asked, unit.factor * figure, unit.name, text));
    }
    vl_text_add(&words, ".");
    add_element(page, "<p class=\"small\">", words.data, "</p>");
    vl_text_free(&words);
}

// The session has been run until it tells the answer.
static void add_scene(vl_text *page, const vl_session *session, int number, bool sheet)
{
    const int rule = session->scene->task.rule;
    vl_text_add(page, "<h2>%d. ", number);
    add_element(page, "", session->scene->title, "</h2>");
    if (sheet)
        add_start(page, session);
    add_element(page, "<p class=\"ask\">", session->scene->task.question, "</p>");
    if (sheet)
        add_given(page, session);
    add_choices(page, session, sheet);
    if (sheet)
        vl_text_add(page,
                    "<p class=\"line\">I say, and why:</p>\n%s"
                    "<p class=\"line\">What happened:</p>\n<p class=\"line\">Why:</p>\n",
                    rule == VL_TASK_NUMBER || rule == VL_TASK_DRAW // it has a table or a graph
                        ? ""
                        : "<p class=\"line\"></p>\n");
    else
        add_answer(page, session);
}

// What the screen tells where the pointer is, of the words that the sheet has.
static void add_words(vl_text *page, const char *sheet)
{
    static const char *const words[][2] = {
        {"RK4",
         "Explicit Euler takes the old speed for a whole step, semi-implicit Euler the new "
         "one, TCV and velocity Verlet the mean of both, RK4 a mean of four speeds in the step"},
        {"₋", "h or dt is the length of this step, dt₋ that of the one before, and x₋ is where the "
              "ball was then; x₀ and v₀ are the first place and speed, and a is the acceleration"},
        {"substep", "A substep is a part of a frame"},
    };
    const char *before = "<p class=\"small\">Words: ", *end = "";
    for (int i = 0; i < 3; i++)
        if (sheet && strstr(sheet, words[i][0])) {
            vl_text_add(page, "%s%s.", before, words[i][1]);
            before = " ", end = "</p>\n";
        }
    vl_text_add(page, "%s", end);
}

static bool add_scenes(vl_text *page, const vl_lesson *lesson, bool sheet, vl_error *error)
{
    bool good = true;
    for (int i = 0; i < lesson->scene_count && good; i++) {
        vl_session session = {.waits = true};
        char *path = vl_scene_find(lesson->scenes[i], error);
        good = path && vl_session_open(&session, path, error);
        bool guesses = good && session.scene->task.rule == VL_TASK_MISTAKE;
        if (guesses && !sheet)
            vl_session_say(&session, vl_session_right(&session).choice, 0);
        while (good && !guesses && !sheet && vl_session_task(&session) != VL_TASK_TOLD &&
               vl_session_step(&session))
            continue;
        if (good)
            add_scene(page, &session, i + 1, sheet);
        vl_session_free(&session);
        vl_free(path);
    }
    return good;
}

static const double bytes_of_page = 4900; // of type of 9 points, with what is lost to short lines

// What is short is printed larger: of a page of type of 9 points it takes `part`, by its area.
static void add_type(vl_text *page, const char *section, double part)
{
    const double size = fmin(fmax(9 / sqrt(part), 9), 12);
    vl_text_add(page, "<style>@media print { .%s { font-size: %.1fpt } }</style>\n", section, size);
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (; text && (text = strstr(text, word)); text++)
        count++;
    return count;
}

// The less room mistakes, a table and a graph take, the further apart are the lines to write on.
static void add_lines(vl_text *page, const char *sheet)
{
    const int rows =
        count_of(sheet, "\"long\"") + count_of(sheet, "<tr>") + 11 * count_of(sheet, "\"axes\"");
    vl_text_add(page, "<style>@media print { .line { height: %.2fem } }</style>\n",
                fmax(2.1 - 0.6 * rows / 16, 1.5));
}

bool doc_add_lesson(vl_text *page, const vl_lesson *lesson, vl_error *error)
{
    vl_text_add(page, "%s", head);
    add_element(page, "<title>", lesson->title, "</title>");
    const long long first = page->length;
    add_element(page, "<section class=\"teacher\">\n<h1>", lesson->title, "</h1>");
    vl_text_add(page, "<p class=\"small\">For the teacher. %d minutes.</p>\n", lesson->minutes);
    add_paragraphs(page, lesson->teacher, 64);
    if (!add_scenes(page, lesson, false, error))
        return false;
    add_type(page, "teacher", (double)(page->length - first) / bytes_of_page);
    add_type(page, "sheet", lesson->scene_count * lesson->scene_count / 16.0);
    vl_text_add(page, "</section>\n<section class=\"sheet\">\n");
    add_element(page, "<h1>", lesson->title, "</h1>");
    vl_text_add(page, "<p class=\"line\">Name:</p>\n");
    vl_text scenes = {0};
    const bool added = add_scenes(&scenes, lesson, true, error);
    if (added) {
        add_words(page, scenes.data);
        add_lines(page, scenes.data);
        vl_text_add(page,
                    "%s<h2>In the end</h2>\n<p class=\"line\">In one sentence:</p>\n"
                    "<p class=\"line\"></p>\n</section>\n</html>\n",
                    scenes.data);
    }
    vl_text_free(&scenes);
    return added;
}
