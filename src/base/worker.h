#pragma once
/// Work that goes on beside the caller, in pieces: on a thread of its own, or, where none can be
/// had, in turns on the caller's. Both ask for the same pieces in the same order.

#include <stdbool.h>

typedef struct vl_worker vl_worker;

#define VL_PIECE 0.004 ///< s, a length for pieces

/// One piece of the work, some milliseconds long at most, so that it can be stopped between two.
/// False: there is nothing left to do. Called without the lock.
typedef bool vl_worker_piece(void *user);

/// Begins with the first piece at once, maybe before the caller has put the worker away: where the
/// pieces look for it, to lock, use the two functions below. `user` outlives the worker. Free with
/// vl_worker_free().
vl_worker *vl_worker_start(vl_worker_piece *piece, void *user);

/// The same without a thread: the pieces are done in vl_worker_turn() and vl_worker_wait() alone.
vl_worker *vl_worker_start_in_turns(vl_worker_piece *piece, void *user);

/// Gives it a thread, where one can be had; once, and before it has worked in turns.
void vl_worker_give_thread(vl_worker *worker);

/// There may be more to do: pieces are asked for again where none was left. Not within the lock.
void vl_worker_wake(vl_worker *worker);

/// Asks it to stop after the present piece, waits for that, and frees it. NULL is nothing.
void vl_worker_free(vl_worker *worker);

/// Whether all pieces are done; no longer after vl_worker_wake().
bool vl_worker_has_finished(const vl_worker *worker);

/// Waits until all pieces are done.
void vl_worker_wait(vl_worker *worker);

/// The same, but for `most` s and no longer: a piece that is being done is not waited for.
void vl_worker_wait_for(vl_worker *worker, double most);

/// Without a thread: works until `budget` s have passed. With one it returns at once.
void vl_worker_turn(vl_worker *worker, double budget);

/// Around what both the pieces and the caller look at; held for microseconds. Not recursive.
void vl_worker_lock(vl_worker *worker);
void vl_worker_unlock(vl_worker *worker);
