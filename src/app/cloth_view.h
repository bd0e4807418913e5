#pragma once
/// Draws a cloth: shaded, with a weave, far cells first.

#include "physics/world.h"
#include "ui/camera.h"
#include "ui/theme.h"

typedef struct vl_cloth_view vl_cloth_view;

/// Memory for drawing cloth number `index` of the world. Free with vl_cloth_view_free().
vl_cloth_view *vl_cloth_view_create(const vl_world *world, int index);

void vl_cloth_view_free(vl_cloth_view *view);

/// Draws it. `strain`: colours of the strain (full at `full_strain`) instead of those of the cloth.
void vl_cloth_view_draw(vl_cloth_view *view, const vl_world *world, const vl_camera *camera,
                        const vl_theme *theme, bool strain, double full_strain, vl_drawlist *list);
