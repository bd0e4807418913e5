#pragma once
// What somebody does in the window, drawn at random with real events, and what is compared
// afterwards: the state of the whole session, or the end to which a recording leads.

#include "app/input/input.h"
#include "app_fixture.h"
#include "deeds.h"

/// A checksum of scene, settings, lanes, states and readings. To look at the next step of a stream
/// takes it.
uint64_t state_of(const desk *d);

/// Runs a recording without a window and returns the checksum of its end (lab_hash()). Fails,
/// with `what`, where it differs from what it says itself. `hashes`, where it is not NULL, gets the
/// checksums by the bytes of the recording that have led there; free it with vl_free().
uint64_t replayed(const char *path, const char *what, uint64_t **hashes);

/// Who does something, and how.
typedef struct somebody {
    desk *desk;
    vl_random random;
    bool (*leaves_out)(const vl_command *command); ///< which keys, besides those that leave the
                                                   ///< program, write files, or compute for long
    /// Instead of give_command() where there is a command, and else of give().
    void (*gives)(struct somebody *who, vl_event event, const vl_command *command, int then_frames);
    bool presses; ///< also presses anywhere: controls, the band of the frames, the card
} somebody;

/// A key, a stroke of the present tool from a ball or from anywhere, a number of the scene that
/// gets another value or is refused, or a press.
void do_any_deed(somebody *who);
