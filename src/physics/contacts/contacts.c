#include "physics/contacts/contacts.h"

#include "physics/colliders/colliders.h"
#include "physics/contacts/balls.h"
#include "physics/contacts/contact_path.h"
#include "physics/forces/forces.h"
#include "physics/integrators/integrators.h"

#include <string.h>

bool vl_contacts_respond_by(const vl_world *world, vl_response response)
{
    for (int i = 0; i < world->collider_count; i++)
        if (world->colliders[i].response == response)
            return true;
    return false;
}

bool vl_contacts_are_stiff(const vl_world *world)
{
    return world->supports && world->supports->stiff && !world->contact_memory->balls &&
           !vl_world_has_hard_links(world);
}

void vl_contacts_create(vl_arena *arena, vl_world *world)
{
    if (!vl_contacts_respond_by(world, VL_RESPONSE_PROJECTION))
        return;
    int count = world->particles.count;
    size_t supports = VL_MOST_SUPPORTS * (size_t)count;
    vl_supports *s = world->supports = vl_arena_take(arena, 1, sizeof *s);
    s->count = vl_arena_take(arena, (size_t)count, sizeof(int));
    s->collider = vl_arena_take(arena, supports, sizeof(int));
    s->reaction = vl_arena_take(arena, supports, sizeof(double));
    vl_axes_take(arena, s->face, VL_MOST_SUPPORTS * count);
    vl_axes_take(arena, s->free, count);
    vl_axes_take(arena, s->forwards, count);
    vl_contacts *contacts = world->contact_memory = vl_arena_take(arena, 1, sizeof *contacts);
    contacts->count = count;
    for (int i = 0; i < world->collider_count; i++)
        contacts->extent = fmax(contacts->extent, vl_collider_extent(&world->colliders[i]));
    bool **const flags[] = {&contacts->touched, &contacts->fresh, &contacts->stuck,
                            &contacts->touched_in_frame, &contacts->cut};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        *flags[i] = vl_arena_take(arena, (size_t)count, sizeof(bool));
    double **const axes[] = {contacts->known, contacts->pushed, contacts->held_off, contacts->start,
                             contacts->acceleration};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        vl_axes_take(arena, axes[i], count);
    contacts->carried = vl_arena_take(arena, (size_t)count, sizeof(int));
    contacts->reaction = vl_arena_take(arena, supports, sizeof(double));
    contacts->answers = vl_arena_take(arena, 1, sizeof *contacts->answers);
    contacts->balls = vl_balls_create(arena, world);
    if (contacts->balls)
        contacts->paths = vl_arena_take(arena, (size_t)count + 1, sizeof *contacts->paths);
}

// Links that are strained no more than this have their lengths.
static const double usable = 1e-3;

// Errors of the answers of contacts, as a part of what moves in a step.
static const double enough = 1e-6;

static const double unlimited = 1e30; // m, a reaction

// Nets with more than two links a node are solved with a regularisation, which strains them.
bool vl_contacts_join(const vl_world *world)
{
    return world->contact_memory && world->solver.method->global &&
           world->links.hard_count <= 2 * world->particles.count;
}

// --- supports at the beginning of a step ---

enum { MOST_SWEEPS = 32 }; // over several surfaces to return to

// A particle that was carried is still on its surface at this many times the skin, which changes
// from step to step with the size of the motion.
static const double wide = 8;

static bool is_carried(const vl_world *world, int slot)
{
    return world->supports->count[slot] > 0;
}

// A particle at the beginning of a step, and its supports.
typedef struct candidate {
    vl_path path;
    bool stiff;     // the step decides whether it is pressed on, and whether it leaves
    double slowest; // m/s, normal speed that is none
    bool joined;    // links may press it on, too
    int count;
    int found[VL_MOST_SUPPORTS];
} candidate;

// Whether a collider carries the particle under the acceleration `a`: it touches without a normal
// speed, and is pressed on. What was carried in the last step may have that of an estimate.
static bool carries(const candidate *c, const vl_collider *collider, vl_vec3 a, bool before)
{
    const vl_path *path = &c->path;
    vl_clearance at = vl_path_clearance(collider, path->x, path->radius);
    if (!(fabs(at.distance) <= (before ? wide : 2) * path->skin))
        return false;
    double closing = -vl_dot(path->v, at.normal);
    if (!before && (c->stiff ? closing : fabs(closing)) > c->slowest)
        return false;
    double pressed = -vl_dot(a, at.normal) - collider->kind->curvature(collider, path->x, path->v);
    return c->stiff || pressed > 0 || (c->joined && pressed == 0);
}

// The normal of the face of a collider next to x, or 0 where its surface is round there.
static vl_vec3 face_of(const vl_collider *collider, vl_vec3 x)
{
    static const vl_vec3 axes[VL_AXES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < VL_AXES; i++)
        if (collider->kind->curvature(collider, x, axes[i]) != 0)
            return (vl_vec3){0, 0, 0};
    return collider->kind->clearance(collider, x).normal;
}

static void find_faces(vl_world *world, int slot)
{
    vl_supports *s = world->supports;
    for (int k = 0; k < s->count[slot]; k++) {
        int index = vl_support_index(slot, k);
        const vl_collider *collider = vl_support_collider(world, index);
        vl_write(s->face, index, face_of(collider, vl_read(world->particles.x, slot)));
    }
}

// Gives the particle the supports found so far. A reaction may press on the next one.
static void take_supports(vl_world *world, int slot, const candidate *c)
{
    vl_supports *s = world->supports;
    s->count[slot] = c->count;
    memcpy(&s->collider[vl_support_index(slot, 0)], c->found, sizeof c->found);
    find_faces(world, slot);
    if (c->count > 0)
        vl_support_particle(world, slot, &c->path.v);
    else
        vl_write(world->particles.a, slot, vl_read(s->free, slot));
}

