#include "platform/picture.h"

#include "base/memory.h"
#include "base/output.h"
#include "base/worker.h"

#include <errno.h>
#include <png.h>
#include <string.h>

static bool write_rows(FILE *file, const char *path, const vl_picture *picture, vl_error *error)
{
    size_t count = (size_t)picture->width * (size_t)picture->height;
    uint8_t *opaque = vl_alloc(count, 3);
    for (size_t i = 0; i < count; i++)
        memcpy(opaque + 3 * i, picture->pixels + 4 * i, 3);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)picture->width,
                       .height = (png_uint_32)picture->height,
                       .format = PNG_FORMAT_RGB};
    errno = 0;
    bool written = png_image_write_to_stdio(&image, file, 0, opaque, 0, NULL) != 0;
    int reason = errno;
    vl_free(opaque);
    return written || vl_fail(error, "%s: cannot be written: %s", path,
                              reason ? strerror(reason) : image.message);
}

bool vl_picture_write(const vl_picture *picture, const char *path, vl_error *error)
{
    vl_output output = {0};
    bool written = vl_output_open(&output, path, error) &&
                   write_rows(output.file, path, picture, error) &&
                   vl_output_finish(&output, error);
    vl_output_abandon(&output);
    return written;
}

void vl_picture_free(vl_picture *picture)
{
    vl_free(picture->pixels);
    *picture = (vl_picture){0};
}

// --- beside the frames ---

typedef struct job {
    vl_picture picture;
    vl_written_picture result;
} job;

// The lock of the worker protects the jobs. The worker alone touches the picture of the job that it
// has begun.
struct vl_picture_writer {
    vl_worker *worker;
    job *jobs; // the oldest first
    int count, capacity;
    int done; // the first ones
};

static bool write_next(void *user)
{
    vl_picture_writer *writer = user;
    vl_worker_lock(writer->worker);
    bool some = writer->done < writer->count;
    job next = some ? writer->jobs[writer->done] : (job){0};
    vl_worker_unlock(writer->worker);
    if (!some)
        return false;

    vl_output output = {.is_new = true};
    vl_written_picture *result = &next.result;
    result->good = vl_output_open(&output, result->path, &result->error) &&
                   write_rows(output.file, result->path, &next.picture, &result->error) &&
                   vl_output_finish(&output, &result->error);
    if (result->good) {
        vl_free(result->path);
        result->path = vl_copy_text(output.path);
    }
    vl_output_abandon(&output);
    vl_picture_free(&next.picture);
    vl_worker_lock(writer->worker);
    writer->jobs[writer->done++] = next;
    bool more = writer->done < writer->count;
    vl_worker_unlock(writer->worker);
    return more;
}

void vl_picture_writer_add(vl_picture_writer **writer, vl_picture picture, const char *path)
{
    bool is_new = !*writer;
    if (is_new) {
        *writer = vl_alloc(1, sizeof **writer);
        (*writer)->worker = vl_worker_create(write_next, *writer);
    }
    vl_picture_writer *w = *writer;
    vl_worker_lock(w->worker);
    w->jobs = vl_grow(w->jobs, &w->capacity, w->count + 1, sizeof *w->jobs);
    w->jobs[w->count++] = (job){.picture = picture, .result.path = vl_copy_text(path)};
    vl_worker_unlock(w->worker);
    if (is_new)
        vl_worker_start(w->worker);
    else
        vl_worker_wake(w->worker);
}

bool vl_picture_writer_take(vl_picture_writer *writer, bool wait, vl_written_picture *written)
{
    if (!writer)
        return false;
    vl_worker_turn(writer->worker, 0);
    if (wait)
        vl_worker_wait(writer->worker, VL_FOREVER);
    vl_worker_lock(writer->worker);
    bool some = writer->done > 0;
    if (some) {
        *written = writer->jobs[0].result;
        writer->done--;
        memmove(writer->jobs, writer->jobs + 1, (size_t)--writer->count * sizeof *writer->jobs);
    }
    vl_worker_unlock(writer->worker);
    return some;
}

void vl_picture_writer_free(vl_picture_writer *writer)
{
    vl_written_picture written;
    while (vl_picture_writer_take(writer, true, &written))
        vl_free(written.path);
    if (!writer)
        return;
    vl_worker_free(writer->worker);
    vl_free(writer->jobs);
    vl_free(writer);
}
