#include "base/names.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

static const void *struct_at(vl_names names, int index)
{
    const char *row = (const char *)names.rows + (size_t)index * names.stride;
    return names.of_pointers ? *(const void *const *)row : row;
}

const char *vl_names_at(vl_names names, int index)
{
    return *(const char *const *)((const char *)struct_at(names, index) + names.offset);
}

int vl_names_index(vl_names names, const char *word)
{
    for (int i = 0; i < names.count; i++)
        if (strcmp(vl_names_at(names, i), word) == 0)
            return i;
    return -1;
}

const void *vl_names_find(vl_names names, const char *word)
{
    int index = vl_names_index(names, word);
    return index < 0 ? NULL : struct_at(names, index);
}

enum { MOST_LETTERS = 63 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static bool is_same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

// Optimal string alignment distance (Damerau-Levenshtein without edits inside a swap); capitals are
// no difference.
static int edit_distance(const char *a, const char *b)
{
    int m = (int)strlen(a), n = (int)strlen(b);
    if (m > MOST_LETTERS || n > MOST_LETTERS)
        return MOST_LETTERS;

    int row[3][MOST_LETTERS + 1] = {{0}};
    for (int j = 0; j <= n; j++)
        row[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *older = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            int cost = !is_same_letter(a[i - 1], b[j - 1]);
            now[j] = smaller(last[j - 1] + cost, smaller(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && is_same_letter(a[i - 1], b[j - 2]) &&
                is_same_letter(a[i - 2], b[j - 1]))
                now[j] = smaller(now[j], older[j - 2] + 1);
        }
    }
    return row[m % 3][n];
}

const char *vl_names_similar(vl_names names, const char *word)
{
    const char *best = NULL, *longer = NULL; // that begins with it
    int letters = (int)strlen(word), most = smaller(letters / 3, 4);
    int closest = most > 1 ? most : 1;
    if (letters < 2)
        return NULL;
    for (int i = 0; i < names.count; i++) {
        const char *name = vl_names_at(names, i);
        int distance = edit_distance(word, name);
        if (distance < closest || (distance == closest && !best)) {
            closest = distance;
            best = name;
        }
        if (!longer && strncmp(name, word, (size_t)letters) == 0)
            longer = name;
    }
    return best ? best : longer;
}

int vl_names_require(vl_names names, const char *what, const char *word, vl_names expected,
                     vl_error *error)
{
    int index = vl_names_index(names, word);
    if (index >= 0)
        return index;
    vl_text text = {0};
    const char *similar = vl_names_similar(names, word);
    if (similar)
        vl_text_add(&text, "; did you mean '%s'?", similar);
    const char *comma = ", expected ";
    for (int i = 0, last = expected.count - 1; !similar && i <= last; i++) {
        vl_text_add(&text, "%s%s", comma, vl_names_at(expected, i));
        comma = i + 1 < last ? ", " : " or ";
    }
    vl_fail(error, "unknown %s '%.40s'%s", what, word, text.data);
    vl_text_free(&text);
    return -1;
}
