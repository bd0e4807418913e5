// Stands between the program and the C library (LD_PRELOAD), counts what asks for memory, and
// refuses it: each request from number REFUSE_FROM on.
// The count goes into the file that REFUSE_COUNT names, when the program ends by itself.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_long count;
static long refused_from;

static void *next(_Atomic(void *) *known, const char *name)
{
    void *address = atomic_load(known);
    if (!address)
        atomic_store(known, address = dlsym(RTLD_NEXT, name));
    return address;
}

// Declares `function`, the next definition of one that returns `type`.
#define NEXT(name, type, ...)                                                                      \
    static _Atomic(void *) known;                                                                  \
    typedef type take(__VA_ARGS__);                                                                \
    const union {                                                                                  \
        void *address;                                                                             \
        take *function;                                                                            \
    } found = {next(&known, name)};                                                                \
    take *function = found.function

// What libraries ask for before begin() is given.
static bool refuses(void)
{
    long number = atomic_fetch_add(&count, 1) + 1;
    bool now = refused_from > 0 && number >= refused_from;
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t size)
{
    NEXT("malloc", void *, size_t);
    return refuses() ? NULL : function(size);
}

void *calloc(size_t number, size_t size)
{
    NEXT("calloc", void *, size_t, size_t);
    return refuses() ? NULL : function(number, size);
}

void *realloc(void *memory, size_t size)
{
    NEXT("realloc", void *, void *, size_t);
    return refuses() ? NULL : function(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT("aligned_alloc", void *, size_t, size_t);
    return refuses() ? NULL : function(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    NEXT("posix_memalign", int, void **, size_t, size_t);
    return refuses() ? ENOMEM : function(memory, alignment, size);
}

__attribute__((constructor)) static void begin(void)
{
    const char *from = getenv("REFUSE_FROM");
    refused_from = from ? strtol(from, NULL, 10) : 0;
    atomic_store(&count, 0);
}

__attribute__((destructor)) static void end(void)
{
    char text[32];
    const char *path = getenv("REFUSE_COUNT");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0)
        return;
    int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&count));
    if (write(file, text, (size_t)length) < 0)
        perror(path);
    close(file);
}
