// Every exact solution against an integration to 1e-12 (precise.h), over parameters drawn from a
// seeded stream; the bouncing ball against its bounces made one by one.

#include "physics/colliders/colliders.h"
#include "physics/exact/exact.h"
#include "physics/integrators/integrators.h"
#include "support/deeds.h"
#include "support/precise.h"
#include "support/testing.h"
#include "support/worlds.h"

// Two particles of random mass, the second one at x, v and the first farther by d, w; linked where
// `link` is given.
static vl_world *two(vl_random *r, vl_vec3 x, vl_vec3 v, vl_vec3 d, vl_vec3 w, bool pinned,
                     const vl_link *link)
{
    vl_world *world = vl_world_create(2);
    vl_particles *p = &world->particles;
    if (pinned)
        v = (vl_vec3){0, 0, 0};
    p->pinned[1] = pinned;
    for (int i = 0; i < 2; i++) {
        set_mass(world, i, any_between(r, 0.1, 3));
        vl_write(p->x, i, i ? x : vl_add(x, d));
        vl_write(p->v, i, i ? v : vl_add(v, w));
    }
    world->integrator = vl_integrator_find("rk4");
    vl_world_link(world, link, link ? 1 : 0);
    return world;
}

// --- forces that are the same everywhere ---

static vl_force some_polynomial(vl_random *r)
{
    vl_force f = {.kind = &vl_force_polynomial, .axis = any_of(r, 3), .coefficient_count = 4};
    for (int k = 0; k < f.coefficient_count; k++)
        f.coefficients[k] = any_between(r, -1, 1);
    return f;
}

// Frequencies down to where they can hardly be told from 0.
static vl_force some_sine(vl_random *r)
{
    static const double frequencies[] = {0, 1e-9, 1e-3, 0.1, 1, 7};
    return (vl_force){.kind = &vl_force_sine,
                      .axis = any_of(r, 3),
                      .amplitude = any_between(r, -2, 2),
                      .frequency = frequencies[any_of(r, 6)],
                      .phase = any_between(r, -4, 4)};
}

// 0, hardly any, and much.
static double some_damping(vl_random *r)
{
    static const double dampings[] = {0, 0, 1e-9, 1e-3, 0.3, 2, 15};
    return dampings[any_of(r, 7)];
}

// What makes a motion of one particle other than that of a projectile.
enum { STRAIGHT = 1, VERTICAL = 2, POLYNOMIAL = 4, SINE = 8, MAGNETIC = 16 };

static vl_world *in_the_air(vl_random *r, int what)
{
    // fields down to where they hardly turn anything
    static const double charges[] = {0, 1e-12, 1e-3, 1, -1, 4};
    vl_vec3 g = vl_scale(any_vec3(r, 10), what & STRAIGHT ? 0 : 1), v = any_vec3(r, 10);
    if (what & VERTICAL)
        v = vl_scale(g, any_between(r, -1, 1));
    vl_world *world = world_of_one("rk4", any_vec3(r, 3), v, g, NULL);
    world->damping = some_damping(r);
    if (what & POLYNOMIAL)
        add_force(world, some_polynomial(r));
    if (what & SINE)
        add_force(world, some_sine(r));
    if (what & (POLYNOMIAL | SINE))
        world->now.time = any_between(r, 0, 2);
    for (int k = 0; k < 2 && what & MAGNETIC; k++)
        add_force(world, (vl_force){.kind = &vl_force_magnetic,
                                    .charge = charges[any_of(r, 6)],
                                    .field = any_vec3(r, 3)});
    return world;
}

// --- oscillators ---

