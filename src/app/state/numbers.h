#pragma once
/// Numbers on the screen that are settings: they are typed with their unit, or dragged sideways.
///
/// The table of fields of scene files has their names, units and ranges; scene/numbers.h lists
/// them. What is set belongs to the scene from then on: to the running worlds of all lanes, to the
/// start of the next run, and to the file that is saved.

#include "app/state/session.h"
#include "scene/numbers.h"
#include "ui/input.h"

/// Where the session keeps a number.
typedef enum vl_number_kind {
    VL_NUMBER_OF_SCENE,
    VL_NUMBER_OF_LANE, ///< the chosen one: a row of its table
    VL_NUMBER_SPEED,   ///< of time
    VL_NUMBER_STEP,    ///< the length of the steps of the chosen lane: a stream
    VL_NUMBER_ANSWER,  ///< to the question of the scene
} vl_number_kind;

/// Where it stands on the screen. It may stand in several places at once, and is typed in one.
typedef enum vl_number_place {
    VL_NUMBER_IN_LIST,  ///< in the drawer of the numbers
    VL_NUMBER_ON_STAGE, ///< below the sentence, and in the band
} vl_number_place;

typedef struct vl_number {
    vl_number_kind kind;
    vl_number_place place;
    bool starts;        ///< it is of the start, which the name says: its present value is read
    vl_scene_number of; ///< not from VL_NUMBER_STEP on
} vl_number;

enum { VL_TYPING_SIZE = 64 };

/// What is typed, or dragged sideways. At most one number is.
typedef struct vl_typing {
    bool open;                   ///< it is typed
    bool scrubs;                 ///< it is dragged
    vl_number number;            ///< which one
    vl_input field;              ///< what is typed
    char before[VL_TYPING_SIZE]; ///< the value when it was opened
    bool entered;                ///< Enter was pressed
    double from;                 ///< the value when the drag began
    int64_t group;               ///< of the drag as a change, see vl_session_mark()
    bool drawn;                  ///< its row was drawn in this frame
    bool wrong;                  ///< the text was refused
} vl_typing;

/// What was clicked, by numbers of particles, so that it outlives a reset.
typedef struct vl_chosen {
    int particle; ///< 0: none
    int from, to; ///< ends of a link; 0: none
    int collider; ///< its number, from 1; 0: none
    int lane;     ///< 1: the chosen lane by its name in the card
} vl_chosen;

/// Lists the numbers of a part of the scene. Returns how many.
int vl_session_part_numbers(vl_session *session, vl_scene_part part,
                            vl_number numbers[VL_MOST_NUMBERS]);

/// What a particle is called: "the bob" by its name, "the ball" of a chain, else "particle 3".
#define VL_PARTICLE_BUFFER ((char[VL_NUMBER_NAME]){""})
const char *vl_session_particle(const vl_session *session, int slot, char text[VL_NUMBER_NAME]);
vl_number vl_session_speed_number(vl_session *session);
vl_number vl_session_slider(const vl_session *session, int index);
bool vl_same_number(const vl_number *a, const vl_number *b); ///< and in the same place

/// The value in its unit; NaN for steps that are not all equally long.
double vl_session_number(const vl_session *session, const vl_number *number);

/// Writes the name, and the value with its unit: in six digits, of which a slider shows four. Both
/// return `text`.
const char *vl_number_name(const vl_number *number, char text[VL_NUMBER_NAME]);
const char *vl_number_write(const vl_session *session, const vl_number *number, int digits,
                            char text[VL_TYPING_SIZE]);
const char *vl_number_meaning(const vl_number *number);

/// Goes on with another value, a text such as "0.5 kg". Where the scene starts elsewhere with it,
/// the scene begins anew. False and a message with what was expected where it cannot be; then
/// nothing changes. Another value is a change for undo.
VL_MUST_USE bool vl_session_set_number(vl_session *session, const vl_number *number,
                                       const char *text, vl_error *error);
