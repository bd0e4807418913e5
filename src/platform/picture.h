#pragma once
/// Pictures in memory, rows of R, G, B, A from the top, and as PNG files.

#include "base/error.h"

#include <stdint.h>

typedef struct vl_picture {
    int width, height; ///< pixels
    uint8_t *pixels;   ///< width × height × 4 bytes; vl_free()
} vl_picture;

/// Writes a picture without its opacity: beside `path` first, then renamed, so that a failure
/// leaves what was there.
VL_MUST_USE bool vl_picture_write(const vl_picture *picture, const char *path, vl_error *error);

void vl_picture_free(vl_picture *picture);