static vl_world *oscillator_in(vl_random *r, int what)
{
    vl_world *world = in_the_air(r, what);
    bool exactly = any_of(r, 4) == 0; // m = 1 and k = 4: critical to the last bit
    double k = exactly ? 4 : any_between(r, 0.5, 9);
    world->particles.mass[0] = exactly ? 1 : any_between(r, 0.3, 3);
    for (int part = 1; part <= 3; part += 2)
        add_force(world, (vl_force){.kind = &vl_force_harmonic,
                                    .center = any_vec3(r, 2),
                                    .stiffness = 0.25 * part * k});
    // under, over, near and exactly critical
    static const double ratios[] = {0, 0.05, 0.7, 1 - 1e-9, 1, 1 + 1e-9, 1.5, 20};
    world->damping = 2 * sqrt(k / world->particles.mass[0]) * ratios[any_of(r, 8)];
    return world;
}

static vl_world *spring(vl_random *r, int what)
{
    bool pinned = any_of(r, 2) == 0;
    vl_vec3 axis = {0.48, 0.6, 0.64};
    vl_vec3 d = vl_scale(axis, any_between(r, 2.7, 3.3));
    vl_vec3 w = vl_scale(axis, any_between(r, -0.3, 0.3));
    int from = any_of(r, 2);
    vl_link link = spring_between(from, 1 - from, 3, any_between(r, 5, 30));
    link.damping = any_of(r, 2) * any_between(r, 0, 20);
    vl_world *world = two(r, any_vec3(r, 2), any_vec3(r, 2), d, w, pinned, &link);
    world->gravity = pinned ? vl_scale(axis, any_between(r, -0.3, 0.3)) : any_vec3(r, 10);
    world->damping = some_damping(r);
    if (!pinned)
        add_force(world, some_sine(r));
    return world;
}

// --- rods ---

// A pendulum in a plane through one of the axes, at an angle (rad) and a rate (rad/s).
static vl_world *pendulum_at(vl_random *r, double length, double angle, double rate, double g,
                             vl_link_kind kind)
{
    static const vl_vec3 sides[] = {{1, 0, 0}, {0, 0, 1}, {0.6, 0, 0.8}, {-0.8, 0, 0.6}};
    vl_vec3 side = sides[any_of(r, 4)], down = {0, any_of(r, 2) ? -1 : 1, 0}, zero = {0, 0, 0};
    vl_link link = rod_between(1, 0, length);
    link.kind = kind;
    vl_vec3 d = vl_add(vl_scale(side, length * sin(angle)), vl_scale(down, length * cos(angle)));
    vl_vec3 v = vl_sub(vl_scale(side, length * cos(angle)), vl_scale(down, length * sin(angle)));
    vl_world *world = two(r, zero, zero, d, vl_scale(v, rate), true, &link);
    world->gravity = vl_scale(down, g);
    return world;
}

enum { RELEASED, PUSHED, ONCE_UP, ON_A_STRING };

// Where it is released, it goes in 5 s not beyond the other side: there an integration would lose
// the digits that count. With ω₀ = √(g/L) = 3 and L = 1, a push is below, at or above what it takes
// to get over the top; or it takes it up there and no farther, but for rounding: R = ω₀ cos(θ/2),
// where an error of 2e-16 grows as e^(ω₀ t), 400-fold in 2 s. A string is tight.
static vl_world *pendulum(vl_random *r, int what)
{
    static const double degrees[] = {0, 1e-6, 1, 60, 90, 120, 179, 179.9, 179.999, 180};
    double sign = any_of(r, 2) ? 1 : -1, angle = any_between(r, -TEST_PI, TEST_PI);
    switch (what) {
    case RELEASED:
        angle = sign * degrees[any_of(r, 10)] * TEST_PI / 180;
        return pendulum_at(r, any_between(r, 1, 3), angle, 0, 9.81, VL_ROD);
    case PUSHED:
        return pendulum_at(r, 1, angle, any_between(r, -12, 12), 9, VL_ROD);
    case ONCE_UP:
        angle = any_of(r, 3) * any_between(r, -1, 1);
        return pendulum_at(r, 1, angle, sign * 6 * cos(0.5 * angle), 9, VL_ROD);
    }
    if (any_of(r, 2))
        return pendulum_at(r, any_between(r, 0.3, 3), 0.5 * angle, 0, 9.81, VL_STRING);
    return pendulum_at(r, 1, 0.95 * angle, sign * any_between(r, 14, 20), 9, VL_STRING);
}

