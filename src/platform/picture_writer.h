#pragma once
/// Writes pictures beside the frames, on a thread of its own: to compress one takes longer than a
/// frame lasts.

#include "app/state/platform.h"
#include "platform/picture.h"

typedef struct vl_picture_writer vl_picture_writer;

/// Begins to write a picture, of which it takes ownership. `*writer` is created where it is NULL.
/// The picture replaces no file: its path may get a number, which the result tells.
void vl_picture_writer_add(vl_picture_writer **writer, vl_picture picture, const char *path);

/// Takes the result of the picture that was added first; if `wait`, it waits for that picture.
/// Returns false if there is none. NULL is a writer without pictures.
bool vl_picture_writer_take(vl_picture_writer *writer, bool wait, vl_written_picture *written);

/// Waits until all pictures are written. NULL is allowed.
void vl_picture_writer_free(vl_picture_writer *writer);
