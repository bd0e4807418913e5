#include "scene/scene.h"

#include "base/memory.h"
#include "base/output.h"
#include "physics/contacts/overlaps.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/file.h"
#include "scene/lanes.h"
#include "scene/lesson.h"
#include "scene/numbers.h"
#include "scene/warnings.h"

#include <stdlib.h>
#include <string.h>

// --- what its parts have to do with each other: counts, names, ends of links ---

static bool check_counts(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene)
{
    int64_t particles = vl_scene_particles(scene), links = vl_scene_links(scene);
    if (particles == 0)
        return vl_refuse(loading, root,
                         "the scene has nothing in it, expected particles, chains or cloths");
    return (particles <= VL_SCENE_MOST_PARTICLES && links <= VL_SCENE_MOST_LINKS) ||
           vl_refuse(loading, root, "%lld particles and %lld links, expected at most %d and %d",
                     (long long)particles, (long long)links, VL_SCENE_MOST_PARTICLES,
                     VL_SCENE_MOST_LINKS);
}

// --- names of particles, chains and cloths, in one sorted list ---

typedef struct named {
    const vl_yaml_node *name;
    vl_scene_part part;
} named;

typedef struct name_list {
    int count;
    named *list;
} name_list;

static int compare_names(const void *a, const void *b)
{
    const vl_yaml_node *p = ((const named *)a)->name, *q = ((const named *)b)->name;
    int order = strcmp(p->text, q->text);
    order = order ? order : p->line - q->line;
    return order ? order : p->column - q->column;
}

static name_list gather_names(const vl_yaml_node *root, const vl_scene *scene)
{
    static const char *const lists[] = {"particles", "chains", "cloths"};
    int most = scene->particle_count + scene->chain_count + scene->cloth_count;
    name_list all = {.list = vl_alloc((size_t)most, sizeof(named))};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        vl_scene_part part = {lists[l], 0};
        const vl_yaml_node *node = vl_yaml_first(root, part.list);
        for (; node; node = node->next, part.index++) {
            const vl_yaml_node *name = vl_yaml_find(node, "name");
            if (name)
                all.list[all.count++] = (named){name, part};
        }
    }
    qsort(all.list, (size_t)all.count, sizeof *all.list, compare_names);
    return all;
}

static bool check_twins(const vl_loading *loading, const name_list *all)
{
    bool good = true;
    const vl_yaml_node *first = all->count > 0 ? all->list->name : NULL;
    for (int i = 1; i < all->count; i++)
        if (strcmp(all->list[i].name->text, first->text) != 0)
            first = all->list[i].name;
        else
            good = vl_refuse(loading, all->list[i].name,
                             "the name '%s' a second time, expected another (first in line %d)",
                             first->text, first->line);
    return good;
}

static int compare_with_name(const void *name, const void *entry)
{
    return strcmp(name, ((const named *)entry)->name->text);
}

static bool refuse_name(const vl_loading *loading, const name_list *all, const vl_yaml_node *node)
{
    const char **particles = vl_alloc((size_t)all->count, sizeof *particles);
    int count = 0;
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->list[i].part.list, "particles") == 0)
            particles[count++] = all->list[i].name->text;
    vl_refuse_word(loading, node, "particle", node->text, particles, count);
    vl_free(particles);
    return false;
}

// --- the solver ---

// `own` has the key `solver` where its direction is old. Without a message, a solver of stiff links
// would ignore a compliance.
static bool check_solver(const vl_loading *loading, const vl_yaml_node *root,
                         const vl_yaml_node *own, const vl_solver_settings *settings)
{
    static const char *const lists[] = {"links", "chains", "cloths"};
    static const char *const keys[] = {"compliance", "shear_compliance", "bend_compliance"};

    const vl_solver *method = settings->method;
    if (method->new_direction_only && settings->direction == VL_DIRECTION_OLD)
        return vl_refuse(loading, vl_yaml_place(vl_yaml_find(own, "solver"), "direction"),
                         "direction is old, which the solver '%s' does not have, expected new",
                         method->name);
    for (size_t l = 0; !method->compliant && l < sizeof lists / sizeof *lists; l++)
        for (const vl_yaml_node *part = vl_yaml_first(root, lists[l]); part; part = part->next)
            for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
                double compliance;
                const vl_yaml_node *value = vl_yaml_find(part, keys[k]);
                if (value && vl_parse_number(value->text, &compliance) && compliance > 0)
                    return vl_refuse(loading, value,
                                     "%s is %s, which the solver '%s' does not honour, expected 0, "
                                     "or a solver that does, such as xpbd",
                                     keys[k], value->text, method->name);
            }
    return true;
}

