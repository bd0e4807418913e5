#include "scene/yaml_tree.h"

#include "base/ending.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/text.h"
#include "scene/scene.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

// What is read, with the event at hand.
typedef struct reader {
    vl_arena *arena;
    vl_error *error;
    const char *file, *bytes;
    size_t size;
    int before; // lines
    yaml_parser_t parser;
    yaml_event_t event;
    int node_count;
} reader;

// Writes a message that points to a mark of libyaml, or to a node; false.
#define FAIL(mark, ...)                                                                            \
    vl_fail_at(r->error, (vl_location){r->file, (int)(mark).line + 1, (int)(mark).column + 1},     \
               __VA_ARGS__)
#define FAIL_AT(node, ...)                                                                         \
    vl_fail_at(r->error, (vl_location){r->file, (node)->line, (node)->column}, __VA_ARGS__)

// --- what is no YAML ---

// libyaml's problems in plain words. The message points to the place where libyaml stopped, or
// (`at_start`) to the beginning of what it was reading.
typedef struct explanation {
    const char *says;
    const char *means;
    bool at_start;
} explanation;

// clang-format off
static const explanation problems[] = {
    {"found character that cannot start any token",
     "this character cannot begin a value, expected text in quotes", false},
    {"mapping values are not allowed in this context",
     "a ':' where no value can begin, expected one 'key: value', as far in as the keys above it", false},
    {"block sequence entries are not allowed in this context",
     "a '-' where no list can begin, expected a list entry on a line of its own", false},
    {"could not find expected ':'", "a line that is no 'key: value', expected ': ' behind a key", true},
    {"did not find expected key", "expected a key, as far in as the keys above it", false},
    {"did not find expected '-' indicator", "expected '- ', as far in as the entries above it", false},
    {"did not find expected ',' or ']'", "this list is not closed, expected ',' or ']'", true},
    {"did not find expected ',' or '}'", "this mapping is not closed, expected ',' or '}'", true},
    {"did not find expected node content", "expected a value", false},
    {"found unexpected end of stream", "the text in quotes is not closed, expected a quote at its end", true},
    {"found unexpected document indicator", "the text in quotes is not closed, expected a quote at its end", true},
    {"found unknown escape character",
     "an unknown escape in text with double quotes, expected single quotes or '\\\\'", true},
    {"did not find expected alphabetic or numeric character",
     "'&' and '*' have a meaning of their own, expected text in quotes", true},
    {"found incompatible YAML document", "expected YAML 1.1 or 1.2", false},
};

// clang-format on

// The byte at which libyaml stopped; 0 at the end. Its index counts characters.
static char byte_at(const reader *r, size_t index)
{
    size_t offset = 0;
    for (size_t character = 0; character < index && offset < r->size; character++)
        do
            offset++;
        while (offset < r->size && vl_utf8_continues(r->bytes[offset]));
    return (char)(offset < r->size ? r->bytes[offset] : '\0');
}

static const explanation *explain(const char *says, char byte)
{
    static const explanation tab = {.means = "a tab where the line is indented, expected spaces"},
                             stray = {.means = "this bracket closes nothing, expected none here"};
    bool is_open = strstr(says, "','") != NULL; // the message then points to the beginning
    if (strstr(says, "tab character") || byte == '\t')
        return &tab;
    if (!is_open && (byte == ']' || byte == '}'))
        return &stray;
    return vl_names_find(VL_NAMES(problems, sizeof problems / sizeof *problems, says), says);
}

// libyaml tells the byte of a character that it does not take, and neither line nor column.
static bool fail_character(const reader *r)
{
    size_t offset = r->parser.problem_offset;
    vl_location where = {r->file, r->before + 1, 1};
    for (const char *at = r->bytes; at < r->bytes + offset; at++)
        if (*at == '\n' || (*at == '\r' && at[1] != '\n'))
            where = (vl_location){r->file, where.line + 1, 1};
        else
            where.column += !vl_utf8_continues(*at) && *at != '\r';
    if (r->parser.problem && strstr(r->parser.problem, "control character"))
        return vl_fail_at(r->error, where, "the control character U+%04X, expected text",
                          (unsigned)r->parser.problem_value);
    return vl_fail_at(r->error, where,
                      "the byte 0x%02X is not UTF-8, expected a scene, which is text in UTF-8",
                      (unsigned)(unsigned char)r->bytes[offset]);
}

