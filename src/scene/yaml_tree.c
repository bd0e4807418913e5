#include "scene/yaml_tree.h"

#include "base/ending.h"
#include "base/memory.h"
#include "base/text.h"
#include "scene/scene.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

// Memory of the arena in large pieces: a node and its text are much smaller than what the arena and
// the system need for each.
typedef struct pool {
    char *free;
    size_t left;
} pool;

// The state while events are read: the open lists and mappings, outermost first.
typedef struct tree_builder {
    vl_arena *arena;
    const char *file;
    vl_error *error;
    const vl_yaml_node *root;
    int node_count;
    vl_yaml_node *open[VL_YAML_MOST_DEPTH];
    int depth;
    const vl_yaml_node *key; ///< of the innermost mapping, waiting for its value
    int documents;
    pool nodes, texts;
} tree_builder;

// Writes a message that points to a line and a column, or to a mark of libyaml; false.
#define FAIL_AT(line, column, ...)                                                                 \
    vl_fail_at(builder->error, (vl_location){builder->file, line, column}, __VA_ARGS__)
#define FAIL(mark, ...) FAIL_AT((int)(mark).line + 1, (int)(mark).column + 1, __VA_ARGS__)

// Characters are checked first, since libyaml does not give the line and column of an invalid one.

static vl_location place_of_byte(const char *file, const char *bytes, size_t offset)
{
    vl_location where = {file, 1, 1};

    for (size_t i = 0; i < offset; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '\n' || (byte == '\r' && bytes[i + 1] != '\n')) {
            where.line++;
            where.column = 1;
        } else if ((byte & 0xC0) != 0x80 && byte != '\r') {
            where.column++;
        }
    }
    return where;
}

static bool check_characters(const char *bytes, size_t size, const char *file, vl_error *error)
{
    ptrdiff_t bad = vl_utf8_invalid(bytes, size);
    size_t valid = bad < 0 ? size : (size_t)bad;

    for (size_t i = 0; i < valid; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if ((byte < 0x20 && !strchr("\t\n\r", byte)) || byte == 0 || byte == 0x7F)
            return vl_fail_at(error, place_of_byte(file, bytes, i),
                              "the control character U+%04X, expected text", (unsigned)byte);
    }
    if (bad >= 0)
        return vl_fail_at(error, place_of_byte(file, bytes, valid),
                          "the byte 0x%02X is not UTF-8, expected a scene, which is text in UTF-8",
                          (unsigned)(unsigned char)bytes[bad]);
    return true;
}

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

static const explanation tab = {.means = "a tab where the line is indented, expected spaces"};
static const explanation stray = {.means = "this bracket closes nothing, expected none here"};
static const explanation cut_off = {.means =
                                        "the file ends within a value, expected the rest of it"};

// The byte at which libyaml stopped; 0 at the end. Its index counts characters.
static char byte_at(const char *bytes, size_t size, size_t index)
{
    size_t offset = 0;
    for (size_t character = 0; character < index && offset < size; character++)
        do
            offset++;
        while (offset < size && ((unsigned char)bytes[offset] & 0xC0) == 0x80);
    return (char)(offset < size ? bytes[offset] : '\0');
}

static const explanation *explain(const char *says, char byte)
{
    bool is_open = strstr(says, "','") != NULL; // the message then points to the beginning
    if (strstr(says, "tab character") || byte == '\t')
        return &tab;
    if (!is_open && (byte == ']' || byte == '}'))
        return &stray;
    if (byte == '\0' && strstr(says, "node content"))
        return &cut_off;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        if (strcmp(problems[i].says, says) == 0)
            return &problems[i];
    return NULL;
}

static bool fail_parsing(tree_builder *builder, const yaml_parser_t *parser, const char *bytes,
                         size_t size)
{
    const char *says = parser->problem ? parser->problem : "unknown problem";
    const explanation *found = explain(says, byte_at(bytes, size, parser->problem_mark.index));

    yaml_mark_t mark = found && found->at_start ? parser->context_mark : parser->problem_mark;
    if (!found)
        return FAIL(mark, "not valid YAML: %s", says);
    return FAIL(mark, "%s", found->means);
}

// --- the tree ---

// `size` zeroed bytes; a pool of nodes hands out nodes alone, so that they are aligned.
static void *take(vl_arena *arena, pool *from, size_t size)
{
    const size_t piece = (size_t)1 << 16;
    if (size > piece / 4)
        return vl_arena_take(arena, 1, size);
    if (size > from->left) {
        from->free = vl_arena_take(arena, 1, piece);
        from->left = piece;
    }
    void *taken = from->free;
    from->free += size;
    from->left -= size;
    return taken;
}

static bool refuse_anchor(tree_builder *builder, yaml_mark_t at, char sign,
                          const unsigned char *anchor)
{
    return FAIL(at, "'%c%s': anchors and aliases are not allowed, expected the value itself", sign,
                (const char *)anchor);
}

