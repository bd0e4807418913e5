#include "programs.h"

#include "testing.h"

char *slurp(FILE *file)
{
    vl_text text = {0};
    char block[4096];
    rewind(file);
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
        vl_text_add_bytes(&text, block, count);
    fclose(file);
    vl_text_add(&text, "%s", "");
    return text.data ? text.data : vl_alloc(1, 1);
}

int ending(pid_t process)
{
    int status = 0;
    assert_true(waitpid(process, &status, 0) == process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// In the child: the program of $VERLET_LAB_PROGRAM, or with a host the command line itself.
static void become(char *const *arguments, const vl_cli_host *host)
{
    if (!host) {
        execv(getenv("VERLET_LAB_PROGRAM"), arguments);
        _exit(127);
    }
    int count = 0;
    while (arguments[count])
        count++;
    int status = vl_cli_main(count, (char **)arguments, host);
    fflush(stdout);
    _exit(status);
}

static pid_t start_arguments(char *const *arguments, const vl_cli_host *host, int out, int err)
{
    fflush(NULL);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
        alarm(120);
        signal(SIGINT, SIG_DFL); // a shell may have set it to be ignored
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        become(arguments, host);
    }
    return process;
}

// Takes out how long it takes, which a slow or busy machine is told of.
static char *without_times(char *err)
{
    static const char *const works[] = {"The run takes about ", "The experiment takes about "};
    for (int i = 0; i < COUNT(works); i++)
        for (char *told; (told = strstr(err, works[i])) != NULL;) {
            const char *next = told + strcspn(told, "\n");
            memmove(told, next + (*next == '\n'), strlen(next) + (*next != '\n'));
        }
    return err;
}

outcome finish(char *const *arguments, const vl_cli_host *host)
{
    FILE *out = tmpfile(), *err = tmpfile();
    assert_true(out && err);
    int status = ending(start_arguments(arguments, host, fileno(out), fileno(err)));
    return (outcome){status, slurp(out), without_times(slurp(err))};
}

enum { MOST_WORDS = 40 };

// Cuts `words` at its spaces; `arguments` ends with NULL.
static void split(char *words, char *arguments[MOST_WORDS])
{
    int count = 0;
    arguments[count++] = "verlet-lab";
    for (char *word = words; word && *word && count < MOST_WORDS - 1;) {
        char *space = strchr(word, ' ');
        if (space)
            *space = '\0';
        arguments[count++] = word;
        word = space ? space + 1 : NULL;
    }
    arguments[count] = NULL;
}

void become_program(void *line)
{
    char *arguments[MOST_WORDS];
    split(vl_copy_text(line), arguments);
    become(arguments, NULL);
}

pid_t start(const char *line, int out, int err)
{
    char *words = vl_copy_text(line), *arguments[MOST_WORDS];
    split(words, arguments);
    pid_t process = start_arguments(arguments, NULL, out, err);
    vl_free(words);
    return process;
}

outcome finish_line(const char *line, const vl_cli_host *host)
{
    char *words = vl_copy_text(line), *arguments[MOST_WORDS];
    split(words, arguments);
    outcome result = finish(arguments, host);
    vl_free(words);
    return result;
}

void outcome_free(outcome *result)
{
    vl_free(result->out);
    vl_free(result->err);
}

enum { LINE = 1024 };

static char *output_of_values(const char *format, va_list values)
{
    char line[LINE];
    vsnprintf(line, sizeof line, format, values);
    outcome result = finish_line(line, NULL);
    // not by print_message(), which cuts what a sanitizer has to say after 1024 bytes
    if (result.status != 0 || *result.err)
        fprintf(stderr, "  %s: status %d, %s\n", line, result.status, result.err);
    assert_int_equal(result.status, 0);
    assert_string_equal(result.err, "");
    vl_free(result.err);
    return result.out;
}

char *output_of(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    char *out = output_of_values(format, values);
    va_end(values);
    return out;
}

// --- CSV, read back ---

// Cuts a text at the first `mark`; returns what is behind it, or NULL.
static char *cut_at(char *text, char mark)
{
    char *at = strchr(text, mark);
    if (at)
        *at++ = '\0';
    return at;
}

// Takes the text over.
static csv csv_read(char *text)
{
    csv c = {.text = text, .columns = 1};
    char *next = cut_at(text, '\n');
    c.header = vl_copy_text(text);
    for (const char *s = c.header; *s; s++)
        c.columns += *s == ',';
    for (char *line = next; line && *line; line = next, c.rows++) {
        int count = 0;
        assert_non_null(next = cut_at(line, '\n'));
        c.cells = vl_grow(c.cells, &c.capacity, (c.rows + 1) * c.columns, sizeof *c.cells);
        for (char *cell = line; cell; count++) {
            assert_true(count < c.columns);
            c.cells[c.rows * c.columns + count] = cell;
            cell = cut_at(cell, ',');
        }
        assert_int_equal(count, c.columns);
    }
    return c;
}

csv csv_of(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    csv c = csv_read(output_of_values(format, values));
    va_end(values);
    return c;
}

static int csv_column(const csv *c, const char *name)
{
    int index = 0;
    for (const char *s = c->header; s; index++) {
        size_t length = strcspn(s, ",");
        if (length == strlen(name) && strncmp(s, name, length) == 0)
            return index;
        s = strchr(s, ',');
        s = s ? s + 1 : NULL;
    }
    fail_msg("no column %s in %s", name, c->header);
    return -1;
}

const char *csv_text(const csv *c, int row, const char *name)
{
    return c->cells[row * c->columns + csv_column(c, name)];
}

double csv_number(const csv *c, int row, const char *name)
{
    const char *text = csv_text(c, row, name);
    double value = (double)NAN;
    if (*text)
        assert_true(vl_parse_number(text, &value));
    return value;
}

void csv_free(csv *c)
{
    vl_free(c->text);
    vl_free(c->header);
    vl_free(c->cells);
}
