#include "platform/picture.h"

#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"

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

bool vl_picture_write(const vl_picture *picture, const char *path, char **made, vl_error *error)
{
    vl_output output = {.is_new = made};
    bool written = vl_output_open(&output, path, error) &&
                   write_rows(output.file, path, picture, error) &&
                   vl_output_finish(&output, error);
    if (written && made)
        *made = vl_copy_text(output.path);
    vl_output_abandon(&output);
    return written;
}

void vl_picture_free(vl_picture *picture)
{
    vl_free(picture->pixels);
    *picture = (vl_picture){0};
}
