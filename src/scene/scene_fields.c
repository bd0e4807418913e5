#include "scene/fields.h"

#include "physics/colliders/colliders.h"
#include "physics/integrators/integrators.h"
#include "physics/solvers/solvers.h"
#include "scene/engine.h"
#include "scene/lesson.h"

#include <limits.h>

#define COUNT(array)    ((int)(sizeof(array) / sizeof *(array)))
#define TEXT_OF_(value) #value
#define TEXT_OF(value)  TEXT_OF_(value)

// --- ranges; one that a single row has stands there ---

#define FROM(lower_, upper_) ((const vl_range){lower_, upper_, NULL})

static const vl_range rule_counts = {0, VL_SCENE_MOST_RULES, NULL};
static const vl_range formats = {1, 1, "equal to 1"};
static const vl_range positive = {VL_FIELD_SMALLEST, VL_FIELD_LARGEST, "greater than 0"};
static const vl_range not_negative = {0, VL_FIELD_LARGEST, "of 0 or more"};
static const vl_range part = {0, 1, NULL};
static const vl_range cloth_counts = {2, VL_SCENE_MOST_PARTICLES / 2.0, NULL};
static const vl_range relaxations = {VL_FIELD_SMALLEST, 0x1.fffffffffffffp0,
                                     "greater than 0 and less than 2"};
static const vl_range lane_numbers = {1, VL_SCENE_MOST_LANES, NULL};

// --- tables of names ---

_Static_assert(sizeof(vl_link_kind) == sizeof(int) && sizeof(vl_sweep_order) == sizeof(int) &&
                   sizeof(vl_direction) == sizeof(int) && sizeof(vl_chain_pin) == sizeof(int) &&
                   sizeof(vl_response) == sizeof(int),
               "an enumeration is stored like an int");

#define WORDS(...)                                                                                 \
    VL_CHOICES_OF_WORDS(((const char *const[]){__VA_ARGS__}),                                      \
                        COUNT(((const char *const[]){__VA_ARGS__})))
#define NAMES(words) VL_CHOICES_OF_WORDS(words, COUNT(words))
#define ROWS(table, count_, row, of_pointers)                                                      \
    .names = {(table), 0, sizeof *(table), offsetof(row, name), of_pointers}, .count = &(count_)
#define KINDS(table, count, kind)                                                                  \
    ROWS(table, count, kind, true), .points = true, .keys = offsetof(kind, keys),                  \
                                    .example = offsetof(kind, example)

// clang-format off
static const vl_choices
    link_kinds = WORDS([VL_ROD] = "rod", [VL_STRING] = "string", [VL_SPRING] = "spring"),
    chain_pins = WORDS([VL_PIN_NONE] = "none", [VL_PIN_START] = "start", [VL_PIN_END] = "end", [VL_PIN_BOTH] = "both"),
    cloth_pins = WORDS( // in the order of the bits VL_PIN_TOP_LEFT and so on
        "top-left", "top-right", "bottom-left", "bottom-right", "top", "bottom", "left", "right"),
    figures = WORDS([VL_FIGURE_ENERGY] = "energy", [VL_FIGURE_POSITION] = "position", [VL_FIGURE_MOMENTUM] = "momentum",
                    [VL_FIGURE_STRETCH] = "stretch", [VL_FIGURE_TORN] = "torn", [VL_FIGURE_HEIGHT] = "height",
                    [VL_FIGURE_AUTO] = "auto"),
    colours = WORDS([VL_COLOURS_NONE] = "none", [VL_COLOURS_STRAIN] = "strain"),
    rules = WORDS([VL_TASK_MOST] = "largest", [VL_TASK_LEAST] = "smallest", [VL_TASK_BEYOND] = "beyond",
                  [VL_TASK_NUMBER] = "number", [VL_TASK_DRAW] = "curve", [VL_TASK_MISTAKE] = "mistake"),
    axes = WORDS("x", "y", "z"), starts = WORDS("exact", "naive"), shapes = WORDS("ball", "dial"),
    orders = NAMES(vl_sweep_order_names), directions = NAMES(vl_direction_names), responses = NAMES(vl_response_names),
    integrators = {ROWS(vl_integrators, vl_integrator_count, vl_integrator, true), .points = true,
                   .label = offsetof(vl_integrator, label)},
    solvers = {ROWS(vl_solvers, vl_solver_count, vl_solver, true), .points = true, .label = offsetof(vl_solver, name)},
    engines = {ROWS(vl_engines, vl_engine_count, vl_engine, false), .points = true, .label = offsetof(vl_engine, title)},
    forces = {KINDS(vl_force_kinds, vl_force_kind_count, vl_force_kind)},
    colliders = {KINDS(vl_collider_kinds, vl_collider_kind_count, vl_collider_kind)},
    mistakes = {ROWS(vl_mistakes, vl_mistake_count, vl_mistake, false), .points = true, .none = "off"},
    candidates = {ROWS(vl_mistakes, vl_mistake_count, vl_mistake, false)};

// clang-format on

// --- what must go together in one mapping; each check gets the one that a struct was read from ---

