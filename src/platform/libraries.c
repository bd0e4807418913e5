#include "platform/libraries.h"

#include "platform/glyphs.h"

#include <SDL.h>
#include <SDL_ttf.h>
#include <png.h>

static void add(vl_text *text, const char *name, int major, int minor, int patch)
{
    vl_text_add(text, ", %s %d.%d.%d", name, major, minor, patch);
}

void vl_libraries_add(vl_text *text)
{
    SDL_version sdl;
    SDL_GetVersion(&sdl);
    add(text, "SDL", sdl.major, sdl.minor, sdl.patch);
    const SDL_version *ttf = TTF_Linked_Version();
    add(text, "SDL_ttf", ttf->major, ttf->minor, ttf->patch);
    vl_font_add_library(text);
    vl_text_add(text, ", libpng %s", png_get_libpng_ver(NULL));
}
