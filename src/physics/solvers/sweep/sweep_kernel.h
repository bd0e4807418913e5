#pragma once
/// What a sweep does to links: one source (sweep_kernel.c), compiled for several widths of vector
/// registers, of which the widest that the processor has is chosen as the program runs. All of them
/// do the same roundings in the same order and give the same bits. For this room alone.

#include "physics/model/links.h"

#include <stdbool.h>

enum {
    VL_SWEEP_LANES = 8, ///< numbers of the widest register
};

/// Up to VL_SWEEP_LANES links first, first + 1, … whose ends are the slots a, a + 1, … and b, b +
/// 1, ….
typedef struct vl_sweep_row {
    int a, b, first, count;
} vl_sweep_row;

/// A particle, all of it in one place.
typedef struct vl_sweep_point {
    double x, y, z, inverse_mass;
} vl_sweep_point;

static inline vl_sweep_point vl_sweep_read_point(double *const *x, const double *inverse_mass,
                                                 int slot)
{
    return (vl_sweep_point){x[0][slot], x[1][slot], x[2][slot], inverse_mass[slot]};
}

typedef struct vl_sweep vl_sweep;

/// The same for links laid out in rows and for links that lie apart.
typedef struct vl_sweep_function {
    void (*rows)(const vl_sweep *sweep);
    void (*apart)(const vl_sweep *sweep);
} vl_sweep_function;

/// What is done to links, and to which. What a function does not need may be NULL.
struct vl_sweep {
    vl_sweep_function function;
    double *x[VL_AXES];               ///< m, by slot, to be corrected
    double *x_old[VL_AXES];           ///< m, where a link's direction is the old one
    const double *inverse_mass;       ///< 1/kg, by slot
    const double *length;             ///< m, by index of the link; apart, by its place
    const double *compliance_per_dt2; ///< 1/kg, by index of the link: compliance/h²
    double *lambda;                   ///< kg m: tension times h², positive where a link pulls
    double relaxation;                ///< as in vl_solver_settings

    // the links of one call, of one kind, no two of which share a particle
    double lower_bound; ///< of an error that is corrected, m: 0 of strings, −HUGE_VAL of rods
    double *most;       ///< VL_SWEEP_LANES largest strains, to be raised
    int count;          ///< of rows, or of links that lie apart
    const vl_sweep_row *rows;
    vl_sweep_point *points;    ///< where the ends of what lies apart are, to be corrected
    const vl_sweep_point *old; ///< the same at tₙ
    const int *from, *to;      ///< points of each link
    const int *indices;        ///< of each link
};

typedef struct vl_sweep_kernel {
    const char *name; ///< of the instruction set
    /// Each link to its length, along where it points now: Müller et al., "Position based
    /// dynamics", 2007, equations 10 and 11.
    vl_sweep_function along_new;
    /// Each link to its length, along where it pointed at tₙ: Ryckaert, Ciccotti, Berendsen,
    /// "Numerical integration of the cartesian equations of motion of a system with constraints",
    /// 1977, the quadratic equation of one link solved as it is. Where it has no solution the ends
    /// come as near to each other as they can.
    vl_sweep_function along_old;
    /// As along_new, but a link is compliant: Macklin, Müller, Chentanez, "XPBD", 2016,
    /// equation 18.
    vl_sweep_function compliant;
    /// Corrects nothing; raises `most`.
    vl_sweep_function measure;
} vl_sweep_kernel;

/// Those of this build, the widest first; the last runs everywhere.
extern const vl_sweep_kernel *const vl_sweep_kernels[];
extern const int vl_sweep_kernel_count;

/// Whether this processor has what the kernel needs.
bool vl_sweep_kernel_runs(const vl_sweep_kernel *kernel);

/// The widest that runs here.
const vl_sweep_kernel *vl_sweep_kernel_best(void);
