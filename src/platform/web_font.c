// In a browser the fonts are a part of the page. Tests in Node have it in a folder.

#include "platform/glyphs.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

char *vl_font_find(bool bold, vl_error *error)
{
    const char *own = getenv("VERLET_LAB_FONT");
    const char *shipped =
        bold ? "/usr/share/verlet-lab/font-bold.ttf" : "/usr/share/verlet-lab/font.ttf";
    return vl_copy_text(own ? own : shipped);
}

void vl_font_add_library(vl_text *text)
{
}
