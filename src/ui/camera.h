#pragma once
/// An orthographic camera: world (m, y up) to pixels of the surface (y down), and back.
///
/// Yaw 0 and pitch 0 look along −z: x to the right, y up, z towards the viewer. Positive yaw moves
/// the viewer to the right around the vertical axis, positive pitch lifts the viewer.

#include "base/vec.h"
#include "ui/drawlist.h"

#include <stdbool.h>

#define VL_DEGREE                 0.017453292519943295 ///< in radians

#define VL_CAMERA_SMALLEST_HEIGHT 1e-6 ///< m, where zooming in ends
#define VL_CAMERA_LARGEST_HEIGHT  1e12 ///< m, where zooming out ends

typedef struct vl_camera {
    vl_vec3 center; ///< m, in the middle of the stage
    double height;  ///< m from bottom to top of the stage, > 0
    double yaw;     ///< radians
    double pitch;   ///< radians, within ±89°
    bool planar;    ///< the view does not turn
    vl_rect stage;  ///< pixels
} vl_camera;

/// Unit vectors of the view in the world.
typedef struct vl_view_axes {
    vl_vec3 right, up;
    vl_vec3 toward; ///< the viewer
} vl_view_axes;

vl_view_axes vl_camera_axes(const vl_camera *camera);

/// Everything needed to bring many points to the surface.
typedef struct vl_projection {
    vl_view_axes axes;
    vl_vec3 center;
    double x, y;  ///< pixels, middle of the stage
    double scale; ///< pixels per metre
} vl_projection;

typedef struct vl_pixel {
    float x, y;
    double depth; ///< m from the centre's plane, growing towards the viewer
} vl_pixel;

vl_projection vl_camera_projection(const vl_camera *camera);

/// Where a point is seen. What is not finite stays so; the draw list leaves it out.
static inline vl_pixel vl_project(const vl_projection *projection, vl_vec3 point)
{
    vl_vec3 d = vl_sub(point, projection->center);
    return (vl_pixel){
        (float)(projection->x + projection->scale * vl_dot(d, projection->axes.right)),
        (float)(projection->y - projection->scale * vl_dot(d, projection->axes.up)),
        vl_dot(d, projection->axes.toward),
    };
}

/// Pixels per metre.
double vl_camera_scale(const vl_camera *camera);

/// The point under a pixel in the plane of the screen that goes through `through`.
vl_vec3 vl_camera_unproject(const vl_camera *camera, double x, double y, vl_vec3 through);

/// Moves the view so that what was seen at a pixel is seen (dx, dy) pixels away from it.
void vl_camera_pan(vl_camera *camera, double dx, double dy);

/// Makes everything `factor` times as large; what is under the pixel stays there. Returns the
/// factor reached: nearer to 1 where the limit of the height ends the zoom.
double vl_camera_zoom(vl_camera *camera, double factor, double x, double y);

/// Turns the view with a pointer that moved (dx, dy) pixels: half a turn for the height of the
/// stage. Nothing where the scene is planar.
void vl_camera_turn(vl_camera *camera, double dx, double dy);

/// Shows the whole box, with `margin` (a fraction of the stage, 0…0.4) left free on each side. The
/// direction of view stays. A box that is a point gets a height of 1 m; corners that are not finite
/// change nothing.
void vl_camera_fit(vl_camera *camera, vl_vec3 low, vl_vec3 high, double margin);
