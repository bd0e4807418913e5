// The numbers of the formula under a pointer: who puts them into it gets the x′ that is shown.

#include "support/screen_checks.h"

// What is shown, of one axis.
typedef struct numbers {
    double x, x_old, v, a, dt, dt_old; // m, m, m/s, m/s², s, s
} numbers;

// --- the formulas, as they stand on the screen ---

static double verlet(const numbers *n)
{
    return n->x + (n->x - n->x_old) + n->a * n->dt * n->dt;
}

static double tcv(const numbers *n)
{
    return n->x + (n->x - n->x_old) * (n->dt / n->dt_old) + n->a * n->dt * n->dt;
}

static double corrected_tcv(const numbers *n)
{
    return n->x + (n->x - n->x_old) * (n->dt / n->dt_old) + n->a * n->dt * (n->dt + n->dt_old) / 2;
}

static double explicit_euler(const numbers *n)
{
    return n->x + n->v * n->dt;
}

static double semi_implicit_euler(const numbers *n)
{
    return n->x + (n->v + n->a * n->dt) * n->dt;
}

static double half(const numbers *n)
{
    return n->x + n->v * n->dt + 0.5 * n->a * n->dt * n->dt;
}

static double leapfrog(const numbers *n)
{
    return n->x + (n->v + 0.5 * n->a * (n->dt_old + n->dt)) * n->dt;
}

// The v of an implicit method is the one of its second line, v′.
static const struct formula {
    const char *method, *v; // how the line with its velocity begins; NULL: it has x₋
    double (*next)(const numbers *n);
} formulas[] = {
    {"verlet", NULL, verlet},
    {"tcv", NULL, tcv},
    {"corrected-tcv", NULL, corrected_tcv},
    {"explicit-euler", "v = (", explicit_euler},
    {"semi-implicit-euler", "v = (", semi_implicit_euler},
    {"velocity-verlet", "v = (", half},
    {"improved-euler", "v = (", half},
    {"midpoint", "v = (", half},
    {"leapfrog", "v₋ = (", leapfrog},
    {"backward-euler", "v′ = (", explicit_euler},
};

// --- what the screen shows ---

// Reads one number of a text in which a minus is "−". Returns its end.
static const char *read_number(const char *text, double *value)
{
    bool negative = strncmp(text, "−", strlen("−")) == 0;
    char *end;
    *value = strtod(negative ? text + strlen("−") : text, &end);
    assert_true(end > text);
    *value = negative ? -*value : *value;
    return end;
}

static const char *after(desk *d, const char *beginning)
{
    const vl_draw *draw = drawn_beginning(d, beginning);
    if (!draw)
        fail_msg("'%s' is not shown", beginning);
    return d->app->list.text.data + draw->first + strlen(beginning);
}

static void read_vector(desk *d, const char *beginning, double value[2])
{
    const char *text = after(d, beginning);
    text = read_number(text, &value[0]);
    read_number(text + strlen(", "), &value[1]);
}

static void read_times(desk *d, numbers *n)
{
    const char *text = after(d, "dt = ");
    text = read_number(text, &n->dt);
    n->dt *= 1e-3;
    n->dt_old = (double)NAN;
    if (!vl_integrators[vl_lane_method(&vl_session_run(d->session)->lane)]->uses_previous_dt)
        return;
    double ratio;
    read_number(strstr(text, "dt/dt₋ = ") + strlen("dt/dt₋ = "), &ratio);
    n->dt_old = n->dt / ratio;
}

// --- the property ---

// How far the result may be off because numbers are shown with so many decimals.
static double rounding(const struct formula *f, const numbers *n)
{
    const double positions = 0.5e-4, others = 0.5e-3, times = 0.5e-6, ratio = 0.5e-4;
    numbers moved[] = {*n, *n, *n, *n, *n, *n};
    double sum = 0.5e-3 + 1e-7; // of the result; products of two roundings
    moved[0].x += positions;
    moved[1].x_old += positions;
    moved[2].v += others;
    moved[3].a += others;
    moved[4].dt += times;
    moved[5].dt_old += n->dt_old * n->dt_old * ratio / n->dt;
    for (int i = 0; i < COUNT(moved); i++)
        sum += fabs(f->next(&moved[i]) - f->next(n));
    return sum;
}

