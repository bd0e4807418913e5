#pragma once
/// The past of a session: undo and redo, and back in time. Before each change (a drag, a pin, a
/// cut, a setting, a lane, another scene) the entry of the log is marked (lab/log.h), with the
/// settings that are not of the lab, and undo goes back there: never by a step of negative length.
/// The present is marked for redo. A new change ends what could be redone.
///
/// At most VL_UNDO_MOST changes are kept, the oldest ones are dropped then, and those to which the
/// log does not reach any more.

#include "app/state/session.h"

enum { VL_UNDO_MOST = 100, VL_CHANGE_TEXT = 96, VL_OF_HAND = INT32_MIN };

/// A change that can be undone or redone.
typedef struct vl_change {
    char what[VL_CHANGE_TEXT]; ///< "cut of link 12"
    vl_session_settings settings;
    int entry;            ///< of the log, before the change
    int64_t frame;        ///< in its run
    int ahead_count;      ///< of the frames whose lengths were known already
    double *ahead;        ///< s
    int64_t group, event; ///< see vl_session_mark()
} vl_change;

/// The newest change of each list is its last one.
typedef struct vl_changes {
    int count, capacity;
    vl_change *list;
} vl_changes;

typedef struct vl_undo {
    vl_changes undone, redone; ///< what undo and redo go to
    bool in_doubt;             ///< the newest change is of a hand that may change nothing
    int64_t event;             ///< counts events
    int64_t joined;            ///< group of all changes for the time being; 0: each has its own
    int dropped;               ///< changes that were too old to be kept
} vl_undo;

/// Stores the present state before a change, which printf() would name so. What is done in one
/// event is one change, with its first name, and so are consecutive changes of one `group` that is
/// not 0. While a hand of a person holds something, all that happens is part of its drag, which is
/// of the group VL_OF_HAND; vl_session_mark_hand() tells whether it has changed anything.
void vl_session_mark(vl_session *session, int64_t group, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// From now on all changes are parts of one change of this group; 0: they are not any more.
void vl_session_join_changes(vl_session *session, int64_t group);

/// Whether the newest change is of the group to which all changes belong now.
bool vl_session_is_joined(const vl_session *session);

/// Gives the newest change another name.
void vl_session_rename_change(vl_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// To be called when a hand has let go: whether it has changed anything.
void vl_session_mark_hand(vl_session *session, bool changed);

/// Tells that another event begins.
void vl_session_next_event(vl_session *session);

/// What undo and redo would do now; NULL: there is nothing.
const char *vl_session_undoes(const vl_session *session);
const char *vl_session_redoes(const vl_session *session);

/// Goes back to the state before the newest change, or on to the one before the last undo. It runs
/// or stands as it does now; where the scene becomes another one, as it did then. Returns false
/// where there is none, or a hand of a person holds something.
bool vl_session_undo(vl_session *session);
bool vl_session_redo(vl_session *session);

/// Nothing can be redone any more.
void vl_session_forget_redo(vl_session *session);
