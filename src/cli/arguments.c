#include "cli/arguments.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/option.h"

#include <math.h>
#include <string.h>

// The name of an argument such as "--dt=fixed:1", and its value or NULL.
typedef struct option_text {
    const char *whole; // "--dt=fixed:1"
    char *name;        // "dt"
    const char *value; // "fixed:1"
} option_text;

static option_text split(const char *whole)
{
    const char *equals = strchr(whole, '=');
    const char *name = whole + 2;
    vl_text text = {0};
    vl_text_add_bytes(&text, name, equals ? (size_t)(equals - name) : strlen(name));
    return (option_text){whole, text.data, equals ? equals + 1 : NULL};
}

static bool takes(const vl_arguments *arguments, const vl_option *option)
{
    return option->taken_by & arguments->subcommand->bit;
}

// The first subcommand that takes an option.
static const vl_subcommand *home_of(const vl_option *option)
{
    for (int i = 0; i < vl_subcommand_count; i++)
        if (option->taken_by & vl_subcommands[i].bit)
            return &vl_subcommands[i];
    return vl_subcommand_demo();
}

static bool refuse_of_another(const vl_arguments *arguments, const vl_option *option,
                              vl_error *error)
{
    const char *name = arguments->subcommand->name, *home = home_of(option)->name;
    if (!*home)
        return vl_fail(error, "'--%s' stands alone, not with '%s'", option->name, name);
    if (!*name)
        return vl_fail(error, "'--%s' is an option of '%s': verlet-lab %s SCENE --%s …",
                       option->name, home, home, option->name);
    return vl_fail(error, "'--%s' is an option of '%s', not of '%s'", option->name, home, name);
}

static bool refuse_unknown(const vl_arguments *arguments, const char *whole, const char *name,
                           vl_error *error)
{
    const char **names = vl_alloc((size_t)vl_option_count, sizeof *names);
    int count = 0;
    for (int i = 0; i < vl_option_count; i++)
        if (takes(arguments, &vl_options[i]))
            names[count++] = vl_options[i].name;
    const char *near = *name ? vl_suggest(name, names, count) : NULL;
    vl_free(names);
    if (near)
        return vl_fail(error, "unknown option '%s'; did you mean '--%s'?", whole, near);
    return vl_fail(error, "unknown option '%s'", whole);
}

// One that the subcommand takes, where several have that name.
static const vl_option *find_named(const vl_arguments *arguments, const char *name)
{
    for (int i = 0; i < vl_option_count; i++)
        if (takes(arguments, &vl_options[i]) && strcmp(vl_options[i].name, name) == 0)
            return &vl_options[i];
    return vl_option_find(name);
}

static const vl_option *find_option(const vl_arguments *arguments, const option_text *text,
                                    vl_error *error)
{
    const vl_option *option = find_named(arguments, text->name);
    if (!option) {
        refuse_unknown(arguments, text->whole, text->name, error);
    } else if (!takes(arguments, option)) {
        refuse_of_another(arguments, option, error);
    } else {
        return option;
    }
    return NULL;
}

static bool set(vl_arguments *arguments, const vl_option *option, const char *value,
                vl_error *error)
{
    int index = (int)(option - vl_options);
    if (arguments->given[index] && option->form)
        return vl_fail(error, "--%s is given twice", option->name);
    arguments->given[index] = true;
    if (option->parse)
        return option->parse(arguments, value, error);

    vl_scene trial = {0};
    vl_text place = {0};
    vl_text_add(&place, "--%s", option->name);
    bool good = vl_scene_key_set(option->sets, place.data, value, &trial, error);
    vl_text_free(&place);
    arguments->settings[arguments->setting_count++] = (vl_setting){option, value};
    return good;
}

// The value of an option that needs one: behind the '=', or the next argument, unless that looks
// like the next option.
static const char *value_of(const vl_option *option, const option_text *text, const char *next,
                            vl_error *error)
{
    if (text->value)
        return text->value;
    if (!next || strncmp(next, "--", 2) == 0) {
        vl_fail(error, "--%s needs a value: --%s %s", option->name, option->name, option->form);
        return NULL;
    }
    return next;
}

// Reads "--name …"; `*used` becomes the number of arguments it took.
static bool read_long(vl_arguments *arguments, const char *whole, const char *next, int *used,
                      vl_error *error)
{
    option_text text = split(whole);
    const vl_option *option = find_option(arguments, &text, error);
    bool good = false;
    if (option && !option->form && text.value) {
        vl_fail(error, "--%s takes no value", option->name);
    } else if (option) {
        const char *value = option->form ? value_of(option, &text, next, error) : "";
        good = value && set(arguments, option, value, error);
        *used = value == next ? 2 : 1;
    }
    vl_free(text.name);
    return good;
}

