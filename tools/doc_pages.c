#include "doc_pages.h"

#include <string.h>

enum { WIDTH = 100 };

// --- Markdown ---

static void write_as_is(vl_text *page, const char *bytes, int length, bool *in_code)
{
    vl_text_add_bytes(page, bytes, (size_t)length);
}

static void markdown_heading(vl_text *page, const char *text)
{
    vl_text_add(page, "\n## %s\n", text);
}

static void markdown_paragraph(vl_text *page, const char *text)
{
    vl_text_add(page, "\n");
    vl_page_wrap(page, text, &(vl_page_layout){WIDTH, 0, "", "", write_as_is});
}

// No empty line stands between two items.
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
    vl_page_wrap(page, line.data, &(vl_page_layout){WIDTH, 0, "- ", "  ", write_as_is});
    vl_text_free(&line);
}

static void markdown_code(vl_text *page, const char *lines)
{
    vl_text_add(page, "\n```\n%s```\n", lines);
}

const vl_page_format doc_markdown = {markdown_heading, markdown_paragraph, markdown_item,
                                     markdown_code};

// --- man(7) ---

// Characters that have a meaning in roff.
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

static void add_man_heading(vl_text *page, const char *text, int length)
{
    vl_text_add(page, ".SH ");
    for (int i = 0; i < length; i++)
        vl_text_add(page, "%c", text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i]);
    vl_text_add(page, "\n");
}

// A paragraph, or "`term`: what it means" as an item.
static void add_man_text(vl_text *page, const vl_text *text, bool item)
{
    const char *rest = text->data, *end = item ? strstr(rest, "`: ") : NULL;
    bool in_code = false;
    vl_text_add(page, item ? ".TP\n" : ".PP\n");
    if (end) {
        write_man(page, rest, (int)(end - rest) + 1, &in_code);
        vl_text_add(page, "\n");
        rest = end + strlen("`: ");
    }
    vl_page_wrap(page, rest, &(vl_page_layout){WIDTH, 0, "", "", write_man});
}

// Gathers the lines of a paragraph or an item.
static const char *add_man_lines(vl_text *page, const char *line)
{
    bool item = strncmp(line, "- ", 2) == 0;
    vl_text text = {0};
    for (const char *begin = line;
         *line && *line != '\n' && (line == begin || strncmp(line, "- ", 2) != 0);) {
        size_t length = strcspn(line, "\n");
        size_t indent = item ? 2 : 0;
        vl_text_add(&text, "%s%.*s", text.length ? " " : "", (int)(length - indent), line + indent);
        line += length + (line[length] == '\n');
    }
    add_man_text(page, &text, item);
    vl_text_free(&text);
    return line;
}

static const char *add_man_code(vl_text *page, const char *line)
{
    bool in_code = false;
    vl_text_add(page, ".PP\n.RS 4\n.nf\n");
    for (line = strchr(line, '\n') + 1; strncmp(line, "```", 3) != 0;) {
        int length = (int)strcspn(line, "\n");
        write_man(page, line, length, &in_code);
        vl_text_add(page, "\n");
        line += length + 1;
    }
    vl_text_add(page, ".fi\n.RE\n");
    return strchr(line, '\n') + 1;
}

void doc_add_man(vl_text *page, const char *markdown)
{
    const char *line = strstr(markdown, "\n## ");
    while (line && *line) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, "## ", 3) == 0) {
            add_man_heading(page, line + 3, (int)length - 3);
            line += length;
        } else if (strncmp(line, "```", 3) == 0)
            line = add_man_code(page, line);
        else if (length > 0)
            line = add_man_lines(page, line);
        line += *line == '\n';
    }
}
