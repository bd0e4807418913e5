#pragma once
/// The terms of the field and of this program, each explained in plain words. The screen explains
/// them where they stand, `list terms` and docs/terms.md print them: all of them read this list.

#include <stdbool.h>

enum { VL_TERM_WORDS = 8 };

typedef struct vl_term {
    const char *name;                       ///< at the head of its explanation
    const char *const words[VL_TERM_WORDS]; ///< how it stands in texts, up to the first NULL. Words
                                            ///< that mean something else, too, are left out
    const char *meaning;                    ///< one or two sentences
    const char *formula;                    ///< NULL: the meaning says it all
    const char *source;                     ///< NULL: it needs none
    bool symbol;                            ///< it is a term in formulas alone
} vl_term;

extern const vl_term vl_terms[];
extern const int vl_term_count;

/// Where a term stands in a text, bytes.
typedef struct vl_term_place {
    const vl_term *term;
    int begin, length;
} vl_term_place;

/// Finds the first term at or after byte `from`: whole words, the longest one where several begin,
/// whatever the case of their first letter. In a `formula` symbols are terms, too. Returns false if
/// there is none.
bool vl_term_next(const char *text, int from, bool formula, vl_term_place *place);
