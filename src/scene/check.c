#include "scene/check.h"

#include "base/memory.h"
#include "base/names.h"
#include "physics/solvers/solvers.h"
#include "scene/numbering.h"
#include "scene/stream.h"

#include <stdlib.h>
#include <string.h>

// Writes a message that points to a node; false.
#define FAIL(node, ...) vl_fail_at(loading->error, vl_loading_place(loading, node), __VA_ARGS__)

// Where the trouble is: at the value of a key where it is written, else at the mapping.
static const vl_yaml_node *at(const vl_yaml_node *mapping, const char *key)
{
    const vl_yaml_node *value = vl_yaml_find(mapping, key);
    return value ? value : mapping;
}

static const char *link_kind_word(vl_link_kind kind)
{
    return kind == VL_ROD ? "rod" : kind == VL_STRING ? "string" : "spring";
}

// What links of every kind of part have in common.
typedef struct elastic {
    vl_link_kind kind;
    double stiffness, damping, compliance;
} elastic;

#define ELASTIC(part)                                                                              \
    &(elastic)                                                                                     \
    {                                                                                              \
        part->kind, part->stiffness, part->damping, part->compliance                               \
    }

static bool check_zero(const vl_loading *loading, const vl_yaml_node *mapping, const char *key,
                       double value, const char *whose, const char *else_expected)
{
    char found[VL_NUMBER_SIZE];
    return value == 0 || FAIL(at(mapping, key), "%s of a %s is %s, expected 0, or kind: %s", key,
                              whose, vl_number_text(value, found), else_expected);
}

// A spring needs a stiffness and has no compliance; what is no spring has neither stiffness nor
// damping, and giving one is a mistake that would else go unnoticed.
static bool check_elastic(const vl_loading *loading, const vl_yaml_node *mapping,
                          const elastic *links)
{
    const char *name = link_kind_word(links->kind);

    if (links->kind == VL_SPRING && links->stiffness == 0)
        return FAIL(at(mapping, vl_yaml_find(mapping, "stiffness") ? "stiffness" : "kind"),
                    "a spring without stiffness, expected a 'stiffness' greater than 0 (N/m)");
    if (links->kind == VL_SPRING)
        return check_zero(loading, mapping, "compliance", links->compliance, "spring",
                          "rod or string");
    return check_zero(loading, mapping, "stiffness", links->stiffness, name, "spring") &&
           check_zero(loading, mapping, "damping", links->damping, name, "spring");
}

bool vl_check_link(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_scene_link *link = of;
    if (link->kind == VL_SPRING &&
        !check_zero(loading, mapping, "cluster", link->cluster, "spring", "rod or string"))
        return false;
    return check_elastic(loading, mapping, ELASTIC(link));
}

// Whether neighbours `apart` metres away from each other, at coordinates of up to `size`, keep
// different places when those are rounded: a link must have a length. An interpolated coordinate
// is off by a few units of 2⁻⁵³ of `size`; the bound is about ten times that.
static bool stay_apart(double apart, double size)
{
    return apart >= VL_FIELD_SMALLEST && apart >= 1e-14 * size;
}

bool vl_check_chain(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_scene_chain *chain = of;
    double length = vl_length(vl_sub(chain->to, chain->from));

    if (length < VL_FIELD_SMALLEST)
        return FAIL(at(mapping, "to"),
                    "the chain ends where it begins, expected 'to' away from 'from'");
    if (!stay_apart(length / chain->links, vl_length(chain->from) + vl_length(chain->to)))
        return FAIL(at(mapping, "links"),
                    "the particles of this chain fall together, expected a longer chain or "
                    "fewer links");
    return check_elastic(loading, mapping, ELASTIC(chain));
}

static bool check_edge(const vl_loading *loading, const vl_yaml_node *mapping, const char *key,
                       vl_vec3 edge)
{
    if (vl_length(edge) >= VL_FIELD_SMALLEST)
        return true;
    return FAIL(at(mapping, key), "%s has length 0, expected an edge of the cloth (m)", key);
}

// The angle is measured on unit vectors, so that neither tiny nor huge edges matter.
static bool is_parallel(vl_vec3 a, vl_vec3 b)
{
    vl_vec3 p = vl_scale(a, 1 / vl_length(a)), q = vl_scale(b, 1 / vl_length(b));
    return vl_length(vl_cross(p, q)) < 1e-9;
}

