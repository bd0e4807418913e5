// Memory that the system refuses ends the program with a message and status 1, also where a library
// has asked for it: fontconfig, freetype, SDL and libpng do not look at every result.
//
// A program may define the functions of the C library that give memory, and its libraries then call
// those of the program. These look up the next definition, which is that of the C library or of
// what stands before it (LD_PRELOAD, valgrind), and look at what it returns. The memory itself
// stays the C library's, so free() is not defined here.

#define _GNU_SOURCE

#include "base/ending.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The addresses of the next definitions; several threads may find one at once, and the same.
typedef enum taker { MALLOC, CALLOC, REALLOC, ALIGNED_ALLOC, POSIX_MEMALIGN, MEMALIGN } taker;

static void *next(taker index)
{
    static const char *const names[] = {[MALLOC] = "malloc",
                                        [CALLOC] = "calloc",
                                        [REALLOC] = "realloc",
                                        [ALIGNED_ALLOC] = "aligned_alloc",
                                        [POSIX_MEMALIGN] = "posix_memalign",
                                        [MEMALIGN] = "memalign"};
    static _Atomic(void *) found[sizeof names / sizeof *names];

    void *address = atomic_load_explicit(&found[index], memory_order_relaxed);
    if (!address) {
        address = dlsym(RTLD_NEXT, names[index]);
        atomic_store_explicit(&found[index], address, memory_order_relaxed);
    }
    return address;
}

// Declares `function`, the next definition of one that returns `type`. ISO C does not convert an
// address of data to one of a function, POSIX does.
#define NEXT(index, type, ...)                                                                     \
    typedef type take(__VA_ARGS__);                                                                \
    const union {                                                                                  \
        void *address;                                                                             \
        take *function;                                                                            \
    } found = {next(index)};                                                                       \
    take *function = found.function

static void *given(void *memory, size_t bytes)
{
    if (!memory && bytes > 0)
        vl_ending_without_memory(bytes);
    return memory;
}

void *malloc(size_t size)
{
    NEXT(MALLOC, void *, size_t size);
    return given(function(size), size);
}

void *calloc(size_t count, size_t size)
{
    NEXT(CALLOC, void *, size_t count, size_t size);
    size_t bytes = size && count > SIZE_MAX / size ? SIZE_MAX : count * size;
    return given(function(count, size), bytes);
}

void *realloc(void *memory, size_t size)
{
    NEXT(REALLOC, void *, void *memory, size_t size);
    return given(function(memory, size), size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT(ALIGNED_ALLOC, void *, size_t alignment, size_t size);
    return given(function(alignment, size), size);
}

void *memalign(size_t alignment, size_t size)
{
    NEXT(MEMALIGN, void *, size_t alignment, size_t size);
    return given(function(alignment, size), size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    NEXT(POSIX_MEMALIGN, int, void **memory, size_t alignment, size_t size);
    int reason = function(memory, alignment, size);
    if (reason == ENOMEM)
        vl_ending_without_memory(size);
    return reason;
}
