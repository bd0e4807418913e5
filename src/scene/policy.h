#pragma once
/// Policies for frame times. A policy divides the time of a frame into no step, one or several. It
/// counts the real time that is not simulated and the time that is simulated in excess.
///
/// A frame whose length is not finite and greater than 0 is ignored. `raw` passes it to the lab,
/// which skips it.

#include "base/text.h"
#include "physics/model/model.h"
#include "scene/form.h"

enum {
    /// In one frame; further time is lost. Without a limit each frame makes the next one longer
    /// where a step takes longer than its dt (the spiral of death).
    VL_POLICY_MOST_STEPS = 1000,
    VL_POLICY_LEAST_OF = 60, ///< number of frames of which `least` takes the shortest
};

typedef struct vl_policy vl_policy;

/// One kind of policy, described for parsing, running, help and documentation.
typedef struct vl_policy_kind {
    vl_form form;      ///< the policy bench runs its example
    bool interpolates; ///< the picture is between the last two states, see vl_policy_part()
    bool remembers;    ///< the steps of a frame depend on the frames before it, too

    /// Divides a frame of `dt` s (> 0, finite) into steps: sets `step` and `left` and updates the
    /// counters.
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
    int64_t changed; ///< frames that were not made as one step of their length
    double carry;    ///< s, real time that is still to be stepped
    double lost;     ///< s, real time that will not be stepped
    double added;    ///< s, simulated in excess of the real time
    double history[VL_POLICY_LEAST_OF]; ///< s, ring of the last frames
};

extern const vl_policy_kind vl_policy_kinds[];
extern const int vl_policy_kind_count;

/// Makes a policy from its text. False and a message where the text is wrong.
VL_MUST_USE bool vl_policy_parse(vl_policy *policy, const char *text, vl_error *error);

/// Adds a label for the screen, in milliseconds: "least 16.7 ms 33.3 ms".
void vl_policy_label(const vl_policy *policy, vl_text *label);

/// Whether a policy is `raw`: one step for each frame, of its own length.
bool vl_policy_is_raw(const vl_policy *policy);

/// Begins a frame of `dt` s. Steps of the last frame that were not made are given up: their time is
/// lost.
void vl_policy_frame(vl_policy *policy, double dt);

/// The next step of the present frame, s; false when all have been given.
bool vl_policy_next(vl_policy *policy, double *dt);

/// The first step of a frame of `dt` s if it began now, s; 0: none. The policy does not change.
double vl_policy_first_step(const vl_policy *policy, double dt);

/// The place of the picture between the state before the last step (0) and the one after it: 1,
/// too, where the policy does not interpolate.
double vl_policy_part(const vl_policy *policy);

/// The time from the drawn instant to the newest state, s: (1 − part) of a step.
double vl_policy_behind(const vl_policy *policy);
