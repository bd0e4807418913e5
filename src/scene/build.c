#include "scene/build.h"

#include "base/memory.h"
#include "physics/contacts/overlaps.h"
#include "physics/world/world.h"

#include <string.h>

// --- numbers and places ---

int64_t vl_scene_particles(const vl_scene *scene)
{
    int64_t total = scene->particle_count;
    for (int i = 0; i < scene->chain_count; i++)
        total += (int64_t)scene->chains[i].links + 1;
    for (int i = 0; i < scene->cloth_count; i++)
        total += (int64_t)scene->cloths[i].columns * scene->cloths[i].rows;
    return total;
}

int64_t vl_cloth_links(const vl_scene_cloth *cloth)
{
    int64_t columns = cloth->columns, rows = cloth->rows;
    int64_t count = (columns - 1) * rows + columns * (rows - 1);
    if (cloth->shear)
        count += 2 * (columns - 1) * (rows - 1);
    if (cloth->bend)
        count += (columns - 2) * rows + columns * (rows - 2);
    return count;
}

int64_t vl_scene_links(const vl_scene *scene)
{
    int64_t count = scene->link_count;
    for (int i = 0; i < scene->chain_count; i++)
        count += scene->chains[i].links;
    for (int i = 0; i < scene->cloth_count; i++)
        count += vl_cloth_links(&scene->cloths[i]);
    return count;
}

void vl_scene_number_parts(vl_scene *scene)
{
    int next = scene->particle_count + 1;
    for (int i = 0; i < scene->chain_count; i++) {
        scene->chains[i].first = next;
        next += scene->chains[i].links + 1;
    }
    for (int i = 0; i < scene->cloth_count; i++) {
        scene->cloths[i].first = next;
        next += scene->cloths[i].columns * scene->cloths[i].rows;
    }
}

static vl_vec3 chain_position(const vl_scene_chain *chain, int index)
{
    // rounding must not move the end
    if (index == chain->links)
        return chain->to;
    return vl_lerp(chain->from, chain->to, (double)index / chain->links);
}

static vl_vec3 cloth_position(const vl_scene_cloth *cloth, int column, int row)
{
    vl_vec3 along = vl_scale(cloth->along, (double)column / (cloth->columns - 1));
    vl_vec3 down = vl_scale(cloth->down, (double)row / (cloth->rows - 1));
    return vl_add(cloth->origin, vl_add(along, down));
}

vl_scene_part vl_scene_part_of_particle(const vl_scene *scene, int number)
{
    if (number <= scene->particle_count)
        return (vl_scene_part){"particles", number - 1};
    // the last chain or cloth that begins with the number or before it
    int low = 0, high = scene->chain_count + scene->cloth_count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2, cloth = middle - scene->chain_count;
        int first = cloth < 0 ? scene->chains[middle].first : scene->cloths[cloth].first;
        if (first <= number)
            low = middle;
        else
            high = middle;
    }
    int cloth = low - scene->chain_count;
    return cloth < 0 ? (vl_scene_part){"chains", low} : (vl_scene_part){"cloths", cloth};
}

vl_vec3 vl_scene_position(const vl_scene *scene, int number)
{
    vl_scene_part part = vl_scene_part_of_particle(scene, number);
    if (strcmp(part.list, "particles") == 0)
        return scene->particles[part.index].at;
    if (strcmp(part.list, "chains") == 0)
        return chain_position(&scene->chains[part.index], number - scene->chains[part.index].first);
    const vl_scene_cloth *cloth = &scene->cloths[part.index];
    int index = number - cloth->first;
    return cloth_position(cloth, index % cloth->columns, index / cloth->columns);
}

double vl_scene_link_distance(const vl_scene *scene, const vl_scene_link *link)
{
    return vl_length(vl_sub(vl_scene_position(scene, link->to.number),
                            vl_scene_position(scene, link->from.number)));
}

// A world under construction. Particles are added by number; the ends of links are slots.
typedef struct construction {
    const vl_scene *scene;
    vl_world *world;
    vl_link *links; // that are made; NULL: the world keeps their ends
    int count;
} construction;

// --- particles ---

static void put_particle(vl_particles *particles, int number, vl_vec3 at, double mass,
                         double radius, bool pinned)
{
    int i = number - 1;
    vl_write(particles->x, i, at);
    particles->mass[i] = mass;
    particles->radius[i] = radius;
    particles->pinned[i] = pinned;
}

static void put_particles(construction *making)
{
    vl_particles *particles = &making->world->particles;
    for (int i = 0; i < making->scene->particle_count; i++) {
        const vl_scene_particle *from = &making->scene->particles[i];
        put_particle(particles, i + 1, from->at, from->mass, from->radius, from->pinned);
        particles->dial[i] = from->is_dial;
        if (!from->pinned) // a pinned particle has no velocity, even where the file gives one
            vl_write(particles->v, i, from->velocity);
    }
}

