// The list of terms, and how they are found in a text.

#include "support/testing.h"

#include "lab/terms.h"

#include <ctype.h>

static vl_term_place next(const char *text, bool formula)
{
    vl_term_place place;
    if (!vl_term_next(text, 0, formula, &place))
        return (vl_term_place){0};
    return place;
}

// Each word of the list leads to its own term, whatever stands around it and whatever the case of
// its first letter; so no word stands for two terms.
TEST(each_word_leads_to_its_term)
{
    static const char *const around[] = {"%s", "(%s)", "The %s, too", "2 %s.", "`%s`", "%s²"};
    for (int i = 0; i < vl_term_count; i++)
        for (int w = 0; w < VL_TERM_WORDS && vl_terms[i].words[w]; w++)
            for (int k = 0; k < COUNT(around); k++) {
                const char *word = vl_terms[i].words[w];
                char *text = PRINTED(around[k], word);
                for (int upper = 0; upper < 2; upper++) {
                    char *begin = strstr(text, word);
                    *begin = (char)(upper ? toupper((unsigned char)*begin) : *begin);
                    vl_term_place place = next(text, vl_terms[i].symbol);
                    if (place.term != &vl_terms[i] || place.begin != begin - text ||
                        place.length != (int)strlen(word))
                        fail_msg("%s in \"%s\"", word, text);
                }
            }
}

TEST(a_term_is_a_whole_word)
{
    static const char *const others[] = {"framework",  "frame-rate", "a sub-step", "stepping",
                                         "lane_count", "xdt",        "dt₂",        "hardware",
                                         "Springer",   "fördt",      "a x v",      ""};
    for (int i = 0; i < COUNT(others); i++)
        if (next(others[i], false).term)
            fail_msg("%s", others[i]);
}

// What a formula says, symbol by symbol, is explained; in prose an "a" is no acceleration.
TEST(symbols_are_terms_in_formulas)
{
    static const char formula[] = "x′ = x + (v₁ + 2v₂)(dt/dt₋)/6 + ½ a dt²";
    static const char *const wanted[] = {"x′", "x", "v₁ … v₄", "v₁ … v₄", "dt/dt₋", "a", "dt"};
    vl_term_place place = {0};
    int count = 0;
    for (int from = 0; vl_term_next(formula, from, true, &place);
         from = place.begin + place.length) {
        assert_true(count < COUNT(wanted));
        assert_string_equal(place.term->name, wanted[count++]);
    }
    assert_int_equal(count, COUNT(wanted));
}

// A meaning fits on the card of the window, and is a sentence.
TEST(each_meaning_is_a_sentence)
{
    for (int i = 0; i < vl_term_count; i++) {
        const char *meaning = vl_terms[i].meaning;
        size_t length = strlen(meaning);
        if (length < 20 || length > 260 || meaning[length - 1] != '.')
            fail_msg("%s", vl_terms[i].name);
    }
}
