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

// White pixels with the coverage as their opacity; the vertices bring the colour.
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

// The texture of a size, brought up to date; NULL where it cannot be made.
static SDL_Texture *texture_of(SDL_Renderer *renderer, const vl_atlas *atlas, int size,
                               vl_sdl_textures *textures)
{
    SDL_Texture **texture = &textures->atlas[size];
    if (*texture && textures->height[size] != atlas->height) {
        SDL_DestroyTexture(*texture);
        *texture = NULL;
    }
    if (!*texture) {
        *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC,
                                     VL_ATLAS_WIDTH, atlas->height);
        if (!*texture)
            return NULL;
        SDL_SetTextureBlendMode(*texture, SDL_BLENDMODE_BLEND);
        textures->height[size] = atlas->height;
        textures->changes[size] = atlas->changes - 1;
    }
    if (textures->changes[size] != atlas->changes) {
        upload(*texture, atlas);
        textures->changes[size] = atlas->changes;
    }
    return *texture;
}

enum { BATCH = 64 };

typedef struct vl_quads {
    int count;
    SDL_Vertex vertices[4 * BATCH];
    int indices[6 * BATCH];
} vl_quads;

static void add_quad(vl_quads *quads, const vl_glyph *glyph, float x, float y, int height,
                     SDL_Color colour)
{
    static const int corners[6] = {0, 1, 2, 0, 2, 3};
    int first = 4 * quads->count;
    for (int i = 0; i < 4; i++) {
        float dx = i == 1 || i == 2 ? (float)glyph->w : 0, dy = i >= 2 ? (float)glyph->h : 0;
        quads->vertices[first + i] = (SDL_Vertex){
            {x + dx, y + dy},
            colour,
            {((float)glyph->x + dx) / VL_ATLAS_WIDTH, ((float)glyph->y + dy) / (float)height}};
    }
    for (int i = 0; i < 6; i++)
        quads->indices[6 * quads->count + i] = first + corners[i];
    quads->count++;
}

static void flush(SDL_Renderer *renderer, SDL_Texture *texture, vl_quads *quads)
{
    if (texture && quads->count > 0)
        SDL_RenderGeometry(renderer, texture, quads->vertices, 4 * quads->count, quads->indices,
                           6 * quads->count);
    quads->count = 0;
}

// Every letter is asked for before the texture is brought up to date: asking may grow or empty the
// atlas. What a line of text needs always fits into one.
static void draw_text(SDL_Renderer *renderer, const vl_drawlist *list, const vl_draw *draw,
                      vl_glyphs *glyphs, vl_sdl_textures *textures)
{
    const char *start = list->text.data + draw->first, *end = start + draw->count;
    vl_glyphs_width(glyphs, draw->size, start, draw->count);
    const vl_atlas *atlas = vl_glyphs_atlas(glyphs, draw->size);
    if (atlas->height == 0)
        return;
    SDL_Texture *texture = texture_of(renderer, atlas, (int)draw->size, textures);

    SDL_Color colour = {draw->colour.r, draw->colour.g, draw->colour.b, draw->colour.a};
    float pen = roundf(draw->x), top = roundf(draw->y);
    vl_quads quads;
    quads.count = 0;
    const char *cursor = start;
    for (uint32_t code; (code = vl_glyphs_next(&cursor, end)) != 0;) {
        vl_glyph glyph = vl_glyphs_get(glyphs, draw->size, code);
        if (glyph.w > 0)
            add_quad(&quads, &glyph, pen + (float)glyph.left, top + (float)glyph.top, atlas->height,
                     colour);
        if (quads.count == BATCH)
            flush(renderer, texture, &quads);
        pen += (float)glyph.advance;
    }
    flush(renderer, texture, &quads);
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
