#pragma once
/// Draws a cloth: shaded, with a weave, the farthest cells first. For this room alone.

#include "app/stage/solids.h"
#include "physics/model/model.h"
#include "ui/camera.h"
#include "ui/theme.h"

typedef struct vl_cloth_view vl_cloth_view;

/// Allocates memory for drawing cloth number `index` of the world. Free with vl_cloth_view_free().
vl_cloth_view *vl_cloth_view_create(const vl_world *world, int index);

void vl_cloth_view_free(vl_cloth_view *view);

/// How a cloth is drawn.
typedef struct vl_cloth_style {
    const vl_theme *theme;
    const vl_camera *camera;
    const vl_solids *solids; ///< sorted
    bool strain;             ///< colour by strain; `full_strain` has the full colour
    double full_strain;
    const float *shades; ///< colour by these values (by slot, 0…1) instead; or NULL
} vl_cloth_style;

/// Sorts the cells; to be called before drawing.
void vl_cloth_view_prepare(vl_cloth_view *view, const vl_world *world, const vl_cloth_style *style);

/// Draws the part of the cloth in one layer of the solids. Torn cells are not drawn, but their
/// loose threads are.
void vl_cloth_view_draw(const vl_cloth_view *view, const vl_cloth_style *style, int layer,
                        vl_drawlist *list);
