#pragma once
/// The places of all particles of a lab over time and the figures of its readings, for comparing a
/// run with what was before it went another way. The memory is taken at once; when it is full every
/// second instant is dropped, and the places between two instants are those of a polynomial through
/// the four around them.

#include "lab/lab.h"

typedef struct vl_trace vl_trace;

/// An empty trace for the lanes of a lab, in at most `most_bytes`. Free with vl_trace_free().
vl_trace *vl_trace_create(const vl_lab *lab, size_t most_bytes);

/// NULL is allowed.
void vl_trace_free(vl_trace *trace);

/// Adds the present states, in place of any that are not earlier. Never allocates.
void vl_trace_add(vl_trace *trace, const vl_lab *lab);

/// Makes `to` a copy of another trace of the same lanes. Never allocates.
void vl_trace_copy(vl_trace *to, const vl_trace *from);

void vl_trace_clear(vl_trace *trace);

/// Writes the places of a lane at `time`, s, by slot, m. False, and nothing is written, where the
/// trace does not cover it.
bool vl_trace_places(const vl_trace *trace, int lane, double time, double *const x[VL_AXES]);

/// The place of one particle then, m. False where it is not known.
bool vl_trace_place(const vl_trace *trace, int lane, int slot, double time, vl_vec3 *x);

/// Writes the time of a reading of a lane at `time`, s, its energies, its errors, its stretch and
/// the momentum of its free parts, on the line between two stored ones, and the number of links
/// that were broken at the first of them; other members stay as they are. False, and nothing is
/// written, where it is not known.
bool vl_trace_reading(const vl_trace *trace, int lane, double time, vl_reading *reading);

/// How many instants are stored.
int vl_trace_count(const vl_trace *trace);

/// Of instant number `index`: writes the reading of a lane, as vl_trace_reading() does. It may
/// belong to the step before.
void vl_trace_reading_at(const vl_trace *trace, int lane, int index, vl_reading *reading);

/// Likewise the place of a particle, m. Returns its time, s: that of the lane, which may have the
/// same state at several instants.
double vl_trace_place_at(const vl_trace *trace, int lane, int index, int slot, vl_vec3 *x);

/// The time until which it goes, s; −∞ where it is empty.
double vl_trace_end(const vl_trace *trace);

/// Bytes of its memory.
size_t vl_trace_bytes(const vl_trace *trace);
