#pragma once
/// Pictures: rows of R, G, B, A from the top, in memory and as PNG files.

#include "base/error.h"

#include <stdint.h>

typedef struct vl_picture {
    int width, height; ///< pixels
    uint8_t *pixels;   ///< width × height × 4 bytes; owned, free with vl_free()
} vl_picture;

/// Writes a picture without its opacity, as base/output.h does it: a failure leaves an existing
/// file as it is.
VL_MUST_USE bool vl_picture_write(const vl_picture *picture, const char *path, vl_error *error);

/// The same for a file that replaces none. Returns the path that it has got, to be freed with
/// vl_free(); NULL and a message on failure.
VL_MUST_USE char *vl_picture_write_new(const vl_picture *picture, const char *path,
                                       vl_error *error);

void vl_picture_free(vl_picture *picture);
