#pragma once
/// Draws a cloth: shaded, with a weave, far cells first. For this room alone.

#include "app/stage/solids.h"
#include "physics/model/model.h"
#include "ui/camera.h"
#include "ui/theme.h"

typedef struct vl_cloth_view vl_cloth_view;

/// Memory for drawing cloth number `index` of the world. Free with vl_cloth_view_free().
vl_cloth_view *vl_cloth_view_create(const vl_world *world, int index);

void vl_cloth_view_free(vl_cloth_view *view);

/// How it is seen.
typedef struct vl_cloth_look {
    const vl_theme *theme;
    const vl_camera *camera;
    const vl_solids *solids; ///< sorted
    bool strain;             ///< colours of the strain (full at `full_strain`)
    double full_strain;
    const float *shades; ///< by slot, 0…1: colours of those instead; NULL
} vl_cloth_look;

/// Sorts its cells, before it is drawn.
void vl_cloth_view_prepare(vl_cloth_view *view, const vl_world *world, const vl_cloth_look *look);

/// Draws what of it lies in a layer of the solids. What is torn is not drawn, but loose threads.
void vl_cloth_view_draw(const vl_cloth_view *view, const vl_cloth_look *look, int layer,
                        vl_drawlist *list);
