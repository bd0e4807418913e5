#include "platform/glyphs.h"

#include "base/memory.h"

#include <SDL_ttf.h>
#include <math.h>
#include <string.h>

enum {
    TABLE_SIZE = 1024,  // a power of two
    MOST_GLYPHS = 700,  // limit of glyphs in the table, so that lookup is fast
    MOST_HEIGHT = 4096, // of an atlas, pixels
};

typedef struct vl_face {
    TTF_Font *font;
    int height;   ///< of a line, pixels
    int baseline; ///< distance from the top of the line box to the picture of SDL_ttf, pixels
    int count;
    vl_glyph table[TABLE_SIZE]; ///< by code, open addressing; code 0 is free
    vl_atlas atlas;
    int shelf_x, shelf_y, shelf_height; ///< position of the next letter
} vl_face;

struct vl_glyphs {
    vl_face faces[VL_TYPE_COUNT];
    void *files[2]; ///< of the font and the bold one: a letter is read from hundreds of places
};

static void empty(vl_face *face)
{
    memset(face->table, 0, sizeof face->table);
    face->count = face->shelf_x = face->shelf_y = face->shelf_height = 0;
    face->atlas.changes++;
}

// A line is 1.25 em high, which is close to the designed line height of every family.
static void set_height(vl_face *face, int height)
{
    if (height == face->height)
        return;
    int em = (int)lround(height / 1.25);
    TTF_SetFontSize(face->font, em < 3 ? 3 : em);
    face->height = height;
    face->baseline = (height - TTF_FontHeight(face->font)) / 2;
    empty(face);
}

void vl_glyphs_set_heights(vl_glyphs *glyphs, const float heights[VL_TYPE_COUNT])
{
    for (int i = 0; i < VL_TYPE_COUNT; i++) {
        float height = heights[i] > 4 ? heights[i] < 512 ? heights[i] : 512 : 4;
        set_height(&glyphs->faces[i], (int)lroundf(height));
    }
}

vl_glyphs *vl_glyphs_create(vl_error *error)
{
    vl_glyphs *glyphs = vl_alloc(1, sizeof *glyphs);
    char *paths[2] = {NULL};
    size_t sizes[2] = {0};
    bool opened = TTF_Init() == 0
                      ? vl_font_find(paths, error)
                      : vl_fail(error, "the font library does not start: %s", TTF_GetError());
    for (int i = 0; i < 2 && opened; i++)
        glyphs->files[i] = SDL_LoadFile(paths[i], &sizes[i]);
    for (int i = 0; i < VL_TYPE_COUNT && opened; i++) {
        vl_face *face = &glyphs->faces[i];
        int bold = i >= VL_TYPE_NAME;
        void *bytes = glyphs->files[bold];
        SDL_RWops *file = bytes ? SDL_RWFromConstMem(bytes, (int)sizes[bold]) : NULL;
        face->font = file ? TTF_OpenFontRW(file, 1, 16) : NULL;
        opened = face->font ||
                 vl_fail(error, "%s: the font cannot be opened: %s", paths[bold], TTF_GetError());
        if (opened) {
            TTF_SetFontHinting(face->font, TTF_HINTING_LIGHT);
            TTF_SetFontKerning(face->font, 0);
        }
    }
    vl_free(paths[0]);
    vl_free(paths[1]);
    if (!opened) {
        vl_glyphs_free(glyphs);
        return NULL;
    }
    vl_glyphs_set_heights(glyphs, (const float[VL_TYPE_COUNT]){16, 18, 20, 28, 40, 20, 28});
    return glyphs;
}

void vl_glyphs_free(vl_glyphs *glyphs)
{
    for (int i = 0; i < VL_TYPE_COUNT; i++) {
        if (glyphs->faces[i].font)
            TTF_CloseFont(glyphs->faces[i].font);
        vl_free(glyphs->faces[i].atlas.coverage);
    }
    SDL_free(glyphs->files[0]);
    SDL_free(glyphs->files[1]);
    vl_free(glyphs);
    TTF_Quit();
}

// Reserves an area of the atlas, which is filled in rows ("shelves"). Returns false if the atlas is
// full.
static bool reserve(vl_face *face, int w, int h, int *x, int *y)
{
    const int gap = 1; // so that a texture's filter never samples the neighbour
    if (face->shelf_x + w + gap > VL_ATLAS_WIDTH) {
        face->shelf_y += face->shelf_height;
        face->shelf_x = face->shelf_height = 0;
    }
    int bottom = face->shelf_y + h + gap;
    if (w + gap > VL_ATLAS_WIDTH || bottom > MOST_HEIGHT)
        return false;
    if (bottom > face->atlas.height) {
        int height = face->atlas.height ? face->atlas.height : 128;
        while (height < bottom)
            height *= 2;
        uint8_t *grown = vl_alloc((size_t)height * VL_ATLAS_WIDTH, 1);
        if (face->atlas.coverage)
            memcpy(grown, face->atlas.coverage, (size_t)face->atlas.height * VL_ATLAS_WIDTH);
        vl_free(face->atlas.coverage);
        face->atlas.coverage = grown;
        face->atlas.height = height;
    }
    *x = face->shelf_x;
    *y = face->shelf_y;
    face->shelf_x += w + gap;
    if (h + gap > face->shelf_height)
        face->shelf_height = h + gap;
    return true;
}