static bool check_elastic(const vl_loading *loading, const vl_yaml_node *mapping,
                          const vl_link *link)
{
    const char *place = vl_yaml_find(mapping, "stiffness") ? "stiffness" : "kind";
    return link->kind != VL_SPRING || link->stiffness > 0 ||
           vl_refuse(loading, vl_yaml_place(mapping, place),
                     "a spring without stiffness, expected a 'stiffness' greater than 0 (N/m)");
}

static bool check_link(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    return check_elastic(loading, mapping, &((const vl_scene_link *)of)->link);
}

// Whether neighbours at a distance of `apart` m, with coordinates of up to `size` m, have different
// positions after rounding: a link must have a length. The error of an interpolated coordinate is a
// few units of 2⁻⁵³ of `size`; the bound is about ten times that.
static bool stay_apart(double apart, double size)
{
    return apart >= VL_FIELD_SMALLEST && apart >= 1e-14 * size;
}

static bool check_chain(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_scene_chain *chain = of;
    double length = vl_length(vl_sub(chain->to, chain->from));

    if (length < VL_FIELD_SMALLEST)
        return vl_refuse(loading, vl_yaml_place(mapping, "to"),
                         "the chain ends where it begins, expected 'to' away from 'from'");
    if (!stay_apart(length / chain->links, vl_length(chain->from) + vl_length(chain->to)))
        return vl_refuse(loading, vl_yaml_place(mapping, "links"),
                         "the particles of this chain fall together, expected a longer chain or "
                         "fewer links");
    return check_elastic(loading, mapping, &chain->link);
}

// Checks the edges and both diagonals of a mesh.
static bool is_mesh_open(const vl_scene_cloth *cloth)
{
    vl_vec3 a = vl_scale(cloth->along, 1.0 / (cloth->columns - 1));
    vl_vec3 d = vl_scale(cloth->down, 1.0 / (cloth->rows - 1));
    double size = vl_length(cloth->origin) + vl_length(cloth->along) + vl_length(cloth->down);
    return stay_apart(vl_length(a), size) && stay_apart(vl_length(d), size) &&
           stay_apart(vl_length(vl_add(a, d)), size) && stay_apart(vl_length(vl_sub(a, d)), size);
}

static bool check_cloth(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_scene_cloth *cloth = of;

    int64_t count = (int64_t)cloth->columns * cloth->rows;
    if (count > VL_SCENE_MOST_PARTICLES)
        return vl_refuse(loading, vl_yaml_place(mapping, "columns"),
                         "%d columns × %d rows are %lld particles, expected at most %d",
                         cloth->columns, cloth->rows, (long long)count, VL_SCENE_MOST_PARTICLES);
    bool flat = vl_length(cloth->along) < VL_FIELD_SMALLEST;
    if (flat || vl_length(cloth->down) < VL_FIELD_SMALLEST)
        return vl_refuse(loading, vl_yaml_place(mapping, flat ? "along" : "down"),
                         "%s has length 0, expected an edge of the cloth (m)",
                         flat ? "along" : "down");
    // the angle of unit vectors, so that neither tiny nor huge edges matter
    vl_vec3 along = vl_scale(cloth->along, 1 / vl_length(cloth->along));
    if (vl_length(vl_cross(along, cloth->down)) < 1e-9 * vl_length(cloth->down))
        return vl_refuse(loading, vl_yaml_place(mapping, "down"),
                         "down is parallel to along, expected an edge in another direction");
    if (!is_mesh_open(cloth))
        return vl_refuse(loading, vl_yaml_place(mapping, "columns"),
                         "the particles of this cloth fall together, expected a larger cloth or "
                         "fewer of them");
    return check_elastic(loading, mapping, &cloth->link);
}

// An edge of 0 along z has no end, so a scene in the plane need not give it.
static bool check_collider(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_collider *collider = of;
    const vl_yaml_node *normal = vl_yaml_find(mapping, "normal");
    const vl_yaml_node *size = vl_yaml_find(mapping, "size");
    if (normal && vl_length(collider->normal) < VL_FIELD_SMALLEST)
        return vl_refuse(loading, normal, "normal has length 0, expected a direction");
    if (size && !(collider->size.x > 0 && collider->size.y > 0 && collider->size.z >= 0))
        return vl_refuse(loading, size,
                         "size has an edge that is not longer than 0, expected edges greater than "
                         "0 (m)");
    return true;
}

static bool check_view(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_scene_view *view = of;
    const vl_yaml_node *center = vl_yaml_find(mapping, "center");
    return !center || view->height > 0 ||
           vl_refuse(loading, center, "center without a height, expected both or neither");
}

static bool check_task(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_scene_task *task = of;
    return task->rule == VL_TASK_MISTAKE || task->until > task->at ||
           vl_refuse(loading, vl_yaml_place(mapping, "until"),
                     "until is %g s, expected later than at, %g s", task->until, task->at);
}

// --- the rows ---
//
// A row names the key (and the member of THIS, where that has another name), the type with what it
// takes, the default, and the meaning in a sentence. A key without a default is required. DEFAULT
// is read where the key is absent. ABSENT says in words what that means; without a DEFAULT the
// member is then zero.

