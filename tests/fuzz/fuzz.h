#pragma once
/// What the fuzz targets share. A target is a file fuzz_NAME.c with the two functions of libFuzzer.
/// Linked with libFuzzer it is fed by that; linked with replay.c it reads files. A target aborts
/// where a promise is broken, and returns −1 for an input that is not for it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct vl_world vl_world;
typedef struct vl_scene vl_scene;

/// Called once before the first input.
int LLVMFuzzerInitialize(int *count, char ***arguments);

/// Does with `size` bytes what the program would.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Ends the process where a promise is broken, so that libFuzzer keeps the input.
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/// Goes to a new folder under /tmp, which is removed as the process ends. Files that a person would
/// find in the home folder are in it, too. The shipped scenes stay where they are.
void fuzz_enter_folder(void);

/// Removes what inputs have written into it.
void fuzz_clear_folder(void);

/// The input as a text that ends with a zero; free with vl_free().
char *fuzz_text(const uint8_t *data, size_t size);

/// All positions are finite, or the world is marked diverged.
void fuzz_check_world(const vl_world *world);

/// Whether a step of a scene that is valid may take longer than the search for faults should.
bool fuzz_takes_long(const vl_scene *scene);