static bool fail_parsing(const reader *r)
{
    const char *says = r->parser.problem ? r->parser.problem : "unknown problem";
    if (r->parser.error == YAML_READER_ERROR)
        return fail_character(r);
    const explanation *found = explain(says, byte_at(r, r->parser.problem_mark.index));
    if (!found)
        return FAIL(r->parser.problem_mark, "not valid YAML: %s", says);
    return FAIL(found->at_start ? r->parser.context_mark : r->parser.problem_mark, "%s",
                found->means);
}

// Goes on to the next event.
static bool advance(reader *r)
{
    yaml_event_delete(&r->event);
    return yaml_parser_parse(&r->parser, &r->event) || fail_parsing(r);
}

// --- the tree ---

// Whether a node may begin with the event at hand, `depth` levels deep.
static bool accept_node(reader *r, int depth)
{
    const yaml_event_t *e = &r->event;
    bool scalar = e->type == YAML_SCALAR_EVENT, alias = e->type == YAML_ALIAS_EVENT;
    // what the events that begin a node have in common is at the same place in all of them
    const unsigned char *anchor = e->data.scalar.anchor;
    const unsigned char *tag = alias ? NULL : e->data.scalar.tag;
    if (anchor)
        return FAIL(e->start_mark,
                    "'%c%s': anchors and aliases are not allowed, expected the value itself",
                    alias ? '*' : '&', (const char *)anchor);
    if (tag)
        return FAIL(e->start_mark, "the tag '%s': tags are not allowed, expected the value alone",
                    (const char *)tag);
    if (!scalar && depth >= VL_YAML_MOST_DEPTH)
        return FAIL(e->start_mark, "nested too deep, expected at most %d levels",
                    VL_YAML_MOST_DEPTH);
    if (scalar && memchr(e->data.scalar.value, '\0', e->data.scalar.length))
        return FAIL(e->start_mark, "the control character U+0000, expected text");
    return ++r->node_count <= VL_YAML_MOST_NODES ||
           FAIL(e->start_mark, "too many values, expected at most %d in a file",
                VL_YAML_MOST_NODES);
}

static bool accept_key(const reader *r, const vl_yaml_node *mapping, const vl_yaml_node *key)
{
    if (key->kind != VL_YAML_SCALAR)
        return FAIL_AT(key, "a %s as a key, expected a word",
                       key->kind == VL_YAML_LIST ? "list" : "mapping");
    if (mapping->count >= VL_YAML_MOST_KEYS)
        return FAIL_AT(key, "too many keys, expected at most %d", VL_YAML_MOST_KEYS);
    const vl_yaml_node *twin = vl_yaml_find(mapping, key->text);
    return !twin || FAIL_AT(key, "the key '%s' a second time, expected it once (first in line %d)",
                            key->text, twin->key->line);
}

static vl_yaml_node *read_node(reader *r, int depth);

// The next child of a parent, with its key. NULL and a message where it is wrong.
static vl_yaml_node *read_child(reader *r, const vl_yaml_node *parent, int depth)
{
    const vl_yaml_node *key = NULL;
    if (parent->kind == VL_YAML_MAPPING) {
        key = read_node(r, depth);
        if (!key || !accept_key(r, parent, key))
            return NULL;
    }
    vl_yaml_node *child = read_node(r, depth);
    if (child)
        child->key = key;
    return child;
}

// The node that begins with the event at hand; that behind it is at hand then. NULL and a message
// where it is wrong.
static vl_yaml_node *read_node(reader *r, int depth)
{
    const yaml_event_t *e = &r->event;
    if (!accept_node(r, depth))
        return NULL;
    bool scalar = e->type == YAML_SCALAR_EVENT;
    size_t length = scalar ? e->data.scalar.length : 0;
    vl_yaml_node *node = vl_arena_take(r->arena, 1, sizeof *node + length + 1);
    *node = (vl_yaml_node){
        .kind = scalar                                 ? VL_YAML_SCALAR
                : e->type == YAML_SEQUENCE_START_EVENT ? VL_YAML_LIST
                                                       : VL_YAML_MAPPING,
        .line = (int)e->start_mark.line + 1,
        .column = (int)e->start_mark.column + 1,
        .quoted = scalar && e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE,
        .text = scalar ? memcpy(node + 1, e->data.scalar.value, length) : "",
    };
    bool good = advance(r);
    vl_yaml_node **end = &node->first;
    while (good && !scalar && e->type != YAML_SEQUENCE_END_EVENT &&
           e->type != YAML_MAPPING_END_EVENT) {
        good = (*end = read_child(r, node, depth + 1));
        node->count += good;
        end = good ? &(*end)->next : end;
    }
    return good && (scalar || advance(r)) ? node : NULL;
}

