#include "app/stage/parts.h"
#include "physics/colliders/colliders.h"

static bool is_plane(const vl_collider *collider)
{
    return collider->kind->shape == VL_SHAPE_HALF_SPACE;
}

// Inserts a body into the order of depth.
static void insert(vl_solids *solids, vl_body body)
{
    int at = solids->count++;
    body.depth = vl_dot(body.center, solids->projection.axes.toward);
    for (; at > 0 && solids->bodies[at - 1].depth > body.depth; at--)
        solids->bodies[at] = solids->bodies[at - 1];
    solids->bodies[at] = body;
}

static bool is_ball(const vl_particles *p, double smallest, const bool *except, int slot)
{
    return p->radius[slot] >= smallest && !p->pinned[slot] && !except[slot];
}

void vl_solids_sort(vl_solids *solids, const vl_world *world, const vl_camera *camera,
                    double smallest, const bool *except)
{
    solids->camera = camera;
    solids->projection = vl_camera_projection(camera);
    solids->count = 0;
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *collider = &world->colliders[i];
        if (!is_plane(collider) && !collider->kind->between_particles)
            insert(solids, (vl_body){.collider = collider, .slot = -1, .center = collider->center});
    }
    const vl_particles *p = &world->particles;
    int balls = solids->camera->planar ? VL_MOST_BALLS + 1 : 0;
    for (int i = 0; i < p->count && balls <= VL_MOST_BALLS; i++)
        balls += is_ball(p, smallest, except, i);
    for (int i = 0; i < p->count && balls <= VL_MOST_BALLS; i++)
        if (is_ball(p, smallest, except, i))
            insert(solids,
                   (vl_body){.slot = i, .center = vl_particle_middle(p, i, vl_read(p->x, i))});
}

static bool is_behind_box(const vl_collider *box, vl_vec3 at, vl_vec3 toward)
{
    const double from[VL_AXES] = {at.x - box->center.x, at.y - box->center.y, at.z - box->center.z};
    const double half[VL_AXES] = {box->size.x / 2, box->size.y / 2, box->size.z / 2};
    const double view[VL_AXES] = {toward.x, toward.y, toward.z};
    bool behind = true;
    for (int axis = 0; axis < VL_AXES; axis++) {
        double outwards = view[axis] < 0 ? -from[axis] : from[axis];
        bool seen = view[axis] != 0 && half[axis] > 0; // an endless box has no such face
        behind = behind && !(seen && outwards > half[axis]);
    }
    return behind;
}

int vl_solids_layer(const vl_solids *solids, vl_vec3 at)
{
    vl_vec3 toward = solids->projection.axes.toward;
    for (int i = 0; i < solids->count && !solids->camera->planar; i++) {
        const vl_body *body = &solids->bodies[i];
        bool box = body->collider && body->collider->kind->shape == VL_SHAPE_BOX;
        if (box ? is_behind_box(body->collider, at, toward) : vl_dot(at, toward) < body->depth)
            return i;
    }
    return solids->count;
}

static const float edge_width = 1.5f; // points

