// F_OFD_SETLK: the lock stays until this opening of the file is closed. That of a process would go
// when it closes any opening of it, such as that by which it reads its own recording.
#define _GNU_SOURCE
#include "lab/log_file.h"

#include "base/clock.h"
#include "base/memory.h"
#include "scene/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first_line[] = "verlet-lab recording 2 ";

// Whether bytes are the beginning of a recording.
static bool is_recording(const char *bytes, size_t size)
{
    size_t length = strlen("verlet-lab recording ");
    return size >= length && memcmp(bytes, first_line, length) == 0;
}

// --- writing ---

enum { BUFFER = 1 << 16 }; // bytes that wait at most

struct vl_log_file {
    char *path;
    int file;
    vl_text waiting; // not in the file yet
    int64_t lines, bytes;
    double written; // s, when that was done last
    vl_error error;
};

static void fail(vl_log_file *file, const char *reason)
{
    if (!*file->error.text)
        vl_fail_at(&file->error, (vl_location){.file = file->path}, "%s", reason);
    file->waiting.length = 0;
}

// After a failure nothing waits.
static void write_waiting(vl_log_file *file)
{
    int count = file->waiting.length;
    file->written = vl_clock_now();
    file->bytes += count;
    for (int at = 0; at < count && !*file->error.text;) {
        ssize_t written = write(file->file, file->waiting.data + at, (size_t)(count - at));
        if (written < 0 && errno != EINTR)
            vl_fail_at(&file->error, (vl_location){.file = file->path}, "cannot be written: %s",
                       strerror(errno));
        at += written > 0 ? (int)written : 0;
    }
    file->waiting.length = 0;
}

void vl_log_file_tick(vl_log_file *file)
{
    if (file->waiting.length > 0 && vl_clock_now() - file->written > VL_LOG_DELAY)
        write_waiting(file);
}

int64_t vl_log_file_add(vl_log_file *file, const char *lines, int length)
{
    if (length > VL_LOG_LONGEST_LINE || file->waiting.length > BUFFER / 2)
        write_waiting(file);
    else
        vl_log_file_tick(file);
    for (const char *line = lines, *end; (end = strchr(line, '\n')); line = end + 1) {
        file->lines++;
        if (end - line > VL_LOG_LONGEST_LINE)
            fail(file, "a line of more than 1 MiB is needed, as for the many frames of a lane or a "
                       "scene, and the recording ends before it");
    }
    if (file->bytes + file->waiting.length + length > VL_LOG_MOST_BYTES) {
        write_waiting(file);
        fail(file, "the recording is full, and ends here");
    }
    if (!*file->error.text)
        vl_text_add_bytes(&file->waiting, lines, (size_t)length);
    return file->lines;
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
    // a recording of which nothing was written yet is empty
    char begin[sizeof first_line];
    ssize_t size = pread(file, begin, sizeof begin, 0);
    if (size != 0 && (size < 0 || !is_recording(begin, (size_t)size)))
        return "it is there and is no recording, expected another name";
    return ftruncate(file, 0) == 0 ? NULL : strerror(errno);
}

vl_log_file *vl_log_file_create(const char *path, vl_error *error)
{
    int number = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    const char *why = number < 0 ? strerror(errno) : take_file(number);
    if (why) {
        vl_fail_at(error, (vl_location){.file = path}, "cannot be written: %s", why);
        if (number >= 0)
            close(number);
        return NULL;
    }
    vl_log_file *file = vl_alloc(1, sizeof *file);
    file->path = vl_copy_text(path);
    file->file = number;
    vl_text first = {0};
    vl_text_add(&first, "%sby %s\n", first_line, VL_VERSION);
    (void)vl_log_file_add(file, first.data, first.length);
    vl_text_free(&first);
    if (vl_log_file_flush(file, error))
        return file;
    vl_log_file_free(file);
    return NULL;
}

void vl_log_file_free(vl_log_file *file)
{
    if (!file)
        return;
    write_waiting(file);
    close(file->file);
    vl_text_free(&file->waiting);
    vl_free(file->path);
    vl_free(file);
}

const char *vl_log_file_failure(const vl_log_file *file)
{
    return *file->error.text ? file->error.text : NULL;
}

