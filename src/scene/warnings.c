#include "scene/warnings.h"

#include "base/memory.h"
#include "physics/contacts/overlaps.h"
#include "physics/world/world.h"
#include "scene/build.h"
#include "scene/lanes.h"
#include "scene/numbering.h"
#include "scene/penalties.h"
#include "scene/unmet.h"

#include <math.h>
#include <stdarg.h>

// What the warnings look at.
typedef struct scope {
    const vl_loading *loading;
    const vl_yaml_node *root;
    vl_scene *scene;
    vl_numbering numbering;
} scope;

static void add_line(vl_scene *scene, const char *line)
{
    vl_text all = {0};
    if (scene->warning)
        vl_text_add(&all, "%s\n", scene->warning);
    int before = all.length;
    vl_text_add(&all, "%s", line);
    vl_text_hide_controls(all.data + before); // a name of a file may be in it
    vl_free(scene->warning);
    scene->warning = all.data;
}

void vl_warn_at(const vl_loading *loading, const vl_yaml_node *at, vl_scene *scene,
                const char *format, ...)
{
    vl_text line = {0};
    vl_text_add(&line, "%s:%d:%d: ", loading->file, at->line, at->column);
    va_list values;
    va_start(values, format);
    vl_text_add_list(&line, format, values);
    va_end(values);
    add_line(scene, line.data);
    vl_text_free(&line);
}

// --- links that do not fit ---

// The strain with which a stiff link begins; that of a slack string is 0, and so is that of a link
// whose length is the distance of its ends.
static double first_strain(const scope *s, const vl_scene_link *link)
{
    vl_vec3 from = vl_numbering_position(&s->numbering, s->scene, link->from.number);
    vl_vec3 to = vl_numbering_position(&s->numbering, s->scene, link->to.number);
    bool stiff = link->link.kind != VL_SPRING && link->link.compliance == 0;
    double length = link->link.length;
    if (!stiff || length == 0)
        return 0;
    double strain = (vl_length(vl_sub(to, from)) - length) / length;
    return link->link.kind == VL_STRING ? fmax(strain, 0) : strain;
}

// The index of the link that fits its length least, −1: all fit. `*count` becomes how many do not.
static int worst_link(const scope *s, int *count)
{
    static const double small = 1e-3; // below it a length is rounded to the digits of the file
    double largest = small;
    int worst = -1;
    *count = 0;
    for (int i = 0; i < s->scene->link_count; i++) {
        double strain = fabs(first_strain(s, &s->scene->links[i]));
        *count += strain > small;
        if (strain > largest) {
            largest = strain;
            worst = i;
        }
    }
    return worst;
}

// The links are brought to their lengths, as far as they can be: the strain would be speed after
// the first step.
static bool warn_of_strain(const scope *s)
{
    int count, worst = worst_link(s, &count);
    if (worst < 0)
        return false;
    const vl_scene_link *link = &s->scene->links[worst];
    const vl_yaml_node *mapping = vl_yaml_first(s->root, "links");
    for (int i = 0; i < worst; i++)
        mapping = mapping->next;
    char strained[VL_NUMBER_SIZE];
    vl_warn_at(s->loading, mapping, s->scene,
               "link %d, a %s of %.6g m, does not fit its ends: it is strained by %s %%%s",
               worst + 1, link->link.kind == VL_ROD ? "rod" : "string", link->link.length,
               vl_signed_text(100 * first_strain(s, link), 3, strained),
               count > 1 ? ", and others are too" : "");
    return true;
}

// Says what the world makes of links that do not fit. Where they fit, colliders may be in their
// way.
static void warn_of_unmet(const scope *s, const vl_world *settled, bool strained)
{
    vl_text text = {0};
    if (vl_unmet(settled)) {
        vl_text_add(&text, "%s: Not all links get their lengths at the start. ", s->loading->file);
        vl_unmet_tell(&text, settled);
    } else if (strained)
        vl_text_add(&text, "%s: The scene begins with its links at their lengths, as if placed.",
                    s->loading->file);
    if (text.length > 0)
        add_line(s->scene, text.data);
    vl_text_free(&text);
}

// --- overlaps ---

// The list item with an index.
static const vl_yaml_node *item(const scope *s, const char *list, int index)
{
    const vl_yaml_node *node = vl_yaml_first(s->root, list);
    while (index-- > 0)
        node = node->next;
    return node;
}

// Where the file has the particle with a number.
static const vl_yaml_node *place_of(const scope *s, int number)
{
    const vl_numbering *n = &s->numbering;
    if (number <= s->scene->particle_count)
        return item(s, "particles", number - 1);
    for (int i = 0; i < s->scene->chain_count; i++)
        if (number < n->chain_first[i + 1])
            return item(s, "chains", i);
    int cloth = 0;
    while (cloth + 1 < s->scene->cloth_count && number >= n->cloth_first[cloth + 1])
        cloth++;
    return item(s, "cloths", cloth);
}

