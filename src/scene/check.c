#include "scene/check.h"

#include "base/memory.h"
#include "base/names.h"
#include "physics/colliders/colliders.h"
#include "physics/solvers/solvers.h"
#include "scene/numbering.h"
#include "scene/stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *link_kind_word(vl_link_kind kind)
{
    return kind == VL_ROD ? "rod" : kind == VL_STRING ? "string" : "spring";
}

static bool check_zero(const vl_loading *loading, const vl_yaml_node *mapping, const char *key,
                       double value, const char *whose, const char *else_expected)
{
    char found[VL_NUMBER_SIZE];
    return value == 0 || vl_refuse(loading, vl_yaml_place(mapping, key),
                                   "%s of a %s is %s, expected 0, or kind: %s", key, whose,
                                   vl_number_text(value, found), else_expected);
}

// A spring needs a stiffness and has no compliance. Rods and strings have neither stiffness nor
// damping. A value without an effect is refused, because nobody would notice that mistake.
static bool check_elastic(const vl_loading *loading, const vl_yaml_node *mapping,
                          const vl_link *link)
{
    const char *name = link_kind_word(link->kind);

    if (link->kind == VL_SPRING && link->stiffness == 0)
        return vl_refuse(
            loading,
            vl_yaml_place(mapping, vl_yaml_find(mapping, "stiffness") ? "stiffness" : "kind"),
            "a spring without stiffness, expected a 'stiffness' greater than 0 (N/m)");
    if (link->kind == VL_SPRING)
        return check_zero(loading, mapping, "compliance", link->compliance, "spring",
                          "rod or string");
    return check_zero(loading, mapping, "stiffness", link->stiffness, name, "spring") &&
           check_zero(loading, mapping, "damping", link->damping, name, "spring");
}

bool vl_check_link(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_link *link = &((const vl_scene_link *)of)->link;
    if (link->kind == VL_SPRING &&
        !check_zero(loading, mapping, "cluster", link->cluster, "spring", "rod or string"))
        return false;
    return check_elastic(loading, mapping, link);
}

// Whether neighbours at a distance of `apart` m, with coordinates of up to `size` m, have different
// positions after rounding: a link must have a length. The error of an interpolated coordinate is a
// few units of 2⁻⁵³ of `size`; the bound is about ten times that.
static bool stay_apart(double apart, double size)
{
    return apart >= VL_FIELD_SMALLEST && apart >= 1e-14 * size;
}

bool vl_check_chain(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
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

static bool check_edge(const vl_loading *loading, const vl_yaml_node *mapping, const char *key,
                       vl_vec3 edge)
{
    if (vl_length(edge) >= VL_FIELD_SMALLEST)
        return true;
    return vl_refuse(loading, vl_yaml_place(mapping, key),
                     "%s has length 0, expected an edge of the cloth (m)", key);
}

// The angle is measured on unit vectors, so that neither tiny nor huge edges matter.
static bool is_parallel(vl_vec3 a, vl_vec3 b)
{
    vl_vec3 p = vl_scale(a, 1 / vl_length(a)), q = vl_scale(b, 1 / vl_length(b));
    return vl_length(vl_cross(p, q)) < 1e-9;
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

// A key for diagonals needs diagonals, and a key for springs needs springs.
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
            return vl_refuse(loading, value->key, "%s without %s, expected '%s: true' beside it",
                             rows[i].key, rows[i].links, rows[i].links);
        if (value && rows[i].springs != (cloth->link.kind == VL_SPRING))
            return vl_refuse(loading, value->key, "%s of a cloth of %ss, expected kind: %s",
                             rows[i].key, link_kind_word(cloth->link.kind),
                             rows[i].springs ? "spring" : "rod or string");
    }
    return true;
}

static bool check_pin_points(const vl_loading *loading, const vl_yaml_node *mapping,
                             const vl_scene_cloth *cloth)
{
    const vl_yaml_node *list = vl_yaml_find(mapping, "pin_points");
    const vl_yaml_node *node = list ? list->first : NULL;
    for (int i = 0; i < cloth->pin_point_count; i++, node = node->next) {
        assert(node); // each point is of an entry of the list
        const vl_scene_place *place = &cloth->pin_points[i];
        if (place->column > cloth->columns || place->row > cloth->rows)
            return vl_refuse(loading, node,
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
        return vl_refuse(loading, vl_yaml_place(mapping, "columns"),
                         "%d columns × %d rows are %lld particles, expected at most %d",
                         cloth->columns, cloth->rows, (long long)count, VL_SCENE_MOST_PARTICLES);
    if (!check_edge(loading, mapping, "along", cloth->along) ||
        !check_edge(loading, mapping, "down", cloth->down))
        return false;
    if (is_parallel(cloth->along, cloth->down))
        return vl_refuse(loading, vl_yaml_place(mapping, "down"),
                         "down is parallel to along, expected an edge in another direction");
    if (!is_mesh_open(cloth))
        return vl_refuse(loading, vl_yaml_place(mapping, "columns"),
                         "the particles of this cloth fall together, expected a larger cloth or "
                         "fewer of them");
    return check_elastic(loading, mapping, &cloth->link) && check_weaves(loading, mapping, cloth) &&
           check_pin_points(loading, mapping, cloth);
}

// An edge of 0 along z has no end, so a scene in the plane need not give it.
bool vl_check_collider(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    const vl_collider *collider = of;
    const vl_yaml_node *normal = vl_yaml_find(mapping, "normal");
    const vl_yaml_node *size = vl_yaml_find(mapping, "size");
    const vl_yaml_node *stiffness = vl_yaml_find(mapping, "stiffness");
    const vl_yaml_node *restitution = vl_yaml_find(mapping, "restitution");
    const vl_yaml_node *friction = vl_yaml_find(mapping, "friction");
    if (normal && vl_length(collider->normal) < VL_FIELD_SMALLEST)
        return vl_refuse(loading, normal, "normal has length 0, expected a direction");
    if (size && !(collider->size.x > 0 && collider->size.y > 0 && collider->size.z >= 0))
        return vl_refuse(loading, size,
                         "size has an edge that is not longer than 0, expected edges greater than "
                         "0 (m)");
    if (stiffness && collider->response != VL_RESPONSE_PENALTY)
        return vl_refuse(loading, stiffness,
                         "a stiffness where the response is %s, expected none, or "
                         "response: penalty",
                         vl_response_names[collider->response]);
    const vl_yaml_node *unused = restitution ? restitution : friction;
    if (unused && collider->response == VL_RESPONSE_MOVE_OUT)
        return vl_refuse(loading, unused,
                         "a %s where the response is move-out, which knows none, expected none",
                         restitution ? "restitution" : "friction");
    return true;
}

bool vl_check_view(const vl_loading *loading, const vl_yaml_node *mapping, void *of)
{
    vl_scene_view *view = of;
    const vl_yaml_node *center = vl_yaml_find(mapping, "center");

    view->given = view->height > 0;
    if (center && !view->given)
        return vl_refuse(loading, center, "center without a height, expected both or neither");
    return true;
}
