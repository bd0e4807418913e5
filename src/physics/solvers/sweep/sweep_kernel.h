#pragma once
/// The corrections of links in a sweep: one source (sweep_kernel.c), compiled for several widths of
/// vector registers, of which the widest of the processor is chosen at run time. All make the same
/// roundings in the same order, so that they give the same bits. For this room alone.

#include "physics/model/links.h"

enum {
    VL_SWEEP_LANES = 8, ///< numbers of the widest register
};

/// Up to VL_SWEEP_LANES links first, first + 1, … whose ends are the slots a, a + 1, … and b, b +
/// 1, ….
typedef struct vl_sweep_row {
    int a, b, first, count;
} vl_sweep_row;

/// A particle with all its numbers side by side.
typedef struct vl_sweep_point {
    double x, y, z, inverse_mass;
} vl_sweep_point;

static inline vl_sweep_point vl_sweep_read_point(double *const *x, const double *inverse_mass,
                                                 int slot)
{
    return (vl_sweep_point){x[0][slot], x[1][slot], x[2][slot], inverse_mass[slot]};
}

typedef struct vl_sweep vl_sweep;

/// A function for links in rows, and the same one for links apart.
typedef struct vl_sweep_function {
    void (*rows)(const vl_sweep *sweep);
    void (*apart)(const vl_sweep *sweep);
} vl_sweep_function;

/// The arguments of a correction. Those that a function does not need may be NULL.
struct vl_sweep {
    vl_sweep_function function;
    double *x[VL_AXES];         ///< m, by slot, to be corrected
    double *x_old[VL_AXES];     ///< m, for old directions
    const double *inverse_mass; ///< 1/kg, by slot
    const double *length; ///< m, by index of the link; for links apart by position in `indices`
    const double *compliance_per_dt2; ///< 1/kg, by index of the link: compliance/h²
    double *lambda;                   ///< kg m: tension times h²
    double relaxation;                ///< as in vl_solver_settings

    // the links of one call: of one kind, and without common particles
    double lower_bound; ///< m, of errors that are corrected: 0 for strings, −HUGE_VAL for rods
    int count;          ///< of rows, or of links apart
    const vl_sweep_row *rows;
    vl_sweep_point *points;    ///< ends of links apart, to be corrected
    const vl_sweep_point *old; ///< the same at tₙ
    const int *from, *to;      ///< points of each link
    const int *indices;        ///< of each link
};

typedef struct vl_sweep_kernel {
    const char *name; ///< of the instruction set
    /// Brings each link to its length along its present direction: Müller et al., "Position based
    /// dynamics", 2007, equations 10 and 11.
    vl_sweep_function along_new;
    /// Brings each link to its length along its direction at tₙ: Ryckaert, Ciccotti, Berendsen,
    /// "Numerical integration of the cartesian equations of motion of a system with constraints",
    /// 1977, with the quadratic equation of a link solved exactly. Where that has no solution, the
    /// ends come as near to each other as they can.
    vl_sweep_function along_old;
    /// As along_new for compliant links: Macklin, Müller, Chentanez, "XPBD", 2016, equation 18.
    vl_sweep_function compliant;
} vl_sweep_kernel;

/// The kernels that this processor can run, the widest first, and a NULL behind them.
const vl_sweep_kernel *const *vl_sweep_kernels(void);