static vl_world *rotor(vl_random *r, int what)
{
    bool pinned = any_of(r, 2) == 0;
    vl_vec3 d = any_vec3(r, 2), w = vl_cross(any_vec3(r, 3), d);
    vl_link link = rod_between(0, 1, vl_length(d));
    link.kind = any_of(r, 2) ? VL_ROD : VL_STRING;
    vl_world *world = two(r, any_vec3(r, 2), any_vec3(r, 2), d, w, pinned, &link);
    world->damping = some_damping(r);
    world->gravity = vl_scale(any_vec3(r, 10), pinned ? 0 : 1);
    if (!pinned)
        add_force(world, some_polynomial(r));
    return world;
}

// --- orbits ---

// Relative x and v of an orbit with pericentre 1 and eccentricity e for μ, at the true anomaly f.
static void orbit_at(double mu, double e, double f, vl_vec3 *x, vl_vec3 *v)
{
    vl_vec3 p = {0.36, 0.48, 0.8}, q = {-0.8, 0.6, 0};
    double size = 1 + e, r = size / (1 + e * cos(f)), speed = sqrt(mu / size);
    *x = vl_add(vl_scale(p, r * cos(f)), vl_scale(q, r * sin(f)));
    *v = vl_add(vl_scale(p, -speed * sin(f)), vl_scale(q, speed * (e + cos(f))));
}

// Ellipses to 0.99, near and at the parabola, hyperbolas; from before and behind the pericentre.
static void some_orbit(vl_random *r, double mu, vl_vec3 *x, vl_vec3 *v)
{
    static const double eccentricities[] = {0,        0.01,     0.5, 0.9,      0.97, 0.99,
                                            1 - 1e-6, 1 - 1e-9, 1,   1 + 1e-6, 1.3,  5};
    double e = eccentricities[any_of(r, 12)];
    orbit_at(mu, e, any_between(r, -1, 1) * (e < 1 ? TEST_PI : 1.5), x, v);
}

static vl_world *central(vl_random *r, int what)
{
    double mu = any_between(r, 0.5, 5);
    vl_vec3 center = any_vec3(r, 3), x, v;
    some_orbit(r, mu, &x, &v);
    const vl_force pull = {
        .kind = &vl_force_central, .center = center, .strength = mu, .cutoff = 0.9};
    return world_of_one("rk4", vl_add(center, x), v, (vl_vec3){0, 0, 0}, &pull);
}

static vl_world *two_body(vl_random *r, int what)
{
    bool pinned = any_of(r, 2) == 0;
    vl_vec3 zero = {0, 0, 0}, d, w;
    vl_world *world = two(r, any_vec3(r, 2), any_vec3(r, 1), zero, zero, pinned, NULL);
    vl_particles *p = &world->particles;
    double constant = any_between(r, 0.5, 2), mass = p->mass[1] + (pinned ? 0 : p->mass[0]);
    some_orbit(r, constant * mass, &d, &w);
    vl_accumulate(p->x, 0, d);
    vl_accumulate(p->v, 0, w);
    world->gravity = pinned ? zero : any_vec3(r, 1);
    add_force(world,
              (vl_force){.kind = &vl_force_gravitation, .constant = constant, .cutoff = 0.9});
    return world;
}

// --- the comparison ---