static void put_chain(construction *making, const vl_scene_chain *chain)
{
    for (int i = 0; i <= chain->links; i++) {
        bool ball = chain->has_ball && i == chain->links;
        bool pinned =
            (i == 0 && chain->pin & VL_PIN_START) || (i == chain->links && chain->pin & VL_PIN_END);
        put_particle(&making->world->particles, chain->first + i, chain_position(chain, i),
                     ball ? chain->ball_mass : chain->mass / chain->links,
                     ball ? chain->ball_radius : chain->radius, pinned);
    }
}

static bool is_cloth_pinned(const vl_scene_cloth *cloth, int column, int row)
{
    bool left = column == 0, right = column == cloth->columns - 1;
    bool top = row == 0, bottom = row == cloth->rows - 1;
    unsigned lies_on =
        (top && left ? VL_PIN_TOP_LEFT : 0u) | (top && right ? VL_PIN_TOP_RIGHT : 0u) |
        (bottom && left ? VL_PIN_BOTTOM_LEFT : 0u) | (bottom && right ? VL_PIN_BOTTOM_RIGHT : 0u) |
        (top ? VL_PIN_TOP : 0u) | (bottom ? VL_PIN_BOTTOM : 0u) | (left ? VL_PIN_LEFT : 0u) |
        (right ? VL_PIN_RIGHT : 0u);
    return cloth->pin & lies_on;
}

static void put_cloth(construction *making, const vl_scene_cloth *cloth)
{
    double mass = cloth->mass / ((double)cloth->columns * cloth->rows);
    for (int row = 0; row < cloth->rows; row++)
        for (int column = 0; column < cloth->columns; column++)
            put_particle(&making->world->particles, cloth->first + row * cloth->columns + column,
                         cloth_position(cloth, column, row), mass, cloth->radius,
                         is_cloth_pinned(cloth, column, row));
}

// --- slots ---

// The even particles of a row come first, then the odd ones. The links (0,1) (2,3) (4,5) …, which
// share no particle, then begin in consecutive slots and end in consecutive slots.
static void lay_out_row(int *slot_of, int first, int count)
{
    int evens = (count + 1) / 2;
    for (int i = 0; i < count; i++)
        slot_of[first + i] = first + i / 2 + (i % 2 ? evens : 0);
}

static void lay_out_slots(construction *making)
{
    const vl_scene *scene = making->scene;
    vl_particles *particles = &making->world->particles;
    int *slot_of = vl_alloc((size_t)particles->count, sizeof *slot_of);
    for (int i = 0; i < particles->count; i++)
        slot_of[i] = i;

    for (int i = 0; i < scene->chain_count; i++)
        lay_out_row(slot_of, scene->chains[i].first - 1, scene->chains[i].links + 1);
    for (int i = 0; i < scene->cloth_count; i++)
        for (int row = 0; row < scene->cloths[i].rows; row++) {
            int columns = scene->cloths[i].columns;
            lay_out_row(slot_of, scene->cloths[i].first - 1 + row * columns, columns);
        }
    vl_particles_renumber(particles, slot_of);
    vl_free(slot_of);
    for (int slot = 0; slot < particles->count; slot++)
        vl_particles_refresh(particles, slot);
}

// --- links ---

// Kind, stiffness and so on are those of `like`. If its length is 0, the present distance is used.
static void add_link(construction *making, int from_number, int to_number, const vl_link *like)
{
    const vl_particles *particles = &making->world->particles;
    vl_link link = *like;
    link.from = particles->slot_of[from_number - 1];
    link.to = particles->slot_of[to_number - 1];
    if (link.length == 0)
        link.length =
            vl_length(vl_sub(vl_read(particles->x, link.to), vl_read(particles->x, link.from)));
    int k = making->count++;
    if (making->links)
        making->links[k] = link;
    else {
        making->world->links.from[k] = link.from;
        making->world->links.to[k] = link.to;
    }
}

// The links of a cloth: how many columns and rows lie between the first particle and the second.
static const struct {
    int columns, rows;
    bool shear, bend;
} weaves[] = {{.columns = 1},
              {.rows = 1},
              {1, 1, .shear = true},
              {-1, 1, .shear = true},
              {.columns = 2, .bend = true},
              {.rows = 2, .bend = true}};

enum { WEAVES = sizeof weaves / sizeof *weaves };

// The links of one weave that begin in one row. Those are a family where the parity of the row, or
// of the column where they lie in a row, is the same: they share no particle.
static void add_weave(construction *making, const vl_scene_cloth *cloth, int which, int row,
                      vl_link *like)
{
    int columns = weaves[which].columns, rows = weaves[which].rows;
    int width = columns < 0 ? -columns : columns, every = width > rows ? width : rows;
    for (int column = 0; row + rows < cloth->rows && column + width < cloth->columns; column++) {
        int first = columns < 0 ? column + width : column;
        int from = cloth->first + row * cloth->columns + first;
        like->family = 2 * which + (rows > 0 ? row : column) / every % 2;
        add_link(making, from, from + rows * cloth->columns + columns, like);
    }
}

