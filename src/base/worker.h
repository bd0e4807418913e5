#pragma once
/// Computation in pieces beside the caller: on its own thread or, if none can be created, in turns
/// on the thread of the caller. Both execute the same pieces in the same order.

#include <stdbool.h>

typedef struct vl_worker vl_worker;

#define VL_PIECE   0.004 ///< s, a suitable length of a piece
#define VL_FOREVER 1e9   ///< s, for vl_worker_wait()

/// Does one piece of the work, which may take some milliseconds, so that the worker can be stopped
/// between two pieces. Returns false if no work is left. Called without the lock.
typedef bool vl_worker_piece(void *user);

/// Creates a worker without a thread: only vl_worker_turn() and vl_worker_wait() execute pieces.
/// `user` must outlive the worker. Free with vl_worker_free().
vl_worker *vl_worker_create(vl_worker_piece *piece, void *user);

/// Creates a thread for the worker, if possible, which starts the first piece at once. To be called
/// at most once, before the first turn. Returns the worker.
vl_worker *vl_worker_start(vl_worker *worker);

/// Requests further pieces although none was left.
void vl_worker_wake(vl_worker *worker);

/// Stops the worker after the present piece, waits for that, and frees the worker. NULL is allowed.
void vl_worker_free(vl_worker *worker);

/// Returns whether all pieces are done; false again after vl_worker_wake().
bool vl_worker_has_finished(const vl_worker *worker);

/// Waits until all pieces are done, but for at most `most` s.
void vl_worker_wait(vl_worker *worker, double most);

/// Without a thread, executes pieces until `budget` s have passed; with a thread it returns at
/// once.
void vl_worker_turn(vl_worker *worker, double budget);

/// Locks the data shared by pieces and caller, for microseconds. Until the unlock nothing else of
/// the worker is called but vl_worker_has_finished().
void vl_worker_lock(vl_worker *worker);
void vl_worker_unlock(vl_worker *worker);
