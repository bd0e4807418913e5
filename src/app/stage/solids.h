#pragma once
/// Draws colliders: planes as the ground, spheres and boxes as bodies that hide what is behind
/// them. In a three-dimensional scene with few particles their large balls are bodies too.
/// For this room alone.
///
/// The farthest body is drawn first. Each point of the scene belongs to a layer: the number of the
/// first body that it is behind, or the number of bodies if it is behind none. Layers are drawn in
/// order, with body k after layer k, so that bodies hide the points behind them. In an orthographic
/// view a point outside a convex body is behind it if it is on the inner side of all visible faces;
/// for a sphere, if it is farther than the centre.

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
    bool flat; ///< front view of a scene in one plane: nothing is hidden
    int count;
    vl_body *bodies; ///< farthest first
} vl_solids;

/// With more balls than this no ball is a body.
enum { VL_MOST_BALLS = 32 };

/// Selects the balls that are drawn as bodies.
typedef struct vl_large {
    double radius;      ///< m; smaller balls are no bodies
    const bool *except; ///< by slot: balls that are never bodies
} vl_large;

/// Draws a straight line between two pixels; `width` in pixels.
static inline void vl_segment_draw(vl_drawlist *list, vl_pixel a, vl_pixel b, float width,
                                   vl_colour colour)
{
    const float points[4] = {a.x, a.y, b.x, b.y};
    vl_draw_polyline(list, points, 2, width, colour);
}

/// Allocates the bodies of a world. Free with vl_solids_free().
void vl_solids_create(vl_solids *solids, const vl_world *world);
void vl_solids_free(vl_solids *solids);

/// Sorts the bodies for a camera, which is not owned and must outlive the drawing.
void vl_solids_sort(vl_solids *solids, const vl_world *world, const vl_camera *camera,
                    const vl_large *large);

/// Returns the layer of a point.
int vl_solids_layer(const vl_solids *solids, vl_vec3 at);

/// Draws body number `index`, which must be a collider.
void vl_solids_draw(const vl_solids *solids, int index, const vl_ui *ui);

/// Draws all planes of the world, which are behind everything else. `step`: m between lines of the
/// ground.
void vl_solids_draw_planes(const vl_solids *solids, const vl_world *world, double step,
                           const vl_ui *ui);

/// Whether a plane is among the colliders.
bool vl_solids_has_ground(const vl_world *world);

/// Extends the box to include a point.
void vl_bound_include(vl_vec3 at, vl_vec3 *low, vl_vec3 *high);

/// Extends the box to include the bodies, and the ground below it unless that is too far away.
void vl_solids_bound(const vl_world *world, vl_vec3 *low, vl_vec3 *high);

/// Whether contacts with the colliders of the world can never move a particle out of the plane z =
/// 0.
bool vl_solids_are_planar(const vl_world *world);
