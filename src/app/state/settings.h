#pragma once
/// The settings of the solver that a person can change while it runs. Keys and the rows of words in
/// the drawer of the numbers are made from this table.

#include "physics/model/solver.h"

enum { VL_SETTING_TEXT = 48 };

typedef struct vl_setting {
    const char *name; ///< "direction"
    bool is_word;     ///< it is no number

    /// For vl_setting_needs(); NULL: the setting always has an effect.
    const char *(*needs)(const vl_solver_settings *settings);

    void (*write)(const vl_solver_settings *settings, char text[VL_SETTING_TEXT]);
    bool (*change)(vl_solver_settings *settings, int direction);
} vl_setting;

extern const vl_setting vl_setting_solver, vl_setting_order, vl_setting_direction,
    vl_setting_sweeps, vl_setting_substeps, vl_setting_relaxation, vl_setting_grids;

/// All settings.
extern const vl_setting *const vl_settings[];
extern const int vl_setting_count;

/// What the setting needs for an effect, as a message; NULL: it has an effect.
const char *vl_setting_needs(const vl_setting *setting, const vl_solver_settings *settings);

/// Writes the present value, or a dash if the setting has no effect.
void vl_setting_write(const vl_setting *setting, const vl_solver_settings *settings,
                      char text[VL_SETTING_TEXT]);

/// Selects the next value (direction 1) or the previous one (−1). Returns false if there is none.
bool vl_setting_change(const vl_setting *setting, vl_solver_settings *settings, int direction);
