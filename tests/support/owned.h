#pragma once
// Variables that free what they have where their block ends:
//
//     OWNED(vl_world) *world = chain("verlet", 3, 1, 1, 1, VL_ROD);
//     SCOPED(vl_text) text = {0};
//     FREED char *bytes = vl_copy_text("…");
//
// The last declared is freed first, and a value that is returned was computed before. What a
// function hands to its caller is not owned by it.

#include "base/memory.h"

#include <string.h>

/// A pointer to a `type` of the list below, which may be NULL; freed with type_free().
#define OWNED(type) __attribute__((cleanup(type##_free_owned))) type

/// A `type` itself; its memory is freed with type_free().
#define SCOPED(type) __attribute__((cleanup(type##_free))) type

/// A pointer to what vl_free() frees.
#define FREED __attribute__((cleanup(free_owned)))

/// Adds a type to those of OWNED().
#define OWNER(type)                                                                                \
    typedef struct type type;                                                                      \
    void type##_free(type *owned);                                                                 \
    static inline void type##_free_owned(type **owned)                                             \
    {                                                                                              \
        type##_free(*owned);                                                                       \
    }

static inline void free_owned(void *variable)
{
    void *owned;
    memcpy(&owned, variable, sizeof owned);
    vl_free(owned);
}

OWNER(vl_exact)
OWNER(vl_frequency)
OWNER(vl_glyphs)
OWNER(vl_lab)
OWNER(vl_ledger)
OWNER(vl_lesson)
OWNER(vl_order)
OWNER(vl_phase_cloud)
OWNER(vl_scene)
OWNER(vl_stability_map)
OWNER(vl_stream)
OWNER(vl_worker)
OWNER(vl_world)
