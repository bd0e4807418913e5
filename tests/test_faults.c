// Faults of the system: calls that fail or never return. The program that $VERLET_LAB_PROGRAM names
// runs in a folder of its own.

// For nftw().
#define _XOPEN_SOURCE 700

#include "support/faults.h"
#include "support/scenes.h"
#include "support/testing.h"

#include <errno.h>
#include <ftw.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// The bytes of a file; NULL: there is no such file.
typedef struct content {
    char *bytes;
    size_t size;
} content;

static content content_of(const char *path)
{
    content c = {.bytes = NULL};
    c.bytes = vl_file_read(path, 1 << 24, false, &c.size, NULL);
    return c;
}

static bool same(const content *a, const content *b)
{
    return a->bytes && b->bytes && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

static bool reads(const content *c, const char *text)
{
    return c->bytes && c->size == strlen(text) && memcmp(c->bytes, text, c->size) == 0;
}

// --- files that are written ---

static const char pendulum[] =
    "format: 1\ntitle: A pendulum\ntimestep: fixed:0.01\ngravity: [0, -9.81]\nparticles:\n"
    "  - {name: hook, at: [0, 0], pinned: true}\n  - {at: [1, 0], mass: 2}\n"
    "links:\n  - {from: hook, to: 2}\n";

enum { MOST_FILES = 3 };

// What writes files: a line of arguments for the program, and which files. The first is there
// already where it says so.
typedef struct writer {
    const char *line;
    const char *files[MOST_FILES];
    bool replaces;
} writer;

// Esc takes the notices away that would be in the pictures.
static const writer writers[] = {
    {"run pendulum.yaml --duration 0.6 --csv out.csv", {"out.csv"}, true},
    {"render pendulum.yaml --at 0 --size 64x64 --png out.png --keys save,Esc,picture,Esc",
     {"out.png", "verlet-lab/scenes/pendulum-saved.yaml", "pictures/verlet-lab.png"},
     false},
};

enum { MOST_OPEN = 8 };

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    return kind == FTW_F ? unlink(path) : 0;
}

// Puts everything to where it was before the writer.
static void begin(const writer *w)
{
    assert_int_equal(nftw(".", remove_one, MOST_OPEN, FTW_PHYS), 0);
    write_here("pendulum.yaml", pendulum);
    if (w->replaces)
        write_here(w->files[0], "old\n");
}

static supervised act(const writer *w, fault wish)
{
    begin(w);
    return supervise_program(w->line, wish);
}

static int look_at_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    const char *dot = strrchr(path, '.');
    return kind == FTW_F && strcmp(dot, ".new") == 0;
}

static bool has_temporaries(void)
{
    return nftw(".", look_at_one, MOST_OPEN, FTW_PHYS) != 0;
}

// Each file is the old one or the new one. Returns which are new, a bit each.
static unsigned check_files(const writer *w, const content whole[MOST_FILES], const char *what)
{
    unsigned written = 0;
    for (int i = 0; i < MOST_FILES && w->files[i]; i++) {
        content now = content_of(w->files[i]);
        bool is_new = same(&now, &whole[i]);
        bool is_old = i == 0 && w->replaces ? reads(&now, "old\n") : !now.bytes;
        vl_free(now.bytes);
        if (!is_new && !is_old)
            fail_msg("%s: %s is neither the old file nor the new one", what, w->files[i]);
        written |= (unsigned)is_new << i;
    }
    return written;
}

// A process that ended by itself has told of each file that is not there, and of no other, and left
// nothing else.
static void check_end(const writer *w, const supervised *s, unsigned written, const char *what)
{
    int status = s->outcome.status;
    if (status != 0 && status != 1)
        fail_msg("%s: it ended with %d: %s", what, status, s->outcome.err);
    unsigned all = 0;
    for (int i = 0; i < MOST_FILES && w->files[i]; i++) {
        all |= 1U << i;
        if (written >> i & 1 &&
            strstr(s->outcome.err, PRINTED("%s: cannot be written: ", w->files[i])))
            fail_msg("%s: %s", what, s->outcome.err);
    }
    if (status == 0 && written != all)
        fail_msg("%s: a file is not there, and it ended with status 0: %s", what, s->outcome.err);
    bool told = strstr(s->outcome.err, "cannot be written: ");
    if (status == 1 && !told)
        fail_msg("%s: it told no reason: %s", what, s->outcome.err);
    bool removes = strncmp(s->refused, "unlink", 6) == 0;
    if (!removes && has_temporaries())
        fail_msg("%s: a temporary file is left", what);
}