// --- links, pins, colliders, the hand ---

static bool resolve_end(const vl_loading *loading, const vl_scene *scene, const name_list *all,
                        const vl_yaml_node *node, vl_scene_end *end)
{
    int total = (int)vl_scene_particles(scene);
    if (!end->name)
        return end->number <= total ||
               vl_refuse(loading, node, "no particle has the number %d, expected 1 to %d",
                         end->number, total);

    const named *found =
        bsearch(end->name, all->list, (size_t)all->count, sizeof *all->list, compare_with_name);
    if (!found)
        return refuse_name(loading, all, node);
    int i = found->part.index;
    bool chain = strcmp(found->part.list, "chains") == 0;
    if (strcmp(found->part.list, "particles") != 0) {
        int first = chain ? scene->chains[i].first : scene->cloths[i].first;
        int more =
            chain ? scene->chains[i].links : scene->cloths[i].columns * scene->cloths[i].rows - 1;
        return vl_refuse(loading, node,
                         "'%s' is a %s, expected the name or number of one particle (its "
                         "particles are %d to %d)",
                         end->name, chain ? "chain" : "cloth", first, first + more);
    }
    end->number = i + 1;
    return true;
}

static bool is_dial(const vl_scene *scene, int number)
{
    return number <= scene->particle_count && scene->particles[number - 1].is_dial;
}

static bool check_ends(const vl_loading *loading, const vl_scene *scene, const name_list *all,
                       const vl_yaml_node *mapping, vl_scene_link *link)
{
    const vl_yaml_node *to = vl_yaml_find(mapping, "to");
    if (!resolve_end(loading, scene, all, vl_yaml_find(mapping, "from"), &link->from) ||
        !resolve_end(loading, scene, all, to, &link->to))
        return false;
    if (link->from.number == link->to.number)
        return vl_refuse(loading, to, "a link from a particle to itself, expected two particles");
    // the angle of a dial and a coordinate have no distance
    bool from_dial = is_dial(scene, link->from.number);
    if (from_dial != is_dial(scene, link->to.number))
        return vl_refuse(loading, to,
                         "a link joins the angle of particle %d, a dial (rad), to the place of "
                         "particle %d (m), expected two dials or none",
                         from_dial ? link->from.number : link->to.number,
                         from_dial ? link->to.number : link->from.number);

    if (link->link.length == 0 && vl_scene_link_distance(scene, link) < VL_FIELD_SMALLEST)
        return vl_refuse(loading, mapping,
                         "both ends of the link are at the same place, expected a 'length' "
                         "greater than 0 (m)");
    return true;
}

// Tells of the first stiff link that does not begin with its length; a string may be slack.
static void warn_of_strain(const vl_loading *loading, const vl_yaml_node *at, vl_scene *scene,
                           int index)
{
    static const double small = 1e-3; // below it a length is rounded to the digits of the file
    const vl_scene_link *link = &scene->links[index];
    bool rod = link->link.kind == VL_ROD;
    double strain = vl_scene_link_distance(scene, link) / link->link.length - 1;
    bool fits = link->link.length == 0 || (rod ? fabs(strain) : strain) <= small;
    if (*scene->warning.text || fits || link->link.kind == VL_SPRING || link->link.compliance > 0)
        return;
    vl_refuse(&(vl_loading){.file = loading->file, .error = &scene->warning}, at,
              "link %d, a %s of %.6g m, does not fit its ends: it is strained by %s%.3g %%. The "
              "scene begins with links at their lengths, as far as they can be",
              index + 1, rod ? "rod" : "string", link->link.length, strain < 0 ? VL_MINUS : "+",
              fabs(100 * strain));
}

// The rods of a braced cloth are redundant, and along their old directions hold it in its plane.
static void warn_of_braces(const vl_loading *loading, const vl_yaml_node *cloth, vl_scene *scene)
{
    for (int i = 0; i < scene->cloth_count && !*scene->braced.text; i++, cloth = cloth->next)
        if (scene->cloths[i].shear && scene->cloths[i].link.kind != VL_SPRING)
            vl_refuse(&(vl_loading){.file = loading->file, .error = &scene->braced}, cloth,
                      "cloth %d is braced: where it leaves its plane, 'direct' along the direction "
                      "old solves few of its substeps. Take the direction new",
                      i + 1);
}