static void search(vl_world *world, int slot, candidate *c, const int *before, int count)
{
    int known = -1;
    take_supports(world, slot, c);
    while (c->count > known) {
        known = c->count;
        vl_vec3 a = vl_read(world->particles.a, slot);
        for (int i = 0; i < world->collider_count && c->count < VL_MOST_SUPPORTS; i++)
            if (!vl_path_lists(c->found, c->count, i) &&
                carries(c, &world->colliders[i], a, vl_path_lists(before, count, i)))
                c->found[c->count++] = i;
        if (c->count > known)
            take_supports(world, slot, c);
    }
}

// Supports of a particle in the last step.
typedef struct earlier {
    int count, collider[VL_MOST_SUPPORTS];
    double reaction[VL_MOST_SUPPORTS];
    vl_vec3 face[VL_MOST_SUPPORTS];
} earlier;

// Whether support `k` of before is still one, on the same face. It keeps its reaction.
static bool is_same_support(vl_world *world, int slot, const earlier *before, int k)
{
    vl_supports *s = world->supports;
    for (int i = vl_support_index(slot, 0); i < vl_support_index(slot, s->count[slot]); i++) {
        vl_vec3 change = vl_sub(vl_read(s->face, i), before->face[k]);
        if (s->collider[i] != before->collider[k])
            continue;
        s->reaction[i] = before->reaction[k];
        return vl_dot(change, change) == 0;
    }
    return false;
}

// Finds the supports of a free particle with the velocity `*v` for a step of `h` s, and takes its
// part along their normals away. particles.a then has their reactions. True where the supports are
// others than before, so that the acceleration jumped.
static bool find_supports(vl_world *world, int slot, vl_vec3 *v, double h)
{
    const vl_supports *s = world->supports;
    earlier before = {.count = s->count[slot]};
    memcpy(before.collider, &s->collider[vl_support_index(slot, 0)], sizeof before.collider);
    memcpy(before.reaction, &s->reaction[vl_support_index(slot, 0)], sizeof before.reaction);
    for (int k = 0; k < before.count; k++)
        before.face[k] = vl_read(s->face, vl_support_index(slot, k));
    vl_vec3 a = vl_read(world->particles.a, slot);
    if (before.count == 0)
        vl_write(s->free, slot, a);
    candidate c = {
        .path.x = vl_read(world->particles.x, slot),
        .path.v = *v,
        .path.accel_x = vl_read(world->supports->free, slot),
        .path.accel_v = vl_read(world->supports->free, slot),
        .path.radius = world->particles.radius[slot],
        .path.left = h,
        .stiff = vl_contacts_are_stiff(world),
        .joined = vl_contacts_join(world),
    };
    vl_path_find_skin(&c.path, world);
    c.slowest = vl_path_slowest(&c.path) + c.path.skin / h;
    search(world, slot, &c, before.collider, before.count);
    vl_vec3 n[VL_AXES];
    int count = vl_support_normals(world, slot, n);
    if (!c.stiff)
        *v = vl_across(n, count, *v); // along the surfaces that press
    bool same = world->supports->count[slot] == before.count;
    for (int k = 0; k < before.count; k++)
        same = same && is_same_support(world, slot, &before, k);
    if (same)
        vl_write(world->particles.a, slot, a);
    else
        take_supports(world, slot, &c);
    return !same;
}

// Whether a particle with the velocity `v` is carried and has no velocity, but for rounding, at the
// beginning of a step of `h` s.
static bool is_at_rest(const vl_world *world, int slot, vl_vec3 v, double h)
{
    double a = vl_length(vl_read(world->supports->free, slot));
    return is_carried(world, slot) && vl_length(v) <= VL_AT_REST * a * h;
}

// The acceleration that the present supports keep from a particle that was at x as the step began.
static vl_vec3 held_off(const vl_world *world, int slot, vl_vec3 x)
{
    vl_vec3 sum = {0, 0, 0};
    for (int k = 0; k < world->supports->count[slot]; k++) {
        int index = vl_support_index(slot, k);
        vl_vec3 n = vl_support_normal(world, index, x);
        sum = vl_sub(sum, vl_scale(n, world->contact_memory->reaction[index]));
    }
    return sum;
}

static void save_reactions(vl_world *world, int slot)
{
    int first = vl_support_index(slot, 0);
    memcpy(&world->contact_memory->reaction[first], &world->supports->reaction[first],
           VL_MOST_SUPPORTS * sizeof(double));
}

// --- before the move ---

void vl_contacts_begin_frame(vl_world *world)
{
    vl_contacts *c = world->contact_memory;
    memset(c->touched_in_frame, 0, (size_t)c->count * sizeof(bool));
    world->contacts = 0;
    world->supports->stiff = false;
}

// v′ between impacts: the acceleration with the mean deceleration by damping.
static void take_acceleration(vl_world *world, double h)
{
    vl_particles *p = &world->particles;
    vl_contacts *c = world->contact_memory;
    double lost = (1 - c->decay.kept) / h;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 a = vl_read(c->carried[i] > 0 ? world->supports->free : p->a, i);
        vl_write(c->acceleration, i, vl_sub(a, vl_scale(vl_read(c->start, i), lost)));
    }
}