// A stream begins with an event of its own, and so does the document in it.
static const vl_yaml_node *read_document(reader *r)
{
    if (!advance(r) || !advance(r))
        return NULL;
    if (r->event.type == YAML_STREAM_END_EVENT) {
        vl_fail_at(r->error, (vl_location){r->file, r->before + 1, 1},
                   "the file is empty, expected a scene that begins with 'format: 1'");
        return NULL;
    }
    const vl_yaml_node *root = advance(r) ? read_node(r, 0) : NULL;
    if (!root || !advance(r))
        return NULL;
    if (r->event.type == YAML_STREAM_END_EVENT)
        return root;
    FAIL(r->event.start_mark, "a second document begins, expected one");
    return NULL;
}

const vl_yaml_node *vl_yaml_parse(vl_arena *arena, const char *bytes, size_t size, const char *file,
                                  int before, vl_error *error)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    size_t skipped = size >= 3 && memcmp(bytes, byte_order_mark, 3) == 0 ? 3 : 0;
    reader r = {.arena = arena,
                .error = error,
                .file = file,
                .bytes = bytes + skipped,
                .size = size - skipped,
                .before = before};
    if (!yaml_parser_initialize(&r.parser))
        vl_ending_without_memory(sizeof r.parser);
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    r.parser.mark.line = (size_t)before;
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)r.bytes, r.size);
    const vl_yaml_node *root = read_document(&r);
    yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    return root;
}

const char *vl_scene_yaml_version(void)
{
    return yaml_get_version_string();
}

const vl_yaml_node *vl_yaml_find(const vl_yaml_node *mapping, const char *key)
{
    for (const vl_yaml_node *value = mapping->first; value; value = value->next)
        if (strcmp(value->key->text, key) == 0)
            return value;
    return NULL;
}

const vl_yaml_node *vl_yaml_place(const vl_yaml_node *mapping, const char *key)
{
    const vl_yaml_node *value = vl_yaml_find(mapping, key);
    return value ? value : mapping;
}

const vl_yaml_node *vl_yaml_first(const vl_yaml_node *mapping, const char *key)
{
    const vl_yaml_node *list = vl_yaml_find(mapping, key);
    return list ? list->first : NULL;
}

// --- writing ---

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

// An event in UTF-8 fails to be made or emitted where there is no memory alone.
static void emit(vl_yaml_writer *writer, int made, yaml_event_t *event)
{
    if (!made || !yaml_emitter_emit(&writer->emitter, event))
        vl_ending_without_memory(sizeof *event);
}

vl_yaml_writer *vl_yaml_writer_create(void)
{
    enum { UNLIMITED = -1 }; // a row is one line, and the lines of a block are not changed

    vl_yaml_writer *writer = vl_alloc(1, sizeof *writer);
    yaml_event_t event;
    if (!yaml_emitter_initialize(&writer->emitter))
        vl_ending_without_memory(sizeof *writer);
    yaml_emitter_set_output(&writer->emitter, take_bytes, writer);
    yaml_emitter_set_unicode(&writer->emitter, 1);
    yaml_emitter_set_width(&writer->emitter, UNLIMITED);
    emit(writer, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING), &event);
    emit(writer, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1), &event);
    return writer;
}

void vl_yaml_write_begin(vl_yaml_writer *writer, vl_yaml_kind kind, bool flow)
{
    yaml_event_t event;
    yaml_sequence_style_t list = flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE;
    yaml_mapping_style_t mapping = flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE;
    emit(writer,
         kind == VL_YAML_LIST ? yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, list)
                              : yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, mapping),
         &event);
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

// The name of a folder that is no UTF-8 becomes another one.
void vl_yaml_write_text(vl_yaml_writer *writer, const char *text, bool block)
{
    yaml_scalar_style_t style = YAML_ANY_SCALAR_STYLE;
    char *valid = vl_copy_text(text);
    for (ptrdiff_t bad; (bad = vl_utf8_invalid(valid, strlen(valid))) >= 0;)
        valid[bad] = '?';
    if (block && strchr(text, '\n'))
        style = YAML_LITERAL_SCALAR_STYLE;
    else if (needs_quotes(text))
        style = YAML_SINGLE_QUOTED_SCALAR_STYLE;
    write_scalar(writer, valid, style);
    vl_free(valid);
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
