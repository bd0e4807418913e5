#include "platform/sdl_draw.h"

#include "base/memory.h"

#include <math.h>

_Static_assert(sizeof(vl_colour) == sizeof(SDL_Color), "SDL reads our colours in place");

void vl_sdl_forget(vl_sdl_textures *textures)
{
    for (int i = 0; i < VL_TYPE_COUNT; i++)
        if (textures->atlas[i])
            SDL_DestroyTexture(textures->atlas[i]);
    *textures = (vl_sdl_textures){0};
}

static void draw_triangles(SDL_Renderer *renderer, const vl_drawlist *list, const vl_draw *draw)
{
    const vl_vertex *v = list->vertices;
    SDL_RenderGeometryRaw(renderer, NULL, &v->x, sizeof *v, (const SDL_Color *)&v->colour,
                          sizeof *v, NULL, 0, list->vertex_count, list->indices + draw->first,
                          draw->count, sizeof *list->indices);
}

// Uploads white pixels whose opacity is the coverage. SDL multiplies them by the colour of the
// text.
static void upload(SDL_Texture *texture, const vl_atlas *atlas)
{
    size_t count = (size_t)atlas->height * VL_ATLAS_WIDTH;
    uint8_t *pixels = vl_alloc(count, 4);
    for (size_t i = 0; i < count; i++) {
        uint8_t *to = pixels + 4 * i;
        to[0] = to[1] = to[2] = 255;
        to[3] = atlas->coverage[i];
    }
    SDL_UpdateTexture(texture, NULL, pixels, 4 * VL_ATLAS_WIDTH);
    vl_free(pixels);
}

// Returns the texture of a size, which is uploaded again if letters were added; NULL on failure.
static SDL_Texture *texture_of(SDL_Renderer *renderer, const vl_atlas *atlas, int size,
                               vl_sdl_textures *textures)
{
    SDL_Texture **texture = &textures->atlas[size];
    if (*texture && textures->changes[size] == atlas->changes)
        return *texture;
    if (*texture)
        SDL_DestroyTexture(*texture);
    *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC,
                                 VL_ATLAS_WIDTH, atlas->height);
    if (!*texture)
        return NULL;
    SDL_SetTextureBlendMode(*texture, SDL_BLENDMODE_BLEND);
    upload(*texture, atlas);
    textures->changes[size] = atlas->changes;
    return *texture;
}

// All letters must be requested before the texture is uploaded, because a request may grow or empty
// the atlas. The letters of one line always fit into it.
static void draw_text(SDL_Renderer *renderer, const vl_drawlist *list, const vl_draw *draw,
                      vl_glyphs *glyphs, vl_sdl_textures *textures)
{
    const char *start = list->text.data + draw->first, *end = start + draw->count;
    vl_glyphs_width(glyphs, draw->size, start, draw->count);
    const vl_atlas *atlas = vl_glyphs_atlas(glyphs, draw->size);
    if (atlas->height == 0)
        return;
    SDL_Texture *texture = texture_of(renderer, atlas, (int)draw->size, textures);
    if (!texture)
        return;
    SDL_SetTextureColorMod(texture, draw->colour.r, draw->colour.g, draw->colour.b);
    SDL_SetTextureAlphaMod(texture, draw->colour.a);
    int pen = (int)lroundf(draw->x), top = (int)lroundf(draw->y);
    const char *cursor = start;
    for (uint32_t code; (code = vl_glyphs_next(&cursor, end)) != 0;) {
        vl_glyph glyph = vl_glyphs_get(glyphs, draw->size, code);
        const SDL_Rect from = {glyph.x, glyph.y, glyph.w, glyph.h};
        const SDL_Rect to = {pen + glyph.left, top + glyph.top, glyph.w, glyph.h};
        if (glyph.w > 0)
            SDL_RenderCopy(renderer, texture, &from, &to);
        pen += glyph.advance;
    }
}

static bool set_clip(SDL_Renderer *renderer, vl_rect clip)
{
    if (clip.w < 0) {
        SDL_RenderSetClipRect(renderer, NULL);
        return true;
    }
    int x0 = (int)lroundf(clip.x), y0 = (int)lroundf(clip.y);
    int x1 = (int)lroundf(clip.x + clip.w), y1 = (int)lroundf(clip.y + clip.h);
    SDL_RenderSetClipRect(renderer, &(SDL_Rect){x0, y0, x1 - x0, y1 - y0});
    return x1 > x0 && y1 > y0;
}

void vl_sdl_draw(SDL_Renderer *renderer, const vl_drawlist *list, vl_glyphs *glyphs,
                 vl_sdl_textures *textures)
{
    SDL_RenderSetClipRect(renderer, NULL);
    SDL_SetRenderDrawColor(renderer, list->background.r, list->background.g, list->background.b,
                           255);
    SDL_RenderClear(renderer);
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);

    bool seen = true;
    for (int i = 0; i < list->draw_count; i++) {
        const vl_draw *draw = &list->draws[i];
        if (draw->kind == VL_DRAW_CLIP)
            seen = set_clip(renderer, draw->clip);
        else if (seen && draw->kind == VL_DRAW_TRIANGLES)
            draw_triangles(renderer, list, draw);
        else if (seen)
            draw_text(renderer, list, draw, glyphs, textures);
    }
    SDL_RenderSetClipRect(renderer, NULL);
}
