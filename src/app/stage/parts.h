#pragma once
/// The parts of the stage. For this room alone.

#include "app/stage/stage.h"
#include "ui/labels.h"

// --- solids: planes as the ground, spheres and boxes as bodies that hide what is behind them. In a
// three-dimensional scene with few particles their large balls are bodies too. ---

/// A collider, or a particle's ball.
typedef struct vl_body {
    const vl_collider *collider; ///< NULL: a ball
    int slot;                    ///< of the ball's particle; else −1
    vl_vec3 center;              ///< m
    double depth;                ///< m, of the centre, growing towards the viewer
} vl_body;

typedef struct vl_solids {
    const vl_camera *camera; ///< of a planar one nothing is hidden
    vl_projection projection;
    int count;
    vl_body *bodies; ///< farthest first; room for the colliders and VL_MOST_BALLS
} vl_solids;

/// With more balls than this no ball is a body.
enum { VL_MOST_BALLS = 32 };

/// The farthest body is drawn first. Each point of the scene belongs to a layer: the number of the
/// first body that it is behind, or the number of bodies if it is behind none. Layers are drawn in
/// order, with body k after layer k, so that bodies hide the points behind them. In an orthographic
/// view a point outside a convex body is behind it if it is on the inner side of all visible faces;
/// for a sphere, if it is farther than the centre.

/// Sorts the bodies for a camera, which is not owned and must outlive the drawing. Balls whose
/// radius is smaller than `smallest`, m, are none, nor are those `except`, by slot.
void vl_solids_sort(vl_solids *solids, const vl_world *world, const vl_camera *camera,
                    double smallest, const bool *except);
int vl_solids_layer(const vl_solids *solids, vl_vec3 at);

/// Draws body number `index`, which must be a collider; and on it, in a scene of the plane and
/// where there is room, what the bodies differ in.
void vl_solids_draw(const vl_solids *solids, int index, const vl_ui *ui);

/// Draws all planes of the world, which are behind everything else; up to `reach`, m, where they
/// are seen at an angle.
void vl_solids_draw_planes(const vl_solids *solids, const vl_world *world, double reach,
                           const vl_ui *ui);

/// Extends the box to include the bodies, and the ground below it unless that is too far away.
void vl_solids_bound(const vl_world *world, vl_vec3 *low, vl_vec3 *high);

// --- the stage ---

/// The past positions of one particle in one lane.
typedef struct vl_trail {
    int first, count;
    vl_vec3 points[VL_TRAIL_POINTS]; ///< m, ring buffer
} vl_trail;

/// Draws a cloth: shaded, with a weave, the farthest cells first.
typedef struct vl_cloth_view vl_cloth_view;

/// What is kept for drawing one lane.
struct vl_stage {
    vl_arena arena; ///< all of the memory below, and the stage itself
    int64_t lane_id;
    int cloth_count;
    vl_cloth_view **cloths;
    bool *in_cloth; ///< by slot
    vl_solids solids;
    double *true_x[VL_AXES]; ///< m, by slot: positions of the ghost
    bool has_ghost;          ///< these are known
    int *layers;             ///< by slot; −1 − k for a ball that is body k
    int *links, link_count;  ///< those that are drawn, with an end that is in no cloth, as listed
    int *link_layers;        ///< of these
    bool dots;               ///< there are so many balls that they are dots
    double lightest;         ///< kg, the smallest mass of a particle
    double recent_strain;    ///< largest recent strain
    double full_strain;      ///< strain with the full colour
    float *shades;           ///< strain by slot
    vl_named named;          ///< its ball, and where its name is
    vl_trail trails[VL_TRAILS]; ///< of app->stages.trail_slots
};

/// A lane as it is drawn in this frame.
typedef struct vl_picture {
    vl_app *app;
    const vl_ui *ui; ///< with the colours of the lane
    int lane;
    vl_stage *stage;
    vl_world *world;
    vl_camera camera; ///< of its pane

    const float *shades; ///< strain by slot, where it is shown; else NULL
    bool coils;          ///< springs are drawn as coils
    bool rearmost;       ///< no other lane is drawn below this one
} vl_picture;

// --- links and cloth ---

/// Draws a straight line between two pixels; `width` in pixels.
static inline void vl_segment_draw(vl_drawlist *list, vl_pixel a, vl_pixel b, float width,
                                   vl_colour colour)
{
    const float points[4] = {a.x, a.y, b.x, b.y};
    vl_draw_polyline(list, points, 2, width, colour);
}

/// Writes point number `index` of a line.
static inline void vl_pixel_write(float *points, int index, vl_pixel at)
{
    points[2 * index] = at.x;
    points[2 * index + 1] = at.y;
}

/// Takes memory for drawing cloth number `index` of the world from the arena.
vl_cloth_view *vl_cloth_view_create(vl_arena *arena, const vl_world *world, int index);

/// Sorts the cells; to be called before drawing.
void vl_cloth_view_prepare(vl_cloth_view *view, const vl_picture *picture);

/// Draws the part of the cloth in one layer of the solids. Torn cells are not drawn, but their
/// loose threads are.
void vl_cloth_view_draw(const vl_cloth_view *view, const vl_picture *picture, int layer);

/// The end of the hand of a dial whose angle is x.x, m.
static inline vl_vec3 vl_dial_tip(const vl_particles *particles, int slot, vl_vec3 x)
{
    vl_vec3 middle = vl_particle_middle(particles, slot, x);
    double r = particles->radius[slot];
    return vl_add(middle, (vl_vec3){r * cos(x.x), r * sin(x.x), 0});
}

void vl_scale_bar_draw(const vl_picture *picture);
void vl_level_draw(const vl_picture *picture); ///< at 0 m, for what falls alone

/// Draws what explains the chosen lane or a pane: ghost and arrows.
void vl_signs_draw(const vl_picture *picture);

/// Draws the mark of the probe, and v and a of its particle.
void vl_probe_mark_draw(const vl_picture *picture);

/// Draws what is measured, and the names of the lanes where there are several, each at the most
/// conspicuous ball of its lane; panes get frames.
void vl_tags_draw(const vl_picture *pictures, int count);
