#include "scene/policy.h"

#include <string.h>

// 300 frames of 1/60 s are 5 s up to rounding.
static const double rounding = 1e-9;

// --- one function for each kind ---

// Makes `count` steps of `step` s for a frame of `dt` s and carries no time over.
static void make(vl_policy *policy, double dt, int count, double step)
{
    double more = count * step - dt;
    bool changed = count != 1 || step != dt;
    policy->step = step;
    policy->left = count;
    policy->changed += changed;
    if (changed && fabs(more) > rounding * dt) {
        policy->lost += fmax(-more, 0);
        policy->added += fmax(more, 0);
    }
}

static void raw(vl_policy *policy, double dt)
{
    make(policy, dt, 1, dt);
}

static void clamp(vl_policy *policy, double dt)
{
    make(policy, dt, 1, fmin(dt, policy->arguments[0]));
}

static void substep(vl_policy *policy, double dt)
{
    double longest = policy->arguments[0];
    double taken = fmin(dt, VL_POLICY_MOST_STEPS * longest);
    double parts = fmax(ceil(taken / longest * (1 - rounding)), 1);
    make(policy, dt, (int)parts, taken / parts);
}

static void skip(vl_policy *policy, double dt)
{
    make(policy, dt, dt > policy->arguments[0] ? 0 : 1, dt);
}

// Makes steps of one length from the carried time and the frame, at most those of the second number
// where there is one.
static void accumulate(vl_policy *policy, double dt)
{
    double step = policy->arguments[0], limit = policy->arguments[1];
    double most = limit > 0 ? limit : VL_POLICY_MOST_STEPS;
    policy->carry += dt;
    if (policy->carry > most * step * (1 + rounding)) {
        policy->lost += policy->carry - most * step;
        policy->carry = most * step;
    }
    policy->left = (int)floor(policy->carry / step + rounding);
    policy->carry -= policy->left * step;
    policy->step = step;
    policy->changed += policy->left != 1 || step != dt;
}

static void constant(vl_policy *policy, double dt)
{
    make(policy, dt, 1, policy->arguments[0]);
}

static void least(vl_policy *policy, double dt)
{
    // the time of the first frame is not known
    double measured = policy->frames > 0 ? dt : policy->arguments[0];
    policy->history[policy->frames % VL_POLICY_LEAST_OF] = measured;
    double shortest = measured;
    for (int i = 0; i < VL_POLICY_LEAST_OF && i < policy->frames; i++)
        shortest = fmin(shortest, policy->history[i]);
    make(policy, dt, 1, fmin(fmax(shortest, policy->arguments[0]), policy->arguments[1]));
}

// --- the table ---

// clang-format off
const vl_policy_kind vl_policy_kinds[] = {
    {.form = {"raw", "raw", "one step a frame, as long as the frame", {{0}}, false}, .frame = raw},
    {.form = {"clamp", "clamp:0.05",
              "one step a frame, never longer than that; the rest of a long frame is lost", {VL_FORM_STEP("the longest step")}, false},
     .frame = clamp},
    {.form = {"substep", "substep:0.0166667",
              "a long frame is cut into equal steps no longer than that, at most 1000; the rest of it is lost",
              {VL_FORM_STEP("the longest step")}, false}, .frame = substep},
    {.form = {"skip", "skip:0.05",
              "a frame longer than that is not stepped, and its time is lost", {VL_FORM_STEP("the longest step")}, false}, .frame = skip},
    {.form = {"accumulator", "accumulator:0.0166667",
              "steps of this length only, at most 1000 a frame; the rest is carried on, and what is drawn lies between "
              "the last two states", {VL_FORM_STEP("the step")}, false}, .frame = accumulate, .interpolates = true, .remembers = true},
    {.form = {"bounded", "bounded:0.0166667:4",
              "the same without interpolation, at most so many steps a frame; what is beyond them is lost",
              {VL_FORM_STEP("the step"),
               {"the number of steps", 1, VL_POLICY_MOST_STEPS, true, false, "a whole number of steps from 1 to 1000"}}, false}, .frame = accumulate, .remembers = true},
    {.form = {"constant", "constant:0.0166667",
              "every frame is taken as this step, however long it lasted: dt is not measured", {VL_FORM_STEP("the step")}, false},
     .frame = constant},
    {.form = {"least", "least:0.0166667:0.0333333",
              "the shortest of the last 60 frames, brought between two bounds; the first frame counts as the lower one",
              {VL_FORM_STEP("low"), VL_FORM_STEP("high")}, .rises = true}, .frame = least, .remembers = true},
};
// clang-format on

const int vl_policy_kind_count = sizeof vl_policy_kinds / sizeof *vl_policy_kinds;

// --- parsing ---

bool vl_policy_parse(vl_policy *policy, const char *text, vl_error *error)
{
    vl_policy made = {0};
    int kind = vl_form_find(text, "policy", VL_FORMS(vl_policy_kinds, vl_policy_kind_count), error);
    if (kind < 0)
        return false;
    made.kind = &vl_policy_kinds[kind];
    if (strlen(text) >= sizeof made.text)
        return vl_fail(error, "'%.40s…' is too long, expected %s", text, made.kind->form.example);
    snprintf(made.text, sizeof made.text, "%s", text);
    if (!vl_form_read(&made.kind->form, text, made.arguments, error))
        return false;
    *policy = made;
    return true;
}

void vl_policy_label(const vl_policy *policy, vl_text *label)
{
    const vl_form_number *wanted = policy->kind->form.numbers;
    vl_text_add(label, "%s", policy->kind->form.name);
    for (int i = 0; i < VL_FORM_MOST_NUMBERS && wanted[i].name; i++)
        if (wanted[i].whole)
            vl_text_add(label, " ×%.0f", policy->arguments[i]);
        else
            vl_text_add(label, " %.3g ms", 1e3 * policy->arguments[i]);
}

bool vl_policy_is_raw(const vl_policy *policy)
{
    return policy->kind == &vl_policy_kinds[0];
}

// --- running ---

void vl_policy_frame(vl_policy *policy, double dt)
{
    if (policy->left > 0 && policy->step > 0)
        policy->lost += policy->left * policy->step;
    policy->left = 0;
    if (!(dt > 0) || !isfinite(dt)) {
        // under `raw` the lab itself skips such a frame
        policy->left = vl_policy_is_raw(policy);
        policy->step = dt;
        return;
    }
    policy->kind->frame(policy, dt);
    policy->frames++;
    vl_moment_advance(&policy->now, dt);
}

bool vl_policy_next(vl_policy *policy, double *dt)
{
    if (policy->left <= 0)
        return false;
    policy->left--;
    *dt = policy->step;
    return true;
}

double vl_policy_first_step(const vl_policy *policy, double dt)
{
    vl_policy copy = *policy;
    double first;
    if (vl_policy_next(&copy, &first))
        return first;
    vl_policy_frame(&copy, dt);
    return vl_policy_next(&copy, &first) ? first : 0;
}

double vl_policy_part(const vl_policy *policy)
{
    if (!policy->kind->interpolates)
        return 1;
    return fmin(fmax(policy->carry / policy->arguments[0], 0), 1);
}

double vl_policy_behind(const vl_policy *policy)
{
    return (1 - vl_policy_part(policy)) * policy->arguments[0];
}
