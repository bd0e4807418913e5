#pragma once
/// Reads the PNG files that the program writes.

#include "base/memory.h"
#include "platform/picture.h"

#include <png.h>

/// A PNG file of any kind as R, G, B, A; false where it is none. Free with vl_picture_free().
static inline bool read_picture(vl_picture *picture, const char *path)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, path))
        return false;
    image.format = PNG_FORMAT_RGBA;
    *picture = (vl_picture){(int)image.width, (int)image.height,
                            vl_alloc((size_t)image.width * image.height, 4)};
    return png_image_finish_read(&image, NULL, picture->pixels, 0, NULL) != 0;
}
