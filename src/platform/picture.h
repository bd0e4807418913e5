#pragma once
/// Pictures: rows of R, G, B, A from the top, in memory and as PNG files.

#include "app/state/platform.h"

#include <stdint.h>

typedef struct vl_picture {
    int width, height; ///< pixels
    uint8_t *pixels;   ///< width × height × 4 bytes; owned, free with vl_free()
} vl_picture;

/// Writes a picture without its opacity, as vl_file_write() does it.
VL_MUST_USE bool vl_picture_write(const vl_picture *picture, const char *path, char **made,
                                  vl_error *error);

void vl_picture_free(vl_picture *picture);