void vl_contacts_begin(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    const vl_particles *p = &world->particles;
    c->answers->count = 0;
    c->decay = vl_world_decay(world, h, world->damping_per_step);
    // what contacts have strained would become a speed
    c->answers->wanted = vl_contacts_join(world) && vl_world_strain(world) <= usable;
    // from v(tₙ) of the state, or with links from v⁻ = (xₙ − xₙ₋₁)/dt₋, which is completed later
    bool linked = vl_world_has_hard_links(world);
    if (!linked && world->integrator->keeps_positions)
        vl_position_velocity(world);
    if (linked)
        vl_axes_difference(c->start, p->x, p->x_old, 1 / world->now.dt_old, p->count);
    else
        vl_axes_copy(c->start, p->v, p->count);
    for (int i = 0; i < c->count; i++) {
        if (c->touched[i])
            vl_write(c->start, i, vl_read(c->known, i));
        else if (p->inverse_mass[i] > 0) {
            // with other supports than in the last step the acceleration jumps, and with it the
            // state of some methods
            vl_vec3 a = vl_read(p->a, i), v = vl_read(c->start, i);
            if (find_supports(world, i, &v, world->supports->span)) {
                if (linked && is_carried(world, i))
                    vl_support_particle(world, i, NULL);
                vl_integrator_jump(world, i, vl_sub(vl_read(p->a, i), a));
                vl_vec3 moved = vl_sub(vl_read(p->x, i), vl_read(p->x_old, i));
                if (linked)
                    vl_write(c->start, i, vl_scale(moved, 1 / world->now.dt_old));
            }
            if (is_carried(world, i) && !linked)
                vl_write(c->start, i, v);
        }
        vl_vec3 v = vl_read(c->start, i);
        bool rests = is_at_rest(world, i, v, world->supports->span);
        vl_write(world->supports->forwards, i, rests ? (vl_vec3){0, 0, 0} : v);
        c->carried[i] = world->supports->count[i];
        save_reactions(world, i);
        vl_write(c->held_off, i, held_off(world, i, vl_read(p->x, i)));
    }
    take_acceleration(world, h);
}

// --- after integrator and links: what is carried goes back onto its surfaces ---

// The displacements of a step along the normals of the supports.
typedef struct push {
    vl_one_sided by; // m
    double friction[VL_MOST_SUPPORTS];
    double gain; // s², of an acceleration
    double part; // of what links move the particle: half where the other half makes up for x₋
} push;

// In a step of h after one of h₋ an acceleration a changes the displacement by ½ a h (h + h₋), less
// what damping takes of it, and by ½ a h² where the method begins with v(tₙ). What rests has no
// velocity by an earlier a, so that only the method's own gain counts.
static double gain_of(const vl_world *world, int slot, double h)
{
    const vl_contacts *c = world->contact_memory;
    const vl_integrator *method = world->integrator;
    if (c->stuck[slot] && !world->linked[slot] && !method->keeps_positions)
        return 0.5 * h * h * (1 + fmax(method->position_bias, 0));
    return 0.5 * h * (h + (c->fresh[slot] ? 0 : world->now.dt_old)) / c->decay.pull;
}

// Moves a particle by friction against v(tₙ), which takes at most its whole displacement along the
// surfaces. `linked` is what links moved it. What forces and links would move a particle that
// rests, by the gain of its method, is compared with the most that friction can: it stays where it
// is, or begins to slide.
static vl_vec3 rub(const vl_world *world, int slot, double h, const push *p, vl_vec3 x,
                   vl_vec3 linked, bool *stuck)
{
    const vl_contacts *c = world->contact_memory;
    vl_vec3 from = vl_read(world->particles.x_old, slot);
    vl_vec3 a = vl_read(c->acceleration, slot);
    vl_vec3 moved = vl_add(vl_scale(a, p->gain), linked);
    vl_vec3 along = vl_along_pressing(&p->by, vl_sub(x, from));
    double most = 0, length = vl_length(along);
    for (int k = 0; k < p->by.count; k++)
        most += p->part * p->friction[k] * p->by.by[k];
    if (c->answers->behind)
        return *stuck && most > 0 ? from : x;
    if (*stuck && most > 0 && p->part * vl_length(vl_along_pressing(&p->by, moved)) <= most)
        return from;
    *stuck = !*stuck && most > 0 && length <= most;
    if (most == 0 || length == 0)
        return x;
    // `start` is v(tₙ), or v⁻ with which `along` makes it
    double then = c->touched[slot] || c->fresh[slot] ? 0 : world->now.dt_old / h;
    vl_vec3 start = vl_along_pressing(&p->by, vl_read(c->start, slot));
    vl_vec3 now = vl_add(vl_scale(start, h), vl_scale(along, then));
    vl_vec3 against = length > most && vl_dot(now, along) > 0 ? now : along;
    return vl_sub(x, vl_scale(against, fmin(most, length) / vl_length(against)));
}

// Where contacts put a particle that rods and strings have moved in a step of h s: that changes the
// reaction, along the normal at tₙ as all forces of the step, which lifts it by what is more than
// that; friction opposes the displacement of the step. In a moment what is carried stays on its
// surface, and may slide. By `expected` they move it, about.
static vl_vec3 answer(const vl_world *world, int slot, double h, vl_vec3 expected, push *made,
                      bool *stuck)
{
    vl_vec3 x = vl_read(world->particles.x, slot), end = vl_add(x, expected);
    vl_vec3 at = h > VL_MOMENT ? vl_read(world->particles.x_old, slot) : end;
    const vl_contacts *c = world->contact_memory;
    bool begins = c->fresh[slot] && !c->touched[slot] && world->integrator->keeps_positions;
    *made = (push){.by.count = world->supports->count[slot],
                   .part = begins && !c->answers->decides ? 0.5 : 1};
    made->gain = gain_of(world, slot, h) / (begins ? 0.5 : 1);
    for (int k = 0; k < made->by.count; k++) {
        int index = vl_support_index(slot, k);
        double held_off = c->reaction[index] * made->gain;
        made->by.normal[k] = vl_support_normal(world, index, at);
        made->by.by[k] = h > VL_MOMENT ? held_off : unlimited;
        made->friction[k] = vl_support_collider(world, index)->friction;
    }
    vl_vec3 linked = vl_sub(x, vl_read(world->predicted, slot));
    end = vl_add(x, vl_react(&made->by, linked)); // `made` holds off the acceleration already
    return h > VL_MOMENT ? rub(world, slot, h, made, end, linked, stuck) : end;
}

