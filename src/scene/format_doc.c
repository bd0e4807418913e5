#include "scene/format_doc.h"

#include "base/text.h"
#include "scene/fields.h"
#include "scene/policy.h"
#include "scene/scene.h"
#include "scene/scene_fields.h"
#include "scene/stream.h"

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

static void add_default(vl_text *page, const vl_field *field)
{
    if (field->required)
        vl_text_add(page, "*required*");
    else if (field->default_words)
        vl_text_add(page, "%s", field->default_words);
    else if (field->type->show_default)
        field->type->show_default(field, page);
}

static void add_fields(vl_text *page, const vl_record *record)
{
    vl_text_add(page, "\n| key | value | default | meaning |\n|---|---|---|---|\n");
    for (int i = 0; i < record->field_count; i++) {
        const vl_field *field = &record->fields[i];
        vl_text_add(page, "| `%s` | ", field->key);
        field->type->expect(field, page);
        vl_text_add(page, " | ");
        add_default(page, field);
        vl_text_add(page, " | %s |\n", field->meaning);
    }
}

static void add_record(vl_text *page, const vl_record *record, const char *key)
{
    bool is_variant = record->example && !key;
    vl_text_add(page, "\n%s %s\n", is_variant ? "###" : "##", record->title);
    if (record->example && key)
        vl_text_add(page, "\nIn `%s`, such as `%s`.\n", key, record->example);
    else if (record->example)
        vl_text_add(page, "\nSuch as `%s`.\n", record->example);
    if (record->field_count)
        add_fields(page, record);
    for (int i = 0; i < record->variant_count; i++)
        add_record(page, &record->variants[i], NULL);
}

// The records in the fields of a record, each followed by those inside it.
static void add_records_of(vl_text *page, const vl_record *record)
{
    for (int i = 0; i < record->field_count; i++) {
        const vl_field *field = &record->fields[i];
        if (!field->record)
            continue;
        add_record(page, field->record, field->key);
        add_records_of(page, field->record);
    }
}

static void add_streams(vl_text *page)
{
    vl_text_add(page, "\n## Streams of time steps\n\n"
                      "Of `timestep`, and of `--dt` on the command line; times in seconds.\n\n"
                      "| form | time steps |\n|---|---|\n");
    for (int i = 0; i < vl_stream_kind_count; i++)
        vl_text_add(page, "| `%s` | %s |\n", vl_stream_kinds[i].form, vl_stream_kinds[i].summary);
    vl_text_add(page, "\nIn a scene, a relative path is looked for in the folder of the scene.\n");
}

static void add_policies(vl_text *page)
{
    vl_text_add(page, "\n## Policies for frame times\n\n"
                      "Of `policy`, and of `--policy` on the command line; times in seconds.\n\n"
                      "| form | what a frame becomes |\n|---|---|\n");
    for (int i = 0; i < vl_policy_kind_count; i++)
        vl_text_add(page, "| `%s` | %s |\n", vl_policy_kinds[i].form, vl_policy_kinds[i].summary);
    vl_text_add(page,
                "\nA frame makes at most %d steps under any of them. Frames that are not longer "
                "than 0 make none.\n",
                VL_POLICY_MOST_STEPS);
}

char *vl_scene_format_markdown(void)
{
    vl_text page = {0};
    add_rules(&page);
    add_record(&page, &vl_record_scene, NULL);
    add_records_of(&page, &vl_record_scene);
    add_streams(&page);
    add_policies(&page);
    return page.data;
}
