#pragma once
/// An orthographic camera maps world coordinates (m, y up) to pixels of the surface (y down), and
/// back.
///
/// With yaw 0 and pitch 0 the view is along −z: x to the right, y up, z towards the viewer.
/// Positive yaw moves the viewer to the right around the vertical axis, positive pitch lifts the
/// viewer.

#include "base/vec.h"
#include "ui/drawlist.h"

#define VL_DEGREE                 0.017453292519943295 ///< in radians

#define VL_CAMERA_SMALLEST_HEIGHT 1e-6 ///< m, limit of zooming in
#define VL_CAMERA_LARGEST_HEIGHT  1e12 ///< m, limit of zooming out

typedef struct vl_camera {
    vl_vec3 center; ///< m, the point in the middle of the stage
    double height;  ///< m from bottom to top of the stage, > 0
    double yaw;     ///< radians
    double pitch;   ///< radians, within ±89°
    bool planar;    ///< the view cannot be turned
    vl_rect stage;  ///< pixels, what the view fits into
    vl_rect window; ///< pixels, what is drawn
} vl_camera;

/// Unit vectors of the view in world coordinates.
typedef struct vl_view_axes {
    vl_vec3 right, up;
    vl_vec3 toward; ///< towards the viewer
} vl_view_axes;

vl_view_axes vl_camera_axes(const vl_camera *camera);

/// The data for projecting many points.
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

/// Projects a point. Coordinates that are not finite stay so; the draw list ignores such points.
static inline vl_pixel vl_project(const vl_projection *projection, vl_vec3 point)
{
    vl_vec3 d = vl_sub(point, projection->center);
    return (vl_pixel){
        (float)(projection->x + projection->scale * vl_dot(d, projection->axes.right)),
        (float)(projection->y - projection->scale * vl_dot(d, projection->axes.up)),
        vl_dot(d, projection->axes.toward),
    };
}

/// Returns pixels per metre.
double vl_camera_scale(const vl_camera *camera);

/// Returns the point under a pixel, in the plane parallel to the screen through `through`.
vl_vec3 vl_camera_unproject(const vl_camera *camera, double x, double y, vl_vec3 through);

/// Moves the view so that points under the pointer move by (dx, dy) pixels.
void vl_camera_pan(vl_camera *camera, double dx, double dy);

/// Magnifies the view by `factor`; the point under the pixel stays there.
void vl_camera_zoom(vl_camera *camera, double factor, double x, double y);

/// Turns the view for a pointer that moved by (dx, dy) pixels; the height of the stage is half a
/// turn. A planar view is unchanged.
void vl_camera_turn(vl_camera *camera, double dx, double dy);

/// Shows the whole box, with `margin` (a fraction of the stage, 0…0.4) free on each side. The
/// direction of view is unchanged. A box of one point gets a height of 1 m; corners that are not
/// finite change nothing.
void vl_camera_fit(vl_camera *camera, vl_vec3 low, vl_vec3 high, double margin);
