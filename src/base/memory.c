#include "base/memory.h"

#include "base/ending.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *vl_alloc(size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - VL_ALIGNMENT) / size)
        vl_ending_without_memory(SIZE_MAX);

    size_t bytes = (count * size > 0 ? count * size : 1) + (VL_ALIGNMENT - 1);
    bytes -= bytes % VL_ALIGNMENT;
    void *memory = aligned_alloc(VL_ALIGNMENT, bytes);
    if (!memory)
        vl_ending_without_memory(bytes);
    return memset(memory, 0, bytes);
}

void *vl_grow(void *array, int *capacity, int wanted, size_t size)
{
    if (wanted <= *capacity)
        return array;

    int next = *capacity + *capacity / 2;
    next = next < wanted ? wanted : next;
    next = next < 8 ? 8 : next;
    void *grown = vl_alloc((size_t)next, size);
    if (array)
        memcpy(grown, array, (size_t)*capacity * size);
    vl_free(array);
    *capacity = next;
    return grown;
}

char *vl_copy_text(const char *text)
{
    if (!text)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(vl_alloc(size, 1), text, size);
}

void vl_free(void *memory)
{
    free(memory);
}
