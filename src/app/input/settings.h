#pragma once
/// The settings of the solver that a person can change while it runs: one table, from which keys,
/// buttons and the card in the panel are made.

#include "app/state/app.h"

enum { VL_SETTING_TEXT = 48 };

typedef struct vl_setting {
    const char *name; ///< "direction"

    /// Writes the present value.
    void (*write)(const vl_solver_settings *settings, char text[VL_SETTING_TEXT]);

    /// The next value up (way 1) or down (−1). False where there is none.
    bool (*change)(vl_solver_settings *settings, int way);
} vl_setting;

enum {
    VL_SETTING_METHOD,
    VL_SETTING_ORDER,
    VL_SETTING_DIRECTION,
    VL_SETTING_SWEEPS,
    VL_SETTING_SUBSTEPS,
    VL_SETTING_RELAXATION,
    VL_SETTING_COUNT
};

extern const vl_setting vl_settings[VL_SETTING_COUNT];

/// Changes setting number `setting` of the running scene by one value up (way 1) or down (−1), and
/// says so in a banner where the value is hidden, or why it cannot be.
void vl_app_change_setting(vl_app *app, int setting, int way);

/// The card with all settings, for mouse and finger.
void vl_settings_draw(vl_app *app, const vl_ui *ui, vl_rect rect);

/// Height of the card, pixels.
float vl_settings_height(const vl_ui *ui);

/// Where in a card the button is that changes setting number `setting` up (way 1) or down (−1).
vl_rect vl_settings_button(const vl_rect *card, int setting, int way);
