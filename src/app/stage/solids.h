#pragma once
/// Colliders as a picture: planes as the ground, spheres and boxes as bodies that hide what is
/// behind them. In a scene with depth the large balls of a few particles are bodies as well.
/// For this room alone.
///
/// The bodies are drawn far ones first. Each point of the scene belongs to a layer: the number of
/// the first body that it is behind, or the number of bodies where it is behind none. Drawn layer
/// by layer, with body k after layer k, everything is hidden by what is before it: for an
/// orthographic view a point outside a convex body is behind it where it is on the inner side of
/// all its faces that are seen (a sphere: where it is farther than the centre).

#include "physics/model/model.h"
#include "ui/camera.h"
#include "ui/ui.h"

/// A collider, or a particle's ball.
typedef struct vl_body {
    const vl_collider *collider; ///< NULL: a ball
    int slot;                    ///< of the ball's particle; else −1
    vl_vec3 center;              ///< m
    double depth;                ///< m, of the centre, growing towards the viewer
} vl_body;

typedef struct vl_solids {
    const vl_camera *camera;
    vl_projection projection;
    bool flat; ///< seen from the front, and all in one plane: nothing is behind anything
    int count;
    vl_body *bodies; ///< far ones first
} vl_solids;

/// Balls are bodies only where they are no more than these.
enum { VL_MOST_BALLS = 32 };

/// Which balls are large.
typedef struct vl_large {
    double radius;      ///< m, at least
    const bool *except; ///< by slot: is none, however large
} vl_large;

/// A straight line between two pixels, `width` pixels wide.
static inline void vl_segment_draw(vl_drawlist *list, vl_pixel a, vl_pixel b, float width,
                                   vl_colour colour)
{
    const float points[4] = {a.x, a.y, b.x, b.y};
    vl_draw_polyline(list, points, 2, width, colour);
}

/// Memory for the bodies of a world. Free with vl_solids_free().
void vl_solids_create(vl_solids *solids, const vl_world *world);
void vl_solids_free(vl_solids *solids);

/// Sorts them for the camera (not owned; as long as they are drawn).
void vl_solids_sort(vl_solids *solids, const vl_world *world, const vl_camera *camera,
                    const vl_large *large);

/// The layer of a point.
int vl_solids_layer(const vl_solids *solids, vl_vec3 at);

/// Draws body number `index`, a collider.
void vl_solids_draw(const vl_solids *solids, int index, const vl_ui *ui);

/// Draws all planes of the world: behind everything else. `step`: m between lines of a ground.
void vl_solids_draw_planes(const vl_solids *solids, const vl_world *world, double step,
                           const vl_ui *ui);

/// Whether a plane is among the colliders.
bool vl_solids_has_ground(const vl_world *world);

/// Grows the box by a point.
void vl_bound_include(vl_vec3 at, vl_vec3 *low, vl_vec3 *high);

/// Grows it by the bodies, and by the ground below it where that is not too far away.
void vl_solids_bound(const vl_world *world, vl_vec3 *low, vl_vec3 *high);

/// Whether the colliders of the world push nothing out of the plane z = 0.
bool vl_solids_are_planar(const vl_world *world);
