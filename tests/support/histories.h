#pragma once
// What people do to a lab, drawn at random, and what is the same in two labs to the last bit.

#include "any_scene.h"
#include "labs.h"

/// A lab of these lanes, which must be good, that keeps ledger and momenta. Free with
/// vl_lab_free().
vl_lab *lab_of_lanes(const vl_scene *lanes, int count);

/// The scene under any method, with other numbers of substeps and sweeps, and any policy; now and
/// then with a naive start or frames of its own. It borrows what the scene has.
vl_scene any_lane(const vl_scene *scene, vl_random *random);

/// A lab, its past, and what may be done to it.
typedef struct history {
    vl_scene *scene; // of the caller; its numbers are changed
    vl_lab *lab;     // of the lanes of the scene
    vl_log *log;
    vl_random random;
    unsigned may, done; // a bit for each row of doings[]
    bool looks;         // somebody looks at the readings between frames, too
} history;

/// Bits of doings.
enum {
    DOES_HAND = 1 << 0,
    DOES_POSE = 1 << 1,
    DOES_PIN = 1 << 2,
    DOES_CUT = 1 << 3,
    DOES_LANES = 1 << 7,
    DOES_MISTAKE = 1 << 8,
    DOES_ESTIMATOR = 1 << 9,
    DOES_NUMBERS = 1 << 10,
    DOES_GO = 1 << 11,
    DOES_RESET = 1 << 12,
    DOES_ALL = (1 << 13) - 1
};

/// Begins a history whose log writes to a file (NULL: none), with few states or with states of so
/// many bytes; or its lab anew; and ends it.
history history_of(vl_scene *scene, int seed, vl_log_file *file);
history history_in(size_t most_bytes, vl_scene *scene, int seed, vl_log_file *file);
void history_reset(history *h);
void history_end(history *h);

/// So many frames, and what is done between them.
void history_live(history *h, int frames);

/// Nobody holds anything any more.
void history_let_go(history *h);

/// Checksums of all that is known of a lane, or of a lab with all its lanes: states, methods,
/// clocks, places as they are drawn, and readings as they are estimated.
uint64_t bits_of_lane(vl_lab *lab, int lane);
uint64_t bits_of_lab(vl_lab *lab);