#define KEY(member_)          .key = #member_, .offset = offsetof(THIS, member_)
#define MEMBER(key_, member_) .key = #key_, .offset = offsetof(THIS, member_)
#define DEFAULT(text_)        .initial = text_
#define ABSENT(words_)        .absent = words_
#define WHERE(rule_)          .where = rule_

#define NUMBER(range_, unit_) .type = &vl_type_number, .range = &(range_), .unit = unit_
#define ANY_NUMBER(unit_)     .type = &vl_type_number, .unit = unit_
#define INTEGER(range_)       .type = &vl_type_integer, .range = &(range_)
#define VECTOR(unit_)         .type = &vl_type_vector, .unit = unit_
#define CHOICE(table_)        .type = &vl_type_choice, .choices = &(table_)
#define CHOICES(table_)       .type = &vl_type_choices, .choices = &(table_)
#define BOOL                  .type = &vl_type_bool
#define TEXT                  .type = &vl_type_text
#define NAME                  .type = &vl_type_name
#define END                   .type = &vl_type_end
#define MAPPING(schema_)      .type = &vl_type_mapping, .schema = &(schema_)
#define LIST(element_, count_)                                                                     \
    .type = &vl_type_list, .element = &(element_), .count = offsetof(THIS, count_)

#define SCHEMA(name_, title_, fields_)                                                             \
    .name = name_, .title = title_, .size = sizeof(THIS), .fields = fields_,                       \
    .field_count = COUNT(fields_)

// clang-format off

#define THIS vl_solver_settings
// In solver settings, or in a struct whose member they are.
#define SOLVER_FIELDS(in_) \
    {MEMBER(method, in_ method), CHOICE(solvers), DEFAULT("relax"), \
     .meaning = "The method that brings rods and strings back to their length."}, \
    {MEMBER(order, in_ order), CHOICE(orders), DEFAULT("coloured"), \
     .meaning = "The order in which a sweep visits the links: as they are listed, forwards and backwards in turn, " \
                "or colour by colour, which is fastest."}, \
    {MEMBER(direction, in_ direction), CHOICE(directions), DEFAULT("new"), \
     .meaning = "A link is corrected along the direction that it has now (`new`), or along the one that it had before " \
                "the step (`old`, which keeps the energy of a swing far better)."}, \
    {MEMBER(iterations, in_ iterations), INTEGER(FROM(0, 100000)), DEFAULT("16"), \
     .meaning = "A substep makes at most this many sweeps over all links. `direct` counts Newton steps, and `clusters` " \
                "counts visits to every cluster."}, \
    {MEMBER(substeps, in_ substeps), INTEGER(FROM(1, 10000)), DEFAULT("1"), \
     .meaning = "Each time step is cut into this many equal parts."}, \
    {MEMBER(tolerance, in_ tolerance), NUMBER(not_negative, NULL), DEFAULT("0"), \
     .meaning = "The sweeps stop when no link is stretched by more than this part of its length; 0 makes all of them. " \
                "For `direct` and within a cluster 0 means 1e-12, or what rounding allows. A substep that misses what was asked for did not converge, which is told."}, \
    {MEMBER(relaxation, in_ relaxation), NUMBER(relaxations, NULL), DEFAULT("1"), \
     .meaning = "Each correction of a sweep is this number times the one that the link alone would need. Between 1 and " \
                "2 (over-relaxation) a correction spreads over many links in far fewer sweeps."}, \
    {MEMBER(grids, in_ grids), INTEGER(FROM(0, 32)), DEFAULT("0"), \
     .meaning = "Each sweep of `relax` in the direction `new` first goes through at most this many coarser grids. A " \
                "correction then crosses a large cloth in a few sweeps, as long as it hangs taut; a cloth in " \
                "folds gets worse. 10 are enough for any cloth. Other solvers have no use for them."}
static const vl_field solver_fields[] = {SOLVER_FIELDS()};
static const vl_schema solver_schema = {SCHEMA("solver", "Solver", solver_fields),
    .example = "{iterations: 4, substeps: 4}"};

#undef THIS
#define THIS vl_scene_view
static const vl_field view_fields[] = {
    {KEY(center), VECTOR("m"), ABSENT("[0, 0]"),
     .meaning = "This point lies in the middle of the stage. It needs a height."},
    {KEY(height), NUMBER(positive, "m"), DEFAULT("0"),
     ABSENT("so that all is seen, and all round a pin what hangs from it alone"),
     .meaning = "The stage is this high from its bottom to its top."},
    {KEY(yaw), NUMBER(FROM(-360, 360), "degrees"), DEFAULT("0"),
     .meaning = "The view is turned about the vertical by this angle; 0 looks from the front."},
    {KEY(pitch), NUMBER(FROM(-90, 90), "degrees"), DEFAULT("0"),
     .meaning = "The view is tilted by this angle; 0 is level."},
    {KEY(speed), NUMBER(FROM(1e-6, 1e6), NULL), DEFAULT("1"),
     .meaning = "This many seconds are simulated in a second of real time."},
    {KEY(pause), NUMBER(not_negative, "s"), DEFAULT("0"),
     .meaning = "The demo pauses by itself once, at this simulated time; 0 means never."},
    {KEY(figure), CHOICE(figures), DEFAULT("auto"),
     .meaning = "The large figure of each lane at first: the error of energy or position, the momentum of the free "
                "parts, the largest stretch, how many links tore, or the height of the centre of mass. `auto` is that of energy, "
                "and none for one lane."},
    {KEY(table), BOOL, DEFAULT("false"),
     .meaning = "The card has a table of that figure, with a row for each frame, in place of its graph."},
    {KEY(colours), CHOICE(colours), DEFAULT("none"),
     .meaning = "Links and cloth are coloured by their strain."},
    {KEY(trails), BOOL, DEFAULT("false"),
     .meaning = "The paths of balls are drawn."},
};
static const vl_schema view_schema = {SCHEMA("view", "View", view_fields),
    .example = "{center: [0, -1], height: 4}", .check = check_view};