bool vl_log_file_is_written(const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    bool written = fcntl(file, F_OFD_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
    close(file);
    return written;
}

bool vl_log_file_flush(vl_log_file *file, vl_error *error)
{
    write_waiting(file);
    if (!*file->error.text)
        return true;
    *error = file->error;
    return false;
}

// --- reading ---

vl_lines vl_recording_lines(const vl_recording *recording)
{
    const char *end = memchr(recording->bytes, '\n', recording->size);
    return (vl_lines){.path = recording->path,
                      .bytes = recording->bytes,
                      .size = recording->size,
                      .at = (size_t)(end - recording->bytes) + 1,
                      .line = 1};
}

// Takes all lines apart once, and leaves a part of an entry at the end out.
static bool check(vl_recording *recording, vl_error *error)
{
    vl_lines lines = vl_recording_lines(recording);
    size_t whole = lines.at;
    vl_operation o = {0};
    int64_t lanes = 0; // that are to come
    bool good = true;
    while (good && vl_operation_read(&lines, &o, error)) {
        good = o.kind != VL_STATE || (o.counts[0] < o.line && o.counts[0] >= 2) ||
               vl_operation_fail(&lines, &o, error,
                                 "state %lld, expected the number of a line before this one",
                                 (long long)o.counts[0]);
        lanes = o.kind == VL_BEGIN ? o.counts[1] : o.kind == VL_RUNS ? lanes - 1 : 0;
        whole = lanes > 0 ? whole : lines.at;
    }
    // a program that was killed may have left a part of an entry of several lines, which then is
    // the last one: a scene without all its lines, or a run without all its lanes
    bool part = *error->text ? o.block != NULL : lanes > 0;
    if (lines.at == recording->size && part) {
        *error = (vl_error){0};
        recording->torn = true;
        recording->size = whole;
    }
    vl_text_free(&lines.text);
    return !*error->text;
}

static bool check_first_line(const vl_recording *recording, vl_error *error)
{
    const char *bytes = recording->bytes, *end = memchr(bytes, '\n', recording->size);
    size_t begin = strlen("verlet-lab recording ");
    const vl_location first = {recording->path, 1, 1},
                      version = {recording->path, 1, (int)begin + 1};
    if (!end || !is_recording(bytes, recording->size))
        return vl_fail_at(error, first, "expected the first line of a recording, '%s…'",
                          first_line);
    if (end > bytes && end[-1] == '\r')
        return vl_fail_at(error, first, "the lines end with CR LF, expected LF alone");
    return ((bytes[begin] == '1' || bytes[begin] == '2') && bytes[begin + 1] == ' ') ||
           vl_fail_at(error, version, "a recording of version '%.*s', expected 1 or 2",
                      (int)strcspn(bytes + begin, " \n"), bytes + begin);
}

vl_recording *vl_recording_parse(char *bytes, size_t size, const char *path, vl_error *error)
{
    vl_recording *recording = vl_alloc(1, sizeof *recording);
    recording->path = vl_copy_text(path);
    recording->bytes = bytes;
    recording->size = size;
    while (recording->size > 0 && bytes[recording->size - 1] != '\n')
        recording->size--;
    recording->torn = recording->size < size;
    if (check_first_line(recording, error) && check(recording, error))
        return recording;
    vl_recording_free(recording);
    return NULL;
}

bool vl_recording_is_file(const char *path)
{
    size_t size;
    struct stat status;
    bool regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    char *bytes = regular ? vl_file_read(path, sizeof first_line, true, &size, NULL) : NULL;
    bool is = bytes && is_recording(bytes, size);
    vl_free(bytes);
    return is;
}

vl_recording *vl_recording_load(const char *path, bool head, vl_error *error)
{
    size_t size, most = head ? 1 << 20 : VL_LOG_MOST_BYTES;
    char *bytes = vl_file_read(path, most, head, &size, error);
    return bytes ? vl_recording_parse(bytes, size, path, error) : NULL;
}

bool vl_recording_lacks_run(const vl_recording *recording, vl_error *error)
{
    return vl_fail_at(error, (vl_location){.file = recording->path}, "there is no run in it%s",
                      recording->torn ? ", as it was cut off" : "");
}

vl_scene *vl_recording_scene(const vl_recording *recording, vl_error *error)
{
    vl_lines lines = vl_recording_lines(recording);
    vl_operation o;
    bool there = vl_operation_read(&lines, &o, error);
    vl_text_free(&lines.text);
    if (!there || o.kind != VL_BEGIN) {
        vl_recording_lacks_run(recording, error);
        return NULL;
    }
    return vl_operation_scene(&o, error);
}

void vl_recording_free(vl_recording *recording)
{
    if (!recording)
        return;
    vl_free(recording->path);
    vl_free(recording->bytes);
    vl_free(recording);
}
