#include "scene/format_doc.h"

#include "base/text.h"
#include "scene/fields.h"
#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/scene_fields.h"
#include "scene/stream.h"

#include <ctype.h>

static const char introduction[] =
    "# The scene format\n"
    "\n"
    "This page is made from the tables in `src/scene/` that load and save scenes; do not edit it "
    "by\n"
    "hand.\n"
    "\n"
    "A scene is one YAML file in UTF-8. It says what there is at the start, how it moves, and how "
    "it\n"
    "is shown. Every key but those marked *required* may be left out. The smallest scene that is "
    "one:\n"
    "\n"
    "```yaml\n"
    "format: 1\n"
    "particles:\n"
    "  - {at: [0, 0]}\n"
    "```\n"
    "\n"
    "A ball on a string:\n"
    "\n"
    "```yaml\n"
    "format: 1\n"
    "title: Ball on a string\n"
    "notes: |\n"
    "  Drag the ball, let go.\n"
    "integrator: tcv\n"
    "gravity: [0, -9.81]\n"
    "particles:\n"
    "  - {name: hook, at: [0, 0], pinned: true}\n"
    "  - {name: ball, at: [1, 0], mass: 1, radius: 0.1}\n"
    "links:\n"
    "  - {from: hook, to: ball, kind: string}\n"
    "```\n"
    "\n"
    "## Rules\n"
    "\n"
    "- Lengths are metres, masses kilograms, times seconds; x points right, y up, z to the "
    "viewer.\n"
    "  A vector is two numbers or three; z is 0 where it is left out.\n"
    "- Particles are numbered from 1: first the particles, then those of the chains, each from "
    "`from`\n"
    "  to `to`, then those of the cloths, each row by row from the top left. Links name a particle "
    "by\n"
    "  its name or its number.\n"
    "- A number has a point, not a comma; `.nan` and `.inf` are refused. In quotes it is text.\n";

static const char limits_and_messages[] =
    "- What is wrong is refused with the place and what was expected:\n"
    "  `swing.yaml:7:22: unknown key 'mas'; did you mean 'mass'?`\n"
    "- Anchors, aliases and tags of YAML, a second document, and a key given twice are refused.\n";

static void add_rules(vl_text *page)
{
    vl_text_add(page, "%s", introduction);
    vl_text_add(page, "- A number other than 0 lies between %g and %g, or their negatives.\n",
                VL_FIELD_SMALLEST, VL_FIELD_LARGEST);
    vl_text_add(page,
                "- A file has at most %d MiB and %d levels, a scene at most %d particles and %d "
                "links.\n",
                VL_SCENE_MOST_BYTES / (1024 * 1024), VL_YAML_MOST_DEPTH, VL_SCENE_MOST_PARTICLES,
                VL_SCENE_MOST_LINKS);
    vl_text_add(page, "%s", limits_and_messages);
}

static void add_row(vl_text *page, const vl_field *field)
{
    vl_text_add(page, "| `%s` | ", field->key);
    field->type->words(field, page);
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
    for (int kind = 0; schema->kinds->name(kind); kind++) {
        vl_text_add(page, "\n### %c%s: %s\n\nSuch as `%s`.\n", toupper(schema->name[0]),
                    schema->name + 1, schema->kinds->name(kind), schema->kinds->example(kind));
        add_fields(page, schema, kind);
    }
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
        if (inner)
            add_schema(page, inner, field->key);
    }
}

static void add_streams(vl_text *page)
{
    vl_text_add(page, "\n## Streams of time steps\n\n"
                      "Of `timestep`, and of `--dt` on the command line; times in seconds.\n\n"
                      "| form | time steps |\n|---|---|\n");
    for (int i = 0; i < vl_stream_kind_count; i++)
        vl_text_add(page, "| `%s` | %s |\n", vl_stream_kinds[i].form.example,
                    vl_stream_kinds[i].form.summary);
    vl_text_add(page, "\nIn a scene, a relative path is looked for in the folder of the scene.\n");
}

static void add_policies(vl_text *page)
{
    vl_text_add(page, "\n## Policies for frame times\n\n"
                      "Of `policy`, and of `--policy` on the command line; times in seconds.\n\n"
                      "| form | what a frame becomes |\n|---|---|\n");
    for (int i = 0; i < vl_policy_kind_count; i++)
        vl_text_add(page, "| `%s` | %s |\n", vl_policy_kinds[i].form.example,
                    vl_policy_kinds[i].form.summary);
    vl_text_add(page,
                "\nA frame makes at most %d steps under any of them. Frames that are not longer "
                "than 0 make none.\n",
                VL_POLICY_MOST_STEPS);
}

char *vl_scene_format_markdown(void)
{
    vl_text page = {0};
    add_rules(&page);
    add_schema(&page, &vl_schema_scene, NULL);
    add_streams(&page);
    add_policies(&page);
    return page.data;
}
