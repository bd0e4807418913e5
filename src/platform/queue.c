#include "platform/queue.h"

#include "base/memory.h"

#include <string.h>

void vl_queue_push(vl_queue *queue, vl_event event)
{
    queue->events =
        vl_grow(queue->events, &queue->capacity, queue->first + queue->count + 1, sizeof event);
    queue->events[queue->first + queue->count++] = event;
}

bool vl_queue_take(vl_queue *queue, vl_event *event)
{
    if (queue->count == 0)
        return false;
    *event = queue->events[queue->first++];
    if (--queue->count == 0)
        queue->first = 0;

    // A queue that never runs empty moves down before its front grows without end.
    if (queue->first > 64 && queue->first > queue->count) {
        memmove(queue->events, queue->events + queue->first, (size_t)queue->count * sizeof *event);
        queue->first = 0;
    }
    return true;
}

void vl_queue_free(vl_queue *queue)
{
    for (int i = 0; i < queue->count; i++)
        vl_free(queue->events[queue->first + i].path);
    vl_free(queue->events);
    *queue = (vl_queue){0};
}