static const struct {
    const char *name;
    vl_world *(*make)(vl_random *r, int what);
    double duration; // s
    int what;
} makers[] = {
    {"straight line", in_the_air, 5, STRAIGHT},
    {"free fall", in_the_air, 5, VERTICAL},
    {"projectile", in_the_air, 5, 0},
    {"polynomial", in_the_air, 3, POLYNOMIAL},
    {"sine", in_the_air, 5, SINE},
    {"uniform force", in_the_air, 3, POLYNOMIAL | SINE},
    {"gyration", in_the_air, 5, MAGNETIC},
    {"oscillator", oscillator_in, 6, 0},
    {"spring", spring, 4, 0},
    {"pendulum", pendulum, 5, RELEASED},
    {"pendulum", pendulum, 4, PUSHED},
    {"pendulum", pendulum, 2, ONCE_UP},
    {"pendulum", pendulum, 4, ON_A_STRING},
    {"rotating rod", rotor, 3, 0},
    {"central orbit", central, 20, 0},
    {"two-body orbit", two_body, 20, 0},
};

enum { DRAWS = 60, LOOKS = 5 };

typedef struct apart {
    double x, v;
} apart;

// How far apart the two are now, relative to the largest position and speed so far; at least 1 m
// and 1 m/s, which is what the parameters are about.
static double difference(const vl_exact *exact, const precise *p, apart *largest)
{
    apart most = {0, 0};
    for (int i = 0; i < p->world->particles.count; i++) {
        vl_vec3 x = precise_x(p, i), v = precise_v(p, i);
        vl_motion now = vl_exact_motion(exact, i, (double)p->t);
        largest->x = test_larger(largest->x, vl_length(x));
        largest->v = test_larger(largest->v, vl_length(v));
        most.x = test_larger(most.x, vl_length(vl_sub(now.x, x)));
        most.v = test_larger(most.v, vl_length(vl_sub(now.v, v)));
    }
    return test_larger(most.x / largest->x, most.v / largest->v);
}

// Of a solution known to some units of the last place (2e-16), what is left of 1e-12 is for what
// the motion itself makes of them: it is conditioned by up to some hundred where a pendulum passes
// near the top or an orbit near its centre.
TEST(solutions_are_an_integration_to_1e_12)
{
    for (int m = 0; m < COUNT(makers); m++) {
        vl_random r = {(uint64_t)m + 1};
        const char *name = makers[m].name;
        for (int k = 0; k < DRAWS; k++) {
            OWNED(vl_world) *world = makers[m].make(&r, makers[m].what);
            OWNED(vl_exact) *exact = vl_exact_recognise(world);
            if (!exact || strncmp(vl_exact_name(exact), name, strlen(name)) != 0)
                fail_msg("%s, draw %d: not recognised", name, k);
            precise p = precise_begin(world);
            apart largest = {1, 1};
            for (int look = 1; look <= LOOKS; look++) {
                assert_true(
                    precise_go(&p, vl_exact_since(exact) + makers[m].duration * look / LOOKS));
                assert_below(difference(exact, &p, &largest), 1e-12, name);
            }
        }
    }
}

// What rounding cannot tell from that push is it: the particle comes to the top and stays.
TEST(a_pendulum_pushed_once_up_stays_there)
{
    vl_random r = {7};
    for (int k = 0; k < DRAWS; k++) {
        OWNED(vl_world) *world = pendulum(&r, ONCE_UP);
        OWNED(vl_exact) *exact = vl_exact_recognise(world);
        assert_non_null(exact);
        vl_vec3 top = vl_scale(world->gravity, -1.0 / 9);
        for (double t = 15; t < 1e6; t *= 3) { // e^(−3 t) is below rounding
            assert_true(vl_length(vl_sub(vl_exact_motion(exact, 0, t).x, top)) < 1e-15);
            assert_true(vl_length(vl_exact_motion(exact, 0, t).v) < 1e-15);
        }
    }
}

// --- bounces ---

// A ball of radius 0.1 at a height above a plane, with its speed along the normal and across.
typedef struct ball {
    vl_world *world;
    vl_vec3 normal;
    long double height, speed, pull; // along the normal, m, m/s, m/s²
    double restitution;
} ball;

