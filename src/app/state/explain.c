#include "app/state/explain.h"

#include "lab/terms.h"

static bool find(const char *text, int from, bool formula, vl_word *word)
{
    vl_term_place place;
    if (!vl_term_next(text, from, formula, &place))
        return false;
    const vl_term *term = place.term;
    *word = (vl_word){place.begin,   place.length,  term->name,
                      term->meaning, term->formula, term->source};
    return true;
}

vl_ui vl_explained(const vl_ui *ui, bool formula)
{
    vl_ui explained = *ui;
    explained.find = find;
    explained.formula = formula;
    return explained;
}