const char *vl_scene_warning(const vl_scene *scene, const vl_scene *lanes, int count)
{
    const char *found = scene->warning.text;
    for (int i = 0; i < count && !*found; i++)
        if (lanes[i].solver.method->global && lanes[i].solver.direction == VL_DIRECTION_OLD)
            found = scene->braced.text;
    return *found ? found : NULL;
}

// Sets the numbers of all ends and pins.
static bool check_names(const vl_loading *loading, const vl_yaml_node *root, vl_scene *scene)
{
    name_list all = gather_names(root, scene);
    bool good = check_twins(loading, &all);
    const vl_yaml_node *node = vl_yaml_first(root, "links");
    for (int i = 0; good && i < scene->link_count; i++, node = node->next) {
        good = check_ends(loading, scene, &all, node, &scene->links[i]);
        if (good)
            warn_of_strain(loading, node, scene, i);
    }
    node = vl_yaml_first(root, "pins");
    for (int i = 0; good && i < scene->pin_count; i++, node = node->next)
        good = resolve_end(loading, scene, &all, node, &scene->pins[i]);
    vl_free(all.list);
    return good;
}

// A second collider between particles would define their restitution twice. Balls that begin in
// each other are moved apart. Where so many do that a step has no room for their pairs, that takes
// hours, and so does a step.
static bool check_balls(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene)
{
    const int64_t most = 60000000; // comparisons, some tenths of a second
    const vl_yaml_node *node = vl_yaml_first(root, "colliders"), *balls = NULL;
    for (int i = 0; i < scene->collider_count; i++, node = node->next) {
        bool between = scene->colliders[i].kind->between_particles;
        if (between && balls)
            return vl_refuse(loading, node, "a second collider of the kind balls, expected one");
        balls = between ? node : balls;
    }
    if (!balls)
        return true;
    bool more;
    vl_world *world = vl_scene_outline(scene);
    int64_t pairs = vl_overlaps_count(world, most, &more), limit = vl_overlaps_limit(world);
    vl_world_free(world);
    return pairs <= limit ||
           vl_refuse(loading, balls,
                     "%s%lld pairs of balls overlap at the start, expected at most %lld, which is "
                     "%s: take smaller radii, or places that are farther apart",
                     more ? "more than " : "", (long long)pairs, (long long)limit,
                     limit > VL_OVERLAPS_MOST ? "16 for each ball, as a step has room for"
                                              : "what can be moved apart");
}

// Each sample of a hand is later than the one before.
static bool check_hand(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene)
{
    int total = (int)vl_scene_particles(scene);
    if (scene->hand_holds > total)
        return vl_refuse(loading, vl_yaml_place(root, "hand_holds"),
                         "hand_holds is %d, expected a particle from 1 to %d", scene->hand_holds,
                         total);
    const vl_yaml_node *at = vl_yaml_first(root, "hand");
    for (int i = 1; i < scene->hand_count; i++, at = at->next) {
        const vl_yaml_node *first = vl_yaml_find(at, "time"),
                           *next = vl_yaml_find(at->next, "time");
        if (!(scene->hand[i].time > scene->hand[i - 1].time))
            return vl_refuse(loading, next,
                             "time is %s s, expected later than the one before, at %s s in line %d",
                             next->text, first->text, first->line);
    }
    return true;
}

// In how many lanes at least the scene of a task must run.
static int least_lanes(const vl_scene_task *task)
{
    return task->rule == VL_TASK_MISTAKE ? 1 : task->rule >= VL_TASK_NUMBER ? task->lane : 2;
}

// What a task chooses from must be there.
static bool check_task(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene,
                       int lanes)
{
    const vl_yaml_node *place = vl_yaml_place(root, "task");
    int least = least_lanes(&scene->task);
    if (scene->has_task && lanes < least)
        return vl_refuse(loading, place, "lanes are %d, expected at least %d", lanes, least);
    return !scene->has_task || scene->task.rule != VL_TASK_MISTAKE || scene->mistake ||
           vl_refuse(loading, place, "mistake is off, expected one to be found");
}

// Sets what each slider goes out from: of dt an equal step, or that of a screen.
static bool check_sliders(const vl_loading *loading, const vl_yaml_node *root, vl_scene *scene)
{
    for (int i = 0; i < scene->slider_count; i++) {
        vl_scene_number number;
        double *begin = &scene->slider_begins[i];
        *begin = 1.0 / 60;
        if (strcmp(scene->sliders[i], "dt") == 0)
            (void)sscanf(scene->timestep, "fixed:%lf", begin);
        else if (vl_scene_number_named(scene, scene->sliders[i], &number))
            *begin = vl_scene_number_value(scene, &number);
        else
            return vl_refuse(loading, vl_yaml_place(root, "sliders"),
                             "no number is called '%.40s', expected dt or one such as mass",
                             scene->sliders[i]);
    }
    return true;
}

