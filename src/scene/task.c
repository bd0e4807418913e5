// Tasks: what can be chosen, and what is right by the figures of the run.

#include "physics/integrators/integrators.h"
#include "scene/scene.h"

int vl_task_least_lanes(const vl_scene_task *task)
{
    return task->rule == VL_TASK_MISTAKE ? 1 : task->rule >= VL_TASK_NUMBER ? task->lane : 2;
}

int vl_task_choices(const vl_scene *scene, int lanes, unsigned choices[VL_TASK_CHOICES])
{
    const vl_scene_task *task = &scene->task;
    bool guesses = task->rule == VL_TASK_MISTAKE;
    int count = 0, most = guesses ? vl_mistake_count : task->rule >= VL_TASK_NUMBER ? 0 : lanes;
    for (int i = 0; i < most; i++)
        if (!guesses || task->mistakes & 1u << i || &vl_mistakes[i] == scene->mistake)
            choices[count++] = 1u << i;
    if (task->rule == VL_TASK_BEYOND)
        choices[count++] = (1u << lanes) - 1;
    if (task->rule == VL_TASK_BEYOND || task->rule == VL_TASK_DRAW)
        choices[count++] = 0;
    return count;
}

unsigned vl_task_right(const vl_scene *scene, int lanes, const double *figures)
{
    unsigned beyond = 0;
    int smallest = 0, largest = 0;
    for (int i = 0; i < lanes; i++) {
        double size = fabs(figures[i]);
        beyond |= size > scene->task.level ? 1u << i : 0;
        smallest = !(size >= fabs(figures[smallest])) && !isnan(size) ? i : smallest;
        largest = !(size <= fabs(figures[largest])) && !isnan(size) ? i : largest;
    }
    int rule = scene->task.rule;
    return rule == VL_TASK_BEYOND    ? beyond
           : rule == VL_TASK_MISTAKE ? 1u << (scene->mistake - vl_mistakes)
           : rule == VL_TASK_MOST    ? 1u << largest
                                     : 1u << smallest;
}