// The properties that all links of a weave have in common.
static vl_link thread_of(const vl_scene_cloth *cloth, int which)
{
    bool shear = weaves[which].shear, bend = weaves[which].bend;
    double stiffness = shear ? cloth->shear_stiffness : bend ? cloth->bend_stiffness : 0;
    double compliance = shear ? cloth->shear_compliance : bend ? cloth->bend_compliance : -1;
    vl_link thread = cloth->link;
    thread.stiffness = stiffness > 0 ? stiffness : thread.stiffness;
    thread.compliance = compliance >= 0 ? compliance : thread.compliance;
    return thread;
}

// Row by row from the top: a listed sweep then carries the correction from a pinned top edge to the
// bottom.
static void add_cloth_links(construction *making, const vl_scene_cloth *cloth)
{
    for (int row = 0; row < cloth->rows; row++)
        for (int which = 0; which < WEAVES; which++) {
            vl_link like = thread_of(cloth, which);
            if ((cloth->shear || !weaves[which].shear) && (cloth->bend || !weaves[which].bend))
                add_weave(making, cloth, which, row, &like);
        }
}

// --- the whole world ---

static void add_links(construction *making)
{
    const vl_scene *scene = making->scene;
    for (int i = 0; i < scene->link_count; i++) {
        const vl_scene_link *listed = &scene->links[i];
        vl_link like = listed->link;
        like.family = -1;
        add_link(making, listed->from.number, listed->to.number, &like);
    }
    for (int i = 0; i < scene->chain_count; i++) {
        vl_link like = scene->chains[i].link;
        for (int k = 0, number = scene->chains[i].first; k < scene->chains[i].links; k++) {
            like.family = k % 2;
            add_link(making, number + k, number + k + 1, &like);
        }
    }
    for (int i = 0; i < scene->cloth_count; i++)
        add_cloth_links(making, &scene->cloths[i]);
}

static void set_rules(vl_world *world, const vl_scene *scene)
{
    world->gravity = scene->gravity;
    world->damping = scene->damping;
    world->damping_per_step = scene->damping_per_step;
    world->naive_start = scene->naive_start;
    world->integrator = scene->integrator;
    world->solver = scene->solver;
    vl_world_put_forces(world, scene->forces, scene->force_count, scene->colliders,
                        scene->collider_count);
}

static vl_world *construct(const vl_scene *scene, vl_link *links)
{
    construction making = {.scene = scene, .links = links};
    making.world = vl_world_create((int)vl_scene_particles(scene));
    if (!links) {
        vl_links *ends = &making.world->links;
        ends->count = (int)vl_scene_links(scene);
        ends->from = vl_arena_take(&making.world->arena, (size_t)ends->count, sizeof *ends->from);
        ends->to = vl_arena_take(&making.world->arena, (size_t)ends->count, sizeof *ends->to);
    }
    put_particles(&making);
    for (int i = 0; i < scene->chain_count; i++)
        put_chain(&making, &scene->chains[i]);
    for (int i = 0; i < scene->cloth_count; i++)
        put_cloth(&making, &scene->cloths[i]);
    for (int i = 0; i < scene->pin_count; i++) {
        making.world->particles.pinned[scene->pins[i].number - 1] = true;
        vl_write(making.world->particles.v, scene->pins[i].number - 1, (vl_vec3){0, 0, 0});
    }
    lay_out_slots(&making);
    making.world->cloth_count = scene->cloth_count;
    making.world->cloths = vl_arena_take(&making.world->arena, (size_t)scene->cloth_count,
                                         sizeof *making.world->cloths);
    for (int i = 0; i < scene->cloth_count; i++)
        making.world->cloths[i] = (vl_cloth){
            .first_number = scene->cloths[i].first,
            .columns = scene->cloths[i].columns,
            .rows = scene->cloths[i].rows,
        };
    set_rules(making.world, scene);
    add_links(&making);
    return making.world;
}

vl_world *vl_scene_outline(const vl_scene *scene)
{
    return construct(scene, NULL);
}

vl_world *vl_scene_build(const vl_scene *scene)
{
    int count = (int)vl_scene_links(scene);
    vl_link *links = vl_alloc((size_t)count, sizeof *links);
    vl_world *world = construct(scene, links);
    vl_world_link(world, links, count);
    vl_world_set_mistake(world, scene->mistake);
    vl_free(links);
    // What overlaps would be moved apart in the first step, and a string 4 % too long would be 2000
    // m/s after one of 20 µs.
    (void)vl_overlaps_separate(world);
    vl_world_settle(world);
    return world;
}
