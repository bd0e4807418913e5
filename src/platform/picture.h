#pragma once
/// Pictures: rows of R, G, B, A from the top, in memory and as PNG files.

#include "base/error.h"

#include <stdint.h>

typedef struct vl_picture {
    int width, height; ///< pixels
    uint8_t *pixels;   ///< width × height × 4 bytes; owned, free with vl_free()
} vl_picture;

/// Writes a picture without its opacity. The file is written under another name and then renamed,
/// so that a failure does not destroy an existing file.
VL_MUST_USE bool vl_picture_write(const vl_picture *picture, const char *path, vl_error *error);

void vl_picture_free(vl_picture *picture);