// Along the edges and both diagonals of a mesh.
static bool is_mesh_open(const vl_scene_cloth *cloth)
{
    vl_vec3 a = vl_scale(cloth->along, 1.0 / (cloth->columns - 1));
    vl_vec3 d = vl_scale(cloth->down, 1.0 / (cloth->rows - 1));
    double size = vl_length(cloth->origin) + vl_length(cloth->along) + vl_length(cloth->down);
    return stay_apart(vl_length(a), size) && stay_apart(vl_length(d), size) &&
           stay_apart(vl_length(vl_add(a, d)), size) && stay_apart(vl_length(vl_sub(a, d)), size);
}

// A key for diagonals is of no use without diagonals, one for springs is of none for rods.
static bool check_weaves(const vl_loading *loading, const vl_yaml_node *mapping,
                         const vl_scene_cloth *cloth)
{
    const struct {
        const char *key, *links;
        bool there, springs;
    } rows[] = {
        {"shear_stiffness", "shear", cloth->shear, true},
        {"bend_stiffness", "bend", cloth->bend, true},
        {"shear_compliance", "shear", cloth->shear, false},
        {"bend_compliance", "bend", cloth->bend, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const vl_yaml_node *value = vl_yaml_find(mapping, rows[i].key);
        if (value && !rows[i].there)
            return FAIL(value->key, "%s without %s, expected '%s: true' beside it", rows[i].key,
                        rows[i].links, rows[i].links);
        if (value && rows[i].springs != (cloth->kind == VL_SPRING))
            return FAIL(value->key, "%s of a cloth of %ss, expected kind: %s", rows[i].key,
                        link_kind_word(cloth->kind), rows[i].springs ? "spring" : "rod or string");
    }
    return true;
}

static bool check_pin_points(const vl_loading *loading, const vl_yaml_node *mapping,
                             const vl_scene_cloth *cloth)
{
    const vl_yaml_node *list = vl_yaml_find(mapping, "pin_points");
    const vl_yaml_node *node = list ? list->first : NULL;
    for (int i = 0; i < cloth->pin_point_count; i++, node = node->next) {
        const vl_scene_place *place = &cloth->pin_points[i];
        if (place->column > cloth->columns || place->row > cloth->rows)
            return FAIL(node,
                        "no particle of this cloth is in column %d, row %d, expected columns "
                        "1 to %d and rows 1 to %d",
                        place->column, place->row, cloth->columns, cloth->rows);
    }
    return true;
}

bool vl_check_cloth(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_scene_cloth *cloth = of;

    int64_t count = (int64_t)cloth->columns * cloth->rows;
    if (count > VL_SCENE_MOST_PARTICLES)
        return FAIL(at(mapping, "columns"),
                    "%d columns × %d rows are %lld particles, expected at most %d", cloth->columns,
                    cloth->rows, (long long)count, VL_SCENE_MOST_PARTICLES);
    if (!check_edge(loading, mapping, "along", cloth->along) ||
        !check_edge(loading, mapping, "down", cloth->down))
        return false;
    if (is_parallel(cloth->along, cloth->down))
        return FAIL(at(mapping, "down"),
                    "down is parallel to along, expected an edge in another direction");
    if (!is_mesh_open(cloth))
        return FAIL(at(mapping, "columns"),
                    "the particles of this cloth fall together, expected a larger cloth or "
                    "fewer of them");
    return check_elastic(loading, mapping, ELASTIC(cloth)) &&
           check_weaves(loading, mapping, cloth) && check_pin_points(loading, mapping, cloth);
}

// An edge of 0 along z has no end: in the plane nobody needs to give it.
bool vl_check_collider(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_collider *collider = of;
    const vl_yaml_node *normal = vl_yaml_find(mapping, "normal");
    const vl_yaml_node *size = vl_yaml_find(mapping, "size");
    const vl_yaml_node *stiffness = vl_yaml_find(mapping, "stiffness");
    if (normal && vl_length(collider->normal) < VL_FIELD_SMALLEST)
        return FAIL(normal, "normal has length 0, expected a direction");
    if (size && !(collider->size.x > 0 && collider->size.y > 0 && collider->size.z >= 0))
        return FAIL(size, "size has an edge that is not longer than 0, expected edges greater than "
                          "0 (m)");
    if (stiffness && collider->response == VL_RESPONSE_PROJECTION)
        return FAIL(stiffness, "a stiffness where the response is projection, expected none, or "
                               "response: penalty");
    return true;
}

bool vl_check_view(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    vl_scene_view *view = of;
    const vl_yaml_node *center = vl_yaml_find(mapping, "center");

    view->given = view->height > 0;
    if (center && !view->given)
        return FAIL(center, "center without a height, expected both or neither");
    return true;
}

// Counts: added up part by part, so that the message stands at the part that is too much.

typedef struct tally {
    int64_t particles, links;
} tally;

static bool check_tally(const vl_loading *loading, const vl_yaml_node *part, const tally *so_far)
{
    if (so_far->particles > VL_SCENE_MOST_PARTICLES)
        return FAIL(part, "%lld particles up to here, expected at most %d in a scene",
                    (long long)so_far->particles, VL_SCENE_MOST_PARTICLES);
    if (so_far->links > VL_SCENE_MOST_LINKS)
        return FAIL(part, "%lld links up to here, expected at most %d in a scene",
                    (long long)so_far->links, VL_SCENE_MOST_LINKS);
    return true;
}

static const vl_yaml_node *first_of(const vl_yaml_node *root, const char *key)
{
    const vl_yaml_node *list = vl_yaml_find(root, key);
    return list ? list->first : NULL;
}

static bool check_counts(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene)
{
    // Single particles and links cannot be too many: each takes at least five values of the file.
    _Static_assert((int)VL_YAML_MOST_NODES / 5 <= (int)VL_SCENE_MOST_PARTICLES, "see above");
    tally so_far = {scene->particle_count, scene->link_count};

    const vl_yaml_node *part = first_of(root, "chains");
    for (int i = 0; i < scene->chain_count; i++, part = part->next) {
        so_far.particles += (int64_t)scene->chains[i].links + 1;
        so_far.links += scene->chains[i].links;
        if (!check_tally(loading, part, &so_far))
            return false;
    }

    part = first_of(root, "cloths");
    for (int i = 0; i < scene->cloth_count; i++, part = part->next) {
        so_far.particles += (int64_t)scene->cloths[i].columns * scene->cloths[i].rows;
        so_far.links += vl_numbering_cloth_links(&scene->cloths[i]);
        if (!check_tally(loading, part, &so_far))
            return false;
    }
    return so_far.particles > 0 ||
           FAIL(root, "the scene has nothing in it, expected particles, chains or cloths");
}

// Names: of particles, chains and cloths in one list, sorted, so that a look-up is quick however
// many there are.

typedef struct named {
    const char *name;
    const vl_yaml_node *node; ///< of the name
    const char *what;         ///< "particle"
    int first, last;          ///< numbers of the particles it stands for
} named;

typedef struct name_list {
    int count;
    named *list;
} name_list;

static int place_in_file(const vl_yaml_node *a, const vl_yaml_node *b)
{
    int lines = (a->line > b->line) - (a->line < b->line);
    return lines ? lines : (a->column > b->column) - (a->column < b->column);
}

static int compare_names(const void *a, const void *b)
{
    const named *p = a, *q = b;
    int order = strcmp(p->name, q->name);
    return order ? order : place_in_file(p->node, q->node);
}

static void add_name(name_list *all, named entry, const vl_yaml_node *mapping)
{
    if (!entry.name)
        return;
    entry.node = vl_yaml_find(mapping, "name");
    all->list[all->count++] = entry;
}

static name_list gather_names(const vl_yaml_node *root, const vl_scene *scene,
                              const vl_numbering *numbering)
{
    int most = scene->particle_count + scene->chain_count + scene->cloth_count;
    name_list all = {.list = vl_alloc((size_t)most, sizeof(named))};

    const vl_yaml_node *part = first_of(root, "particles");
    for (int i = 0; i < scene->particle_count; i++, part = part->next)
        add_name(&all, (named){scene->particles[i].name, NULL, "particle", i + 1, i + 1}, part);
    part = first_of(root, "chains");
    for (int i = 0; i < scene->chain_count; i++, part = part->next)
        add_name(&all,
                 (named){scene->chains[i].name, NULL, "chain", numbering->chain_first[i],
                         numbering->chain_first[i + 1] - 1},
                 part);
    part = first_of(root, "cloths");
    for (int i = 0; i < scene->cloth_count; i++, part = part->next)
        add_name(&all,
                 (named){scene->cloths[i].name, NULL, "cloth", numbering->cloth_first[i],
                         numbering->cloth_first[i + 1] - 1},
                 part);

    qsort(all.list, (size_t)all.count, sizeof *all.list, compare_names);
    return all;
}

static bool check_twins(const vl_loading *loading, const name_list *all)
{
    // Of several twins, the message is about the one that comes first in the file.
    const named *worst = NULL;
    for (int i = 1; i < all->count; i++)
        if (strcmp(all->list[i - 1].name, all->list[i].name) == 0 &&
            (!worst || place_in_file(all->list[i].node, worst->node) < 0))
            worst = &all->list[i];
    if (!worst)
        return true;

    const named *first = worst;
    while (first > all->list && strcmp(first[-1].name, worst->name) == 0)
        first--;
    return FAIL(worst->node, "the name '%s' a second time, expected another (first in line %d)",
                worst->name, first->node->line);
}

static const named *find_name(const name_list *all, const char *name)
{
    int low = 0, high = all->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(name, all->list[middle].name);
        if (order == 0)
            return &all->list[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static bool refuse_name(const vl_loading *loading, const name_list *all, const vl_yaml_node *node)
{
    const char **particles = vl_alloc((size_t)all->count, sizeof *particles);
    int count = 0;
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->list[i].what, "particle") == 0)
            particles[count++] = all->list[i].name;

    const char *near = vl_names_similar(VL_NAMES_OF_WORDS(particles, count), node->text);
    if (near)
        FAIL(node, "no particle is called '%s'; did you mean '%s'?", node->text, near);
    else
        FAIL(node, "no particle is called '%s', expected the name of one, or a number", node->text);
    vl_free(particles);
    return false;
}

// A solver that holds every link stiff would pass over a compliance in silence.

static bool refuse_compliance(const vl_loading *loading, const vl_yaml_node *value,
                              const vl_solver *method)
{
    const char *names[VL_MOST_CHOICES];
    int count = 0;
    for (int i = 0; i < vl_solver_count && count < VL_MOST_CHOICES; i++)
        if (vl_solvers[i]->compliant)
            names[count++] = vl_solvers[i]->name;

    vl_text instead = {0};
    vl_text_add(&instead, count ? ", or a solver with method: " : "");
    vl_text_add_names(&instead, names, count);
    FAIL(value, "%s is %s, which the solver '%s' does not honour, expected 0%s", value->key->text,
         value->text, method->name, instead.data);
    vl_text_free(&instead);
    return false;
}

static bool check_direction(const vl_loading *loading, const vl_yaml_node *root,
                            const vl_solver_settings *settings)
{
    const vl_yaml_node *solver = vl_yaml_find(root, "solver");
    const vl_yaml_node *direction = solver ? vl_yaml_find(solver, "direction") : NULL;
    if (!direction || !settings->method->new_direction_only ||
        settings->direction == VL_DIRECTION_NEW)
        return true;
    return FAIL(direction, "direction is old, which the solver '%s' does not have, expected new",
                settings->method->name);
}

static bool check_compliance(const vl_loading *loading, const vl_yaml_node *root,
                             const vl_solver *method)
{
    static const char *const lists[] = {"links", "chains", "cloths"};
    static const char *const keys[] = {"compliance", "shear_compliance", "bend_compliance"};

    for (size_t l = 0; !method->compliant && l < sizeof lists / sizeof *lists; l++)
        for (const vl_yaml_node *part = first_of(root, lists[l]); part; part = part->next)
            for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
                double compliance;
                const vl_yaml_node *value = vl_yaml_find(part, keys[k]);
                if (value && vl_parse_number(value->text, &compliance) && compliance > 0)
                    return refuse_compliance(loading, value, method);
            }
    return true;
}

