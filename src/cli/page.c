#include "cli/page.h"

#include "cli/table.h"

#include <stdbool.h>
#include <string.h>

// --- wrapping ---

// How a text is cut into lines, and how each line is written.
typedef struct layout {
    int width;          // columns of a line, indent included
    int used;           // columns of the first line that are taken already
    const char *first;  // in front of the first line
    const char *others; // in front of the others
    void (*write)(vl_text *page, const char *bytes, int length, bool *in_code);
} layout;

// Length of the next word and the spaces before it; code is not cut.
static int word_length(const char *text)
{
    int length = (int)strspn(text, " ");
    for (bool in_code = false; text[length] && (in_code || text[length] != ' '); length++)
        if (text[length] == '`')
            in_code = !in_code;
    return length;
}

static int width_of(const char *bytes, int length)
{
    int width = 0;
    for (const char *end = bytes + length; bytes < end; width++)
        vl_utf8_next(&bytes);
    return width;
}

static void wrap(vl_text *page, const char *text, const layout *l)
{
    bool in_code = false;
    const char *front = l->first;
    int used = l->used;
    while (*text) {
        text += strspn(text, " ");
        int room = l->width - used - vl_text_width(front), length = word_length(text);
        for (int more; (more = word_length(text + length)) > 0; length += more)
            if (width_of(text, length + more) > room)
                break;
        vl_text_add(page, "%s", front);
        l->write(page, text, length, &in_code);
        vl_text_add(page, "\n");
        text += length;
        front = l->others;
        used = 0;
    }
}

static void write_as_is(vl_text *page, const char *bytes, int length, bool *in_code)
{
    vl_text_add_bytes(page, bytes, (size_t)length);
}

// --- a terminal ---

enum { PLAIN_WIDTH = 79, TERM_WIDTH = 24 };

static void write_plain(vl_text *page, const char *bytes, int length, bool *in_code)
{
    for (int i = 0; i < length; i++)
        if (bytes[i] != '`')
            vl_text_add_bytes(page, bytes + i, 1);
}

static void plain_heading(vl_text *page, const char *text)
{
    vl_text_add(page, "\n%s:\n", text);
}

static void plain_paragraph(vl_text *page, const char *text)
{
    if (page->length)
        vl_text_add(page, "\n");
    wrap(page, text, &(layout){PLAIN_WIDTH, 0, "", "", write_plain});
}

// The meaning begins beside a short term and below a long one.
static void plain_item(vl_text *page, const char *term, const char *text)
{
    static const char spaces[TERM_WIDTH + 1] = "                        ";
    int used = 2 + vl_text_width(term);
    bool beside = used + 2 <= TERM_WIDTH;
    vl_text_add(page, "  %s%s", term, beside ? "" : "\n");
    const char *first = beside ? spaces + used : spaces;
    wrap(page, text, &(layout){PLAIN_WIDTH, beside ? used : 0, first, spaces, write_plain});
}

static void plain_code(vl_text *page, const char *lines)
{
    for (const char *line = lines; *line;) {
        int length = (int)strcspn(line, "\n");
        vl_text_add(page, "  %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

const vl_page_format vl_page_plain = {plain_heading, plain_paragraph, plain_item, plain_code};

// --- Markdown ---

enum { MARKDOWN_WIDTH = 100 };

static void markdown_heading(vl_text *page, const char *text)
{
    vl_text_add(page, "\n## %s\n", text);
}

static void markdown_paragraph(vl_text *page, const char *text)
{
    vl_text_add(page, "\n");
    wrap(page, text, &(layout){MARKDOWN_WIDTH, 0, "", "", write_as_is});
}

// An item that follows an item needs no empty line between.
static bool follows_item(const vl_text *page)
{
    const char *line = page->data;
    for (const char *c = page->data; c && c[0] && c[1]; c++)
        if (*c == '\n')
            line = c + 1;
    return line && (strncmp(line, "- ", 2) == 0 || strncmp(line, "  ", 2) == 0);
}

static void markdown_item(vl_text *page, const char *term, const char *text)
{
    if (!follows_item(page))
        vl_text_add(page, "\n");
    vl_text line = {0};
    vl_text_add(&line, "`%s`: %s", term, text);
    wrap(page, line.data, &(layout){MARKDOWN_WIDTH, 0, "- ", "  ", write_as_is});
    vl_text_free(&line);
}

static void markdown_code(vl_text *page, const char *lines)
{
    vl_text_add(page, "\n```\n%s```\n", lines);
}

const vl_page_format vl_page_markdown = {markdown_heading, markdown_paragraph, markdown_item,
                                         markdown_code};

// --- man(7) ---

// What roff would take for something else.
static const struct {
    char plain;
    const char *escaped;
} escapes[] = {{'\\', "\\e"}, {'-', "\\-"}, {'~', "\\(ti"}, {'^', "\\(ha"}, {'\'', "\\(aq"}};

static void add_man_character(vl_text *page, char c)
{
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (escapes[i].plain == c) {
            vl_text_add(page, "%s", escapes[i].escaped);
            return;
        }
    vl_text_add_bytes(page, &c, 1);
}

// A line that begins with a point would be a request.
static void write_man(vl_text *page, const char *bytes, int length, bool *in_code)
{
    if (length && *bytes == '.')
        vl_text_add(page, "\\&");
    for (int i = 0; i < length; i++) {
        if (bytes[i] != '`') {
            add_man_character(page, bytes[i]);
            continue;
        }
        *in_code = !*in_code;
        vl_text_add(page, *in_code ? "\\fB" : "\\fR");
    }
}

static void man_heading(vl_text *page, const char *text)
{
    vl_text_add(page, ".SH ");
    for (const char *c = text; *c; c++)
        vl_text_add(page, "%c", *c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    vl_text_add(page, "\n");
}

static void man_lines(vl_text *page, const char *text)
{
    wrap(page, text, &(layout){MARKDOWN_WIDTH, 0, "", "", write_man});
}

static void man_paragraph(vl_text *page, const char *text)
{
    vl_text_add(page, ".PP\n");
    man_lines(page, text);
}

static void man_item(vl_text *page, const char *term, const char *text)
{
    bool in_code = false;
    vl_text_add(page, ".TP\n\\fB");
    write_man(page, term, (int)strlen(term), &in_code);
    vl_text_add(page, "\\fR\n");
    man_lines(page, text);
}

static void man_code(vl_text *page, const char *lines)
{
    bool in_code = false;
    vl_text_add(page, ".PP\n.RS 4\n.nf\n");
    for (const char *line = lines; *line;) {
        int length = (int)strcspn(line, "\n");
        write_man(page, line, length, &in_code);
        vl_text_add(page, "\n");
        line += length + (line[length] == '\n');
    }
    vl_text_add(page, ".fi\n.RE\n");
}

const vl_page_format vl_page_man = {man_heading, man_paragraph, man_item, man_code};
