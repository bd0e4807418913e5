#pragma once
/// Patience with long work: in the midst of a step, or while a scene is read and made, the events
/// of the platform are looked at, so that a key, a press or the end of the program is heard within
/// a tenth of a second. What else came waits for the next frame, in its order.

#include "app/state/platform.h"

typedef struct vl_app vl_app;

/// A fresh one is `{0}`.
typedef struct vl_patience {
    vl_event *waiting; ///< events that came in the midst of work, the oldest first
    int count, capacity;
    bool stopped; ///< Esc has ended a step, or other work
    int work;     ///< which, a vl_session_work
    double begun; ///< s, by vl_clock_now(), when the present piece of work began; 0: none is done
    double last_look;
    double last_drawing;
    double spent; ///< s, how long the work had taken that Esc has ended
} vl_patience;

/// The answer to whether work goes on, for vl_interrupt.wanted; `user` is the app. A step ends for
/// any event but movements: it is made again when that was handled. What makes a scene ends for
/// Esc, another file and the end of the program. Esc is for the work alone, and nobody else gets
/// it. Where no event can come (vl_platform.patience), all but the making of a scene ends by itself
/// after that time, as for Esc.
bool vl_app_is_interrupted(void *user);

/// The next event: one that waits, or one of the platform.
bool vl_app_next_event(vl_app *app, vl_event *event);

/// Pauses where Esc has ended a step, and tells how long the step had taken and how to go on.
void vl_app_follow_patience(vl_app *app);

void vl_patience_free(vl_patience *patience);
