#include "app/state/numbers.h"

#include "app/state/session_parts.h"
#include "base/quantity.h"
#include "physics/world/world.h"

int vl_session_part_numbers(vl_session *session, vl_scene_part part,
                            vl_number numbers[VL_MOST_NUMBERS])
{
    vl_scene_number list[VL_MOST_NUMBERS];
    int count = vl_scene_numbers(session->scene, part, list);
    // a vector of what moves is where it starts, or how fast
    bool moves = part.list && *part.list != 'f' && strcmp(part.list, "colliders") != 0;
    for (int i = 0; i < count; i++)
        numbers[i] =
            (vl_number){.kind = VL_NUMBER_OF_SCENE, .starts = moves && list[i].axis, .of = list[i]};
    return count;
}

const char *vl_session_particle(const vl_session *session, int slot, char text[VL_NUMBER_NAME])
{
    const vl_scene *scene = session->scene;
    int number = vl_session_run(session)->world->particles.number_of[slot];
    const char *name = number <= scene->particle_count ? scene->particles[number - 1].name : NULL;
    for (const vl_scene_chain *c = scene->chains; c < scene->chains + scene->chain_count; c++)
        name = c->has_ball && number == c->first + c->links ? "ball" : name;
    if (name)
        snprintf(text, VL_NUMBER_NAME, "the %s", name);
    else
        snprintf(text, VL_NUMBER_NAME, "particle %d", number);
    return text;
}

vl_number vl_session_speed_number(vl_session *session)
{
    const vl_schema *view = vl_schema_find(&vl_schema_scene, "view")->schema;
    return (vl_number){.kind = VL_NUMBER_SPEED,
                       .of = {*vl_schema_find(view, "speed"), &session->scene->view, NULL, 0}};
}

vl_number vl_session_slider(const vl_session *session, int index)
{
    vl_number number = {.kind = VL_NUMBER_STEP, .place = VL_NUMBER_ON_STAGE};
    const char *name = session->scene->sliders[index];
    if (strcmp(name, "dt") != 0 && vl_scene_number_named(session->scene, name, &number.of))
        number.kind = VL_NUMBER_OF_SCENE;
    return number;
}

bool vl_same_number(const vl_number *a, const vl_number *b)
{
    return a->kind == b->kind && a->place == b->place &&
           (a->kind >= VL_NUMBER_STEP ||
            (a->of.record == b->of.record && a->of.field.offset == b->of.field.offset));
}

static const char *step_text(const vl_session *session)
{
    const char *own = vl_session_run(session)->lane.timestep;
    return own ? own : vl_session_timestep(session);
}

double vl_session_number(const vl_session *session, const vl_number *number)
{
    double fixed;
    if (number->kind == VL_NUMBER_STEP)
        return sscanf(step_text(session), "fixed:%lf", &fixed) == 1 ? fixed : (double)NAN;
    if (number->kind == VL_NUMBER_ANSWER)
        return (double)NAN;
    if (number->kind == VL_NUMBER_SPEED)
        return session->pacing.speed;
    vl_scene_number of = number->of;
    if (number->kind == VL_NUMBER_OF_LANE)
        of.record = (void *)&vl_session_run(session)->lane;
    return vl_scene_number_value(session->scene, &of);
}

const char *vl_number_name(const vl_number *number, char text[VL_NUMBER_NAME])
{
    char name[VL_NUMBER_NAME];
    snprintf(text, VL_NUMBER_NAME, "%s%s", number->starts ? "start " : "",
             number->kind == VL_NUMBER_STEP      ? "dt"
             : number->kind == VL_NUMBER_OF_LANE ? vl_lane_row_name(&number->of.field)
                                                 : vl_scene_number_name(&number->of, name));
    return text;
}

const char *vl_number_meaning(const vl_number *number)
{
    return number->kind == VL_NUMBER_STEP
               ? "The length of a step: a time, a rate such as 144 Hz, or a stream of time steps."
               : number->of.field.meaning;
}

