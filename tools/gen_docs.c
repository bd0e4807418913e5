// Writes the pages of the manual that are made from tables: gen_docs FOLDER.

#include "base/memory.h"
#include "base/text.h"
#include "cli/integrators_doc.h"
#include "cli/manual.h"
#include "scene/file.h"
#include "scene/format_doc.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    char *(*make)(void);
} pages[] = {
    {"integrators.md", vl_integrators_markdown},
    {"scene-format.md", vl_scene_format_markdown},
    {"command-line.md", vl_manual_markdown},
    {"verlet-lab.1", vl_manual_man_page},
};

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: gen_docs FOLDER\n", stderr);
        return 2;
    }

    bool good = true;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        vl_error error = {0};
        char *path = vl_path_join(argv[1], pages[i].name), *page = pages[i].make();
        if (!vl_file_write(path, page, strlen(page), &error)) {
            fprintf(stderr, "%s\n", error.text);
            good = false;
        }
        vl_free(page);
        vl_free(path);
    }
    return good ? 0 : 1;
}