// --- the solve of links with contacts ---
//
// Contacts come after the links and would strain them again: what stands on rods would sink in each
// step. So links are solved from where contacts will have moved what is carried: from `predicted`
// + ρ, with ρ such that it is the answer of contacts to what links then do. Each round is a solve,
// which tells the answer to one ρ. The next ρ is the one at which by the secants of the rounds
// before nothing would be left; what they do not tell is taken as it is (Anderson, "Iterative
// procedures for nonlinear integral equations", J. ACM 12 (1965) 547). Where something begins or
// ends to slide, they tell wrong, and leave no step: they go where errors hardly become less.

enum { MOST_ROUNDS = 60, MOST_SECANTS = 12 };

// What changes of ρ did to the errors of the answers, which are orthogonal to each other.
typedef struct secants {
    int count;
    vl_vec3 step[MOST_SECANTS][VL_MOST_ANSWERS], effect[MOST_SECANTS][VL_MOST_ANSWERS];
} secants;

static void accumulate(vl_vec3 *to, double factor, const vl_vec3 *what, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = vl_add(to[i], vl_scale(what[i], factor));
}

void vl_contacts_shift(vl_world *world, double factor)
{
    const vl_answers *r = world->contact_memory->answers;
    for (int i = 0; i < r->count; i++)
        vl_accumulate(world->particles.x, r->slot[i], vl_scale(r->now[i], factor));
}

// By what the answers are more than ρ; returns the largest, as a part of what moves in the step.
static double find_errors(const vl_world *world, double h, vl_vec3 *error)
{
    const vl_contacts *c = world->contact_memory;
    double most = 0, size = 0;
    for (int i = 0; i < c->answers->count; i++) {
        push made;
        int slot = c->answers->slot[i];
        bool stuck = c->answers->behind ? c->answers->holds[i] : c->stuck[slot];
        vl_vec3 x = vl_read(world->particles.x, slot), expected = c->answers->now[i];
        vl_vec3 moved = vl_sub(answer(world, slot, h, expected, &made, &stuck), x);
        vl_vec3 linked = vl_sub(x, vl_read(world->predicted, slot));
        error[i] = vl_sub(moved, expected);
        most = fmax(most, vl_length(error[i]));
        size = fmax(size, vl_length(linked));
        size = fmax(size, h * h * vl_length(vl_read(c->acceleration, slot)));
    }
    return size > 0 ? most / size : 0;
}

// Adds a secant, less what the others tell. One that they tell whole is none, nor is one along
// which links push back all that contacts lift.
static void add_secant(secants *s, const vl_vec3 *step, const vl_vec3 *effect, int n)
{
    vl_vec3 *own_step = s->step[s->count], *own = s->effect[s->count];
    memcpy(own_step, step, (size_t)n * sizeof *step);
    memcpy(own, effect, (size_t)n * sizeof *effect);
    for (int k = 0; k < s->count; k++) {
        double part = vl_dot_all(own, s->effect[k], n);
        accumulate(own, -part, s->effect[k], n);
        accumulate(own_step, -part, s->step[k], n);
    }
    double length = sqrt(vl_dot_all(own, own, n));
    double least =
        fmax(0.01 * sqrt(vl_dot_all(effect, effect, n)), 1e-4 * sqrt(vl_dot_all(step, step, n)));
    if (!(length > least))
        return;
    accumulate(own, 1 / length - 1, own, n);
    accumulate(own_step, 1 / length - 1, own_step, n);
    s->count++;
}

