#include "doc_lesson.h"

#include "base/memory.h"
#include "scene/find.h"
#include "scene/scene.h"

#include <string.h>

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>\n"
    "body { font: 17px/1.45 'DejaVu Sans', 'Noto Sans', sans-serif; max-width: 44em; "
    "margin: 2em auto; padding: 0 1em; color: #1a1e23 }\n"
    "h1 { font-size: 1.6em; margin-bottom: 0 }\n"
    "h2 { font-size: 1.1em; margin: 1.4em 0 0.2em }\n"
    "p { margin: 0.4em 0 }\n"
    ".small { color: #444b54; font-size: 0.85em }\n"
    ".ask { font-weight: bold }\n"
    ".line { border-bottom: 1px solid #79828a; height: 2em; color: #444b54; font-size: 0.85em }\n"
    ".sheet { margin-top: 4em }\n"
    "@media print { body { font-size: 11pt; margin: 0 auto } "
    ".sheet { break-before: page; margin-top: 0 } h2, p { break-inside: avoid } }\n"
    "</style>\n";

static void add_escaped(vl_text *page, const char *text, size_t length)
{
    for (const char *c = text; c < text + length; c++)
        if (*c == '<' || *c == '&')
            vl_text_add(page, *c == '<' ? "&lt;" : "&amp;");
        else
            vl_text_add_bytes(page, c, *c != '`'); // around keys
}

// The paragraphs of a text, which empty lines part; at most so many.
static void add_paragraphs(vl_text *page, const char *text, int most)
{
    for (const char *end; *text && most > 0; text = end + strspn(end, "\n"), most--) {
        end = strstr(text, "\n\n");
        end = end ? end : text + strlen(text);
        vl_text_add(page, "<p>");
        add_escaped(page, text, (size_t)(end - text));
        vl_text_add(page, "</p>\n");
    }
}

static void add_element(vl_text *page, const char *open, const char *text, const char *close)
{
    vl_text_add(page, "%s", open);
    add_escaped(page, text, strlen(text));
    vl_text_add(page, "%s\n", close);
}

static void add_scene(vl_text *page, const vl_scene *scene, int number, bool sheet)
{
    vl_text_add(page, "<h2>%d. ", number);
    add_element(page, "", scene->title, "</h2>");
    add_element(page, "<p class=\"ask\">", scene->task.question, "</p>");
    if (sheet)
        vl_text_add(page, "<p class=\"line\">I say, and why:</p>\n<p class=\"line\"></p>\n"
                          "<p class=\"line\">What happened:</p>\n<p class=\"line\">Why:</p>\n");
    else
        add_paragraphs(page, scene->task.because, 1);
}

static bool add_scenes(vl_text *page, const vl_lesson *lesson, bool sheet, vl_error *error)
{
    for (int i = 0; i < lesson->scene_count; i++) {
        vl_scene *scene = vl_scene_open(lesson->scenes[i], NULL, error);
        if (!scene)
            return false;
        add_scene(page, scene, i + 1, sheet);
        vl_scene_free(scene);
    }
    return true;
}

bool doc_add_lesson(vl_text *page, const vl_lesson *lesson, vl_error *error)
{
    vl_text_add(page, "%s", head);
    add_element(page, "<title>", lesson->title, "</title>");
    add_element(page, "<section>\n<h1>", lesson->title, "</h1>");
    vl_text_add(page, "<p class=\"small\">For the teacher. %d minutes.</p>\n", lesson->minutes);
    add_paragraphs(page, lesson->teacher, 64);
    if (!add_scenes(page, lesson, false, error))
        return false;
    vl_text_add(page, "</section>\n<section class=\"sheet\">\n");
    add_element(page, "<h1>", lesson->title, "</h1>");
    vl_text_add(page, "<p class=\"line\">Name:</p>\n");
    bool added = add_scenes(page, lesson, true, error);
    vl_text_add(page, "</section>\n</html>\n");
    return added;
}