// Draws the face with the centre `center` + `out` and the half edges `a` and `b`.
static void draw_face(const vl_solids *solids, vl_vec3 center, vl_vec3 out, vl_vec3 a, vl_vec3 b,
                      const vl_ui *ui)
{
    double facing = vl_dot(out, solids->projection.axes.toward) / fmax(vl_length(out), 1e-300);
    if (!(facing > 1e-9))
        return;
    static const int corners[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    float points[10];
    for (int i = 0; i < 5; i++) {
        vl_vec3 side = vl_add(vl_scale(a, corners[i][0]), vl_scale(b, corners[i][1]));
        vl_pixel_write(points, i,
                       vl_project(&solids->projection, vl_add(vl_add(center, out), side)));
    }
    // light comes from above: the top face is bright, the others are darker
    double up = vl_dot(out, solids->projection.axes.up) / vl_length(out);
    float dark = solids->camera->planar ? 0 : (float)(0.22 - 0.12 * facing - 0.10 * fmax(up, 0));
    vl_colour black = {0, 0, 0, ui->theme->solid.a};
    vl_draw_convex(ui->list, points, 4, vl_colour_mix(ui->theme->solid, black, dark));
    vl_draw_polyline(ui->list, points, 5, vl_points(ui, edge_width), ui->theme->solid_edge);
}

// Writes on a body what the bodies differ in: the response, or else the restitution, which on a
// narrow body is its value alone; in the largest type with which it is no wider than the pixels of
// the box, or those round the sphere; a ball has none, nor has a body in space.
static void draw_label(const vl_solids *solids, int index, const vl_ui *ui)
{
    const vl_collider *body = solids->bodies[index].collider, *first = NULL;
    bool restitution = false, response = false; // whether the bodies differ in it
    char label[32];
    for (int i = 0; i < solids->count; i++) {
        const vl_collider *other = solids->bodies[i].collider;
        first = first ? first : other;
        restitution |= other && other->restitution != first->restitution;
        response |= other && other->response != first->response;
    }
    if (!solids->camera->planar || !body || !(response || restitution))
        return;
    bool box = body->kind->shape == VL_SHAPE_BOX;
    snprintf(label, sizeof label, "%g", body->restitution);
    static const char *const floors[] = {"hard", "soft", "moves out"}; // by response
    const char *text = response ? floors[body->response] : label;
    vl_pixel at = vl_project(&solids->projection, body->center);
    float width = (float)((box ? body->size.x : 2 * body->radius) * solids->projection.scale);
    vl_type_size size = vl_ui_fitting(ui, VL_TYPE_READING, text, (int)strlen(text), width);
    float height = ui->metrics->height[size];
    vl_rect row = {at.x - width / 2, at.y - height / 2, width, height};
    if (vl_text_width(ui->metrics, size, text) <= width)
        vl_ui_text(ui, row, size, ui->theme->text, VL_ALIGN_CENTER, text);
}

void vl_solids_draw(const vl_solids *solids, int index, const vl_ui *ui)
{
    const vl_collider *body = solids->bodies[index].collider;
    if (body->kind->shape != VL_SHAPE_BOX) {
        vl_pixel at = vl_project(&solids->projection, body->center);
        float radius = (float)(body->radius * solids->projection.scale);
        if (solids->camera->planar)
            vl_draw_disc(ui->list, at.x, at.y, radius, ui->theme->solid);
        else
            vl_draw_ball(ui->list, at.x, at.y, radius, ui->theme->solid);
        vl_draw_ring(ui->list, at.x, at.y, radius, vl_points(ui, edge_width),
                     ui->theme->solid_edge);
        draw_label(solids, index, ui);
        return;
    }
    // an endless box is drawn as deep as it is wide
    double deep = body->size.z > 0 ? body->size.z : fmax(body->size.x, body->size.y);
    const vl_vec3 edges[VL_AXES] = {
        {body->size.x / 2, 0, 0}, {0, body->size.y / 2, 0}, {0, 0, deep / 2}};
    for (int axis = 0; axis < VL_AXES; axis++)
        for (int side = -1; side <= 1; side += 2)
            draw_face(solids, body->center, vl_scale(edges[axis], side),
                      edges[(axis + 1) % VL_AXES], edges[(axis + 2) % VL_AXES], ui);
    draw_label(solids, index, ui);
}

// So many planes have hatches or lines; more could not be told apart, and would take seconds.
enum { MOST_DETAILED = 64 };

// Draws a plane seen from its edge: a line, hatched on the solid side.
static void draw_ground_line(const vl_solids *solids, const vl_collider *plane, vl_vec3 n,
                             bool detailed, const vl_ui *ui)
{
    const vl_projection *p = &solids->projection;
    float nx = (float)vl_dot(n, p->axes.right), ny = -(float)vl_dot(n, p->axes.up);
    float along_x = -ny, along_y = nx;
    vl_rect s = solids->camera->window;
    float middle_x = s.x + s.w / 2, middle_y = s.y + s.h / 2, reach = s.w + s.h;
    vl_pixel on = vl_project(p, plane->point);
    // the point of the line nearest to the middle of the stage
    float away = (middle_x - on.x) * nx + (middle_y - on.y) * ny;
    float x = middle_x - away * nx, y = middle_y - away * ny;
    if (!(fabsf(away) < reach))
        return;
    float gap = vl_points(ui, 13), depth = vl_points(ui, 9);
    vl_colour hatch = vl_colour_fade(ui->theme->solid_edge, 0.55f);
    // hatches move with the world when the view moves
    float offset = fmodf((x - on.x) * along_x + (y - on.y) * along_y, gap);
    for (float t = -reach - offset; detailed && t < reach; t += gap) {
        vl_pixel top = {x + t * along_x, y + t * along_y, 0};
        vl_pixel foot = {top.x - depth * (nx + along_x), top.y - depth * (ny + along_y), 0};
        if (vl_rect_contains(vl_rect_inset(s, -2 * gap), top.x, top.y))
            vl_segment_draw(ui->list, top, foot, vl_points(ui, 1.2f), hatch);
    }
    vl_pixel a = {x - reach * along_x, y - reach * along_y, 0};
    vl_pixel b = {x + reach * along_x, y + reach * along_y, 0};
    vl_segment_draw(ui->list, a, b, vl_points(ui, 2), ui->theme->solid_edge);
}

// Draws a plane seen at an angle: a sheet round the point below the middle of the view, which fades
// outwards up to `reach`, m.
static void draw_sheet(const vl_solids *solids, const vl_collider *plane, vl_vec3 n, double reach,
                       bool detailed, const vl_ui *ui)
{
    enum { CORNERS = 48, RINGS = 12 };

    vl_vec3 other = fabs(n.z) < 0.9 ? (vl_vec3){0, 0, 1} : (vl_vec3){0, 1, 0};
    vl_vec3 along = vl_cross(n, other), center = solids->camera->center;
    along = vl_scale(along, 1 / vl_length(along));
    vl_vec3 across = vl_cross(along, n);
    vl_vec3 middle = vl_sub(center, vl_scale(n, vl_dot(vl_sub(center, plane->point), n)));
    for (int ring = RINGS; ring >= (detailed ? 1 : RINGS); ring--) {
        float points[2 * CORNERS];
        for (int i = 0; i < CORNERS; i++) {
            double angle = i * (360.0 / CORNERS) * VL_DEGREE, r = reach * ring / RINGS;
            vl_vec3 out = vl_add(vl_scale(along, r * cos(angle)), vl_scale(across, r * sin(angle)));
            vl_pixel_write(points, i, vl_project(&solids->projection, vl_add(middle, out)));
        }
        vl_draw_convex(ui->list, points, CORNERS, vl_colour_fade(ui->theme->solid, 0.06f));
    }
}

void vl_solids_draw_planes(const vl_solids *solids, const vl_world *world, double reach,
                           const vl_ui *ui)
{
    int drawn = 0;
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *plane = &world->colliders[i];
        if (!is_plane(plane))
            continue;
        bool detailed = drawn++ < MOST_DETAILED;
        vl_vec3 n = vl_scale(plane->normal, 1 / vl_length(plane->normal));
        bool from_edge = fabs(vl_dot(n, solids->projection.axes.toward)) < 0.02;
        if (from_edge)
            draw_ground_line(solids, plane, n, detailed, ui);
        else
            draw_sheet(solids, plane, n, reach, detailed, ui);
    }
}