static void check_numbers(desk *d, const struct formula *f)
{
    double x[2], x_old[2] = {0}, v[2] = {0}, a[2] = {0}, next[2], others[2] = {0};
    numbers times = {0};
    read_times(d, &times);
    read_vector(d, "x = (", x);
    read_vector(d, "x′ = (", next);
    if (f->v)
        read_vector(d, f->v, v);
    else
        read_vector(d, "x₋ = (", x_old);
    if (!f->v || strcmp(f->v, "v′ = (") != 0)
        read_vector(d, "a = (", a);
    if (drawn_beginning(d, "+ links ("))
        read_vector(d, "+ links (", others);
    for (int axis = 0; axis < 2; axis++) {
        numbers n = {x[axis], x_old[axis], v[axis], a[axis], times.dt, times.dt_old};
        double sum = f->next(&n) + others[axis], part = others[axis] != 0 ? 0.5e-4 : 0;
        if (!(fabs(sum - next[axis]) <= rounding(f, &n) + part))
            fail_msg("%s: the formula gives %g, and x′ = %g is shown", f->method, sum, next[axis]);
        const vl_particles *p = &world_of(d)->particles;
        assert_true(fabs(next[axis] - p->x[axis][d->session->watched_slot]) <= 0.5001e-3);
    }
}

#define HEAD "format: 1\ntimestep: file:steps.txt\ngravity: [0.5, -9.81]\nparticles:\n"
static const char *const worlds[] = {
    HEAD "- {name: stone, at: [1, 20], velocity: [12, 3]}\n",
    HEAD "- {name: wall, at: [0, 0], pinned: true}\n- {name: b, at: [1.5, 0.2], velocity: [0, 2]}\n"
         "links:\n- {from: wall, to: b, kind: spring, length: 1, stiffness: 60}\n",
    HEAD "- {name: peg, at: [0, 0], pinned: true}\n- {name: b, at: [1, 0]}\nlinks:\n"
         "- {from: peg, to: b}\n",
};

static void check_world(const char *world, const struct formula *f)
{
    desk *d = open_text("world.yaml", "", world);
    playf(d, "Pause/0 Method%s/0 Formula", f->method);
    assert_string_equal(world_of(d)->integrator->name, f->method);
    for (int k = 0; k < 25; k++) {
        play(d, ".");
        check_numbers(d, f);
    }
}

// Over random steps of 15 to 45 ms, in free flight, on a spring and on a rod.
TEST(the_shown_numbers_give_the_shown_place)
{
    vl_random random = {.state = 7};
    SCOPED(vl_text) steps = {0};
    for (int i = 0; i < 40; i++)
        vl_text_add(&steps, "%.9f\n", random_dt(&random, 0.03));
    write_here("steps.txt", steps.data);
    for (int w = 0; w < COUNT(worlds); w++)
        for (int i = 0; i < COUNT(formulas); i++)
            check_world(worlds[w], &formulas[i]);
}

// A pin is at rest, so its numbers say nothing of the formula.
TEST(the_particle_beside_the_formula_is_one_that_moves)
{
    desk *d = open_scene("pendulum");
    const vl_particles *p = &world_of(d)->particles;
    for (int number = 1; number <= p->count; number++) {
        vl_pixel at = ball_pixel(d, number);
        push(d, VL_EVENT_POINTER_MOVE, at.x, at.y, 20);
        assert_false(p->pinned[d->session->watched_slot]);
    }
    play(d, "Formula Pause/0 Reset/1 !{bob, from} . {the bob, from} {^x′ = (}");
}

// Another moment of the past, another method, a hand: no step led there.
TEST(numbers_of_a_step_are_not_shown_for_another_state)
{
    desk *d = open_played("free-fall", "/150"); // steps of 1 s
    play(d, "Pause/1 !{^x′ = (} Formula {^x′ = (} 3 4 !{^x′ = (} . {^x′ = (}");
    assert_true(vl_session_go_to_frame(d->session, 0));
    play(d, "/1 !{^x′ = (}");
}

// The stone that hangs in the air touches nothing and is tied to nothing.
TEST(what_a_mistake_does_is_no_contact)
{
    open_sized("broken-single-precision", 1600, 720,
               "/60 Pause/1 Formula {^+ mistake (} !{contacts}");
}

// A scene pauses after a step, and each lane has made one.
TEST(where_a_scene_pauses_each_lane_shows_the_numbers_of_its_step)
{
    desk *d = open_played("stumble", "Rest Formula");
    for (int i = 0; i < d->session->lab->count; i++)
        play(d, "{^x′ = (} , /1");
}
