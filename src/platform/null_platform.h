#pragma once
/// A platform without display, fonts or SDL. Events and the clock follow a script. It serves tests
/// of the app, and it is the base of the other platforms.

#include "app/state/platform.h"

#define VL_NULL_LETTER 0.55f ///< width of every character as a fraction of the line's height

typedef struct vl_null {
    vl_platform platform; ///< first, so that a pointer to it is a pointer to the whole
    vl_event *events;     ///< waiting, the oldest first
    int event_count, event_capacity;
    double time, frame; ///< s: the clock, and its increment with each present without work
    double drawing;     ///< s: how long the drawing of a present takes
    double worked;      ///< s: how long the program has worked since the last present
    vl_surface surface;
    float heights[VL_TYPE_COUNT];
    double ticked;   ///< s: the sum of what was sounded
    int ticks;       ///< how many of these there were
    char *title;     ///< as the app set it last; initially ""
    char *file;      ///< the path that the app told last; initially ""
    char *handed;    ///< the file that the app has handed over last; NULL: none
    bool prepares;   ///< whether the display prepares the program, as the app is told
    bool fullscreen; ///< as the app set it last
} vl_null;

/// Creates a surface of `width` × `height` pixels with scale 1. The clock starts at 0 and advances
/// by 1/60 s with each present, or by several of these where work has made it miss some, as a
/// display does. Never fails. Free with its destroy().
vl_platform *vl_null_create(int width, int height);

/// Initialises a platform in memory that the caller owns; to be ended with vl_null_end().
void vl_null_begin(vl_null *null, int width, int height);
void vl_null_end(vl_null *null);

/// Returns the null platform on which a platform is based.
static inline vl_null *vl_null_of(vl_platform *platform)
{
    return (vl_null *)platform;
}

/// Lets `time` s pass in which the program works.
void vl_null_work(vl_platform *platform, double time);

/// Takes the oldest event; returns false if there is none.
bool vl_null_poll(vl_platform *platform, vl_event *event);

/// Appends an event and takes ownership of its `path`. A time of 0 is replaced by the time at which
/// it is polled. RESIZE changes the surface to (x, y) pixels.
void vl_null_push(vl_platform *platform, vl_event event);