static ball some_ball(vl_random *r)
{
    static const double restitutions[] = {0, 0.3, 0.8, 0.99, 1, 1, 0.999};
    static const vl_vec3 normals[] = {{0, 1, 0}, {0, 1, 0}, {0.6, 0.8, 0}, {0, -1, 0}};
    ball b = {.normal = normals[any_of(r, 4)], .restitution = restitutions[any_of(r, 7)]};
    double height = any_of(r, 5) ? any_between(r, 0, 2) : 0, speed = any_between(r, -3, 3);
    vl_vec3 point = any_vec3(r, 1), g = {0, -9.81, 0};
    vl_vec3 across = vl_cross(b.normal, any_vec3(r, 2));
    vl_vec3 x = vl_add(point, vl_scale(b.normal, height + 0.1));
    b.world = world_of_one("rk4", x, vl_add(across, vl_scale(b.normal, speed)), g, NULL);
    b.world->particles.radius[0] = 0.1;
    add_collider(b.world, (vl_collider){.kind = &vl_collider_plane,
                                        .point = point,
                                        .normal = b.normal,
                                        .restitution = b.restitution});
    b.height = (long double)height;
    b.speed = (long double)speed;
    b.pull = precise_dot(g, b.normal);
    return b;
}

// One bounce after the other, up to the time t; the last ones of infinitely many are left out.
static void bounce_until(ball *b, long double t)
{
    long double v = b->speed, h = b->height, a = b->pull;
    while (t > 0) {
        long double square = v * v - 2 * a * h, next = HUGE_VALL;
        if (square >= 0 && (a < 0 || v < 0))
            next = a < 0 ? (v + sqrtl(square)) / -a : 2 * h / (sqrtl(square) - v);
        long double s = fminl(t, next);
        h += (v + 0.5L * a * s) * s;
        v += a * s;
        t -= s;
        if (s < next)
            break;
        h = 0;
        v *= (long double)-b->restitution;
        if (v < 1e-15L && a < 0) {
            v = 0;
            break;
        }
    }
    b->height = h;
    b->speed = v;
}

// The sum of up to some hundred flights in doubles, each known to 2e-16 of its length: 1e-12. At
// the instant of an impact, where the two may be on either side of it, the speed says nothing: h
// there is less than v times the 1e-13 s that they are apart.
TEST(a_bouncing_ball_is_its_bounces_one_by_one)
{
    vl_random r = {99};
    for (int k = 0; k < 300; k++) {
        ball start = some_ball(&r);
        OWNED(vl_world) *world = start.world;
        OWNED(vl_exact) *exact = vl_exact_recognise(world);
        assert_non_null(exact);
        assert_string_equal(vl_exact_name(exact), "bouncing ball");
        vl_vec3 x0 = particle_x(world, 0), v0 = vl_read(world->particles.v, 0), g = world->gravity;
        for (double t = 0.13; t < 12; t *= 1.21) {
            ball b = start;
            bounce_until(&b, (long double)t);
            // free motion, but for the normal
            long double gained = start.pull * (long double)t;
            long double fallen = start.height + (start.speed + gained / 2) * (long double)t;
            vl_vec3 x = vl_add(x0, vl_add(vl_scale(v0, t), vl_scale(g, 0.5 * t * t)));
            vl_vec3 v = vl_add(v0, vl_scale(g, t));
            x = vl_add(x, vl_scale(b.normal, (double)b.height - (double)fallen));
            v = vl_add(v, vl_scale(b.normal, (double)(b.speed - start.speed - gained)));
            vl_motion now = vl_exact_motion(exact, 0, t);
            assert_true(vl_length(vl_sub(x, now.x)) < 1e-12 * (1 + vl_length(x)));
            if (b.height > 1e-11L || b.speed == 0)
                assert_true(vl_length(vl_sub(v, now.v)) < 1e-12 * (1 + vl_length(v)));
        }
    }
}
