// F_OFD_SETLK: the lock stays until this opening of the file is closed. That of a process would go
// when it closes any opening of it, such as that by which it reads its own recording.
#define _GNU_SOURCE
#include "lab/journal.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "lab/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 16 }; // bytes that wait at most

struct vl_journal {
    char *path;
    int file;
    vl_text waiting; // not in the file yet
    int line;        // where the present line begins in it
    int64_t lines, bytes;
    double written; // s, when that was done last
    vl_error error;
};

void vl_journal_fail(vl_journal *journal, const char *reason)
{
    if (!*journal->error.text)
        vl_fail_at(&journal->error, (vl_location){.file = journal->path}, "%s", reason);
    journal->waiting.length = journal->line = 0;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static void write_waiting(vl_journal *journal)
{
    int count = journal->waiting.length;
    journal->written = vl_clock_now();
    if (count == 0)
        return;
    if (!write_all(journal->file, journal->waiting.data, (size_t)count)) {
        vl_text reason = {0};
        vl_text_add(&reason, "cannot be written: %s", strerror(errno));
        vl_journal_fail(journal, reason.data);
        vl_text_free(&reason);
    }
    journal->waiting.length = journal->line = 0;
    journal->bytes += count;
}

// What a file that is there begins with. A recording of which nothing was written yet is empty.
static bool may_be_replaced(int file)
{
    char begin[sizeof "verlet-lab recording 1 by "];
    ssize_t size = pread(file, begin, sizeof begin, 0);
    return size == 0 || (size > 0 && vl_recording_is(begin, (size_t)size));
}

// Why the file cannot become that of a new recording, which it then is not; NULL: it can, and it is
// empty and locked.
static const char *take_file(int file)
{
    struct stat status;
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fstat(file, &status) != 0)
        return strerror(errno);
    if (!S_ISREG(status.st_mode))
        return "it is no regular file";
    bool locked = fcntl(file, F_OFD_SETLK, &whole) == 0;
    if (!locked && (errno == EACCES || errno == EAGAIN))
        return "another program writes a recording to it";
    if (!may_be_replaced(file))
        return "it is there and is no recording, expected another name";
    return ftruncate(file, 0) == 0 ? NULL : strerror(errno);
}

static int open_file(const char *path, vl_error *error)
{
    int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    const char *why = file < 0 ? strerror(errno) : take_file(file);
    if (!why)
        return file;
    vl_fail_at(error, (vl_location){.file = path}, "cannot be written: %s", why);
    if (file >= 0)
        close(file);
    return -1;
}

vl_journal *vl_journal_create(const char *path, vl_error *error)
{
    int file = open_file(path, error);
    if (file < 0)
        return NULL;
    vl_journal *journal = vl_alloc(1, sizeof *journal);
    journal->path = vl_copy_text(path);
    journal->file = file;
    vl_journal_add(journal, "verlet-lab recording 1 by %s", VL_VERSION);
    vl_journal_end_line(journal);
    if (vl_journal_flush(journal, error))
        return journal;
    vl_journal_free(journal);
    return NULL;
}

void vl_journal_free(vl_journal *journal)
{
    if (!journal)
        return;
    write_waiting(journal);
    close(journal->file);
    vl_text_free(&journal->waiting);
    vl_free(journal->path);
    vl_free(journal);
}

void vl_journal_add(vl_journal *journal, const char *format, ...)
{
    va_list values;
    if (*journal->error.text)
        return;
    va_start(values, format);
    vl_text_add_list(&journal->waiting, format, values);
    va_end(values);
}

void vl_journal_add_number(vl_journal *journal, double number)
{
    char text[VL_NUMBER_SIZE];
    vl_journal_add(journal, " %s", vl_number_text(number, text));
}

// The lines before one that is too long stay.
static void check_line(vl_journal *journal)
{
    if (journal->waiting.length - journal->line <= VL_JOURNAL_LONGEST_LINE)
        return;
    journal->waiting.length = journal->line;
    write_waiting(journal);
    vl_journal_fail(journal, "a line of more than 1 MiB is needed, as for the many frames of a "
                             "lane or a scene, and the recording ends before it");
}

int64_t vl_journal_end_line(vl_journal *journal)
{
    check_line(journal);
    vl_journal_add(journal, "\n");
    journal->line = journal->waiting.length;
    journal->lines++;
    if (journal->bytes + journal->waiting.length > VL_JOURNAL_MOST_BYTES - BUFFER) {
        write_waiting(journal);
        vl_journal_fail(journal, "the recording is full, and ends here");
    }
    if (journal->waiting.length > BUFFER / 2)
        write_waiting(journal);
    else
        vl_journal_tick(journal);
    return journal->lines;
}

void vl_journal_tick(vl_journal *journal)
{
    if (journal->waiting.length > 0 && vl_clock_now() - journal->written > VL_JOURNAL_DELAY)
        write_waiting(journal);
}

const char *vl_journal_failure(const vl_journal *journal)
{
    return *journal->error.text ? journal->error.text : NULL;
}

bool vl_journal_is_written(const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    bool written = fcntl(file, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
    close(file);
    return written;
}

bool vl_journal_flush(vl_journal *journal, vl_error *error)
{
    write_waiting(journal);
    if (!*journal->error.text)
        return true;
    *error = journal->error;
    return false;
}

int64_t vl_journal_lines(const vl_journal *journal)
{
    return journal->lines;
}

const char *vl_journal_path(const vl_journal *journal)
{
    return journal->path;
}