#undef THIS
#define THIS vl_scene_particle
static const vl_field particle_fields[] = {
    {KEY(name), NAME, ABSENT("none"),
     .meaning = "Links can call it by this name. No two parts of a scene have the same name."},
    {KEY(at), VECTOR("m"),
     .meaning = "It starts at this place."},
    {KEY(velocity), VECTOR("m/s"), ABSENT("[0, 0]"),
     .meaning = "It starts with this velocity."},
    {KEY(mass), NUMBER(positive, "kg"), DEFAULT("1"),
     .meaning = "A pinned particle keeps its mass for the time after it is let go."},
    {KEY(radius), NUMBER(not_negative, "m"), DEFAULT("0.05"),
     .meaning = "It is drawn and collides as a ball of this radius."},
    {MEMBER(shape, is_dial), CHOICE(shapes), DEFAULT("ball"),
     .meaning = "A `dial` turns: x is its angle in rad, a velocity along x is in rad/s, and `mass` is its moment of "
                "inertia in kg m². It is drawn at (0, y) as a disc with a hand, 0 to the right, counterclockwise. "
                "Gravity, gravitation, wind and fields do not act on it, and a link joins it to another dial alone."},
    {KEY(pinned), BOOL, DEFAULT("false"),
     .meaning = "A pinned particle is held where it is."},
};
static const vl_schema particle_schema = {SCHEMA("particle", "Particles", particle_fields),
    .example = "{name: ball, at: [1, 0], mass: 1}"};

// The keys that links, chains and cloths have in common.
#define ELASTIC_FIELDS \
    {MEMBER(kind, link.kind), CHOICE(link_kinds), DEFAULT("rod"), \
     .meaning = "A rod holds its length, a string is never longer, a spring acts both ways."}, \
    {MEMBER(stiffness, link.stiffness), NUMBER(not_negative, "N/m"), DEFAULT("0"), WHERE("kind: spring"), \
     .meaning = "A spring needs a stiffness greater than 0; rods and strings have 0."}, \
    {MEMBER(damping, link.damping), NUMBER(not_negative, "N s/m"), DEFAULT("0"), WHERE("kind: spring"), \
     .meaning = "A spring is damped along its direction; rods and strings have 0."}, \
    {MEMBER(compliance, link.compliance), NUMBER(not_negative, "m/N"), DEFAULT("0"), WHERE("kind: rod or string"), \
     .meaning = "A rod or string is stretched by this length for each newton; springs have 0. The solver must honour " \
                "it. Under the damping c of the scene, its stretch at rest is off by about c h/2 of itself, where h " \
                "is the substep."}, \
    {MEMBER(tear, link.tear), NUMBER(not_negative, NULL), DEFAULT("0"), ABSENT("0 (never)"), \
     .meaning = "A link breaks when it is stretched by more than this part of its length after a substep, when the " \
                "links are solved. A link that the solver holds to its length does not tear."}

#undef THIS
#define THIS vl_scene_link
static const vl_field link_fields[] = {
    {KEY(from), END,
     .meaning = "The particle at one end."},
    {KEY(to), END,
     .meaning = "The particle at the other end."},
    {MEMBER(length, link.length), NUMBER(positive, "m"), DEFAULT("0"), ABSENT("the distance at the start"),
     .meaning = "Its rest length."},
    {MEMBER(cluster, link.cluster), INTEGER(FROM(0, VL_SCENE_MOST_LINKS)), DEFAULT("0"), WHERE("kind: rod or string"),
     .meaning = "The solver `clusters` solves rods and strings with the same number all at once. 0 leaves the choice "
                "to the program."},
    ELASTIC_FIELDS,
};
static const vl_schema link_schema = {SCHEMA("link", "Links", link_fields),
    .example = "{from: hook, to: ball, kind: rod}", .check = check_link};

// The members of the ball lie in the chain, so the struct is that of the chain.
#undef THIS
#define THIS vl_scene_chain
static const vl_field ball_fields[] = {
    {MEMBER(mass, ball_mass), NUMBER(positive, "kg"), DEFAULT("1"),
     .meaning = "Its mass."},
    {MEMBER(radius, ball_radius), NUMBER(not_negative, "m"), DEFAULT("0.1"),
     .meaning = "It is drawn and collides with this radius."},
};
static const vl_schema ball_schema = {SCHEMA("ball", "Ball of a chain", ball_fields),
    .example = "{mass: 1, radius: 0.1}"};