static int try_fault(const writer *w, const content whole[MOST_FILES], fault wish)
{
    SCOPED(supervised) s = act(w, wish);
    if (s.refused) {
        const char *what = PRINTED("%s, call %d (%s), %s", w->line, wish.call, s.refused,
                                   wish.reason ? strerror(wish.reason) : "killed");
        unsigned written = check_files(w, whole, what);
        if (wish.reason)
            check_end(w, &s, written, what);
    }
    return s.calls;
}

// Tries the fault at each call of each writer.
static void try_everywhere(fault wish)
{
    if (!faults_can_be_made())
        test_skip("this system does not stop a process at its calls");
    for (int i = 0; i < COUNT(writers); i++) {
        const writer *w = &writers[i];
        content whole[MOST_FILES] = {{.bytes = NULL}};
        SCOPED(supervised) s = act(w, (fault){0});
        if (s.outcome.status != 0)
            fail_msg("%s: %s", w->line, s.outcome.err);
        for (int k = 0; k < MOST_FILES && w->files[k]; k++)
            assert_non_null((whole[k] = content_of(w->files[k])).bytes);
        int calls = s.calls, tried = 0;
        for (wish.call = 1; wish.call <= calls; wish.call++, tried++)
            try_fault(w, whole, wish);
        print_message("  %s: %d calls\n", w->line, tried);
        for (int k = 0; k < MOST_FILES && w->files[k]; k++)
            vl_free(whole[k].bytes);
    }
}

TEST(killed_before_any_call_the_old_file_or_the_new_one_is_there)
{
    try_everywhere((fault){0});
}

TEST(a_call_that_fails_once_leaves_the_old_file_or_the_new_one)
{
    try_everywhere((fault){.reason = EIO});
}

TEST(a_disk_that_is_full_leaves_the_old_file_or_the_new_one)
{
    try_everywhere((fault){.reason = ENOSPC, .forever = true});
}

// --- memory ---

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { LIMITED = false };
#else
enum { LIMITED = true };
#endif

static void run_in_little(void *data)
{
    const struct rlimit limit = {200 << 20, 200 << 20};
    if (setrlimit(RLIMIT_AS, &limit) == 0)
        become_program(data);
}

// A cloth of a million particles takes more than the 200 MiB that the system gives.
TEST(an_address_space_that_is_too_small_is_told)
{
    static const char line[] = "run large.yaml --steps 1 --csv out.csv";
    if (!LIMITED)
        test_skip("the sanitizers take more addresses than the limit leaves");
    begin(&writers[0]);
    write_here("large.yaml",
               "format: 1\ncloths:\n  - {origin: [0, 0], along: [1, 0], down: [0, -1], "
               "columns: 1000, rows: 1000}\n");
    SCOPED(supervised) s = supervise(run_in_little, (void *)line, (fault){0});
    assert_int_equal(s.outcome.status, 1);
    assert_non_null(strstr(s.outcome.err, "verlet-lab: out of memory: the system has refused "));
    content old = content_of("out.csv");
    assert_true(reads(&old, "old\n") && !has_temporaries());
    vl_free(old.bytes);
}

// --- streams that are closed ---

static int closed; // a descriptor

static void run_without(void *data)
{
    close(closed);
    become_program(data);
}

// The rows are written to the first descriptor that is free, and the warning after them to that of
// standard error: these must not be the same.
TEST(a_message_without_standard_error_gets_into_no_file)
{
    static const char line[] = "run pendulum.yaml --dt fixed:1e-6 --policy accumulator:9 "
                               "--duration 5 --csv out.csv";
    begin(&writers[0]);
    SCOPED(outcome) result = finish_line(line, NULL);
    assert_int_equal(result.status, 0);
    assert_int_equal(strncmp(result.err, "stopped: 100000 frames in", 25), 0);
    content whole = content_of("out.csv");
    closed = STDERR_FILENO;
    SCOPED(supervised) s = supervise(run_without, (void *)line, (fault){0});
    assert_int_equal(s.outcome.status, 0);
    content again = content_of("out.csv");
    assert_true(same(&whole, &again));
    vl_free(whole.bytes);
    vl_free(again.bytes);
}

TEST(standard_output_that_is_closed_is_told)
{
    static const char *const lines[] = {"run pendulum.yaml --duration 0.1", "list integrators",
                                        "run pendulum.yaml --duration 0.1 --csv -"};
    begin(&writers[0]);
    closed = STDOUT_FILENO;
    for (int i = 0; i < COUNT(lines); i++) {
        SCOPED(supervised) s = supervise(run_without, (void *)lines[i], (fault){0});
        assert_int_equal(s.outcome.status, 1);
        assert_string_equal(s.outcome.err,
                            "standard output: cannot be written: Bad file descriptor\n");
    }
}