static bool read_letter(vl_arguments *arguments, const char *whole, vl_error *error)
{
    const vl_option *option = whole[2] ? NULL : vl_option_find_letter(whole[1]);
    if (!option || !takes(arguments, option))
        return refuse_unknown(arguments, whole, whole + 1, error);
    return set(arguments, option, "", error);
}

// The name of a subcommand that a word may have meant, or NULL.
static const char *subcommand_like(const char *word)
{
    const char **names = vl_alloc((size_t)vl_subcommand_count, sizeof *names);
    int count = 0;
    for (int i = 0; i < vl_subcommand_count; i++)
        if (*vl_subcommands[i].name)
            names[count++] = vl_subcommands[i].name;
    const char *near = *word ? vl_suggest(word, names, count) : NULL;
    vl_free(names);
    return near;
}

static bool check_words(const vl_arguments *arguments, vl_error *error)
{
    const vl_subcommand *subcommand = arguments->subcommand;
    int count = arguments->word_count;
    if (count >= subcommand->least_words && count <= subcommand->most_words)
        return true;

    vl_text given = {0};
    for (int i = 0; i < count; i++)
        vl_text_add(&given, "%s'%s'", i ? ", " : "", arguments->words[i]);
    const char *near =
        *subcommand->name || count == 0 ? NULL : subcommand_like(arguments->words[0]);
    vl_fail(error, "%s%sexpected %s, given %s%s%s%s", subcommand->name,
            *subcommand->name ? ": " : "", subcommand->expected, count ? given.data : "nothing",
            near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    vl_text_free(&given);
    return false;
}

static bool check_together(const vl_arguments *arguments, vl_error *error)
{
    for (int i = 0; i < vl_option_count; i++)
        if (vl_options[i].required && takes(arguments, &vl_options[i]) && !arguments->given[i])
            return vl_fail(error, "%s: --%s is missing: --%s %s", arguments->subcommand->name,
                           vl_options[i].name, vl_options[i].name, vl_options[i].form);
    for (int i = 0; i < vl_option_count; i++)
        if (vl_options[i].of_csv && arguments->given[i] && !arguments->csv)
            return vl_fail(error, "--%s is of the CSV, expected --csv as well", vl_options[i].name);
    if (!isnan(arguments->duration) && arguments->steps >= 0)
        return vl_fail(error, "--duration and --steps are both given, expected one of them");
    if (arguments->ledger && arguments->estimator != &vl_estimators[0])
        return vl_fail(error, "--ledger is of the right velocity, expected no other --estimator");
    return true;
}

static void reset(vl_arguments *arguments, const vl_subcommand *subcommand, int count)
{
    *arguments = (vl_arguments){
        .subcommand = subcommand,
        .words = vl_alloc((size_t)count, sizeof *arguments->words),
        .given = vl_alloc((size_t)vl_option_count, sizeof *arguments->given),
        .settings = vl_alloc((size_t)vl_option_count, sizeof *arguments->settings),
        .duration = (double)NAN,
        .steps = -1,
        .every = 1,
        .when = -1,
        .seeds = VL_ORDER_SEEDS,
        .halvings = VL_ORDER_LEAST_HALVINGS,
        .mean = (double)NAN,
        .estimator = &vl_estimators[0],
        .at = (double)NAN,
        .width = VL_RENDER_WIDTH,
        .height = VL_RENDER_HEIGHT,
        .points_a_side = VL_MAP_POINTS,
    };
}

bool vl_arguments_parse(vl_arguments *arguments, const vl_subcommand *subcommand, int count,
                        char **argv, vl_error *error)
{
    reset(arguments, subcommand, count);
    bool options_end = false;
    for (int i = 0, used; i < count; i += used) {
        const char *argument = argv[i], *next = i + 1 < count ? argv[i + 1] : NULL;
        bool good = true;
        used = 1;
        if (options_end || argument[0] != '-' || !argument[1])
            arguments->words[arguments->word_count++] = argument;
        else if (strcmp(argument, "--") == 0)
            options_end = true;
        else if (argument[1] == '-')
            good = read_long(arguments, argument, next, &used, error);
        else
            good = read_letter(arguments, argument, error);
        if (!good)
            return false;
    }

    if (arguments->help || arguments->version)
        return true;
    return check_words(arguments, error) && check_together(arguments, error);
}

void vl_arguments_free(vl_arguments *arguments)
{
    vl_free(arguments->words);
    vl_free(arguments->given);
    vl_free(arguments->settings);
    vl_free(arguments->integrators);
    vl_free(arguments->points.numbers);
}
