#include "scene/yaml_tree.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>
#include <yaml.h>

struct vl_yaml_tree {
    vl_arena arena;
    vl_yaml_node *root;
    int node_count;
};

// The state while events are read: the open lists and mappings, outermost first.
typedef struct tree_builder {
    vl_yaml_tree *tree;
    const char *file;
    vl_error *error;
    vl_yaml_node *open[VL_YAML_MOST_DEPTH];
    int depth;
    const vl_yaml_node *key; ///< of the innermost mapping, waiting for its value
    int documents;
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

static bool is_control(unsigned char byte)
{
    return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F;
}

static bool check_characters(const char *bytes, size_t size, const char *file, vl_error *error)
{
    ptrdiff_t bad = vl_utf8_invalid(bytes, size);
    size_t valid = bad < 0 ? size : (size_t)bad;

    for (size_t i = 0; i < valid; i++)
        if (is_control((unsigned char)bytes[i]))
            return vl_fail_at(error, place_of_byte(file, bytes, i),
                              "the control character U+%04X, expected text",
                              (unsigned)(unsigned char)bytes[i]);
    if (bad >= 0)
        return vl_fail_at(error, place_of_byte(file, bytes, valid),
                          "the byte 0x%02X is not UTF-8, expected text in UTF-8",
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
    return offset < size ? bytes[offset] : '\0';
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

// --- one handler for each kind of event ---

static bool refuse_anchor(tree_builder *builder, const yaml_event_t *event,
                          const unsigned char *anchor, char sign)
{
    return FAIL(event->start_mark,
                "'%c%s': anchors and aliases are not allowed, expected the value itself", sign,
                (const char *)anchor);
}

static bool refuse_tag(tree_builder *builder, const yaml_event_t *event, const unsigned char *tag)
{
    return FAIL(event->start_mark, "the tag '%s': tags are not allowed, expected the value alone",
                (const char *)tag);
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
        builder->tree->root = node;
        return true;
    }

    vl_yaml_node *parent = builder->open[builder->depth - 1];
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

// Copies the node into the tree and attaches it. NULL and a message where that is not allowed.
static vl_yaml_node *add_node(tree_builder *builder, vl_yaml_node described)
{
    if (++builder->tree->node_count > VL_YAML_MOST_NODES) {
        FAIL_AT(described.line, described.column, "too many values, expected at most %d in a file",
                VL_YAML_MOST_NODES);
        return NULL;
    }

    vl_yaml_node *node = vl_arena_take(&builder->tree->arena, 1, sizeof *node);
    *node = described;
    return attach(builder, node) ? node : NULL;
}

static bool scalar(tree_builder *builder, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (event->data.scalar.anchor)
        return refuse_anchor(builder, event, event->data.scalar.anchor, '&');
    if (event->data.scalar.tag)
        return refuse_tag(builder, event, event->data.scalar.tag);
    if (memchr(text, '\0', length))
        return FAIL(event->start_mark, "the control character U+0000, expected text");

    return add_node(builder,
                    (vl_yaml_node){.kind = VL_YAML_SCALAR,
                                   .line = (int)event->start_mark.line + 1,
                                   .column = (int)event->start_mark.column + 1,
                                   .quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE,
                                   .text = vl_arena_text(&builder->tree->arena, text, length)});
}

static bool begin(tree_builder *builder, const yaml_event_t *event, vl_yaml_kind kind,
                  const unsigned char *anchor, const unsigned char *tag)
{
    if (anchor)
        return refuse_anchor(builder, event, anchor, '&');
    if (tag)
        return refuse_tag(builder, event, tag);
    if (builder->depth >= VL_YAML_MOST_DEPTH)
        return FAIL(event->start_mark, "nested too deep, expected at most %d levels",
                    VL_YAML_MOST_DEPTH);

    vl_yaml_node *node =
        add_node(builder, (vl_yaml_node){.kind = kind,
                                         .line = (int)event->start_mark.line + 1,
                                         .column = (int)event->start_mark.column + 1,
                                         .text = ""});
    if (node)
        builder->open[builder->depth++] = node;
    return node;
}

static bool begin_list(tree_builder *builder, const yaml_event_t *event)
{
    return begin(builder, event, VL_YAML_LIST, event->data.sequence_start.anchor,
                 event->data.sequence_start.tag);
}

static bool begin_mapping(tree_builder *builder, const yaml_event_t *event)
{
    return begin(builder, event, VL_YAML_MAPPING, event->data.mapping_start.anchor,
                 event->data.mapping_start.tag);
}

static bool end(tree_builder *builder, const yaml_event_t *event)
{
    (void)event;
    builder->depth--;
    return true;
}

static bool alias(tree_builder *builder, const yaml_event_t *event)
{
    return refuse_anchor(builder, event, event->data.alias.anchor, '*');
}

static bool begin_document(tree_builder *builder, const yaml_event_t *event)
{
    return builder->documents++ == 0 ||
           FAIL(event->start_mark, "a second document begins, expected one");
}

static bool (*const handlers[])(tree_builder *builder, const yaml_event_t *event) = {
    [YAML_DOCUMENT_START_EVENT] = begin_document,
    [YAML_ALIAS_EVENT] = alias,
    [YAML_SCALAR_EVENT] = scalar,
    [YAML_SEQUENCE_START_EVENT] = begin_list,
    [YAML_SEQUENCE_END_EVENT] = end,
    [YAML_MAPPING_START_EVENT] = begin_mapping,
    [YAML_MAPPING_END_EVENT] = end,
};

static bool handle(tree_builder *builder, const yaml_event_t *event)
{
    size_t type = (size_t)event->type;
    if (type >= sizeof handlers / sizeof *handlers || !handlers[type])
        return true;
    return handlers[type](builder, event);
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

vl_yaml_tree *vl_yaml_parse(const char *bytes, size_t size, const char *file, vl_error *error)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    if (size >= 3 && memcmp(bytes, byte_order_mark, 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    if (!check_characters(bytes, size, file, error))
        return NULL;

    vl_yaml_tree *tree = vl_alloc(1, sizeof *tree);
    tree_builder builder = {.tree = tree, .file = file, .error = error};
    bool good = read_events(&builder, bytes, size);
    if (good && !tree->root)
        good = vl_fail_at(error, (vl_location){file, 1, 1},
                          "the file is empty, expected a scene that begins with 'format: 1'");
    if (!good) {
        vl_yaml_free(tree);
        return NULL;
    }
    return tree;
}

const vl_yaml_node *vl_yaml_root(const vl_yaml_tree *tree)
{
    return tree->root;
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

void vl_yaml_free(vl_yaml_tree *tree)
{
    if (!tree)
        return;
    vl_arena_free(&tree->arena);
    vl_free(tree);
}