static const vl_field chain_fields[] = {
    {KEY(name), NAME, ABSENT("none"),
     .meaning = "The name is for people; a link calls one of its particles by number."},
    {KEY(from), VECTOR("m"),
     .meaning = "Its first particle starts here."},
    {KEY(to), VECTOR("m"),
     .meaning = "Its last particle starts here."},
    {KEY(links), INTEGER(FROM(1, VL_SCENE_MOST_PARTICLES - 1)),
     .meaning = "It has this many links of the same length, and one particle more."},
    {KEY(mass), NUMBER(positive, "kg"), DEFAULT("1"),
     .meaning = "The mass of the chain: each of its particles has this mass divided by the number of links."},
    {KEY(radius), NUMBER(not_negative, "m"), DEFAULT("0.02"),
     .meaning = "Each particle is drawn and collides with this radius."},
    {KEY(pin), CHOICE(chain_pins), DEFAULT("none"),
     .meaning = "This end is pinned."},
    ELASTIC_FIELDS,
    {.key = "ball", MAPPING(ball_schema), .flag = offsetof(THIS, has_ball), ABSENT("none"),
     .meaning = "A ball takes the place of the last particle."},
};
static const vl_schema chain_schema = {SCHEMA("chain", "Chains", chain_fields),
    .example = "{from: [0, 0], to: [2, 0], links: 20, pin: start}", .check = check_chain};

#undef THIS
#define THIS vl_scene_cloth
static const vl_field cloth_fields[] = {
    {KEY(name), NAME, ABSENT("none"),
     .meaning = "The name is for people; a link calls one of its particles by number."},
    {KEY(origin), VECTOR("m"),
     .meaning = "Its top left corner."},
    {KEY(along), VECTOR("m"),
     .meaning = "The edge from the top left to the top right corner."},
    {KEY(down), VECTOR("m"),
     .meaning = "The edge from the top left to the bottom left corner."},
    {KEY(columns), INTEGER(cloth_counts),
     .meaning = "This many particles lie along the top edge."},
    {KEY(rows), INTEGER(cloth_counts),
     .meaning = "This many particles lie down the left edge."},
    {KEY(mass), NUMBER(positive, "kg"), DEFAULT("1"),
     .meaning = "The mass of the cloth: its particles share it evenly."},
    {KEY(radius), NUMBER(not_negative, "m"), DEFAULT("0.02"),
     .meaning = "Each particle collides with this radius, and is drawn with it where particles are drawn."},
    {KEY(pin), CHOICES(cloth_pins), ABSENT("[]"),
     .meaning = "These corners and whole edges are pinned; `pins` of the scene pins single particles."},
    ELASTIC_FIELDS,
    {KEY(shear), BOOL, DEFAULT("false"),
     .meaning = "Both diagonals of every mesh are links too."},
    {KEY(bend), BOOL, DEFAULT("false"),
     .meaning = "Every particle is linked to the next but one of its row and of its column."},
    {KEY(shear_stiffness), NUMBER(positive, "N/m"), DEFAULT("0"), ABSENT("the stiffness"),
     WHERE("kind: spring and shear: true"),
     .meaning = "The stiffness of the diagonals, where they are springs."},
    {KEY(bend_stiffness), NUMBER(positive, "N/m"), DEFAULT("0"), ABSENT("the stiffness"),
     WHERE("kind: spring and bend: true"),
     .meaning = "The stiffness of the links that resist bending, where they are springs."},
    {KEY(shear_compliance), NUMBER(not_negative, "m/N"), DEFAULT("-1"), ABSENT("the compliance"),
     WHERE("kind: rod or string and shear: true"),
     .meaning = "The compliance of the diagonals, where they are rods or strings."},
    {KEY(bend_compliance), NUMBER(not_negative, "m/N"), DEFAULT("-1"), ABSENT("the compliance"),
     WHERE("kind: rod or string and bend: true"),
     .meaning = "The compliance of the links that resist bending, where they are rods or strings."},
};
static const vl_schema cloth_schema = {SCHEMA("cloth", "Cloths", cloth_fields),
    .example = "{origin: [-1, 1], along: [2, 0], down: [0, -2], columns: 40, rows: 40}", .check = check_cloth};

