#include "doc_completion.h"

#include "cli/subcommand.h"
#include "physics/integrators/integrators.h"
#include "scene/fields.h"
#include "scene/policy.h"
#include "scene/stream.h"

#include <ctype.h>
#include <string.h>

void doc_add_shell_subcommands(vl_text *page)
{
    for (int i = 1; vl_subcommands[i]; i++) // the demo has no name
        vl_text_add(page, "%s%s", i > 1 ? " " : "", vl_subcommands[i]->name);
}

void doc_add_shell_options(vl_text *page)
{
    for (int i = 0; vl_subcommands[i]; i++) {
        vl_text_add(page, "    '%s') echo", vl_subcommands[i]->name);
        for (const vl_option *const *o = vl_subcommands[i]->options; *o; o++)
            vl_text_add(page, " --%s", (*o)->name);
        vl_text_add(page, " ;;\n");
    }
}

// --- what an option takes ---

static void add_choices(vl_text *page, const vl_choices *choices)
{
    for (int i = 0; choices && vl_choices_name(choices, i); i++)
        vl_text_add(page, " %s", vl_choices_name(choices, i));
}

static void add_form(vl_text *page, const vl_form *form)
{
    vl_text_add(page, " %s%s", form->name, strchr(form->example, ':') ? ":" : "");
}

// The values of a key of a scene.
static void add_values_of_key(vl_text *page, vl_scene_key key)
{
    const vl_field *field = vl_schema_find(&vl_schema_scene, key.record ? key.record : key.key);
    if (field && key.record)
        field = vl_schema_find(field->schema, key.key);
    if (field)
        add_choices(page, field->choices);
    for (int i = 0; field && field->type == &vl_type_timestep && i < vl_stream_kind_count; i++)
        if (!vl_stream_kinds[i].is_frame) // which needs a display
            add_form(page, &vl_stream_kinds[i].form);
    for (int i = 0; field && field->type == &vl_type_policy && i < vl_policy_kind_count; i++)
        add_form(page, &vl_policy_kinds[i].form);
}

static bool is_word(const char *part, size_t length)
{
    size_t letters = 0;
    while (letters < length && islower((unsigned char)part[letters]))
        letters++;
    return letters == length;
}

// Of a form such as "FILE|off" the words that are written as they are.
static void add_words_of_form(vl_text *page, const char *form)
{
    for (const char *part = form; *part;) {
        size_t length = strcspn(part, "|");
        if (is_word(part, length))
            vl_text_add(page, " %.*s", (int)length, part);
        if (length == 4 && strncmp(part, "FILE", length) == 0)
            vl_text_add(page, " @files");
        part += length + (part[length] == '|');
    }
}

static void add_values(vl_text *page, const vl_option *option)
{
    if (option->field.choices && !strchr(option->form, '|'))
        add_choices(page, option->field.choices);
    else if (option->sets.key)
        add_values_of_key(page, option->sets);
    else if (option->of_lane.key)
        add_values_of_key(page, option->of_lane);
    if (!option->sets.key)
        add_words_of_form(page, option->form);
}

static void add_words(vl_text *page, const vl_subcommand *subcommand)
{
    if (subcommand->word)
        for (int i = 0; subcommand->word(i); i++)
            vl_text_add(page, " %s", subcommand->word(i));
    if (strstr(subcommand->words, "SUBCOMMAND"))
        vl_text_add(page, " @subcommands");
    if (strstr(subcommand->words, "SCENE"))
        vl_text_add(page, " @scenes");
    if (strstr(subcommand->words, "RECORDING"))
        vl_text_add(page, " @recordings");
}

void doc_add_shell_values(vl_text *page)
{
    for (int i = 0; vl_subcommands[i]; i++) {
        const vl_subcommand *subcommand = vl_subcommands[i];
        vl_text_add(page, "    '%s ') echo", subcommand->name);
        add_words(page, subcommand);
        vl_text_add(page, " ;;\n");
        for (const vl_option *const *o = subcommand->options; *o; o++) {
            if (!(*o)->form)
                continue;
            vl_text_add(page, "    '%s --%s') echo", subcommand->name, (*o)->name);
            add_values(page, *o);
            vl_text_add(page, " ;;\n");
        }
    }
}
