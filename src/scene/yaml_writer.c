#include "scene/yaml_writer.h"

#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

struct vl_yaml_writer {
    yaml_emitter_t emitter;
    vl_text text;
};

static int take_bytes(void *user, unsigned char *bytes, size_t size)
{
    vl_yaml_writer *writer = user;
    vl_text_add_bytes(&writer->text, (const char *)bytes, size);
    return 1;
}

// An event fails to be made or emitted for two reasons: no memory, and a text that is not UTF-8,
// which is the caller's bug.
static void emit(vl_yaml_writer *writer, int made, yaml_event_t *event)
{
    int emitted = made && yaml_emitter_emit(&writer->emitter, event);
    assert(emitted);
    (void)emitted;
}

vl_yaml_writer *vl_yaml_writer_create(void)
{
    enum { UNLIMITED = -1 }; // a row is one line, and the lines of a block are not changed

    vl_yaml_writer *writer = vl_alloc(1, sizeof *writer);
    yaml_event_t event;
    int made = yaml_emitter_initialize(&writer->emitter);
    assert(made);
    yaml_emitter_set_output(&writer->emitter, take_bytes, writer);
    yaml_emitter_set_unicode(&writer->emitter, 1);
    yaml_emitter_set_width(&writer->emitter, UNLIMITED);

    made = yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
    emit(writer, made, &event);
    made = yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1);
    emit(writer, made, &event);
    return writer;
}

void vl_yaml_write_begin(vl_yaml_writer *writer, vl_yaml_kind kind, bool flow)
{
    yaml_event_t event;
    int made =
        kind == VL_YAML_LIST
            ? yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                   flow ? YAML_FLOW_SEQUENCE_STYLE
                                                        : YAML_BLOCK_SEQUENCE_STYLE)
            : yaml_mapping_start_event_initialize(
                  &event, NULL, NULL, 1, flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE);
    emit(writer, made, &event);
}

void vl_yaml_write_end(vl_yaml_writer *writer, vl_yaml_kind kind)
{
    yaml_event_t event;
    int made = kind == VL_YAML_LIST ? yaml_sequence_end_event_initialize(&event)
                                    : yaml_mapping_end_event_initialize(&event);
    emit(writer, made, &event);
}

static void write_scalar(vl_yaml_writer *writer, const char *text, yaml_scalar_style_t style)
{
    yaml_event_t event;
    int made = yaml_scalar_event_initialize(&event, NULL, NULL, (const unsigned char *)text,
                                            (int)strlen(text), 1, 1, style);
    emit(writer, made, &event);
}

void vl_yaml_write_word(vl_yaml_writer *writer, const char *word)
{
    write_scalar(writer, word, YAML_PLAIN_SCALAR_STYLE);
}

void vl_yaml_write_number(vl_yaml_writer *writer, double number)
{
    char buffer[VL_NUMBER_SIZE];
    vl_yaml_write_word(writer, vl_number_text(number, buffer));
}

// Whether any reader of YAML could take the plain text for a number, a truth value or nothing.
static bool needs_quotes(const char *text)
{
    static const char *const words[] = {"true", "false", "yes",  "no",   "on",    "off",   "y", "n",
                                        "null", "~",     ".nan", ".inf", "-.inf", "+.inf", "="};
    char *end;
    strtod(text, &end);
    if (*end == '\0')
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i]) == 0)
            return true;
    return false;
}

void vl_yaml_write_text(vl_yaml_writer *writer, const char *text, bool block)
{
    yaml_scalar_style_t style = YAML_ANY_SCALAR_STYLE;
    if (block && strchr(text, '\n'))
        style = YAML_LITERAL_SCALAR_STYLE;
    else if (needs_quotes(text))
        style = YAML_SINGLE_QUOTED_SCALAR_STYLE;
    write_scalar(writer, text, style);
}

char *vl_yaml_writer_finish(vl_yaml_writer *writer)
{
    yaml_event_t event;
    emit(writer, yaml_document_end_event_initialize(&event, 1), &event);
    emit(writer, yaml_stream_end_event_initialize(&event), &event);
    yaml_emitter_delete(&writer->emitter);

    char *text = writer->text.data;
    vl_free(writer);
    return text;
}
