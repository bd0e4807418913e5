#pragma once
/// Events waiting in line. For this room alone.

#include "app/state/platform.h"

/// A fresh one is `{0}`.
typedef struct vl_queue {
    vl_event *events;
    int count, capacity;
} vl_queue;

/// Appends an event; its path is taken over.
void vl_queue_push(vl_queue *queue, vl_event event);

/// Takes the oldest; false when there is none.
bool vl_queue_take(vl_queue *queue, vl_event *event);

/// Frees the queue with what still waits in it.
void vl_queue_free(vl_queue *queue);