// Each kind takes some of these keys, see vl_force_kind.
#undef THIS
#define THIS vl_force
static const vl_field coefficient = {.key = "coefficients", ANY_NUMBER("m/s², m/s³ …")};
static const vl_field force_fields[] = {
    {KEY(kind), CHOICE(forces),
     .meaning = "The kind of the force."},
    {KEY(center), VECTOR("m"), ABSENT("[0, 0]"),
     .meaning = "The force points to this place, or its dipole lies there."},
    {KEY(axis), CHOICE(axes), DEFAULT("x"),
     .meaning = "The force accelerates along this axis."},
    {KEY(stiffness), NUMBER(not_negative, "N/m"),
     .meaning = "The force for each metre of distance."},
    {KEY(coefficients), LIST(coefficient, coefficient_count), .range = &FROM(1, VL_MOST_COEFFICIENTS), .inside = true,
     .meaning = "The acceleration as powers of time: c₀ + c₁ t + c₂ t² …"},
    {KEY(amplitude), ANY_NUMBER("m/s²"),
     .meaning = "The largest acceleration."},
    {KEY(frequency), NUMBER(not_negative, "rad/s"), DEFAULT("1"),
     .meaning = "The angular frequency ω of A sin(ω t + φ)."},
    {KEY(phase), ANY_NUMBER("rad"), DEFAULT("0"),
     .meaning = "The phase φ, with which it begins."},
    {KEY(strength), ANY_NUMBER("m³/s²"),
     .meaning = "G M, the acceleration at a distance of 1 m; it falls with the square of the distance."},
    {KEY(constant), ANY_NUMBER("m³/(kg s²)"), DEFAULT("6.673e-11"),
     .meaning = "G, which acts between every two particles."},
    {KEY(velocity), VECTOR("m/s"),
     .meaning = "The mean velocity of the air."},
    {KEY(drag), NUMBER(not_negative, "N s/m³"),
     .meaning = "The force on each square metre for each m/s against the air. It acts on the surface of a cloth, "
                "triangle by triangle, and on any other particle as on a ball of its radius. It never does more than "
                "stop a particle against the air within a step."},
    {KEY(gust), NUMBER(part, NULL), DEFAULT("0"),
     .meaning = "The speed of the air rises and falls by this part of itself, from second to second."},
    {KEY(seed), INTEGER(FROM(0, INT_MAX)), DEFAULT("0"),
     .meaning = "Another number gives other gusts; the same number gives the same ones."},
    {KEY(charge), ANY_NUMBER("C/kg"),
     .meaning = "The charge of every particle divided by its mass, q/m."},
    {KEY(field), VECTOR("T"), ABSENT("[0, 0]"),
     .meaning = "The magnetic field that is the same everywhere; `[0, 0, 1]` turns what moves in the plane."},
    {KEY(moment), VECTOR("T m³"), ABSENT("[0, 0]"),
     .meaning = "The field of a dipole at the centre is added: this is its magnetic moment times μ₀/4π, so that the "
                "field has this strength 1 m from it, at its equator."},
    {KEY(cutoff), NUMBER(not_negative, "m"), DEFAULT("0"),
     .meaning = "There is no force over a distance that is less than this."},
};
static const vl_schema force_schema = {SCHEMA("force", "Forces", force_fields),
    .example = "{kind: harmonic, stiffness: 1}", .first_decides = true, .kinds = &forces};

// Each kind takes some of these keys, see vl_collider_kind.
#undef THIS
#define THIS vl_collider
static const vl_field collider_fields[] = {
    {KEY(kind), CHOICE(colliders),
     .meaning = "The kind of the collider."},
    {KEY(point), VECTOR("m"), ABSENT("[0, 0]"),
     .meaning = "Any point of it."},
    {KEY(normal), VECTOR(NULL),
     .meaning = "It points to the side where particles are. It has any length but 0."},
    {KEY(center), VECTOR("m"),
     .meaning = "Its middle."},
    {KEY(radius), NUMBER(positive, "m"),
     .meaning = "Particles are outside of this radius."},
    {KEY(size), VECTOR("m"),
     .meaning = "Its edges, which lie along the axes. An edge of 0 along z has no end."},
    {KEY(restitution), NUMBER(part, NULL), DEFAULT("0"), WHERE("response: projection or penalty"),
     .meaning = "The speed across the surface after an impact, as a part of the speed before it. For `balls` this is "
                "the speed along the line between two of them."},
    {KEY(friction), NUMBER(not_negative, NULL), DEFAULT("0"), WHERE("response: projection or penalty"),
     .meaning = "Coulomb's coefficient: the force along the surface is at most this times the force across it."},
    {KEY(response), CHOICE(responses), DEFAULT("projection"),
     .meaning = "`projection` stops a particle at the surface, at the moment of the impact. `penalty` lets it in and "
                "drives it out again with a force. That gives back the restitution where many steps are in a contact, which "
                "lasts π √(m/k), and where no other force acts: gravity presses on the damper, and with 0.5 an impact at v "
                "gives back less by about 0.8 g √(m/k)/v. "
                "`move-out` is the naive response of many games: it moves the position to the surface and changes nothing "
                "else, so it has neither restitution nor friction."},
    {KEY(stiffness), NUMBER(positive, "N/m"), DEFAULT(TEXT_OF(VL_PENALTY_STIFFNESS)),
     WHERE("response: penalty"),
     .meaning = "The force of a penalty for each metre of penetration."},
};
static const vl_schema collider_schema = {SCHEMA("collider", "Colliders", collider_fields),
    .example = "{kind: plane, normal: [0, 1]}", .first_decides = true, .kinds = &colliders,
    .check = check_collider};

#undef THIS
#define THIS vl_hand_sample
static const vl_field hand_fields[] = {
    {KEY(time), NUMBER(not_negative, "s"),
     .meaning = "It is later than the time of the sample before."},
    {KEY(at), VECTOR("m"),
     .meaning = "The hand is here then. Between two samples it moves in a straight line."},
};
static const vl_schema hand_schema = {SCHEMA("hand", "A recorded hand", hand_fields),
    .example = "{time: 0.5, at: [0, 1]}"};