const char *vl_number_write(const vl_session *session, const vl_number *number, int digits,
                            char text[VL_TYPING_SIZE])
{
    double value = vl_session_number(session, number);
    bool step = number->kind == VL_NUMBER_STEP, seconds = step && digits < 6 && value >= 1;
    const char *unit = !step ? number->of.field.unit : seconds ? "s" : "ms";
    value *= step && !seconds ? 1000 : 1;
    if (number->kind == VL_NUMBER_ANSWER)
        *text = '\0';
    else if (step && isnan(value))
        snprintf(text, VL_TYPING_SIZE, "%s", step_text(session));
    else
        snprintf(text, VL_TYPING_SIZE, "%s%.*g%s%s", value < 0 ? VL_MINUS : "", digits, fabs(value),
                 unit ? " " : "", unit ? unit : "");
    return text;
}

static bool set_in_scene(vl_session *session, const vl_number *number, const char *text,
                         vl_error *error)
{
    char name[VL_NUMBER_NAME], value[VL_TYPING_SIZE];
    uint64_t start = vl_scene_start(session->scene);
    vl_session_complete(session);
    double before = vl_session_number(session, number);
    if (!vl_scene_set_number(session->scene, &number->of, text, error))
        return false;
    if (before == vl_session_number(session, number))
        return true;
    vl_session_mark(session, 0, "%s: %s", vl_number_name(number, name),
                    vl_number_write(session, number, 6, value));
    if (start != vl_scene_start(session->scene) || vl_session_run(session)->world->now.diverged)
        vl_session_reset(session);
    else { // positions and velocities are those of the present instant
        vl_session_complete(session);
        VL_DO(session->lab, VL_NUMBERS, .scene = session->scene);
        vl_session_changed(session, false);
    }
    return true;
}

static bool set_speed(vl_session *session, const vl_number *number, const char *text,
                      vl_error *error)
{
    vl_scene_view view = session->scene->view;
    if (!vl_field_read(&number->of.field, number->of.field.key, text, &view, error))
        return false;
    if (view.speed == session->pacing.speed)
        return true;
    vl_session_mark(session, 0, "speed: ×%.3g", view.speed);
    session->pacing.speed = view.speed;
    return true;
}

// A length of time or a rate is a constant step; any other text is that of a stream.
static bool set_step(vl_session *session, const char *text, vl_error *error)
{
    double value;
    char stream[VL_TYPING_SIZE], digits[VL_NUMBER_SIZE];
    bool time = vl_parse_quantity(text, "s", &value);
    if (time || vl_parse_quantity(text, "Hz", &value))
        snprintf(stream, sizeof stream, "fixed:%s",
                 vl_number_text(time ? value : 1 / value, digits));
    else
        snprintf(stream, sizeof stream, "%s", text);
    const vl_field row = vl_lane_row("timestep");
    bool own = vl_session_run(session)->lane.own_stream;
    return own ? vl_session_set_in_lane(session, &row, stream, error)
               : vl_session_set_stream(session, stream, error);
}

// A number without a unit is in that of the figure.
static bool set_answer(vl_session *session, const char *text, vl_error *error)
{
    double value;
    const vl_quantity *quantity = vl_session_asked(session);
    vl_unit unit = vl_quantity_unit(quantity, &vl_session_run(session)->shown);
    if (!vl_parse_quantity(text, quantity->counts ? NULL : unit.name, &value))
        return vl_fail(error, "'%.40s' is no number (%s)", text, unit.name);
    vl_session_say(session, 0, value / unit.factor);
    return true;
}

bool vl_session_set_number(vl_session *session, const vl_number *number, const char *text,
                           vl_error *error)
{
    switch (number->kind) {
    case VL_NUMBER_OF_SCENE:
        return set_in_scene(session, number, text, error);
    case VL_NUMBER_OF_LANE:
        return vl_session_set_in_lane(session, &number->of.field, text, error);
    case VL_NUMBER_SPEED:
        return set_speed(session, number, text, error);
    case VL_NUMBER_STEP:
        return set_step(session, text, error);
    case VL_NUMBER_ANSWER:
        return set_answer(session, text, error);
    }
    return false;
}
