#include "scene/numbers.h"

#include "base/hash.h"
#include "base/memory.h"
#include "physics/world/world.h"
#include "scene/build.h"

#include <stdio.h>
#include <string.h>

// --- listing ---

typedef struct listing {
    vl_scene_number *numbers;
    int count;
    bool deep; // z is shown, too
} listing;

// A component is a number with the unit of the vector.
static void add_vector(listing *list, const vl_scene_number *vector)
{
    const double *parts = vl_member(&vector->field, vector->record);
    for (int axis = 0; axis < 3; axis++) {
        vl_scene_number number = *vector;
        number.field.type = &vl_type_number;
        number.field.offset += (size_t)axis * sizeof *parts;
        number.axis = (char)('x' + axis);
        if ((axis < 2 || list->deep || parts[axis] != 0) && list->count < VL_MOST_NUMBERS)
            list->numbers[list->count++] = number;
    }
}

static void add_fields(listing *list, const vl_schema *schema, void *record, const char *within);

static void add_field(listing *list, const vl_field *field, void *record, const char *within)
{
    vl_scene_number number = {*field, record, within, 0};
    bool flagged = field->flag && *(const bool *)((const char *)record + field->flag);
    bool one = field->type == &vl_type_number || field->type == &vl_type_integer;
    if (one && list->count < VL_MOST_NUMBERS)
        list->numbers[list->count++] = number;
    else if (field->type == &vl_type_vector)
        add_vector(list, &number);
    else if (field->type == &vl_type_mapping && flagged)
        add_fields(list, field->schema, vl_member(field, record), field->key);
}

static void add_fields(listing *list, const vl_schema *schema, void *record, const char *within)
{
    int kind = vl_schema_kind(schema, record);
    for (int i = 0; i < schema->field_count; i++)
        if (vl_schema_takes(schema, kind, &schema->fields[i]) &&
            vl_field_applies(schema, &schema->fields[i], record))
            add_field(list, &schema->fields[i], record, within);
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

vl_scene_part vl_scene_part_of_particle(const vl_scene *scene, int number)
{
    vl_scene_part part = {"particles", number - 1};
    for (int i = 0; i < scene->chain_count; i++)
        if (number >= scene->chains[i].first)
            part = (vl_scene_part){"chains", i};
    for (int i = 0; i < scene->cloth_count; i++)
        if (number >= scene->cloths[i].first)
            part = (vl_scene_part){"cloths", i};
    return part;
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
    char *text = NULL;
    if (name)
        memcpy(&text, vl_member(name, record), sizeof text);
    if (text || !kind)
        return text;
    return vl_choices_name(kind->choices, vl_choices_read(kind->choices, vl_member(kind, record)));
}

const char *vl_scene_part_title(const vl_scene *scene, vl_scene_part part,
                                char title[VL_NUMBER_NAME])
{
    const vl_field *field = part.list ? vl_schema_find(&vl_schema_scene, part.list) : NULL;
    const vl_schema *schema = field ? field->element->schema : NULL;
    const char *name = field ? given_name(schema, vl_list_element(field, scene, part.index)) : NULL;
    if (field)
        snprintf(title, VL_NUMBER_NAME, "%s %d%s%s", schema->name, part.index + 1, name ? ": " : "",
                 name ? name : "");
    else
        snprintf(title, VL_NUMBER_NAME, "scene");
    if (*title >= 'a' && *title <= 'z')
        *title = (char)(*title - 'a' + 'A');
    return title;
}

int vl_scene_numbers(const vl_scene *scene, vl_scene_part part,
                     vl_scene_number numbers[VL_MOST_NUMBERS])
{
    listing list = {.numbers = numbers, .deep = is_deep(scene)};
    const vl_field *field = part.list ? vl_schema_find(&vl_schema_scene, part.list) : NULL;
    static const char *const rules[] = {"gravity", "damping", "damping_per_step"};
    for (size_t i = 0; !field && i < sizeof rules / sizeof *rules; i++)
        add_field(&list, vl_schema_find(&vl_schema_scene, rules[i]), (void *)scene, NULL);
    if (field && field->element)
        add_fields(&list, field->element->schema, vl_list_element(field, scene, part.index), NULL);
    else if (field)
        add_fields(&list, field->schema, vl_member(field, scene), NULL);
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

static size_t copy_numbers(const vl_schema *schema, void *record, char *image, bool back)
{
    size_t size = 0;
    for (int i = 0; i < schema->field_count; i++) {
        const vl_field *f = &schema->fields[i];
        char *member = vl_member(f, record), *at = image ? image + size : NULL;
        bool number =
            f->type == &vl_type_number || f->type == &vl_type_integer || f->type == &vl_type_vector;
        bool parts = f->element && f->element->type == &vl_type_mapping;
        if (number && image)
            memcpy(back ? member : at, back ? at : member, f->type->size);
        size += number ? f->type->size : 0;
        if (f->type == &vl_type_mapping && strcmp(f->key, "task") != 0) // a log may lack it
            size += copy_numbers(f->schema, member, at, back);
        for (int k = 0; parts && k < vl_list_count(f, record); k++)
            size += copy_numbers(f->element->schema, vl_list_element(f, record, k),
                                 image ? image + size : NULL, back);
    }
    return size;
}

size_t vl_scene_copy_numbers(vl_scene *scene, char *image, bool back)
{
    size_t size = copy_numbers(&vl_schema_scene, scene, image, back);
    vl_scene_number_parts(scene);
    return size;
}

uint64_t vl_scene_numbers_sum(const vl_scene *scene)
{
    vl_scene *own = (vl_scene *)scene; // of which only the numbers of its parts are counted anew
    size_t size = vl_scene_copy_numbers(own, NULL, false);
    uint64_t sum = VL_HASH_START, word;
    char *image = vl_alloc(size + sizeof word, 1);
    (void)vl_scene_copy_numbers(own, image, false);
    for (size_t at = 0; at < size; at += sizeof word) {
        memcpy(&word, image + at, sizeof word);
        sum = vl_hash_word(sum, word);
    }
    vl_free(image);
    return sum;
}

// --- the start ---

uint64_t vl_scene_start(const vl_scene *scene)
{
    vl_world *world = vl_scene_outline(scene);
    uint64_t sum = vl_world_hash(world);
    vl_world_free(world);
    return sum;
}
