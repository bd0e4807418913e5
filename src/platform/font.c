#include "platform/glyphs.h"

#include "base/memory.h"
#include "base/text.h"

#include <fontconfig/fontconfig.h>
#include <string.h>

// All characters beyond ASCII in formulas, readouts and messages.
static const char CHARACTERS[] = "ₙₓ₊₋₀₁₂½²³⁰¹⁴⁵⁶⁷⁸⁹⁻′−·×±≤≥≈→←↔ΔΣωπθμµ√∞°…–—’\u00a0";

static const char *const PREFERRED[] = {"DejaVu Sans", "Noto Sans"};

static FcCharSet *needed_characters(void)
{
    FcCharSet *set = FcCharSetCreate();
    for (FcChar32 code = 32; code < 127; code++)
        FcCharSetAddChar(set, code);
    const char *cursor = CHARACTERS;
    for (uint32_t code; (code = vl_utf8_next(&cursor)) != 0;)
        FcCharSetAddChar(set, code);
    return set;
}

// Lists the fonts of a family (NULL: of any) that are upright, have that weight and the usual
// width, and contain all of `needed`. Fontconfig's order may differ between two starts.
static FcFontSet *list_fonts(const char *family, int weight, const FcCharSet *needed)
{
    FcPattern *pattern = FcPatternCreate();
    if (family)
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcPatternAddBool(pattern, FC_VARIABLE, FcFalse);
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddInteger(pattern, FC_WEIGHT, weight);
    FcPatternAddInteger(pattern, FC_WIDTH, FC_WIDTH_NORMAL);
    FcPatternAddInteger(pattern, FC_INDEX, 0);
    FcPatternAddCharSet(pattern, FC_CHARSET, needed);
    FcObjectSet *wanted = FcObjectSetBuild(FC_FILE, (char *)NULL);
    FcFontSet *fonts = FcFontList(NULL, pattern, wanted);
    FcObjectSetDestroy(wanted);
    FcPatternDestroy(pattern);
    return fonts;
}

// Returns the font with the first path, so that every start finds the same one.
static char *find_in_family(const char *family, int weight, const FcCharSet *needed)
{
    FcFontSet *fonts = list_fonts(family, weight, needed);
    const char *best = NULL;
    for (int i = 0; fonts && i < fonts->nfont; i++) {
        FcChar8 *file;
        bool named = FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file) == FcResultMatch;
        if (named && (!best || strcmp((const char *)file, best) < 0))
            best = (const char *)file;
    }
    char *path = vl_copy_text(best);
    if (fonts)
        FcFontSetDestroy(fonts);
    return path;
}

static char *find_of_weight(int weight, const FcCharSet *needed)
{
    char *path = NULL;
    for (size_t i = 0; !path && i < sizeof PREFERRED / sizeof *PREFERRED; i++)
        path = find_in_family(PREFERRED[i], weight, needed);
    return path ? path : find_in_family(NULL, weight, needed);
}

bool vl_font_find(char *paths[2], vl_error *error)
{
    if (!FcInit())
        return vl_fail(error, "fontconfig does not start; is it installed?");
    FcCharSet *needed = needed_characters();
    paths[0] = find_of_weight(FC_WEIGHT_REGULAR, needed);
    paths[1] = find_of_weight(FC_WEIGHT_BOLD, needed);
    paths[1] = paths[1] ? paths[1] : vl_copy_text(paths[0]);
    FcCharSetDestroy(needed);
    FcFini();
    if (!paths[0])
        vl_fail(error, "no font has all the characters of the formulas; install DejaVu Sans (the "
                       "package is fonts-dejavu-core on Debian and Ubuntu, dejavu-sans-fonts on "
                       "Fedora, ttf-dejavu on Arch)");
    return paths[0];
}

void vl_font_add_library(vl_text *text)
{
    int version = FcGetVersion(); // 21401 is 2.14.1
    vl_text_add(text, ", fontconfig %d.%d.%d", version / 10000, version / 100 % 100, version % 100);
}
