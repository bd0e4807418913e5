#pragma once
/// Icons, drawn by geometry: sharp at any size, in any colour.

#include "ui/drawlist.h"

typedef enum vl_icon {
    VL_ICON_NONE,
    VL_ICON_PLAY,
    VL_ICON_PAUSE,
    VL_ICON_STEP,      ///< one step forward
    VL_ICON_STEP_BACK, ///< one step back
    VL_ICON_RESET,
    VL_ICON_PREVIOUS, ///< scene
    VL_ICON_NEXT,     ///< scene
    VL_ICON_SLOWER,
    VL_ICON_FASTER,
    VL_ICON_HITCH,
    VL_ICON_VECTORS,
    VL_ICON_TRAILS,
    VL_ICON_PIN,
    VL_ICON_CUT,
    VL_ICON_STRAIN,
    VL_ICON_COMPARE,
    VL_ICON_PANEL,
    VL_ICON_HELP,
    VL_ICON_FULLSCREEN,
    VL_ICON_PICTURE,
    VL_ICON_THEME,
    VL_ICON_FIT,
    VL_ICON_SAVE,
    VL_ICON_OPEN,
    VL_ICON_QUIT,
    VL_ICON_ZOOM_IN,
    VL_ICON_ZOOM_OUT,
    VL_ICON_CLOSE,
    VL_ICON_WARNING,
    VL_ICON_MORE, ///< three dots
    VL_ICON_PLUS,
    VL_ICON_MINUS,
    VL_ICON_SOLVER,    ///< a chain of links
    VL_ICON_ORDER,     ///< a list that is gone through
    VL_ICON_DIRECTION, ///< along a link as it lay and as it lies
    VL_ICON_RELAX,     ///< a swing that overshoots
    VL_ICON_PLOT,      ///< a curve over axes
    VL_ICON_NEWS,      ///< rings that spread
    VL_ICON_ESTIMATOR, ///< a chord on a curve
    VL_ICON_IDENTITY,  ///< is the same as
    VL_ICON_TURN,      ///< turns round and goes back
    VL_ICON_STABILITY, ///< a region with an edge, and a point in it
    VL_ICON_GHOST,     ///< a ball, and the outline of where it should be
    VL_ICON_COUNT
} vl_icon;

/// Draws an icon into the largest square in the middle of `rect`.
void vl_draw_icon(vl_drawlist *list, vl_icon icon, vl_rect rect, vl_colour colour);