#undef THIS
#define THIS vl_scene_task
static const vl_field task_fields[] = {
    {MEMBER(right, rule), CHOICE(rules),
     .meaning = "What is right, by the size of the figure of the view: the lane with the `largest` or the "
                "`smallest`; the lanes `beyond` a level, which may be all or none; the `number` itself, with its sign; its "
                "`curve` from `at` until `until`, which is drawn into the graph; or the `mistake` of the scene, among candidates."},
    {KEY(question), TEXT,
     .meaning = "It is asked before what it asks for."},
    {KEY(at), NUMBER(not_negative, "s"), DEFAULT("0"),
     .meaning = "The scene is held at this time for an answer, once. The command line never waits."},
    {KEY(wait), NUMBER(not_negative, "s"), DEFAULT("0"), ABSENT("0 (for ever)"),
     .meaning = "After so long, in real time, it goes on without an answer."},
    {KEY(until), NUMBER(not_negative, "s"), DEFAULT("0"), WHERE("right: largest or smallest or beyond or number or curve"),
     .meaning = "The figure is measured at this time, and what was right is told. A mistake is told at once."},
    {KEY(level), NUMBER(positive, "SI units"), DEFAULT("0.1"), WHERE("right: beyond or curve"),
     .meaning = "The level that counts: 0.1 of an energy is 10 %. A curve's graph goes up to it, and down to it or −100 %."},
    {KEY(lane), INTEGER(lane_numbers), DEFAULT("1"), WHERE("right: number or curve"),
     .meaning = "The number or curve is that of this lane, counted from 1."},
    {KEY(tolerance), NUMBER(part, NULL), DEFAULT("0.1"), WHERE("right: number or curve"),
     .meaning = "An answer may be off by this part of the number, or of the farthest place of the curve from 0."},
    {KEY(mistakes), CHOICES(candidates), ABSENT("[]"), WHERE("right: mistake"),
     .meaning = "The candidates, beside that of the scene."},
    {KEY(term), TEXT, DEFAULT(""), ABSENT("none"),
     .meaning = "This part of the formulas is lit with the answer."},
    {KEY(because), TEXT, .block = true,
     .meaning = "It says why it is so. The first paragraph is shown with the answer, and all of them in the notes then."},
};
static const vl_schema task_schema = {SCHEMA("task", "Task", task_fields),
    .example = "{right: number, question: How far?, until: 4, because: Half a step is missing.}",
    .first_decides = true, .check = check_task};

#undef THIS
#define THIS vl_lane
// What tells how a scene is run: of the scene, and of a lane that has it of its own. WITHOUT says what
// the absence of the key means in the scene.
#define RUN_FIELDS \
    {KEY(integrator), CHOICE(integrators), DEFAULT("tcv"), WITHOUT(NULL), .always = true, \
     .meaning = "The method that the scene begins with; see integrators.md."}, \
    {KEY(timestep), .type = &vl_type_timestep, DEFAULT("frame"), WITHOUT(NULL), \
     .meaning = "The time steps come from this stream; see [Streams of time steps](#streams-of-time-steps)."}, \
    {KEY(policy), .type = &vl_type_policy, DEFAULT("raw"), WITHOUT(NULL), \
     .meaning = "This policy turns each frame time into steps; see " \
                "[Policies for frame times](#policies-for-frame-times)."}, \
    {MEMBER(start, naive_start), CHOICE(starts), DEFAULT("exact"), WITHOUT(NULL), \
     .meaning = "Position methods begin with x₋ = x₀ − v₀ h + ½ a₀ h² (`exact`), or with the well-known mistake " \
                "x₋ = x₀ − v₀ h (`naive`)."}
#define SOLVER \
    {KEY(solver), MAPPING(solver_schema), WITHOUT("its defaults"), \
     .meaning = "The solver of the links and its settings."}

#define WITHOUT(words_) ABSENT("that of the scene")
#define LANE_FIELDS \
    {KEY(name), NAME, ABSENT("made from what the lanes differ in"), \
     .meaning = "The lane is called so."}, \
    {KEY(engine), CHOICE(engines), ABSENT("none"), \
     .meaning = "The lane is stepped as another program does it, whose integrator, start, solver and policy it takes; " \
                "see `verlet-lab list engines`. It may have a name, a timestep and a policy besides."}, \
    RUN_FIELDS
static const vl_field lane_fields[] = {LANE_FIELDS, SOLVER}, lane_rows[] = {LANE_FIELDS, SOLVER_FIELDS(solver.)};
_Static_assert(COUNT(lane_rows) <= VL_LANE_MOST_KEYS, "more rows need a larger number");
const vl_schema vl_schema_lane = {SCHEMA("lane", "Lanes", lane_fields), .rows = lane_rows, .row_count = COUNT(lane_rows),
    .example = "{integrator: verlet, timestep: fixed:0.01}"};
#undef WITHOUT
#define WITHOUT(words_) ABSENT(words_)
#undef THIS
#define THIS vl_scene