// In 10 s every substep changes the time.
static bool check_cost(const vl_loading *loading, const vl_yaml_node *root, const vl_scene *scene,
                       const vl_scene *lanes, int count)
{
    vl_scene_cost cost = vl_scene_cost_of(scene, lanes, count, NULL);
    for (int i = 0; i < count; i++) {
        double h = vl_scene_substep(&lanes[i], NULL, 10), least = DBL_EPSILON * 10;
        double frames = vl_scene_lane_frames(scene, &lanes[i], NULL, 10);
        if (frames > VL_LANE_MOST_FRAMES || (h > 0 && h < least))
            return vl_refuse(loading, vl_yaml_place(root, "compare"),
                             "time steps %.80s, policy %s: %.3g frames in a common one with "
                             "substeps of %.3g s, expected at most %d, and at least %.3g s",
                             lanes[i].timestep, lanes[i].policy, frames, h, VL_LANE_MOST_FRAMES,
                             least);
    }

    const struct {
        const char *what, *unit;
        double is;
        int most;
    } rows[] = {{"a frame takes", "s", cost.frame, VL_SCENE_LONGEST},
                {"the first picture takes", "s", cost.first, VL_SCENE_LONGEST},
                {"the scene takes", "GiB", cost.bytes / 0x1p30, VL_SCENE_MOST_MEMORY}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(rows[i].is <= rows[i].most))
            return vl_refuse(loading, root,
                             "%s about %.3g %s, expected at most %d %s: take fewer particles, "
                             "links, sweeps, substeps, steps or lanes",
                             rows[i].what, rows[i].is, rows[i].unit, rows[i].most, rows[i].unit);
    return true;
}

static bool check(const vl_loading *loading, const vl_yaml_node *root, vl_scene *scene)
{
    if (!check_counts(loading, root, scene))
        return false;
    vl_scene_number_parts(scene);
    vl_scene lanes[VL_SCENE_MOST_LANES];
    int count = vl_scene_lanes(scene, lanes);
    const vl_scene alone = vl_scene_with_lane(scene, &(vl_lane){0}); // also if all lanes differ
    bool good = check_solver(loading, root, root, &scene->solver) &&
                check_hand(loading, root, scene) && check_names(loading, root, scene);
    const vl_yaml_node *own = vl_yaml_first(root, "compare");
    warn_of_braces(loading, vl_yaml_first(root, "cloths"), scene);
    scene->numbers_read = vl_scene_numbers_sum(scene);
    for (int i = 0; i < count && own && good; i++, own = own->next)
        good = check_solver(loading, root, own, &lanes[i].solver);
    return good && check_task(loading, root, scene, count) && check_sliders(loading, root, scene) &&
           check_cost(loading, root, scene, &alone, 1) &&
           check_cost(loading, root, scene, lanes, count) && check_balls(loading, root, scene);
}

// --- reading and writing ---

void vl_scene_free(vl_scene *scene)
{
    if (!scene)
        return;
    vl_schema_release(&vl_schema_scene, scene);
    vl_free(scene->path);
    vl_free(scene);
}

// `placeless`: as in vl_loading.
static vl_scene *parse(const char *bytes, size_t size, const char *file, int before, bool placeless,
                       vl_error *error)
{
    vl_arena arena = {0};
    const vl_yaml_node *root = vl_yaml_parse(&arena, bytes, size, file, before, error);
    vl_loading loading = {file, before > 0, placeless, .error = error};
    vl_scene *scene = vl_alloc(1, sizeof *scene);
    scene->path = vl_copy_text(file);
    bool lesson = root && vl_lesson_is(root);
    if (lesson)
        vl_fail_at(error, (vl_location){.file = file},
                   "is a lesson, expected a scene; 'verlet-lab FILE' opens it in the window");
    if (!root || lesson || !vl_schema_load(&loading, &vl_schema_scene, scene, root) ||
        !check(&loading, root, scene)) {
        vl_scene_free(scene);
        scene = NULL;
    }
    vl_arena_free(&arena);
    return scene;
}

vl_scene *vl_scene_parse(const char *bytes, size_t size, const char *file, int before,
                         vl_error *error)
{
    return parse(bytes, size, file, before, false, error);
}