vl_solve vl_contacts_solve(vl_world *world, double h, bool behind,
                           vl_solve (*solve)(vl_world *, double))
{
    const vl_particles *p = &world->particles;
    vl_answers *r = world->contact_memory->answers;
    secants s = {.count = 0};
    vl_vec3 step[VL_MOST_ANSWERS], error[VL_MOST_ANSWERS], effect[VL_MOST_ANSWERS];
    vl_solve done;
    double most = 0, before = HUGE_VAL;
    int sweeps = 0, carried = 0;
    if (behind) { // who holds is known with friction, which is no part of x₋
        bool any = false;
        r->decides = true;
        (void)vl_contacts_solve(world, h, false, solve);
        for (int i = 0; i < r->count; i++) {
            push made;
            r->holds[i] = world->contact_memory->stuck[r->slot[i]];
            answer(world, r->slot[i], h, r->now[i], &made, &r->holds[i]);
            any |= r->holds[i];
        }
        r->decides = false;
        for (int i = 0; i < r->count && !any; i++)
            world->contact_memory->stuck[r->slot[i]] = false;
        memset(world->links.tension, 0, (size_t)world->links.hard_count * sizeof(double));
        vl_axes_copy(p->x, world->predicted, p->count);
    }
    for (int i = 0; i < p->count; i++)
        if (p->inverse_mass[i] > 0 && is_carried(world, i) && carried++ < VL_MOST_ANSWERS)
            r->slot[carried - 1] = i;
    r->count = carried <= VL_MOST_ANSWERS ? carried : 0;
    memset(r->now, 0, sizeof r->now);
    r->behind = behind;
    for (int round = 0, n = r->count;; round++) {
        vl_contacts_shift(world, 1);
        done = solve(world, h);
        vl_contacts_shift(world, -1);
        sweeps += done.sweeps;
        if (!done.solved || n == 0)
            break;
        for (int i = 0; i < n && round > 0; i++)
            effect[i] = vl_scale(error[i], -1);
        most = find_errors(world, h, error);
        if (most <= enough || round == MOST_ROUNDS) {
            accumulate(r->now, 1, error, n);
            break;
        }
        if (most > 0.9 * before || s.count == MOST_SECANTS)
            s.count = 0;
        before = most;
        if (round > 0) {
            accumulate(effect, 1, error, n);
            add_secant(&s, step, effect, n);
        }
        memcpy(step, error, (size_t)n * sizeof *step);
        for (int k = 0; k < s.count; k++) {
            double part = vl_dot_all(error, s.effect[k], n);
            accumulate(step, -part, s.effect[k], n);
            accumulate(step, -part, s.step[k], n);
        }
        accumulate(r->now, 1, step, n);
        vl_axes_copy(p->x, world->predicted, p->count);
    }
    vl_contacts_shift(world, 1);
    r->agree = done.solved && (most <= enough || vl_world_strain(world) <= usable);
    vl_contacts_shift(world, -1);
    if (!r->agree && r->count > 0) {
        r->count = 0;
        vl_axes_copy(p->x, world->predicted, p->count);
        done = solve(world, h);
    }
    done.sweeps += sweeps;
    r->behind = false;
    return done;
}

// --- after the links ---

static void exchange(vl_world *world, int a, int b)
{
    const vl_contacts *c = world->contact_memory;
    vl_supports *s = world->supports;
    double *const numbers[] = {s->face[0], s->face[1], s->face[2], s->reaction, c->reaction};
    int collider = s->collider[a];
    s->collider[a] = s->collider[b];
    s->collider[b] = collider;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double first = numbers[i][a];
        numbers[i][a] = numbers[i][b];
        numbers[i][b] = first;
    }
}

// The particle leaves support number `k`, which changes places with the last one.
static void leave(vl_world *world, int slot, int k)
{
    int last = --world->supports->count[slot];
    exchange(world, vl_support_index(slot, k), vl_support_index(slot, last));
}

static void support_links(vl_world *world, int slot, double h)
{
    const vl_answers *r = world->contact_memory->answers;
    vl_vec3 expected = {0, 0, 0};
    push made;
    for (int i = 0; i < r->count; i++)
        expected = r->slot[i] == slot ? r->now[i] : expected;
    bool *stuck = &world->contact_memory->stuck[slot];
    vl_write(world->particles.x, slot, answer(world, slot, h, expected, &made, stuck));
    for (int k = made.by.count - 1; k >= 0; k--)
        if (made.by.by[k] == 0) {
            // links lift it: vl_react() took the reaction out of the mean velocity of the step, and
            // the velocity at its end, which `finish` does not complete, has more of it
            double reaction = world->contact_memory->reaction[vl_support_index(slot, k)];
            const vl_integrator *method = world->integrator;
            double more = 0.5 * h * (1 - method->position_bias) * reaction;
            if (!method->keeps_positions && !method->finish)
                vl_accumulate(world->particles.v, slot, vl_scale(made.by.normal[k], -more));
            leave(world, slot, k);
        }
}

// The collider that the particle at x lies on and that is no support of it yet, or −1.
static int other_below(const vl_world *world, int slot, const vl_path *path, vl_vec3 x)
{
    const vl_supports *s = world->supports;
    for (int i = 0; i < world->collider_count; i++) {
        double distance = vl_path_clearance(&world->colliders[i], x, path->radius).distance;
        bool known = vl_path_lists(&s->collider[vl_support_index(slot, 0)],
                                   world->contact_memory->carried[slot], i);
        if (!known && fabs(distance) <= 2 * path->skin)
            return i;
    }
    return -1;
}

// A particle that is beyond the edge of support `k`, and lies on another collider of the same
// height, goes over to that, which presses as much. False where it does not.
static bool goes_over(vl_world *world, int slot, int k, const vl_path *path, vl_vec3 x)
{
    vl_contacts *c = world->contact_memory;
    vl_supports *s = world->supports;
    int from = vl_support_index(slot, k), to = vl_support_index(slot, c->carried[slot]);
    vl_vec3 face = vl_read(s->face, from);
    const vl_collider *collider = vl_support_collider(world, from);
    vl_vec3 turned = vl_sub(collider->kind->clearance(collider, x).normal, face);
    bool room = c->carried[slot]<VL_MOST_SUPPORTS, edge = vl_dot(turned, turned)> 0;
    int other = room && edge && vl_dot(face, face) > 0 ? other_below(world, slot, path, x) : -1;
    if (other < 0)
        return false;
    c->carried[slot]++;
    s->collider[to] = other;
    s->reaction[to] = s->reaction[from];
    c->reaction[to] = c->reaction[from];
    vl_write(s->face, to, face_of(&world->colliders[other], x));
    exchange(world, to, vl_support_index(slot, s->count[slot]++));
    leave(world, slot, k);
    return true;
}