static uint8_t coverage_at(const SDL_Surface *surface, int x, int y)
{
    const uint8_t *row = (const uint8_t *)surface->pixels + y * surface->pitch;
    uint32_t pixel;
    memcpy(&pixel, row + 4 * x, sizeof pixel);
    return (uint8_t)(pixel >> 24);
}

// Returns the smallest rectangle that contains all visible pixels; w = 0 if there are none.
static SDL_Rect ink_of(const SDL_Surface *surface)
{
    int x0 = surface->w, y0 = surface->h, x1 = -1, y1 = -1;
    for (int y = 0; y < surface->h; y++) {
        for (int x = 0; x < surface->w; x++) {
            if (coverage_at(surface, x, y) == 0)
                continue;
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0;
            y1 = y;
        }
    }
    return x1 < 0 ? (SDL_Rect){0, 0, 0, 0} : (SDL_Rect){x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

static void keep_picture(vl_face *face, vl_glyph *glyph, const SDL_Surface *surface)
{
    SDL_Rect ink = ink_of(surface);
    if (ink.w == 0)
        return;
    if (!reserve(face, ink.w, ink.h, &glyph->x, &glyph->y)) {
        empty(face);
        if (!reserve(face, ink.w, ink.h, &glyph->x, &glyph->y))
            return;
    }
    for (int y = 0; y < ink.h; y++)
        for (int x = 0; x < ink.w; x++)
            face->atlas.coverage[(glyph->y + y) * VL_ATLAS_WIDTH + glyph->x + x] =
                coverage_at(surface, ink.x + x, ink.y + y);
    glyph->w = ink.w;
    glyph->h = ink.h;
    glyph->left += ink.x;
    glyph->top += ink.y;
}

static vl_glyph make_glyph(vl_face *face, uint32_t code)
{
    vl_glyph glyph = {.code = code, .top = face->baseline};
    int low = 0, high = 0, advance = 0;
    if (TTF_GlyphMetrics32(face->font, code, &low, &high, NULL, NULL, &advance) != 0)
        advance = face->height / 2;
    glyph.advance = advance;
    glyph.left = low < 0 ? low : 0;

    // It fails for characters without width, which are invisible.
    SDL_Surface *drawn =
        TTF_RenderGlyph32_Blended(face->font, code, (SDL_Color){255, 255, 255, 255});
    if (!drawn)
        return glyph;
    SDL_Surface *surface = SDL_ConvertSurfaceFormat(drawn, SDL_PIXELFORMAT_ARGB8888, 0);
    SDL_FreeSurface(drawn);
    if (surface) {
        keep_picture(face, &glyph, surface);
        SDL_FreeSurface(surface);
    }
    return glyph;
}

static vl_glyph *find_slot(vl_face *face, uint32_t code)
{
    uint32_t slot = (code * 2654435761u) >> 22;
    while (face->table[slot].code != 0 && face->table[slot].code != code)
        slot = (slot + 1) % TABLE_SIZE;
    return &face->table[slot];
}

vl_glyph vl_glyphs_get(vl_glyphs *glyphs, vl_type_size size, uint32_t code)
{
    vl_face *face = &glyphs->faces[size];
    const vl_glyph *known = find_slot(face, code);
    if (known->code == code)
        return *known;

    if (face->count >= MOST_GLYPHS)
        empty(face);
    // make_glyph() may empty the table, so the slot must be found afterwards.
    vl_glyph made = make_glyph(face, code);
    *find_slot(face, code) = made;
    face->count++;
    face->atlas.changes++;
    return made;
}

const vl_atlas *vl_glyphs_atlas(const vl_glyphs *glyphs, vl_type_size size)
{
    return &glyphs->faces[size].atlas;
}

uint32_t vl_glyphs_next(const char **cursor, const char *end)
{
    if (*cursor >= end)
        return 0;
    uint32_t code = vl_utf8_next(cursor);
    return code == 0 || (code >= 32 && code != 127) ? code : ' ';
}

float vl_glyphs_width(vl_glyphs *glyphs, vl_type_size size, const char *text, int length)
{
    int width = 0;
    const char *cursor = text;
    for (uint32_t code; (code = vl_glyphs_next(&cursor, text + length)) != 0;)
        width += vl_glyphs_get(glyphs, size, code).advance;
    return (float)width;
}
