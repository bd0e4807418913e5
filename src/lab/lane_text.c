#include "lab/lane_text.h"

#include "base/names.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/engine.h"
#include "scene/lanes.h"
#include "scene/policy.h"
#include "scene/stream.h"

#include <string.h>

static const char none[] = "-";

// --- writing ---

static void add_number(vl_text *text, double value)
{
    char digits[VL_NUMBER_SIZE];
    vl_text_add(text, "|%s", vl_number_text(value, digits));
}

static bool is_listed(const vl_solver *method)
{
    for (int i = 0; i < vl_solver_count; i++)
        if (vl_solvers[i] == method)
            return true;
    return false;
}

// That of another engine has no name in the list, and comes with the engine.
void vl_solver_text_write(vl_text *text, const vl_solver_settings *s)
{
    vl_text_add(text, "%s|%s|%s|%d", is_listed(s->method) ? s->method->name : none,
                vl_sweep_order_names[s->order], vl_direction_names[s->direction], s->iterations);
    add_number(text, s->tolerance);
    vl_text_add(text, "|%d", s->substeps);
    add_number(text, s->relaxation);
    vl_text_add(text, "|%d", s->grids);
}

// What would end the field or the line becomes a space.
static void add_name(vl_text *text, const char *name)
{
    vl_text_add(text, "|");
    for (; *name; name++)
        vl_text_add_bytes(text, *name == '|' || *name == '\n' ? " " : name, 1);
}

void vl_lane_text_write(vl_text *text, const vl_scene *lane, const char *stream)
{
    const vl_integrator *method = vl_integrator_find(lane->integrator->name);
    vl_text_add(text, "%s|", method == lane->integrator ? method->name : none);
    vl_solver_text_write(text, &lane->solver);
    vl_text_add(text, "|%s|%s|%s|%s|%s", lane->naive_start ? "naive" : "exact",
                lane->mistake ? lane->mistake->name : none, lane->policy, stream ? stream : none,
                lane->lane.engine ? lane->lane.engine->name : none);
    add_name(text, lane->lane.name ? lane->lane.name : none);
}

// --- reading ---

// Cuts the next field off.
static char *next_field(char **rest)
{
    char *field = *rest, *bar = field ? strchr(field, '|') : NULL;
    if (bar)
        *bar = '\0';
    *rest = bar ? bar + 1 : NULL;
    return field;
}

static bool read_word(char **rest, const char *what, vl_names names, int *index, vl_error *error)
{
    const char *field = next_field(rest);
    if (!field)
        return vl_fail(error, "the %s is missing", what);
    *index = strcmp(field, none) == 0 ? -1 : vl_names_require(names, what, field, names, error);
    return *index >= 0 || strcmp(field, none) == 0;
}

// Each field is what the scene takes for that key. Without a name the method stays.
static bool read_solver(char **rest, vl_solver_settings *s, vl_error *error)
{
    static const char *const keys[] = {"method",    "order",    "direction",  "iterations",
                                       "tolerance", "substeps", "relaxation", "grids"};
    vl_scene_lane lane = {0};
    vl_scene scene = {.solver = *s, .lanes = &lane, .lane_count = 1};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *field = next_field(rest);
        if (!field)
            return vl_fail(error, "the %s is missing", i > 0 ? keys[i] : "solver");
        if ((i > 0 || strcmp(field, none) != 0) &&
            !vl_scene_lane_read(&lane, "solver", keys[i], keys[i], field, error))
            return false;
    }
    *s = vl_scene_lane_at(&scene, 0).solver;
    return true;
}

bool vl_solver_text_read(char *fields, vl_solver_settings *settings, vl_error *error)
{
    char *rest = fields;
    return read_solver(&rest, settings, error) &&
           (!rest || vl_fail(error, "'%s' is beyond the last field", rest));
}

// A recording may name no other file.
static bool read_stream(char *field, vl_scene *lane, vl_error *error)
{
    lane->lane.own_stream = strcmp(field, none) != 0;
    if (!lane->lane.own_stream)
        return true;
    if (strstr(field, "file:"))
        return vl_fail(error, "stream '%s' is a file, expected one that needs none", field);
    lane->timestep = field;
    vl_stream *stream = vl_stream_parse(field, NULL, error);
    bool frame = stream && stream->kind->is_frame;
    vl_stream_free(stream);
    if (frame)
        return vl_fail(error, "stream '%s' is measured, expected another one", field);
    return stream != NULL;
}

// What the line tells by itself is as it says.
static bool read_engine(const char *field, vl_scene *lane, vl_error *error)
{
    const vl_scene told = *lane;
    if (strcmp(field, none) == 0)
        return true;
    const vl_engine *engine = vl_engine_find(field, error);
    if (!engine)
        return false;
    vl_engine_apply(engine, lane);
    const vl_solver *method = lane->solver.method;
    lane->solver = told.solver;
    lane->solver.method = engine->solver ? method : told.solver.method;
    lane->naive_start = told.naive_start;
    lane->mistake = told.mistake;
    return true;
}

// It is printed on terminals, too.
static bool is_printable(const char *name)
{
    if (vl_utf8_invalid(name, strlen(name)) != -1)
        return false;
    for (uint32_t c; (c = vl_utf8_next(&name)) != 0;)
        if (vl_utf8_controls(c))
            return false;
    return true;
}

bool vl_lane_text_read(char *fields, vl_scene *lane, vl_error *error)
{
    static const char *const starts[] = {"exact", "naive"};
    const vl_names methods = VL_NAMES_OF_POINTERS(vl_integrators, vl_integrator_count, name);
    const vl_names mistakes = VL_NAMES(vl_mistakes, vl_mistake_count, name);
    char *rest = fields;
    int method = -1, start = -1, mistake = -1;
    vl_policy policy;
    if (!read_word(&rest, "integrator", methods, &method, error) ||
        !read_solver(&rest, &lane->solver, error) ||
        !read_word(&rest, "start", VL_NAMES_OF_WORDS(starts, 2), &start, error) ||
        !read_word(&rest, "mistake", mistakes, &mistake, error))
        return false;
    lane->integrator = method >= 0 ? vl_integrators[method] : lane->integrator;
    lane->naive_start = start == 1;
    lane->mistake = mistake >= 0 ? &vl_mistakes[mistake] : NULL;
    char *texts[4]; // policy, stream, engine, name
    for (int i = 0; i < 4; i++)
        if (!(texts[i] = next_field(&rest)))
            return vl_fail(error, "expected 15 fields between bars");
    if (rest)
        return vl_fail(error, "'%s' is beyond the last field", rest);
    if (!is_printable(texts[3]))
        return vl_fail(
            error,
            "'%s' has a control character or a byte that is no UTF-8, expected the name of "
            "a lane without",
            texts[3]);
    lane->policy = texts[0];
    lane->lane.name = strcmp(texts[3], none) == 0 ? NULL : texts[3];
    return vl_policy_parse(&policy, texts[0], error) && read_stream(texts[1], lane, error) &&
           read_engine(texts[2], lane, error);
}
