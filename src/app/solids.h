#pragma once
/// Colliders as a picture: planes as the ground, spheres and boxes as bodies that hide what is
/// behind them.
///
/// The bodies are drawn far ones first. Each point of the scene belongs to a layer: the number of
/// the first body that it is behind, or the number of bodies where it is behind none. Drawn layer
/// by layer, with body k after layer k, everything hides and is hidden rightly: for an orthographic
/// view a point outside a convex body is behind it where it is on the inner side of all its faces
/// that are seen (a sphere: where it is farther than the centre).

#include "physics/world.h"
#include "ui/camera.h"
#include "ui/ui.h"

typedef struct vl_solids {
    const vl_camera *camera;
    vl_projection projection;
    bool flat; ///< seen from the front, and all in one plane: nothing is behind anything
    int count;
    const vl_collider **bodies; ///< far ones first
} vl_solids;

/// Memory for the bodies of a world. Free with vl_solids_free().
void vl_solids_create(vl_solids *solids, const vl_world *world);
void vl_solids_free(vl_solids *solids);

/// Sorts them for the camera (not owned; as long as they are drawn).
void vl_solids_sort(vl_solids *solids, const vl_world *world, const vl_camera *camera);

/// The layer of a point.
int vl_solids_layer(const vl_solids *solids, vl_vec3 at);

/// Draws body number `index`.
void vl_solids_draw(const vl_solids *solids, int index, const vl_ui *ui);

/// Draws all planes of the world: behind everything else. `step`: m between lines of a ground.
void vl_solids_draw_planes(const vl_solids *solids, const vl_world *world, double step,
                           const vl_ui *ui);

/// Whether a plane is among the colliders.
bool vl_solids_has_ground(const vl_world *world);

/// Grows the box by the bodies, and by the ground below it where that is not too far away.
void vl_solids_bound(const vl_world *world, vl_vec3 *low, vl_vec3 *high);

/// Whether the colliders of the world push nothing out of the plane z = 0.
bool vl_solids_are_planar(const vl_world *world);
