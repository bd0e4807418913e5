#include "ui/camera.h"

static const double MOST_PITCH = 89 * VL_DEGREE;

vl_view_axes vl_camera_axes(const vl_camera *camera)
{
    if (camera->planar)
        return (vl_view_axes){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    double cy = cos(camera->yaw), sy = sin(camera->yaw);
    double cp = cos(camera->pitch), sp = sin(camera->pitch);
    vl_vec3 right = {cy, 0, -sy}, toward = {sy * cp, sp, cy * cp};
    return (vl_view_axes){right, vl_cross(toward, right), toward};
}

double vl_camera_scale(const vl_camera *camera)
{
    // The scale must not be 0, because others divide by it.
    double pixels = camera->stage.h >= 1 ? (double)camera->stage.h : 1;
    return pixels / camera->height;
}

vl_projection vl_camera_projection(const vl_camera *camera)
{
    return (vl_projection){
        .axes = vl_camera_axes(camera),
        .center = camera->center,
        .x = (double)camera->stage.x + (double)camera->stage.w / 2,
        .y = (double)camera->stage.y + (double)camera->stage.h / 2,
        .scale = vl_camera_scale(camera),
    };
}

vl_vec3 vl_camera_unproject(const vl_camera *camera, double x, double y, vl_vec3 through)
{
    vl_projection p = vl_camera_projection(camera);
    double depth = vl_dot(vl_sub(through, camera->center), p.axes.toward);
    vl_vec3 point = vl_add(camera->center, vl_scale(p.axes.right, (x - p.x) / p.scale));
    point = vl_add(point, vl_scale(p.axes.up, (p.y - y) / p.scale));
    return vl_add(point, vl_scale(p.axes.toward, depth));
}

void vl_camera_pan(vl_camera *camera, double dx, double dy)
{
    vl_view_axes axes = vl_camera_axes(camera);
    double metres = 1 / vl_camera_scale(camera);
    camera->center = vl_add(camera->center, vl_scale(axes.right, -dx * metres));
    camera->center = vl_add(camera->center, vl_scale(axes.up, dy * metres));
}

void vl_camera_zoom(vl_camera *camera, double factor, double x, double y)
{
    if (!(factor > 0) || !isfinite(factor))
        return;

    vl_vec3 before = vl_camera_unproject(camera, x, y, camera->center);
    double height = fmin(camera->height / factor, VL_CAMERA_LARGEST_HEIGHT);
    height = fmax(height, VL_CAMERA_SMALLEST_HEIGHT);
    camera->height = height;
    vl_vec3 after = vl_camera_unproject(camera, x, y, camera->center);
    camera->center = vl_add(camera->center, vl_sub(before, after));
}

void vl_camera_turn(vl_camera *camera, double dx, double dy)
{
    if (camera->planar || camera->stage.h < 1)
        return;

    double angle = 180 * VL_DEGREE / (double)camera->stage.h; // radians per pixel
    camera->yaw = remainder(camera->yaw - dx * angle, 360 * VL_DEGREE);
    camera->pitch = fmax(fmin(camera->pitch + dy * angle, MOST_PITCH), -MOST_PITCH);
}

void vl_camera_fit(vl_camera *camera, vl_vec3 low, vl_vec3 high, double margin)
{
    vl_vec3 half = vl_scale(vl_sub(high, low), 0.5);
    if (!isfinite(vl_length(half)) || !isfinite(vl_length(low)))
        return;

    // The box's extent along an axis of the view is the sum of the projections of its edges.
    vl_view_axes axes = vl_camera_axes(camera);
    double wide =
        fabs(half.x * axes.right.x) + fabs(half.y * axes.right.y) + fabs(half.z * axes.right.z);
    double tall = fabs(half.x * axes.up.x) + fabs(half.y * axes.up.y) + fabs(half.z * axes.up.z);
    double shape = camera->stage.h >= 1 && camera->stage.w >= 1
                       ? (double)(camera->stage.w / camera->stage.h)
                       : 1;

    double height = 2 * fmax(tall, wide / shape) / (1 - 2 * fmin(margin, 0.4));
    if (height == 0)
        height = 1;
    camera->center = vl_add(low, half);
    camera->height = fmax(fmin(height, VL_CAMERA_LARGEST_HEIGHT), VL_CAMERA_SMALLEST_HEIGHT);
}