// Puts the particle back onto the surfaces, which it left by the error of the method. Where it is
// farther away than a surface had to hold it, or behind an edge, it flies off. True where nothing
// was left to do.
static bool return_once(vl_world *world, int slot, const vl_path *path, vl_vec3 *x)
{
    const vl_vec3 from = vl_read(world->particles.x_old, slot);
    const vl_contacts *c = world->contact_memory;
    const double *reaction = vl_contacts_are_stiff(world) ? world->supports->reaction : c->reaction;
    bool done = true;
    for (int k = world->supports->count[slot] - 1; k >= 0; k--) {
        int index = vl_support_index(slot, k);
        if (goes_over(world, slot, k, path, *x))
            continue;
        const vl_collider *collider = vl_support_collider(world, index);
        // the surface bends away more than what pressed the particle on could bend its path: a box
        // does behind an edge, and a sphere where it is left; where links act, they may press, too
        double most =
            reaction[index] + collider->kind->curvature(collider, from, vl_read(c->start, slot));
        double held = 0.5 * most * path->left * path->left;
        vl_clearance at = vl_path_clearance(collider, *x, path->radius);
        bool behind = vl_path_is_behind_edge(collider, from, *x, path->radius);
        bool off = at.distance > 2 * path->skin && !vl_world_has_hard_links(world) &&
                   collider->kind->curvature(collider, *x, path->v) > most;
        if (behind || off || at.distance > held + 2 * path->skin) {
            leave(world, slot, k);
        } else if (at.distance < 0 || at.distance > 2 * path->skin) {
            *x = vl_add(*x, vl_scale(at.normal, path->skin - at.distance));
            done = false;
        }
    }
    return done;
}

static void return_one(vl_world *world, int slot, double h)
{
    vl_particles *p = &world->particles;
    const vl_vec3 from = vl_read(p->x, slot);
    if (vl_world_has_hard_links(world))
        support_links(world, slot, h);
    vl_path path = {.x = vl_read(p->x, slot), .radius = p->radius[slot], .left = h};
    path.v = vl_scale(vl_sub(path.x, vl_read(p->x_old, slot)), 1 / h);
    vl_path_find_skin(&path, world);
    for (int i = 0; i < MOST_SWEEPS && !return_once(world, slot, &path, &path.x); i++)
        ;
    vl_vec3 moved = vl_sub(path.x, from);
    vl_write(p->x, slot, path.x);
    find_faces(world, slot); // it may be on a round edge now
    vl_write(world->contact_memory->pushed, slot, moved);
    if (!world->integrator->keeps_positions)
        vl_accumulate(p->v, slot, vl_scale(moved, 1 / h));
}

void vl_contacts_return(vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    for (int i = 0; i < p->count; i++) {
        if (p->inverse_mass[i] > 0 && is_carried(world, i))
            return_one(world, i, h);
        else {
            vl_write(world->contact_memory->pushed, i, (vl_vec3){0, 0, 0});
            world->contact_memory->stuck[i] = false;
        }
    }
}

// --- then the paths of all else ---

// In x″ the displacement by links counts twice, as an acceleration all through the step; but it may
// be what an impact left to them. v′ leads to the mean velocity and half a step of the forces,
// which is what the other end of a link gets: both keep their momentum along the surface.
static vl_path path_of(const vl_world *world, int slot, double h)
{
    const vl_contacts *c = world->contact_memory;
    const vl_particles *p = &world->particles;
    vl_vec3 a = vl_read(c->acceleration, slot), more = vl_sub(a, vl_world_gravity_on(world, slot));
    vl_path path = {
        .x = vl_read(p->x_old, slot),
        .v = vl_read(c->start, slot),
        .accel_v = a,
        .accel_free = a,
        .radius = p->radius[slot],
        .left = h,
        .span = world->supports->span,
        .after = c->after,
        // the acceleration may differ from place to place, or with its velocity; where it cannot,
        // the parabola of a path is the motion itself
        .driven = world->force_count > 0 || world->damping > 0 || world->linked[slot] ||
                  world->links.count > world->links.hard_count || vl_dot(more, more) > 0,
        // in a short step it is rounding
        .tells_bend = !world->integrator->keeps_positions && h > 0.03 * world->supports->span,
        .own_count = c->carried[slot],
        .rubbed = vl_world_has_hard_links(world),
    };
    memcpy(path.own, &world->supports->collider[vl_support_index(slot, 0)], sizeof path.own);
    vl_vec3 moved = vl_sub(vl_read(p->x, slot), path.x);
    path.accel_x = vl_scale(vl_sub(moved, vl_scale(path.v, h)), 2 / (h * h));
    if (c->strikes) // in next to no time that is rounding
        path.accel_x = path.accel_v;
    if (c->chord) {
        path.v = vl_scale(moved, 1 / h);
        path.accel_x = path.accel_v = path.accel_free = (vl_vec3){0, 0, 0};
        path.rubbed = true;
        return path;
    }
    path.accel_unbiased =
        vl_sub(path.accel_x, vl_scale(path.accel_v, world->integrator->position_bias));
    if (!vl_world_has_hard_links(world))
        return path;
    path.links_share = 0.5;
    path.accel_v = path.accel_free = vl_lerp(a, path.accel_x, 0.5);
    if (path.own_count > 0) {
        // carried: without contacts, neither what its supports hold off is missing nor what they
        // moved after the links
        double share = c->touched[slot] ? 1 : h / (h + world->now.dt_old);
        vl_vec3 off = vl_scale(vl_read(c->held_off, slot), 0.5);
        vl_vec3 pushed = vl_scale(vl_read(c->pushed, slot), share / (h * h));
        path.accel_free = vl_sub(vl_add(path.accel_v, off), pushed);
        path.accel_v = vl_add(vl_sub(path.accel_v, off), held_off(world, slot, path.x));
    } else if (!c->touched[slot]) {
        path.accel_unbiased = path.accel_x;
    }
    return path;
}

