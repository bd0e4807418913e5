#include "cli/page.h"

#include <string.h>

// --- wrapping ---

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

void vl_page_wrap(vl_text *page, const char *text, const vl_page_layout *l)
{
    bool in_code = false;
    const char *front = l->first;
    int used = l->used;
    while (*text) {
        text += strspn(text, " ");
        int room = l->width - used - vl_utf8_count(front), length = word_length(text);
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
    vl_page_wrap(page, text, &(vl_page_layout){PLAIN_WIDTH, 0, "", "", write_plain});
}

// The meaning begins beside a short term and below a long one.
static void plain_item(vl_text *page, const char *term, const char *text)
{
    static const char spaces[TERM_WIDTH + 1] = "                        ";
    int used = 2 + vl_utf8_count(term);
    bool beside = used + 2 <= TERM_WIDTH;
    vl_text_add(page, "  %s%s", term, beside ? "" : "\n");
    const char *first = beside ? spaces + used : spaces;
    vl_page_wrap(page, text,
                 &(vl_page_layout){PLAIN_WIDTH, beside ? used : 0, first, spaces, write_plain});
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