vl_scene *vl_scene_load(const char *path, vl_error *error)
{
    const char *recording = "verlet-lab recording "; // docs/recordings.md
    size_t size;
    vl_scene *scene = NULL;
    char *bytes = vl_file_read(path, VL_SCENE_MOST_BYTES, false, &size, error);
    if (bytes && strncmp(bytes, recording, strlen(recording)) == 0)
        vl_fail_at(error, (vl_location){.file = path},
                   "is a recording, expected a scene; 'verlet-lab replay FILE' runs it, and "
                   "'verlet-lab FILE' plays it in the window");
    else if (bytes)
        scene = vl_scene_parse(bytes, size, path, 0, error);
    vl_free(bytes);
    return scene;
}

vl_scene *vl_scene_copy(const vl_scene *scene, vl_error *error)
{
    char *yaml = vl_scene_to_yaml(scene);
    vl_scene *copy = parse(yaml, strlen(yaml), scene->path ? scene->path : "scene", 0, true, error);
    vl_free(yaml);
    return copy;
}

bool vl_scene_set_number(vl_scene *scene, const vl_scene_number *number, const char *text,
                         vl_error *error)
{
    void *member = vl_member(&number->field, number->record);
    size_t size = number->field.type->size;
    double before = 0; // as large as any of them
    vl_error why = {0};
    memcpy(&before, member, size);
    if (!vl_field_read(&number->field, number->field.key, text, number->record, error))
        return false;
    vl_scene *valid = vl_scene_copy(scene, &why);
    vl_scene_free(valid);
    if (!valid) {
        memcpy(member, &before, size);
        why.text[strcspn(why.text, "\n")] = '\0'; // the first mistake
        return vl_fail(error, "%s", why.text);
    }
    vl_scene_number_parts(scene);
    return true;
}

char *vl_scene_to_yaml(const vl_scene *scene)
{
    vl_yaml_writer *writer = vl_yaml_writer_create();
    vl_scene copy = *scene; // without a task whose lanes or mistake somebody has left out
    copy.has_task &= least_lanes(&copy.task) <= (copy.lane_count > 0 ? copy.lane_count : 1);
    copy.has_task &= copy.task.rule != VL_TASK_MISTAKE || copy.mistake;
    vl_schema_save(writer, &vl_schema_scene, &copy, false);
    return vl_yaml_writer_finish(writer);
}

char *vl_scene_save_new(const vl_scene *scene, const char *path, vl_error *error)
{
    vl_error why = {0};
    char *yaml = vl_scene_to_yaml(scene), *saved = NULL;
    vl_scene *again = vl_scene_parse(yaml, strlen(yaml), path, 0, &why);
    why.text[strcspn(why.text, "\n")] = '\0'; // the first mistake
    bool written = again
                       ? vl_file_write(path, yaml, strlen(yaml), &saved, error)
                       : vl_fail(error, "not saved, since it could not be read back: %s", why.text);
    vl_scene_free(again);
    vl_free(yaml);
    return written ? saved : NULL;
}

// --- its task: what can be chosen, and what is right by the figures of the run ---

int vl_task_choices(const vl_scene *scene, int lanes, unsigned choices[VL_TASK_CHOICES])
{
    const vl_scene_task *task = &scene->task;
    bool guesses = task->rule == VL_TASK_MISTAKE;
    int count = 0, most = guesses ? vl_mistake_count : task->rule >= VL_TASK_NUMBER ? 0 : lanes;
    for (int i = 0; i < most; i++)
        if (!guesses || task->mistakes & 1u << i || &vl_mistakes[i] == scene->mistake)
            choices[count++] = 1u << i;
    if (task->rule == VL_TASK_BEYOND)
        choices[count++] = (1u << lanes) - 1;
    if (task->rule == VL_TASK_BEYOND || task->rule == VL_TASK_DRAW)
        choices[count++] = 0;
    return count;
}

unsigned vl_task_right(const vl_scene *scene, int lanes, const double *figures)
{
    unsigned beyond = 0;
    int smallest = 0, largest = 0;
    for (int i = 0; i < lanes; i++) {
        double size = fabs(figures[i]);
        beyond |= size > scene->task.level ? 1u << i : 0;
        smallest = !(size >= fabs(figures[smallest])) && !isnan(size) ? i : smallest;
        largest = !(size <= fabs(figures[largest])) && !isnan(size) ? i : largest;
    }
    int rule = scene->task.rule;
    return rule == VL_TASK_BEYOND    ? beyond
           : rule == VL_TASK_MISTAKE ? 1u << (scene->mistake - vl_mistakes)
           : rule == VL_TASK_MOST    ? 1u << largest
                                     : 1u << smallest;
}
