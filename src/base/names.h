#pragma once
/// Finding a name in a table, and the message if no row has it.

#include "base/error.h"

#include <stddef.h>

/// The names in a table of structs, or of pointers to structs. Made by the macros below.
typedef struct vl_names {
    const void *rows;
    int count;
    size_t stride;    ///< bytes from one row to the next
    size_t offset;    ///< bytes from the beginning of a struct to its name, a `const char *`
    bool of_pointers; ///< `rows` contains pointers to the structs
} vl_names;

/// The names of `count` structs with the name in `member`, of `count` pointers to such structs, and
/// of an array of `count` words.
#define VL_NAMES(table, count, member)                                                             \
    ((vl_names){(table), (count), sizeof *(table), offsetof(__typeof__(*(table)), member), false})
#define VL_NAMES_OF_POINTERS(table, count, member)                                                 \
    ((vl_names){(table), (count), sizeof *(table), offsetof(__typeof__(**(table)), member), true})
#define VL_NAMES_OF_WORDS(words, count) ((vl_names){(words), (count), sizeof *(words), 0, false})

const char *vl_names_at(vl_names names, int index);

/// Returns the index of the row with the name `word`, or −1.
int vl_names_index(vl_names names, const char *word);

/// Returns the struct with the name `word`, or NULL.
const void *vl_names_find(vl_names names, const char *word);

/// Returns the name most similar to `word`: at most one edit (insertion, deletion, replacement,
/// swap) for every three letters, and at least one; else the first that begins with it. NULL if
/// there is none, and for a single letter.
const char *vl_names_similar(vl_names names, const char *word);

/// Like vl_names_index(), with a message if the result is −1: "unknown engine 'mater-js'; did you
/// mean 'matter-js'?", or the list `expected` of names or examples.
int vl_names_require(vl_names names, const char *what, const char *word, vl_names expected,
                     vl_error *error);
