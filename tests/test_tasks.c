// Tasks: what the run says is right. For each shipped scene that is the answer which its words
// explain, by a margin that a pupil sees on the card.

#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "scene/lanes.h"
#include "support/labs.h"
#include "support/scenes.h"
#include "support/testing.h"

// The figures of the lanes at the instant at which a task measures them.
static int measure(const vl_scene *scene, double figures[VL_SCENE_MOST_LANES])
{
    vl_scene lanes[VL_SCENE_MOST_LANES];
    int count = vl_scene_lanes(scene, lanes);
    int figure = scene->view.figure == VL_FIGURE_AUTO ? VL_FIGURE_ENERGY : scene->view.figure;
    OWNED(vl_lab) *lab = vl_lab_create(lanes, count, &(vl_error){0});
    OWNED(vl_stream) *stream = stream_of(scene->timestep);
    vl_lab_keep_ledger(lab);
    vl_lab_keep_momentum(lab);
    assert_false(vl_stream_is_measured(stream)); // else the answer would be that of a display
    vl_run_lab(lab, stream, &(vl_run){.duration = scene->task.until, .steps = -1});
    for (int i = 0; i < count; i++) {
        figures[i] = fabs(vl_quantity_of(&vl_quantities[vl_figures[figure]], &lab->runs[i].shown));
        figures[i] = lab->runs[i].world->now.diverged ? HUGE_VAL : figures[i];
    }
    return count;
}

// The choice in words: names of lanes, or of mistakes.
static const char *words_of(const vl_scene *scene, unsigned choice, char text[256])
{
    *text = '\0';
    for (int i = 0; i < 32; i++)
        if (choice & 1u << i)
            snprintf(text + strlen(text), 256 - strlen(text), "%s%s", *text ? ", " : "",
                     scene->task.rule == VL_TASK_MISTAKE ? vl_mistakes[i].name
                     : scene->lanes[i].name              ? scene->lanes[i].name
                                                         : scene->lanes[i].integrator->name);
    return text;
}

// What the words of a shipped scene explain; a number with three digits, in SI units.
static const struct {
    const char *scene, *right;
} answers[] = {
    {"opening", "Verlet"},
    {"ball-on-string", ""},
    {"free-fall", "50"},
    {"oscillator", "explicit-euler"},
    {"projectile", "tcv"},
    {"rope", "verlet"},
    {"hitch", "verlet"},
    {"chain", "1 long step"},
    {"cloth", "16 short steps"},
    {"tearing-curtain", "corrected once"},
    {"spring-chain", "5 steps"},
    {"orbit", "rk4"},
    {"broken-last-frame-hand", "hand-of-last-frame"},
};

static const char *answer_of(const char *scene)
{
    for (int i = 0; i < COUNT(answers); i++)
        if (strcmp(answers[i].scene, scene) == 0)
            return answers[i].right;
    return strncmp(scene, "broken-", 7) == 0 ? scene + 7 : "not in the test";
}

// Whoever looks at the card when it is told sees that it is so: a level is passed by twice its size
// or not by half of it, and the largest and the smallest differ from the next one by a fifth.
static void assert_is_clear(const vl_scene_task *task, unsigned right, int lanes,
                            const double *figures)
{
    for (int i = 0; i < lanes; i++) {
        if (task->rule == VL_TASK_BEYOND)
            assert_true(figures[i] > 2 * task->level || figures[i] < task->level / 2);
        bool largest = task->rule == VL_TASK_LARGEST, smallest = task->rule == VL_TASK_SMALLEST;
        for (int k = 0; k < lanes && right & 1u << i; k++)
            assert_true(k == i || ((!largest || figures[i] > 1.2 * figures[k]) &&
                                   (!smallest || 1.2 * figures[i] < figures[k])));
    }
}

static void check_task(const char *name, vl_scene *scene)
{
    double figures[VL_SCENE_MOST_LANES] = {0};
    unsigned choices[VL_TASK_CHOICES], right = 0;
    char found[256];
    if (!scene->has_task)
        return;
    int lanes = scene->task.rule == VL_TASK_MISTAKE ? scene->lane_count : measure(scene, figures);
    int count = vl_task_choices(scene, lanes, choices);
    if (count == 0) {
        snprintf(found, sizeof found, "%.3g", figures[scene->task.lane - 1]);
    } else {
        right = vl_task_right(scene, lanes, figures);
        words_of(scene, right, found);
        assert_is_clear(&scene->task, right, lanes, figures);
    }
    int listed = 0;
    for (int i = 0; i < count; i++)
        listed += choices[i] == right;
    assert_int_equal(listed, count > 0);
    if (strcmp(found, answer_of(name)) != 0)
        fail_msg("%s: right is %s, and the words explain %s", name, found, answer_of(name));
}

TEST(the_run_says_what_is_right_in_each_shipped_scene)
{
    for_each_shipped_scene(check_task);
}

TEST(what_is_right_follows_from_the_figures)
{
    static const struct {
        const char *task;
        int choices;
        double figures[3];
        unsigned right;
    } rows[] = {
        {"right: largest, until: 1", 3, {1, 3, 2}, 2},
        {"right: largest, until: 1", 3, {1, 3, HUGE_VAL}, 4},
        {"right: smallest, until: 1", 3, {1, 3, 0}, 4},
        {"right: smallest, until: 1", 3, {(double)NAN, 3, 2}, 4},
        {"right: largest, until: 1", 3, {(double)NAN, 3, 2}, 2},
        {"right: beyond, until: 1, level: 2", 5, {2, 3, 0}, 2},
        {"right: beyond, until: 1, level: 2", 5, {0, 1, 2}, 0},
        {"right: beyond, until: 1, level: 2", 5, {3, HUGE_VAL, 4}, 7},
        {"right: beyond, until: 1, level: 2", 5, {3, 3, 1}, 3}, // which nobody can choose
        {"right: mistake, mistakes: [stale-dt]", 2, {0, 0, 0}, 1u << 3},
        {"right: number, until: 1, lane: 2", 0, {0, 0, 0}, 1}, // which is not looked at
    };

    for (int i = 0; i < COUNT(rows); i++) {
        SCOPED(vl_text) text = {0};
        vl_text_add(&text,
                    "format: 1\nmistake: zero-frame\nparticles: [{at: [0, 0]}]\n"
                    "compare: [{integrator: verlet}, {integrator: tcv}, {integrator: rk4}]\n"
                    "task: {question: Who?, because: So., %s}\n",
                    rows[i].task);
        OWNED(vl_scene) *scene = scene_of(text.data);
        unsigned choices[VL_TASK_CHOICES];
        assert_int_equal(vl_task_choices(scene, 3, choices), rows[i].choices);
        assert_int_equal(vl_task_right(scene, 3, rows[i].figures), rows[i].right);
    }
}
