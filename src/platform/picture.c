#include "platform/picture.h"

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"

#include <errno.h>
#include <png.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SIDE = 16384 };

// libpng reports by longjmp. Nothing that is freed afterwards may live in a local variable of the
// function that calls setjmp, so all of it stands here.
typedef struct vl_job {
    FILE *file;
    png_structp png;
    png_infop info;
    png_bytep *rows;
    uint8_t *pixels;
    int width, height;
    char message[256];
} vl_job;

static void on_error(png_structp png, png_const_charp message)
{
    vl_job *job = png_get_error_ptr(png);
    snprintf(job->message, sizeof job->message, "%s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void make_rows(vl_job *job)
{
    job->rows = vl_alloc((size_t)job->height, sizeof *job->rows);
    for (int y = 0; y < job->height; y++)
        job->rows[y] = job->pixels + 4 * (size_t)y * (size_t)job->width;
}

static bool encode(vl_job *job)
{
    if (setjmp(png_jmpbuf(job->png)))
        return false;
    png_init_io(job->png, job->file);
    png_set_IHDR(job->png, job->info, (png_uint_32)job->width, (png_uint_32)job->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(job->png, job->info);
    png_set_filler(job->png, 0, PNG_FILLER_AFTER);
    png_write_image(job->png, job->rows);
    png_write_end(job->png, job->info);
    return true;
}

static bool write_to(const vl_picture *picture, FILE *file, const char *path, vl_error *error)
{
    vl_job job = {.pixels = picture->pixels, .width = picture->width, .height = picture->height};
    job.file = file;
    job.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job, on_error, on_warning);
    job.info = job.png ? png_create_info_struct(job.png) : NULL;
    make_rows(&job);
    bool written = job.info && encode(&job);
    png_destroy_write_struct(&job.png, &job.info);
    vl_free(job.rows);

    if (!written)
        vl_fail(error, "%s: cannot be written: %s", path,
                *job.message ? job.message : "write error");
    return written;
}

bool vl_picture_write(const vl_picture *picture, const char *path, vl_error *error)
{
    vl_output output = {0};
    bool written = vl_output_open(&output, path, error) &&
                   write_to(picture, output.file, path, error) && vl_output_finish(&output, error);
    vl_output_abandon(&output);
    return written;
}

static bool read_header(vl_job *job)
{
    if (setjmp(png_jmpbuf(job->png)))
        return false;
    png_init_io(job->png, job->file);
    png_set_user_limits(job->png, MOST_SIDE, MOST_SIDE);
    png_read_info(job->png, job->info);
    png_set_expand(job->png);
    png_set_strip_16(job->png);
    png_set_gray_to_rgb(job->png);
    png_set_add_alpha(job->png, 255, PNG_FILLER_AFTER);
    png_set_interlace_handling(job->png);
    png_read_update_info(job->png, job->info);
    job->width = (int)png_get_image_width(job->png, job->info);
    job->height = (int)png_get_image_height(job->png, job->info);
    return true;
}

static bool read_rows(vl_job *job)
{
    if (setjmp(png_jmpbuf(job->png)))
        return false;
    png_read_image(job->png, job->rows);
    png_read_end(job->png, NULL);
    return true;
}

bool vl_picture_read(vl_picture *picture, const char *path, vl_error *error)
{
    *picture = (vl_picture){0};
    vl_job job = {.file = fopen(path, "rb")};
    if (!job.file)
        return vl_fail(error, "%s: cannot be read: %s", path, strerror(errno));

    job.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &job, on_error, on_warning);
    job.info = job.png ? png_create_info_struct(job.png) : NULL;
    bool good = job.info && read_header(&job);
    if (good) {
        job.pixels = vl_alloc((size_t)job.width * (size_t)job.height, 4);
        make_rows(&job);
        good = read_rows(&job);
    }
    png_destroy_read_struct(&job.png, &job.info, NULL);
    vl_free(job.rows);
    fclose(job.file);
    if (!good) {
        vl_free(job.pixels);
        return vl_fail(error, "%s: not a PNG picture that can be read: %s", path, job.message);
    }
    *picture = (vl_picture){job.width, job.height, job.pixels};
    return true;
}

void vl_picture_free(vl_picture *picture)
{
    vl_free(picture->pixels);
    *picture = (vl_picture){0};
}
