#pragma once
/// Links between two particles, laid out in colours and runs for fast sweeps.

#include "physics/model/particles.h"

typedef enum vl_link_kind {
    VL_ROD,    ///< holds its length
    VL_STRING, ///< never longer than its length
    VL_SPRING, ///< a tension k (|d| − length) along the link, plus damping
} vl_link_kind;

/// One link as described, before it is laid out. `from` and `to` are slots.
typedef struct vl_link {
    int from, to;
    vl_link_kind kind;
    double length;     ///< m, > 0
    double stiffness;  ///< N/m, springs only, ≥ 0
    double damping;    ///< N s/m, springs only, ≥ 0
    double compliance; ///< m/N, rods and strings, ≥ 0
    int cluster;    ///< for the solver clusters: links of one number are solved together; 0: none
                    ///< given
    double tear;    ///< strain beyond which it tears; 0: never
    double tension; ///< N, in the last substep, where a solver begins from it; else 0
    int family; ///< hint: links of one family share no particle and belong in one colour; −1 none
} vl_link;

/// Consecutive hard links of one colour and kind. Where `consecutive`, link k of the run joins slot
/// from[first] + k with to[first] + k, and the two ranges have no slot in common: plain vector
/// code.
typedef struct vl_link_run {
    int first, count;
    vl_link_kind kind;
    bool consecutive;
} vl_link_run;

/// The arrays with an element for each link of the layout, as an X macro.
#define VL_LINK_ARRAYS(X)                                                                          \
    X(from)                                                                                        \
    X(to) X(kind) X(length) X(stiffness) X(damping) X(compliance) X(tear) X(tension) X(cluster)

/// All links of a world. Rods and strings ("hard" links) come first, sorted by colour and run;
/// springs follow in the order listed.
typedef struct vl_links {
    int count;      ///< all links
    int hard_count; ///< rods and strings: [0, hard_count); springs: [hard_count, count)
    int *from, *to; ///< slots
    vl_link_kind *kind;
    double *length, *stiffness, *damping, *compliance, *tear, *tension;
    int *cluster;
    bool may_tear; ///< some link has a `tear`
    int *listed;   ///< listed[i]: index of the i-th link of the description; i = 0…count − 1
    int *moved;    ///< scratch memory of vl_links_break()
    int *torn;     ///< links that vl_links_find_torn() found
    int version;   ///< counts the changes: what was made from an older version is stale

    int colour_count;
    int *colour_run; ///< runs of colour c: [colour_run[c], colour_run[c + 1])
    int run_count;
    vl_link_run *runs;
} vl_links;

/// Lays out `count` links. No two hard links of one colour share a particle.
void vl_links_create(vl_arena *arena, vl_links *links, const vl_link *described, int count,
                     int particle_count);

/// Puts the links that are longer than (1 + tear) length now into `torn`, in the order of the
/// layout, and returns how many there are.
int vl_links_find_torn(vl_links *links, const vl_particles *particles);

/// Removes the links `indices` (each from 0 to count − 1, repetitions allowed) from the layout. The
/// others keep their order, colour and kind; a run is split where it loses a link. The i-th link of
/// the description is then the i-th of those that are left. Never allocates; the work is
/// proportional to the number of all links. Raises `version`: indices from before are invalid.
void vl_links_break(vl_links *links, const int *indices, int count);

/// A shorter run is not swept as a consecutive one: vector code does not pay for so few links.
enum { VL_SHORTEST_RUN = 4 };

/// For qsort(), of structs that begin with so many numbers, which are compared from the first on.
enum { VL_KEYS = 4 };

int vl_compare_keys(const void *left, const void *right);

/// Makes a copy of a layout.
void vl_links_copy(vl_arena *arena, vl_links *links, const vl_links *from);

/// Length of link `index` now, m.
double vl_link_length(const vl_links *links, const vl_particles *particles, int index);

/// Strain of link `index`: (|d| − length)/length; of a string never below 0.
double vl_link_strain(const vl_links *links, const vl_particles *particles, int index);

/// Largest and root-mean-square |strain| of the links up to `end`: hard_count for the rods and
/// strings, count for all. Both are 0 where there are none. After one above `enough` no more count.
void vl_links_stretch(const vl_links *links, const vl_particles *particles, int end, double enough,
                      double *largest, double *rms);
