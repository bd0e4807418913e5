#include "doc_scene.h"

#include "scene/fields.h"
#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/stream.h"

#include <ctype.h>

void doc_add_scene_limits(vl_text *page)
{
    vl_text_add(page, "- A number other than 0 lies between %g and %g, or their negatives.\n",
                VL_FIELD_SMALLEST, VL_FIELD_LARGEST);
    vl_text_add(page,
                "- A file has at most %d MiB and %d levels, a scene at most %d particles and %d "
                "links.\n",
                VL_SCENE_MOST_BYTES / (1024 * 1024), VL_YAML_MOST_DEPTH, VL_SCENE_MOST_PARTICLES,
                VL_SCENE_MOST_LINKS);
}

static void add_row(vl_text *page, const vl_field *field)
{
    vl_text_add(page, "| `%s` | ", field->key);
    vl_field_words(field, page);
    vl_text_add(page, " | %s | %s |\n",
                field->absent    ? field->absent
                : field->initial ? field->initial
                                 : "*required*",
                field->meaning);
}

// The keys of one kind.
static void add_fields(vl_text *page, const vl_schema *schema, int kind)
{
    vl_text_add(page, "\n| key | value | default | meaning |\n|---|---|---|---|\n");
    for (int i = 0; i < schema->field_count; i++)
        if (vl_schema_takes(schema, kind, &schema->fields[i]))
            add_row(page, &schema->fields[i]);
}

static void add_kinds(vl_text *page, const vl_schema *schema)
{
    for (int kind = 0; vl_choices_name(schema->kinds, kind); kind++) {
        vl_text_add(page, "\n### %c%s: %s\n\nSuch as `%s`.\n", toupper(schema->name[0]),
                    schema->name + 1, vl_choices_name(schema->kinds, kind),
                    vl_choices_text(schema->kinds, kind, schema->kinds->example));
        add_fields(page, schema, kind);
    }
}

// Whether the scene itself has a mapping of that schema: it stands there once.
static bool is_of_scene(const vl_schema *schema)
{
    for (int i = 0; i < vl_schema_scene.field_count; i++)
        if (vl_schema_scene.fields[i].schema == schema)
            return true;
    return false;
}

// A schema, and after it those of its fields.
static void add_schema(vl_text *page, const vl_schema *schema, const char *key)
{
    vl_text_add(page, "\n## %s\n", schema->title);
    if (key)
        vl_text_add(page, "\nIn `%s`, such as `%s`.\n", key, schema->example);
    if (schema->kinds)
        add_kinds(page, schema);
    else
        add_fields(page, schema, 0);
    for (int i = 0; i < schema->field_count; i++) {
        const vl_field *field = &schema->fields[i];
        const vl_schema *inner = field->element ? field->element->schema : field->schema;
        if (inner && (schema == &vl_schema_scene || !is_of_scene(inner)))
            add_schema(page, inner, field->key);
    }
}

void doc_add_scene_keys(vl_text *page)
{
    add_schema(page, &vl_schema_scene, NULL);
}

static void add_form(vl_text *page, const vl_form *form)
{
    vl_text_add(page, "| `%s` | %s |\n", form->example, form->summary);
}

void doc_add_stream_forms(vl_text *page)
{
    vl_text_add(page, "| form | time steps |\n|---|---|\n");
    for (int i = 0; i < vl_stream_kind_count; i++)
        add_form(page, &vl_stream_kinds[i].form);
}

void doc_add_policy_forms(vl_text *page)
{
    vl_text_add(page, "| form | what a frame becomes |\n|---|---|\n");
    for (int i = 0; i < vl_policy_kind_count; i++)
        add_form(page, &vl_policy_kinds[i].form);
    vl_text_add(
        page,
        "\nA frame makes at most %d steps under any policy. A frame that is not longer than "
        "0 makes none.\n",
        VL_POLICY_MOST_STEPS);
}
