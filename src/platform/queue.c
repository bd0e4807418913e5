#include "platform/queue.h"

#include "base/memory.h"

#include <string.h>

void vl_queue_push(vl_queue *queue, vl_event event)
{
    queue->events = vl_grow(queue->events, &queue->capacity, queue->count + 1, sizeof event);
    queue->events[queue->count++] = event;
}

bool vl_queue_take(vl_queue *queue, vl_event *event)
{
    if (queue->count == 0)
        return false;
    *event = queue->events[0];
    memmove(queue->events, queue->events + 1, (size_t)--queue->count * sizeof *event);
    return true;
}

void vl_queue_free(vl_queue *queue)
{
    for (int i = 0; i < queue->count; i++)
        vl_free(queue->events[i].path);
    vl_free(queue->events);
    *queue = (vl_queue){0};
}
