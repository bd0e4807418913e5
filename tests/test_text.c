// Text: numbers read back to the same double, UTF-8 is told from what is not, suggestions fit.

#include "base/error.h"
#include "base/names.h"
#include "base/text.h"
#include "support/testing.h"

TEST(numbers_read_back_to_the_same_double)
{
    vl_random random = {7};
    char buffer[VL_NUMBER_SIZE];

    for (int i = 0; i < 20000; i++) {
        uint64_t bits = vl_random_next(&random);
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        assert_true(vl_parse_number(vl_number_text(value, buffer), &back));
        assert_memory_equal(&back, &value, sizeof value);
    }
}

TEST(numbers_are_as_short_as_they_can_be)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0.1, "0.1"}, {1e17, "1e+17"}, {-2.5, "-2.5"}, {1.0 / 3, "0.3333333333333333"}, {0, "0"}};

    char buffer[VL_NUMBER_SIZE];

    for (int i = 0; i < COUNT(rows); i++)
        assert_string_equal(vl_number_text(rows[i].value, buffer), rows[i].text);
}

TEST(only_finite_decimal_numbers_are_read)
{
    static const char *const refused[] = {"",      " 1",  "1 ",  "nan", "inf", "-inf", "0x10",
                                          "1e400", "1,5", "--1", "e5",  ".",   "-",    "1.2.3"};
    double value;
    for (int i = 0; i < COUNT(refused); i++)
        assert_false(vl_parse_number(refused[i], &value));
    assert_true(vl_parse_number("-.5e1", &value));
    assert_true(value == -5);

    int64_t whole;
    assert_true(vl_parse_integer("-12", &whole) && whole == -12);
    assert_false(vl_parse_integer("1.5", &whole));
    assert_false(vl_parse_integer("99999999999999999999", &whole));
}

// An exchange of two neighbours is one edit; half of an exchange is two. A word of so few letters
// is near a name only within one edit.
TEST(suggestions_are_near_or_none)
{
    static const char *const names[] = {"mass", "radius", "velocity", "at", "dt"};
    static const char *const letters[] = {"a", "cat"};

    static const struct {
        const char *word, *name; // NULL: none is near
    } rows[] = {{"mas", "mass"},     {"raduis", "radius"}, {"velocty", "velocity"},
                {"vel", "velocity"}, {"RADIUS", "radius"}, {"AT", "at"},
                {"ta", "at"},        {"TA", "at"},         {"td", "dt"},
                {"amss", "mass"},    {"msas", "mass"},     {"colour", NULL},
                {"xa", NULL},        {"tx", NULL},         {"asxs", NULL},
                {"sams", NULL}};

    for (int i = 0; i < COUNT(rows); i++) {
        const char *found = vl_names_similar(VL_NAMES_OF_WORDS(names, 5), rows[i].word);
        if (found != rows[i].name && (!found || !rows[i].name || strcmp(found, rows[i].name) != 0))
            fail_msg("'%s' gives '%s'", rows[i].word, found ? found : "nothing");
    }
    assert_null(vl_names_similar(VL_NAMES_OF_WORDS(letters, 2), "c"));
}

TEST(invalid_utf8_is_found_where_it_is)
{
    static const struct {
        const char *bytes;
        ptrdiff_t at;
    } rows[] = {{"x₋ = ½", -1},          {"a\xFFz", 1},       {"\xC0\x80", 0},
                {"ok\xE2\x82", 2},       {"\xED\xA0\x80", 0}, {"\xF4\x90\x80\x80", 0},
                {"\xF0\x9F\x8E\x89", -1}};

    for (int i = 0; i < COUNT(rows); i++)
        assert_true(vl_utf8_invalid(rows[i].bytes, strlen(rows[i].bytes)) == rows[i].at);

    const char *cursor = "₋½\xFF";
    assert_int_equal(vl_utf8_next(&cursor), 0x208B);
    assert_int_equal(vl_utf8_next(&cursor), 0xBD);
    assert_int_equal(vl_utf8_next(&cursor), 0xFFFD);
    assert_int_equal(vl_utf8_next(&cursor), 0);
}

TEST(a_cut_message_stays_utf8)
{
    char longer[3000];
    for (size_t i = 0; i + 3 < sizeof longer; i += 3)
        memcpy(longer + i, "₋", 4);
    for (int shift = 0; shift < 3; shift++) {
        vl_error error = {0};
        assert_false(
            vl_fail_at(&error, (vl_location){"file.yaml", 3, 4}, "%.*s%s", shift, "abc", longer));
        assert_true(vl_utf8_invalid(error.text, strlen(error.text)) == -1);
        assert_true(strncmp(error.text, "file.yaml:3:4: ", 15) == 0);
    }
}

// Bytes of other encodings, and of characters that are not whole.
TEST(what_is_no_text_is_printed_as_question_marks)
{
    static const struct {
        const char *text, *wanted;
    } texts[] = {
        {"a\x9b"
         "2J",
         "a?2J"},
        {"caf\xe9.yaml", "caf?.yaml"},
        {"\xe2\x82", "??"},
        {"x\xef\xbf\xbd\xff", "x\xef\xbf\xbd?"},
        {"a\n\tb\r", "a? b?"},
        {"\xc2\x85", "?"},
        {"", ""},
    };

    for (int i = 0; i < COUNT(texts); i++) {
        char *text = PRINTED("%s", texts[i].text);
        vl_text_hide_controls(text);
        assert_string_equal(text, texts[i].wanted);
    }
}

// Each character of up to two bytes: those that a terminal obeys, or U+061C, are replaced, and
// nothing else is.
TEST(a_message_has_no_control_characters)
{
    for (int code = 1; code < 0x800; code++) {
        char bytes[3] = {(char)code};
        if (code >= 0x80)
            memcpy(bytes, (char[]){(char)(0xC0 | code >> 6), (char)(0x80 | (code & 0x3F))}, 2);
        bool control = code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C;
        vl_error error = {0};
        assert_false(vl_fail_at(&error, (vl_location){.file = "a"}, "x%sy", bytes));
        const char *wanted = code == '\t' ? " " : control ? "?" : bytes;
        assert_string_equal(error.text, PRINTED("a: x%sy", wanted));
    }
}