// Whether what is carried halts in the step, and may turn back: it ends with 2 d/h − v, about.
static bool halts(const vl_world *world, int slot, vl_vec3 v)
{
    const vl_contacts *c = world->contact_memory;
    vl_vec3 d = vl_sub(vl_read(world->particles.x, slot), vl_read(world->particles.x_old, slot));
    bool known = c->carried[slot] > 0 && (c->touched[slot] || !c->fresh[slot]);
    return known && vl_dot(v, d) < 0.5 * world->now.dt * vl_dot(v, v);
}

static void put(vl_world *world, int slot, const vl_path *path)
{
    vl_contacts *c = world->contact_memory;
    vl_vec3 x0 = vl_read(world->particles.x_old, slot), v0 = vl_read(c->start, slot);
    if (world->observer_count > 0) {
        double gained = path->touched ? vl_path_gained(path, x0, v0) - path->energy_before : 0;
        const vl_contact contact = {
            .touched = path->touched,
            .takes = path->touched && path->takes,
            .x = path->x,
            .v = path->v,
            .work = gained,
            .links_share = path->links_share,
            .energy_before = path->energy_before,
        };
        VL_TELL(world, particle_passed, slot, &contact);
    }
    if (c->touched[slot] && vl_world_has_hard_links(world)) {
        // v(tₙ) of the contact has no part of what links do at tₙ, and is read with its half
        double h = world->now.dt, share = world->now.dt_old / (h * (h + world->now.dt_old));
        vl_vec3 x = vl_read(world->particles.x, slot), from = vl_read(world->predicted, slot);
        vl_write(c->start, slot, vl_add(v0, vl_scale(vl_sub(x, from), share)));
    }
    c->touched[slot] = path->touched;
    if (vl_world_has_hard_links(world))
        c->rest = !world->linked[slot] && (path->touched || halts(world, slot, v0)) ? world->now.dt
                                                                                    : c->rest;
    else if (!world->linked[slot] && (c->chord || world->integrator->position_bias == 0))
        c->rest = fmax(c->rest, path->rest);
    if (!path->touched && c->carried[slot] == 0)
        return;
    if (path->touched) {
        vl_write(world->particles.x, slot, path->x);
        vl_write(c->known, slot, path->v);
    }
    world->contacts += !c->touched_in_frame[slot];
    world->now.touched |= 1u << VL_RESPONSE_PROJECTION;
    world->now.touched |= path->driven && path->touched && !c->strikes ? VL_TOUCHED_IN_STEP : 0;
    c->touched_in_frame[slot] = true;
    bool cut = c->chord || c->strikes || (c->end_x && c->cut[slot]);
    world->solved.unconverged += path->touched && world->supports->stiff && !cut;
}

// Without a contact the particle is where the links put it. That may be inside a collider: the end
// of a path of 1e30 m has large rounding errors.
static void end_path(const vl_world *world, int slot, vl_path *path)
{
    const vl_particles *p = &world->particles;
    if (!path->touched) {
        path->x = vl_read(p->x, slot);
        path->touched = !vl_path_is_outside(path, world);
    }
    if (path->touched)
        vl_path_end(path, world, vl_read(p->x_old, slot));
}

static void resolve_one(vl_world *world, int slot, double h)
{
    vl_path path = path_of(world, slot, h);
    // links may lift what is carried from a round collider, and the step end inside of it again
    const vl_path end = {.x = vl_read(world->particles.x, slot), .radius = path.radius};
    if (vl_path_is_near(&path, world) || (path.own_count > 0 && !vl_path_is_outside(&end, world))) {
        vl_path_begin(&path, world);
        vl_path_run(&path, world);
        end_path(world, slot, &path);
    }
    put(world, slot, &path);
}

// A fixed particle moves to its new position at a constant velocity.
static vl_path fixed_path(const vl_world *world, int slot, double h)
{
    const vl_particles *p = &world->particles;
    vl_vec3 from = vl_read(p->x_old, slot);
    return (vl_path){
        .x = from,
        .v = world->contact_memory->strikes ? vl_read(p->v, slot)
                                            : vl_scale(vl_sub(vl_read(p->x, slot), from), 1 / h),
        .radius = p->radius[slot],
        .left = h,
        .span = world->supports->span,
        .after = world->contact_memory->after,
        .fixed = true,
    };
}

static void resolve_balls(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    for (int i = 0; i < c->count; i++) {
        bool fixed = world->particles.inverse_mass[i] == 0;
        c->paths[i] = fixed ? fixed_path(world, i, h) : path_of(world, i, h);
        if (!fixed)
            vl_path_begin(&c->paths[i], world);
    }
    c->visits = vl_balls_run(c->balls, world, c->paths, h);
    for (int i = 0; i < c->count; i++) {
        vl_path *path = &c->paths[i];
        if (path->fixed)
            continue;
        if (!(path->radius > 0)) // a point is no ball
            vl_path_run(path, world);
        end_path(world, i, path);
        put(world, i, path);
    }
}

