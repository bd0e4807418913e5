#include "scene/numbers.h"

#include "base/hash.h"
#include "physics/world/world.h"

#include <ctype.h>

// --- the numbers of a struct ---

// Lists them as a person can type them, or copies all of them.
typedef struct walk {
    vl_scene_number *numbers; ///< of a list; NULL: they are copied
    int count;
    bool deep;   ///< z is listed, too
    char *image; ///< of a copy; NULL: its bytes are counted alone
    size_t size;
    uint64_t sum; ///< of what is copied
    bool back;    ///< from the image
} walk;

// Each component of a vector is a number with its unit.
static void list_number(walk *w, vl_scene_number number)
{
    bool vector = number.field.type == &vl_type_vector;
    const double *part = vl_member(&number.field, number.record);
    number.field.type = vector ? &vl_type_number : number.field.type;
    for (int axis = 0; axis < (vector ? 3 : 1); axis++, part++) {
        number.axis = (char)(vector ? 'x' + axis : 0);
        if ((axis < 2 || w->deep || *part != 0) && w->count < VL_MOST_NUMBERS)
            w->numbers[w->count++] = number;
        number.field.offset += sizeof *part;
    }
}

static void copy_number(walk *w, const vl_field *field, void *record)
{
    void *member = vl_member(field, record);
    if (w->image && w->back)
        memcpy(member, w->image + w->size, field->type->size);
    else if (w->image)
        memcpy(w->image + w->size, member, field->type->size);
    w->size += field->type->size;
    uint64_t words[3] = {0}; // as many as a vector has
    memcpy(words, member, field->type->size);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        w->sum = vl_hash_word(w->sum, words[i]);
}

// Of a list only what means something in the struct, without the parts in it.
static void walk_fields(walk *w, const vl_schema *schema, void *record, const char *within)
{
    int kind = vl_schema_kind(schema, record);
    for (int i = 0; i < schema->field_count; i++) {
        const vl_field *f = &schema->fields[i];
        bool number =
            f->type == &vl_type_number || f->type == &vl_type_integer || f->type == &vl_type_vector;
        bool given = !f->flag || *(const bool *)((const char *)record + f->flag);
        bool parts = !w->numbers && f->element && f->element->type == &vl_type_mapping;
        if (w->numbers &&
            (!vl_schema_takes(schema, kind, f) || !vl_field_applies(schema, f, record)))
            continue;
        if (number && w->numbers)
            list_number(w, (vl_scene_number){*f, record, within, 0});
        else if (number)
            copy_number(w, f, record);
        else if (f->type == &vl_type_mapping && given &&
                 strcmp(f->key, "task") != 0) // a log may lack it
            walk_fields(w, f->schema, vl_member(f, record), f->key);
        for (int k = 0; parts && k < vl_list_count(f, record); k++)
            walk_fields(w, f->element->schema, vl_list_element(f, record, k), NULL);
    }
}

// --- parts ---

int vl_scene_part_count(const vl_scene *scene, const char *list)
{
    const vl_field *field = list ? vl_schema_find(&vl_schema_scene, list) : NULL;
    return field && field->element ? vl_list_count(field, scene) : 1;
}

static bool is_deep(const vl_scene *scene)
{
    bool deep = scene->cloth_count > 0 || scene->gravity.z != 0;
    for (int i = 0; i < scene->particle_count; i++)
        deep = deep || scene->particles[i].at.z != 0 || scene->particles[i].velocity.z != 0;
    for (int i = 0; i < scene->chain_count; i++)
        deep = deep || scene->chains[i].from.z != 0 || scene->chains[i].to.z != 0;
    return deep;
}

// A link that is not listed belongs to the chain or cloth of its ends.
vl_scene_part vl_scene_part_of_link(const vl_scene *scene, int from, int to)
{
    for (int i = 0; i < scene->link_count; i++) {
        int a = scene->links[i].from.number, b = scene->links[i].to.number;
        if ((a == from && b == to) || (a == to && b == from))
            return (vl_scene_part){"links", i};
    }
    return vl_scene_part_of_particle(scene, from);
}

// The name that a record gives itself, or else that of its kind; NULL: neither.
static const char *given_name(const vl_schema *schema, const void *record)
{
    const vl_field *name = vl_schema_find(schema, "name"), *kind = vl_schema_find(schema, "kind");
    const char *text = name ? *(char *const *)vl_member(name, record) : NULL;
    if (text || !kind)
        return text;
    return vl_choices_name(kind->choices, vl_field_choice(kind, record));
}