// What is checked of the links, together.
typedef struct link_scope {
    const vl_loading *loading;
    const vl_scene *scene;
    vl_numbering numbering;
    name_list names;
} link_scope;

static bool resolve_end(const link_scope *scope, const vl_yaml_node *node, vl_scene_end *end)
{
    const vl_loading *loading = scope->loading;
    if (!end->name)
        return end->number <= scope->numbering.total ||
               FAIL(node, "no particle has the number %d, expected 1 to %d", end->number,
                    scope->numbering.total);

    const named *found = find_name(&scope->names, end->name);
    if (!found)
        return refuse_name(loading, &scope->names, node);
    if (strcmp(found->what, "particle") != 0)
        return FAIL(node,
                    "'%s' is a %s, expected the name or number of one particle (its "
                    "particles are %d to %d)",
                    end->name, found->what, found->first, found->last);
    end->number = found->first;
    return true;
}

static bool check_ends(const link_scope *scope, const vl_yaml_node *mapping, vl_scene_link *link)
{
    const vl_loading *loading = scope->loading;
    const vl_yaml_node *to = vl_yaml_find(mapping, "to");
    if (!resolve_end(scope, vl_yaml_find(mapping, "from"), &link->from) ||
        !resolve_end(scope, to, &link->to))
        return false;
    if (link->from.number == link->to.number)
        return FAIL(to, "a link from a particle to itself, expected two particles");

    vl_vec3 from = vl_numbering_position(&scope->numbering, scope->scene, link->from.number);
    vl_vec3 away = vl_numbering_position(&scope->numbering, scope->scene, link->to.number);
    if (link->length == 0 && vl_length(vl_sub(away, from)) < VL_FIELD_SMALLEST)
        return FAIL(mapping, "both ends of the link are at the same place, expected a 'length' "
                             "greater than 0 (m)");
    return true;
}