static const vl_field particle = {MAPPING(particle_schema)}, link = {MAPPING(link_schema)},
    chain = {MAPPING(chain_schema)}, cloth = {MAPPING(cloth_schema)}, force = {MAPPING(force_schema)},
    collider = {MAPPING(collider_schema)}, sample = {MAPPING(hand_schema)}, pin = {.key = "pins", END},
    lane = {.type = &vl_type_lane, .schema = &vl_schema_lane}, slider = {.key = "sliders", NAME};
static const vl_field scene_fields[] = {
    {KEY(format), INTEGER(formats),
     .meaning = "The version of this format."},
    {KEY(title), TEXT, DEFAULT("Untitled"), .always = true,
     .meaning = "Its name on the screen."},
    {KEY(notes), TEXT, DEFAULT(""), ABSENT("none"), .block = true,
     .meaning = "They tell what to look at; empty lines part the paragraphs. The first sentence is always on the stage. "
                "A key between backticks is drawn as a cap that can be pressed."},
    RUN_FIELDS,
    SOLVER,
    {KEY(mistake), CHOICE(mistakes), DEFAULT("off"),
     .meaning = "This mistake is made on purpose, until it is switched off while the scene runs; see "
                "`verlet-lab list mistakes`."},
    {KEY(gravity), VECTOR("m/s²"), ABSENT("[0, 0]"),
     .meaning = "It is the same everywhere; y points up."},
    {KEY(damping), NUMBER(not_negative, "1/s"), DEFAULT("0"),
     .meaning = "Speeds fall as exp(−damping · t)."},
    {KEY(damping_per_step), NUMBER(part, NULL), DEFAULT("0"),
     .meaning = "Each substep takes this part of the speed, however long it is. The motion then depends on the frame "
                "rate, which is a lesson."},
    {KEY(view), MAPPING(view_schema), ABSENT("its defaults"),
     .meaning = "The part of the scene that the stage shows."},
    {KEY(task), MAPPING(task_schema), .flag = offsetof(THIS, has_task), ABSENT("none"), .block = true,
     .meaning = "A question before what happens, which the run answers."},
    {KEY(sliders), LIST(slider, slider_count), .range = &FROM(0, VL_SCENE_MOST_SLIDERS), ABSENT("none"),
     .meaning = "Up to three numbers that have sliders below the sentence: `dt`, or the first number of the scene that "
                "is called so, such as `mass`, `ball mass`, `velocity x`. `gravity` is its y."},
    {KEY(particles), LIST(particle, particle_count), ABSENT("none"),
     .meaning = "Single particles."},
    {KEY(links), LIST(link, link_count), ABSENT("none"),
     .meaning = "Rods, strings and springs between two particles."},
    {KEY(chains), LIST(chain, chain_count), ABSENT("none"),
     .meaning = "Rows of linked particles."},
    {KEY(cloths), LIST(cloth, cloth_count), ABSENT("none"),
     .meaning = "Nets of linked particles."},
    {KEY(pins), LIST(pin, pin_count), ABSENT("[]"),
     .meaning = "These particles of any part are pinned, by name or number: `[ball, 17]`."},
    {KEY(forces), LIST(force, force_count), .range = &rule_counts, ABSENT("none"),
     .meaning = "They act on all particles, beside gravity and springs."},
    {KEY(colliders), LIST(collider, collider_count), .range = &rule_counts, ABSENT("none"),
     .meaning = "Particles cannot enter them."},
    {KEY(hand), LIST(sample, hand_count), ABSENT("none"),
     .meaning = "A recorded hand takes hold of a particle at its first sample and throws it at its last."},
    {KEY(hand_holds), INTEGER(FROM(1, VL_SCENE_MOST_PARTICLES)), DEFAULT("1"),
     .meaning = "The recorded hand holds the particle of this number."},
    {MEMBER(compare, lanes), LIST(lane, lane_count), .range = &lane_numbers, ABSENT("one lane, the scene itself"),
     .meaning = "The scene runs in these lanes side by side, 1 to 16 of them. Each has some of the keys that tell how a "
                "scene is run; what it leaves out is the scene's."},
};
const vl_schema vl_schema_scene = {SCHEMA("scene", "The scene", scene_fields),
    .example = "{format: 1, particles: [{at: [0, 0]}]}", .first_decides = true};

#undef THIS
#define THIS vl_lesson
static const vl_field lesson_scene = {.key = "scenes", NAME};
static const vl_field lesson_fields[] = {
    {KEY(format), INTEGER(formats),
     .meaning = "The version of this format."},
    {KEY(title), TEXT,
     .meaning = "Its name in the list of all scenes."},
    {KEY(minutes), INTEGER(FROM(1, 240)),
     .meaning = "How long it takes in a class."},
    {KEY(teacher), TEXT, .block = true,
     .meaning = "What to do and to say; empty lines part the paragraphs."},
    {KEY(scenes), LIST(lesson_scene, scene_count), .range = &FROM(1, VL_LESSON_MOST_SCENES),
     .meaning = "Names of shipped scenes, in the order of the lesson."},
};
const vl_schema vl_schema_lesson = {SCHEMA("lesson", "Lessons", lesson_fields),
    .example = "{format: 1, title: Falling, minutes: 10, teacher: Let them guess., scenes: [free-fall]}",
    .first_decides = true};
