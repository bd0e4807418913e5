#pragma once
/// Pictures: rows of R, G, B, A from the top, in memory and as PNG files.

#include "app/state/platform.h"

#include <stdint.h>

typedef struct vl_picture {
    int width, height; ///< pixels
    uint8_t *pixels;   ///< width × height × 4 bytes; owned, free with vl_free()
} vl_picture;

/// Writes a picture without its opacity, as base/output.h does it: a failure leaves an existing
/// file as it is.
VL_MUST_USE bool vl_picture_write(const vl_picture *picture, const char *path, vl_error *error);

void vl_picture_free(vl_picture *picture);

/// Writes pictures beside the frames, on a thread of its own: to compress one takes longer than a
/// frame lasts.
typedef struct vl_picture_writer vl_picture_writer;

/// Begins to write a picture, of which it takes ownership. `*writer` is created where it is NULL.
/// The picture replaces no file: its path may get a number, which the result tells.
void vl_picture_writer_add(vl_picture_writer **writer, vl_picture picture, const char *path);

/// Takes the result of the picture that was added first; if `wait`, it waits for that picture.
/// Returns false if there is none. NULL is a writer without pictures.
bool vl_picture_writer_take(vl_picture_writer *writer, bool wait, vl_written_picture *written);

/// Waits until all pictures are written. NULL is allowed.
void vl_picture_writer_free(vl_picture_writer *writer);
