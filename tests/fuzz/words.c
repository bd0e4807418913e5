// Prints a dictionary for libFuzzer, made from the tables of the program: keys and words of scene
// files, the words of recordings, the forms of streams and policies, subcommands and options.

#include "cli/subcommand.h"
#include "lab/operation.h"
#include "scene/fields.h"
#include "scene/policy.h"
#include "scene/stream.h"

#include <ctype.h>
#include <stdio.h>

// A line of the dictionary, with all but letters and digits as hexadecimal numbers.
static void put(const char *word, const char *behind)
{
    putchar('"');
    for (; *word; word++)
        if (isalnum((unsigned char)*word))
            putchar(*word);
        else
            printf("\\x%02x", (unsigned)(unsigned char)*word);
    printf("%s\"\n", behind);
}

static void put_schema(const vl_schema *schema);

static void put_field(const vl_field *field)
{
    for (int i = 0; field->choices && vl_choices_name(field->choices, i); i++)
        put(vl_choices_name(field->choices, i), "");
    if (field->schema)
        put_schema(field->schema);
    if (field->element)
        put_field(field->element);
}

static void put_schema(const vl_schema *schema)
{
    if (schema->example)
        put(schema->example, "");
    for (int i = 0; i < schema->field_count; i++) {
        put(schema->fields[i].key, ": ");
        put_field(&schema->fields[i]);
    }
}

static void put_subcommands(void)
{
    for (const vl_subcommand *const *next = vl_subcommands; *next; next++) {
        put((*next)->name, "\\x0a");
        for (const vl_option *const *option = (*next)->options; option && *option; option++) {
            printf("\"--");
            printf("%s\\x0a\"\n", (*option)->name);
        }
    }
}

int main(void)
{
    put_schema(&vl_schema_scene);
    put_schema(&vl_schema_lane);
    for (int i = 0; i < vl_stream_kind_count; i++)
        put(vl_stream_kinds[i].form.example, "");
    for (int i = 0; i < vl_policy_kind_count; i++)
        put(vl_policy_kinds[i].form.example, "");
    for (int i = 0; i < VL_OPERATIONS; i++)
        put(vl_operation_rows[i].name, " ");
    put_subcommands();
    return 0;
}