static bool check_links(const link_scope *scope, const vl_yaml_node *root, vl_scene *scene)
{
    const vl_yaml_node *mapping = first_of(root, "links");
    for (int i = 0; i < scene->link_count; i++, mapping = mapping->next)
        if (!check_ends(scope, mapping, &scene->links[i]))
            return false;
    return true;
}

static bool check_pins(const link_scope *scope, const vl_yaml_node *root, vl_scene *scene)
{
    const vl_yaml_node *node = first_of(root, "pins");
    for (int i = 0; i < scene->pin_count; i++, node = node->next)
        if (!resolve_end(scope, node, &scene->pins[i]))
            return false;
    return true;
}

// A pair of balls parts in one way.
static bool check_balls(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene)
{
    const vl_yaml_node *node = first_of(root, "colliders");
    bool found = false;
    for (int i = 0; i < scene->collider_count; i++, node = node->next) {
        bool balls = scene->colliders[i].kind->between_particles;
        if (balls && found)
            return FAIL(node, "a second collider of the kind balls, expected one");
        found |= balls;
    }
    return true;
}

// A clock of whole milliseconds is one of a steady display.
static bool check_clock(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene)
{
    vl_error reason = {0};
    if (!scene->mistake || !scene->mistake->millisecond_clock)
        return true;
    vl_stream *stream = vl_stream_parse(scene->timestep, loading->folder, &reason);
    stream = vl_stream_mismeasure(stream, scene->mistake, &reason);
    bool good = stream != NULL;
    vl_stream_free(stream);
    const vl_yaml_node *value = vl_yaml_find(root, "mistake");
    return good || FAIL(value,
                        "mistake is '%s', but timestep is '%.80s', expected the fixed step "
                        "of a display, such as fixed:0.016666666666666666",
                        scene->mistake->name, scene->timestep);
}