static bool accept_key(tree_builder *builder, const vl_yaml_node *mapping, vl_yaml_node *node)
{
    if (node->kind != VL_YAML_SCALAR)
        return FAIL_AT(node->line, node->column, "a %s as a key, expected a word",
                       node->kind == VL_YAML_LIST ? "list" : "mapping");
    if (mapping->count >= VL_YAML_MOST_KEYS)
        return FAIL_AT(node->line, node->column, "too many keys, expected at most %d",
                       VL_YAML_MOST_KEYS);

    const vl_yaml_node *twin = vl_yaml_find(mapping, node->text);
    if (twin)
        return FAIL_AT(node->line, node->column,
                       "the key '%s' a second time, expected it once (first in line %d)",
                       node->text, twin->key->line);
    builder->key = node;
    return true;
}

// Attaches a node as the root, a key, a value or an entry of a list.
static bool attach(tree_builder *builder, vl_yaml_node *node)
{
    if (builder->depth == 0) {
        builder->root = node;
        return true;
    }

    vl_yaml_node *parent = builder->open[builder->depth - 1];
    assert(parent);
    if (parent->kind == VL_YAML_MAPPING && !builder->key)
        return accept_key(builder, parent, node);
    node->key = builder->key;
    builder->key = NULL;
    if (parent->last)
        parent->last->next = node;
    else
        parent->first = node;
    parent->last = node;
    parent->count++;
    return true;
}

// Adds the node that begins at `at`; it may have no anchor and no tag.
static bool add_node(tree_builder *builder, yaml_mark_t at, vl_yaml_node described,
                     const unsigned char *anchor, const unsigned char *tag)
{
    bool opens = described.kind != VL_YAML_SCALAR;
    if (anchor)
        return refuse_anchor(builder, at, '&', anchor);
    if (tag)
        return FAIL(at, "the tag '%s': tags are not allowed, expected the value alone",
                    (const char *)tag);
    if (opens && builder->depth >= VL_YAML_MOST_DEPTH)
        return FAIL(at, "nested too deep, expected at most %d levels", VL_YAML_MOST_DEPTH);
    if (!described.text)
        return FAIL(at, "the control character U+0000, expected text");
    if (++builder->node_count > VL_YAML_MOST_NODES)
        return FAIL(at, "too many values, expected at most %d in a file", VL_YAML_MOST_NODES);

    vl_yaml_node *node = take(builder->arena, &builder->nodes, sizeof *node);
    *node = described;
    node->line = (int)at.line + 1;
    node->column = (int)at.column + 1;
    if (!attach(builder, node))
        return false;
    if (opens)
        builder->open[builder->depth++] = node;
    return true;
}

// Without a text where that would have a character U+0000.
static vl_yaml_node scalar(tree_builder *builder, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    char *copy = take(builder->arena, &builder->texts, length + 1);
    return (vl_yaml_node){
        .kind = VL_YAML_SCALAR,
        .quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE,
        .text = memchr(text, '\0', length) ? NULL : memcpy(copy, text, length),
    };
}

static bool handle(tree_builder *builder, const yaml_event_t *event)
{
    yaml_mark_t at = event->start_mark;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return builder->documents++ == 0 || FAIL(at, "a second document begins, expected one");
    case YAML_ALIAS_EVENT:
        return refuse_anchor(builder, at, '*', event->data.alias.anchor);
    case YAML_SCALAR_EVENT:
        return add_node(builder, at, scalar(builder, event), event->data.scalar.anchor,
                        event->data.scalar.tag);
    case YAML_SEQUENCE_START_EVENT:
        return add_node(builder, at, (vl_yaml_node){.kind = VL_YAML_LIST, .text = ""},
                        event->data.sequence_start.anchor, event->data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
        return add_node(builder, at, (vl_yaml_node){.kind = VL_YAML_MAPPING, .text = ""},
                        event->data.mapping_start.anchor, event->data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        builder->depth--;
        return true;
    default:
        return true;
    }
}

static bool read_events(tree_builder *builder, const char *bytes, size_t size)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return vl_fail(builder->error, "out of memory");
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, size);

    bool good = true, more = true;
    while (good && more) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            good = fail_parsing(builder, &parser, bytes, size);
            break;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        good = handle(builder, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return good;
}

const vl_yaml_node *vl_yaml_parse(vl_arena *arena, const char *bytes, size_t size, const char *file,
                                  vl_error *error)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    if (size >= 3 && memcmp(bytes, byte_order_mark, 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    tree_builder builder = {.arena = arena, .file = file, .error = error};
    if (!check_characters(bytes, size, file, error) || !read_events(&builder, bytes, size))
        return NULL;
    if (!builder.root)
        vl_fail_at(error, (vl_location){file, 1, 1},
                   "the file is empty, expected a scene that begins with 'format: 1'");
    return builder.root;
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
    int made = yaml_emitter_initialize(&writer->emitter);
    yaml_emitter_set_output(&writer->emitter, take_bytes, writer);
    yaml_emitter_set_unicode(&writer->emitter, 1);
    yaml_emitter_set_width(&writer->emitter, UNLIMITED);

    made = made && yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
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
