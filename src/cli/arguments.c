#include "cli/arguments.h"

#include "base/memory.h"
#include "scene/lanes.h"

#include <string.h>

vl_names vl_names_of(const void *list)
{
    const void *const *pointers = list;
    int count = 0;
    while (pointers[count])
        count++;
    return (vl_names){
        .rows = list, .count = count, .stride = sizeof *pointers, .of_pointers = true};
}

// An option of another subcommand is told.
static const vl_option *find_option(const vl_arguments *arguments, const char *name,
                                    vl_error *error)
{
    const vl_subcommand *subcommand = arguments->subcommand;
    vl_names names = vl_names_of(subcommand->options);
    const vl_option *option = vl_names_find(names, name);
    if (option)
        return option;
    for (const vl_subcommand *const *home = arguments->subcommands; *home; home++)
        if (vl_names_find(vl_names_of((*home)->options), name)) {
            vl_fail(error, "'--%s' is an option of 'verlet-lab%s%s'", name,
                    *(*home)->name ? " " : "", (*home)->name);
            return NULL;
        }
    vl_names_require(names, "option", name, names, error);
    return NULL;
}

bool vl_arguments_have(const vl_arguments *arguments, const vl_option *option)
{
    for (int i = 0; i < arguments->given_count; i++)
        if (arguments->given[i].option == option)
            return true;
    return false;
}

// A value for a key of the scene is read when there is one.
static bool set(vl_arguments *arguments, const vl_option *option, const char *text, vl_error *error)
{
    if (vl_arguments_have(arguments, option) && option->form && !option->repeats)
        return vl_fail(error, "--%s is given twice", option->name);
    arguments->given[arguments->given_count++] = (vl_given){option, text};
    void *owner = option->common ? arguments : arguments->settings;
    void *member = vl_member(&option->field, owner);
    if (option->read)
        return option->read(&(vl_value){option, text, member, arguments, error});
    if (!option->form)
        return *(bool *)member = true;
    return option->sets.key || vl_option_read(option, &option->field, text, owner, error);
}

// The value is the text after the '=', or the next argument, unless that looks like an option.
// `*used` becomes the number of arguments that were read.
static bool read_value(vl_arguments *arguments, const vl_option *option, const char *value,
                       const char *next, int *used, vl_error *error)
{
    if (!option->form && value)
        return vl_fail(error, "--%s takes no value", option->name);
    if (!option->form || value)
        return set(arguments, option, value ? value : "", error);
    if (!next || strncmp(next, "--", 2) == 0)
        return vl_fail(error, "--%s needs a value, expected --%s %s%s%s", option->name,
                       option->name, option->form, option->expected ? ", " : "",
                       option->expected ? option->expected : "");
    *used = 2;
    return set(arguments, option, next, error);
}

// Reads "--name", "--name=value" or "--name" and `next`.
static bool read_long(vl_arguments *arguments, const char *whole, const char *next, int *used,
                      vl_error *error)
{
    const char *equals = strchr(whole, '=');
    char *name = vl_copy_text(whole + 2);
    if (equals)
        name[equals - whole - 2] = '\0';
    const vl_option *option = find_option(arguments, name, error);
    vl_free(name);
    return option && read_value(arguments, option, equals ? equals + 1 : NULL, next, used, error);
}

// "SCENE" stands for one word, "[SCENE]" for at most one, "SCENE…" for one or more.
static bool check_words(const vl_arguments *arguments, vl_error *error)
{
    const vl_subcommand *subcommand = arguments->subcommand;
    const char *name = subcommand->name, *words = subcommand->words;
    int count = arguments->word_count;
    bool optional = *words == '[', several = strstr(words, "…");
    if ((count > 0 || optional) && (count <= 1 || several))
        return true;

    const char *near =
        *name ? NULL
              : vl_names_similar(vl_names_of(arguments->subcommands + 1), arguments->words[0]);
    return vl_fail(error, "%s%sexpected %s, given %d words%s%s%s", name, *name ? ": " : "", words,
                   count, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool check_together(const vl_arguments *arguments, vl_error *error)
{
    for (const vl_option *const *o = arguments->subcommand->options; *o; o++)
        if ((*o)->required && !vl_arguments_have(arguments, *o))
            return vl_fail(error, "%s: --%s is missing, expected --%s %s",
                           arguments->subcommand->name, (*o)->name, (*o)->name, (*o)->form);
    if (!isnan(arguments->duration) && arguments->steps >= 0)
        return vl_fail(error, "--duration and --steps are both given, expected one of them");
    if (arguments->lane_count > 0 && arguments->integrator_count > 0)
        return vl_fail(error, "--lane and --integrator are both given, expected one of them: a "
                              "lane has its integrator");
    return true;
}

bool vl_arguments_parse(vl_arguments *arguments, const vl_subcommand *const *subcommands,
                        const vl_subcommand *subcommand, int count, char **argv, vl_error *error)
{
    *arguments = (vl_arguments){
        .subcommand = subcommand,
        .subcommands = subcommands,
        .words = vl_alloc((size_t)count, sizeof *arguments->words),
        .given = vl_alloc((size_t)count, sizeof *arguments->given),
        .settings = vl_alloc(subcommand->settings_size, 1),
        .lanes = vl_alloc(VL_SCENE_MOST_LANES, sizeof *arguments->lanes),
        .duration = (double)NAN,
        .steps = -1,
    };
    if (subcommand->settings)
        memcpy(arguments->settings, subcommand->settings, subcommand->settings_size);
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
        else if (strcmp(argument, "-h") == 0)
            arguments->help = true;
        else
            good = find_option(arguments, argument, error);
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
    for (int i = 0; i < arguments->lane_count; i++)
        vl_schema_release(&vl_schema_lane, &arguments->lanes[i]);
    vl_free(arguments->lanes);
}