const char *vl_scene_part_title(const vl_scene *scene, vl_scene_part part,
                                char title[VL_NUMBER_NAME])
{
    const vl_field *field = part.list ? vl_schema_find(&vl_schema_scene, part.list) : NULL;
    const vl_schema *schema = field ? field->element->schema : NULL;
    const char *name = field ? given_name(schema, vl_list_element(field, scene, part.index)) : NULL;
    if (field)
        snprintf(title, VL_NUMBER_NAME, "%c%s %d%s%s", toupper(*schema->name), schema->name + 1,
                 part.index + 1, name ? ": " : "", name ? name : "");
    else
        snprintf(title, VL_NUMBER_NAME, "Scene");
    return title;
}

int vl_scene_numbers(const vl_scene *scene, vl_scene_part part,
                     vl_scene_number numbers[VL_MOST_NUMBERS])
{
    walk list = {.numbers = numbers, .deep = is_deep(scene)};
    const vl_field *field = part.list ? vl_schema_find(&vl_schema_scene, part.list) : NULL;
    static const char *const rules[] = {"gravity", "damping", "damping_per_step"};
    for (size_t i = 0; !field && i < sizeof rules / sizeof *rules; i++)
        list_number(&list, (vl_scene_number){*vl_schema_find(&vl_schema_scene, rules[i]),
                                             (void *)scene, NULL, 0});
    if (field && field->element)
        walk_fields(&list, field->element->schema, vl_list_element(field, scene, part.index), NULL);
    else if (field)
        walk_fields(&list, field->schema, vl_member(field, scene), NULL);
    return list.count;
}

const char *const vl_scene_lists[] = {"forces", "colliders", "particles", "links",
                                      "chains", "cloths",    NULL};

// --- one number ---

const char *vl_scene_number_name(const vl_scene_number *number, char name[VL_NUMBER_NAME])
{
    const char *within = number->within ? number->within : "";
    const char axis[] = {number->axis ? ' ' : '\0', number->axis, '\0'};
    snprintf(name, VL_NUMBER_NAME, "%s%s%s%s", within, *within ? " " : "", number->field.key, axis);
    for (char *c = name; *c; c++)
        *c = (char)(*c == '_' ? ' ' : *c);
    return name;
}

bool vl_scene_number_named(const vl_scene *scene, const char *name, vl_scene_number *found)
{
    vl_scene_number numbers[VL_MOST_NUMBERS];
    char is[VL_NUMBER_NAME];
    const char *list = NULL; // gravity and damping
    for (int k = 0; k == 0 || list; list = vl_scene_lists[k++])
        for (int part = 0; part < vl_scene_part_count(scene, list); part++) {
            bool moves = !list || strcmp(list, "particles") != 0 || !scene->particles[part].pinned;
            for (int i = moves ? vl_scene_numbers(scene, (vl_scene_part){list, part}, numbers) : 0;
                 i > 0;) {
                *found = numbers[--i];
                bool bare = found->axis == 'y' && strcmp(found->field.key, name) == 0;
                if (bare || strcmp(vl_scene_number_name(found, is), name) == 0)
                    return true;
            }
        }
    return false;
}

double vl_scene_number_value(const vl_scene *scene, const vl_scene_number *number)
{
    const void *member = vl_member(&number->field, number->record);
    double value =
        number->field.type == &vl_type_integer ? *(const int *)member : *(const double *)member;
    if (value != 0 || strcmp(number->field.key, "length") != 0) // links alone have one
        return value;
    return vl_scene_link_distance(scene, number->record);
}

// --- all numbers ---

size_t vl_scene_copy_numbers(vl_scene *scene, char *image, bool back)
{
    walk w = {.image = image, .back = back};
    walk_fields(&w, &vl_schema_scene, scene, NULL);
    vl_scene_number_parts(scene);
    return w.size;
}

uint64_t vl_scene_numbers_sum(const vl_scene *scene)
{
    walk w = {.sum = VL_HASH_START};
    walk_fields(&w, &vl_schema_scene, (vl_scene *)scene, NULL);
    return w.sum;
}

// --- the start ---

uint64_t vl_scene_start(const vl_scene *scene)
{
    vl_world *world = vl_scene_outline(scene);
    uint64_t sum = vl_world_hash(world);
    vl_world_free(world);
    return sum;
}
