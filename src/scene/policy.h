#pragma once
/// Policies for frame times. A policy turns the time that a frame took into no step, one or
/// several, before the worlds are stepped. It counts the real time that is not stepped, and the
/// time that is stepped beyond it.
///
/// A frame that is not longer than 0, or not finite, does not count and makes no step. `raw` hands
/// it on to the lab, which skips it.

#include "physics/model/model.h"
#include "scene/form.h"

enum {
    VL_POLICY_MOST_STEPS = 1000, ///< in one frame; the time beyond them is lost. Where a step takes
                                 ///< longer than its dt, each frame would else make the next one
                                 ///< longer (the spiral of death)
    VL_POLICY_LEAST_OF = 60,     ///< `least` takes the shortest of so many frames
};

typedef struct vl_policy vl_policy;

/// One kind of policy: all there is to know of it, for parsing, running, help and documentation.
typedef struct vl_policy_kind {
    vl_form form;      ///< its example is what the policy bench compares
    bool interpolates; ///< what is drawn lies between the last two states, see vl_policy_part()

    /// Checks how the numbers go together. NULL: there is nothing to check.
    bool (*check)(const vl_policy *policy, vl_error *error);

    /// Turns a frame of `dt` s (> 0, finite) into steps: it sets `step` and `left`, and counts.
    void (*frame)(vl_policy *policy, double dt);
} vl_policy_kind;

/// A policy and its state. It may be copied like a value. vl_policy_parse() makes it.
struct vl_policy {
    const vl_policy_kind *kind;
    char text[64];
    double arguments[VL_FORM_MOST_NUMBERS];
    double step;     ///< s, length of the steps of the present frame
    int left;        ///< number of them that are still to be made
    vl_moment now;   ///< only time and compensation: s, all frames together, the real time
    int64_t frames;  ///< so far
    int64_t changed; ///< frames that were not stepped by their own length
    double carry;    ///< s, real time that is still to be stepped
    double lost;     ///< s, real time that will not be stepped
    double added;    ///< s, stepped beyond the real time
    int history_count;
    double history[VL_POLICY_LEAST_OF]; ///< s, ring of the last frames
};

extern const vl_policy_kind vl_policy_kinds[];
extern const int vl_policy_kind_count;

/// Makes a policy from its text, at the beginning. False and a message where the text is wrong.
VL_MUST_USE bool vl_policy_parse(vl_policy *policy, const char *text, vl_error *error);

enum { VL_POLICY_LABEL_SIZE = 80 };

/// For the screen, in milliseconds: "least 16.7 ms 33.3 ms". Returns `buffer`.
const char *vl_policy_label(const vl_policy *policy, char buffer[VL_POLICY_LABEL_SIZE]);

/// The policy `raw`: one step for each frame, of its own length.
vl_policy vl_policy_raw(void);
bool vl_policy_is_raw(const vl_policy *policy);

/// Back to the beginning.
void vl_policy_rewind(vl_policy *policy);

/// A frame of `dt` s has passed. Steps of the last frame that are still to be made are given up, as
/// by vl_policy_give_up().
void vl_policy_frame(vl_policy *policy, double dt);

/// The next step of the present frame, s; false when all have been given.
bool vl_policy_next(vl_policy *policy, double *dt);

/// Gives up the steps of the present frame that are still to be made: their time is lost.
void vl_policy_give_up(vl_policy *policy);

/// The first step that a frame of `dt` s would make now, s; 0: none. The policy does not change.
double vl_policy_look(const vl_policy *policy, double dt);

/// The real time of all frames together, s.
double vl_policy_time(const vl_policy *policy);

/// Where an interpolating policy draws: 0 is the state before the last step, 1 the state after it.
/// The other policies draw the newest state: 1.
double vl_policy_part(const vl_policy *policy);

/// The time from the instant that is drawn to the newest state, s: (1 − part) of a step.
double vl_policy_behind(const vl_policy *policy);
