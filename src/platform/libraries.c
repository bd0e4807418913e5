#include "platform/libraries.h"

#include <SDL.h>
#include <SDL_ttf.h>
#include <fontconfig/fontconfig.h>
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
    int fonts = FcGetVersion(); // 21401 is 2.14.1
    add(text, "fontconfig", fonts / 10000, fonts / 100 % 100, fonts % 100);
    vl_text_add(text, ", libpng %s", png_get_libpng_ver(NULL));
}