static bool check_hand(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene)
{
    int total = (int)vl_numbering_total(scene);
    bool asked = scene->hand_count > 0 || scene->hand_holds > 1;
    if (asked && scene->hand_holds > total)
        return FAIL(at(root, "hand_holds"), "hand_holds is %d, expected a particle from 1 to %d",
                    scene->hand_holds, total);
    for (int i = 1; i < scene->hand_count; i++)
        if (!(scene->hand[i].time > scene->hand[i - 1].time))
            return FAIL(at(root, "hand"),
                        "sample %d of the hand is at %g s, expected later than %g s, when "
                        "sample %d is",
                        i + 1, scene->hand[i].time, scene->hand[i - 1].time, i);
    return true;
}

bool vl_check_scene(const vl_loading *loading, const vl_yaml_node *root, void *of)
{
    vl_scene *scene = of;
    if (!check_counts(loading, root, scene) || !check_direction(loading, root, &scene->solver) ||
        !check_compliance(loading, root, scene->solver.method) ||
        !check_clock(loading, root, scene) || !check_hand(loading, root, scene))
        return false;

    link_scope scope = {.loading = loading, .scene = scene};
    vl_numbering_create(&scope.numbering, scene);
    scope.names = gather_names(root, scene, &scope.numbering);
    bool good = check_twins(loading, &scope.names) && check_balls(loading, root, scene) &&
                check_links(&scope, root, scene) && check_pins(&scope, root, scene);
    vl_free(scope.names.list);
    vl_numbering_free(&scope.numbering);
    return good;
}