static void tell_others(vl_text *text, const vl_overlaps *found)
{
    if (found->more)
        vl_text_add(text, ", and so do more than %d other pairs", found->count - 1);
    else if (found->count > 1)
        vl_text_add(text, ", and so do%s %d other%s", found->count == 2 ? "es" : "",
                    found->count - 1, found->count == 2 ? "" : "s");
}

// What becomes of an overlap; `begun` is the world as it begins.
static const char *remedy_of(const vl_overlaps *found, const vl_world *begun)
{
    bool soft =
        found->collider >= 0 && begun->colliders[found->collider].response == VL_RESPONSE_PENALTY;
    vl_overlaps left = found->collider >= 0 ? vl_overlaps_of_collider(begun, found->collider)
                                            : vl_overlaps_of_balls(begun);
    return soft ? "The penalty drives it out, with the energy of its spring"
           : left.count == 0
               ? "The scene begins with them apart, as if placed"
               : "Some are still that close when it begins: the first steps move them "
                 "apart";
}

// What overlaps: two balls, or a particle and a collider.
static void tell_overlap(vl_text *text, const vl_world *world, const vl_overlaps *found)
{
    const int *number_of = world->particles.number_of;
    int first = number_of[found->first];
    if (found->second < 0) {
        vl_text_add(text, "particle %d begins %.3g m deep in collider %d, a %s", first,
                    found->depth, found->collider + 1,
                    world->colliders[found->collider].kind->name);
        return;
    }
    int second = number_of[found->second];
    vl_text_add(text, "the balls %d and %d overlap by %.3g m", first < second ? first : second,
                first < second ? second : first, found->depth);
}

// `written` is the world as the file has it.
static void warn_of_overlap(const scope *s, const vl_world *written, const vl_world *begun,
                            const vl_overlaps *found)
{
    vl_text text = {0};
    const int *number_of = written->particles.number_of;
    int last = number_of[found->first];
    if (found->second >= 0 && number_of[found->second] > last)
        last = number_of[found->second];
    tell_overlap(&text, written, found);
    tell_others(&text, found);
    vl_warn_at(s->loading, place_of(s, last), s->scene, "%s. %s", text.data,
               remedy_of(found, begun));
    vl_text_free(&text);
}

static vl_overlaps overlaps_of(const vl_world *world, int collider)
{
    return world->colliders[collider].kind->between_particles
               ? vl_overlaps_of_balls(world)
               : vl_overlaps_of_collider(world, collider);
}

static bool any_overlap(const vl_world *written)
{
    bool any = false;
    for (int i = 0; i < written->collider_count && !any; i++)
        any = overlaps_of(written, i).count > 0;
    return any;
}

static void warn_of_overlaps(const scope *s, const vl_world *written, const vl_world *begun)
{
    for (int i = 0; i < written->collider_count; i++) {
        vl_overlaps found = overlaps_of(written, i);
        if (found.count > 0)
            warn_of_overlap(s, written, begun, &found);
    }
}

// --- penalties ---

static void warn_of_gravity_in(const scope *s, const vl_world *world, int index)
{
    vl_scene lane = vl_scene_lane_at(s->scene, index);
    vl_frames frames = vl_frames_of_scene(&lane, s->loading->folder);
    for (int i = 0; i < world->collider_count; i++) {
        vl_text reason = {0};
        const vl_yaml_node *at = vl_yaml_place(item(s, "colliders", i), "restitution");
        vl_scene_lane_tell(s->scene, index, &reason);
        if (vl_penalty_is_pressed(&lane, i, &lane.integrator, 1, &frames, world, &reason))
            vl_warn_at(s->loading, at, s->scene, "%s", reason.data);
        vl_text_free(&reason);
    }
    vl_frames_free(&frames);
}

// What runs is judged: the lanes where there are some.
static void warn_of_gravity(const scope *s, const vl_world *world)
{
    int count = s->scene->lane_count > 0 ? s->scene->lane_count : 1;
    for (int i = 0; i < count && !s->loading->own_steps; i++)
        warn_of_gravity_in(s, world, i);
}

// --- all of them ---

void vl_warn_of_start(const vl_loading *loading, const vl_yaml_node *root, vl_scene *scene)
{
    scope s = {.loading = loading, .root = root, .scene = scene};
    vl_numbering_create(&s.numbering, scene);
    bool strained = warn_of_strain(&s), meet = scene->link_count > 0 && scene->collider_count > 0;
    vl_world *written = vl_scene_as_written(scene);
    bool overlap = any_overlap(written);
    if (strained || meet || overlap) {
        vl_world *begun = vl_scene_as_written(scene);
        (void)vl_overlaps_part(begun);
        if (overlap)
            warn_of_overlaps(&s, written, begun);
        if (strained || meet)
            (void)vl_world_settle(begun);
        warn_of_unmet(&s, begun, strained);
        vl_world_free(begun);
    }
    warn_of_gravity(&s, written);
    vl_world_free(written);
    vl_numbering_free(&s.numbering);
}