void vl_contacts_resolve(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    if (vl_world_has_hard_links(world)) {
        // v(tₙ) = (dt₋ v⁺ + dt v⁻)/(dt + dt₋) of particles not touched in the last substep.
        const vl_particles *p = &world->particles;
        double h_old = world->now.dt_old;
        double back = h / (h + h_old), ahead = h_old / (h * (h + h_old));
        for (int axis = 0; axis < VL_AXES; axis++)
            for (int i = 0; i < c->count; i++)
                if (!c->touched[i])
                    c->start[axis][i] =
                        back * c->start[axis][i] + ahead * (p->x[axis][i] - p->x_old[axis][i]);
    } else if (world->integrator->implicit)
        take_acceleration(world, h); // that of the stage; at the beginning it may be far off
    if (c->balls) {
        resolve_balls(world, h);
        return;
    }
    for (int i = 0; i < c->count; i++)
        if (world->particles.inverse_mass[i] > 0)
            resolve_one(world, i, h);
    for (int i = 0; c->end_x && i < c->count; i++)
        if (c->cut[i]) {
            vl_write(world->particles.x, i, vl_read(c->end_x, i));
            vl_write(c->known, i, vl_read(c->end_v, i));
            c->touched[i] = true;
        }
}

// --- after the step ---

void vl_contacts_forget(vl_world *world, int first, int end)
{
    for (int i = first; i < end; i++) {
        world->contact_memory->touched[i] = false;
        world->contact_memory->stuck[i] = false;
        world->supports->count[i] = 0;
    }
}

void vl_contacts_support(vl_world *world, int first, int end, double h)
{
    vl_particles *p = &world->particles;
    world->contact_memory->decay = vl_world_decay(world, h, world->damping_per_step);
    for (int i = first; i < end; i++)
        if (p->inverse_mass[i] > 0) {
            vl_vec3 v = vl_read(p->v, i);
            world->contact_memory->fresh[i] = true;
            vl_write(world->a_links, i, (vl_vec3){0, 0, 0});
            find_supports(world, i, &v, h);
            if (is_carried(world, i))
                vl_write(p->v, i, v);
            world->contact_memory->stuck[i] = is_at_rest(world, i, v, h);
            save_reactions(world, i);
            vl_write(world->contact_memory->acceleration, i, vl_read(world->supports->free, i));
        }
}

// At the end of the step of `h` s: the velocity v without a part along the normals of the surfaces
// on which the particle still is.
static vl_vec3 without_normal(const vl_world *world, int slot, vl_vec3 v, double h)
{
    vl_path path = {.x = vl_read(world->particles.x, slot), .v = v, .left = h};
    vl_vec3 basis[VL_AXES];
    int count = 0;
    path.radius = world->particles.radius[slot];
    vl_path_find_skin(&path, world);
    for (int k = 0; k < world->supports->count[slot]; k++) {
        const vl_collider *collider = vl_support_collider(world, vl_support_index(slot, k));
        vl_clearance at = vl_path_clearance(collider, path.x, path.radius);
        bool presses = world->supports->reaction[vl_support_index(slot, k)] > 0;
        if (at.distance <= wide * path.skin && (presses || vl_dot(v, at.normal) <= 0))
            count = vl_normal_add(basis, count, at.normal);
    }
    return vl_across(basis, count, v);
}

void vl_contacts_end(vl_world *world, double h)
{
    vl_contacts *c = world->contact_memory;
    memset(c->fresh, 0, (size_t)c->count * sizeof *c->fresh);
    for (int axis = 0; axis < VL_AXES; axis++)
        memset(world->supports->forwards[axis], 0, (size_t)c->count * sizeof(double));
    // The velocity of what was carried for the whole step has no part along the normal. Where links
    // act, velocities are those of the displacements, and stay; what friction holds has none.
    vl_particles *p = &world->particles;
    for (int i = 0; !world->integrator->keeps_positions && i < p->count; i++)
        if (c->touched[i] || !is_carried(world, i))
            continue;
        else if (!vl_world_has_hard_links(world))
            vl_write(p->v, i, without_normal(world, i, vl_read(p->v, i), h));
        else if (c->stuck[i])
            vl_write(p->v, i, (vl_vec3){0, 0, 0});
    bool any = false; // velocity that contacts have found
    for (int i = 0; i < c->count; i++)
        if (c->touched[i]) {
            vl_write(p->v, i, vl_read(c->known, i));
            vl_world_put_old_positions(world, i, i + 1, h);
            world->supports->count[i] = 0;
            any = true;
        }
    if (!any)
        return;
    world->now.acceleration_is_current = false;
    vl_world_accelerate(world);
    for (int i = 0; i < c->count; i++)
        if (c->touched[i]) {
            vl_contacts_support(world, i, i + 1, world->supports->span);
            world->integrator->begin(world, i, i + 1, h);
            vl_write(world->v_instant, i, vl_read(c->known, i));
        }
}

// --- moving out alone ---

void vl_contacts_move_out(vl_world *world, double h)
{
    const vl_particles *p = &world->particles;
    bool any = vl_contacts_respond_by(world, VL_RESPONSE_MOVE_OUT);
    for (int i = 0; any && i < p->count; i++) {
        vl_vec3 from = vl_read(p->x, i), x = from;
        for (int k = 0; k < world->collider_count && p->inverse_mass[i] > 0; k++) {
            const vl_collider *collider = &world->colliders[k];
            if (collider->response != VL_RESPONSE_MOVE_OUT)
                continue;
            vl_clearance c = collider->kind->clearance(collider, x);
            x = vl_add(x, vl_scale(c.normal, fmax(0, p->radius[i] - c.distance)));
        }
        vl_vec3 moved = vl_sub(x, from);
        if (vl_length(moved) == 0)
            continue;
        world->now.touched |= 1u << VL_RESPONSE_MOVE_OUT;
        VL_TELL(world, moved_out, i, moved, h);
        vl_write(p->x, i, x);
    }
}
