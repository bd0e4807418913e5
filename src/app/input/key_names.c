// Names of keys as somebody types them: which one of the table was meant.

#include "app/input/input.h"

#include "base/names.h"

#include <ctype.h>
#include <string.h>

enum { NAME_SIZE = 32, MOST_KEYS = 256 };

// Words for keys that the table writes with a sign, or shorter; in lower case.
static const struct {
    const char *word, *keys;
} other_names[] = {
    {",", "comma"},          {"escape", "Esc"},        {"pageup", "PgUp"}, {"pagedown", "PgDn"},
    {"left", "←"},           {"right", "→"},           {"up", "↑"},        {"down", "↓"},
    {"plus", "+"},           {"minus", "−"},           {"dot", "."},       {"period", "."},
    {"ctrl+plus", "Ctrl++"}, {"ctrl+minus", "Ctrl+−"},
};

enum { OTHER_NAMES = sizeof other_names / sizeof *other_names };

// A name in lower case, with "-" for the sign minus.
static void simplify(const char *keys, int length, char name[NAME_SIZE])
{
    static const char minus[] = "−";
    int count = 0;
    for (int i = 0; i < length && count < NAME_SIZE - 1; i++) {
        bool is_minus = strncmp(keys + i, minus, strlen(minus)) == 0;
        name[count++] = (char)(is_minus ? '-' : tolower((unsigned char)keys[i]));
        i += is_minus ? (int)strlen(minus) - 1 : 0;
    }
    name[count] = '\0';
}

const char *vl_key_similar(const char *keys, int length)
{
    char wanted[NAME_SIZE], names[MOST_KEYS][NAME_SIZE];
    const char *words[MOST_KEYS], *meant[MOST_KEYS] = {NULL};
    int count = 0;
    simplify(keys, length, wanted);
    for (int i = 0; i < vl_command_count() + OTHER_NAMES && count < MOST_KEYS; i++, count++) {
        bool other = i < OTHER_NAMES;
        const char *word = other ? other_names[i].word : vl_command_get(i - OTHER_NAMES).keys;
        meant[count] = other ? other_names[i].keys : word;
        simplify(word, (int)strlen(word), names[count]);
        words[count] = names[count];
    }
    const vl_names all = VL_NAMES_OF_WORDS(words, count);
    int same = vl_names_index(all, wanted);
    // nearly every short name is near a key, as F8 is near 8
    const char *similar = same < 0 && strlen(wanted) > 2 ? vl_names_similar(all, wanted) : NULL;
    return same >= 0 ? meant[same] : similar ? meant[vl_names_index(all, similar)] : NULL;
}
