#include "app/stage/stage.h"

#include "app/stage/cloth_view.h"
#include "app/stage/ghost.h"
#include "app/stage/solids.h"
#include "app/stage/strands.h"
#include "app/stage/wind_sign.h"
#include "base/memory.h"
#include "physics/forces/forces.h"
#include "ui/number.h"
#include "ui/widgets.h"

#include <stdio.h>

enum { MOST_VECTORS = 100, MOST_COILS = 200, COIL_TURNS = 8, MOVED_DECADES = 3 };

// Points; a ball of a larger radius hides what is behind it.
static const float smallest_ball = 6;

struct vl_stage {
    vl_strands *strands;
    int version; // of the links that the strands are made of
    int cloth_count;
    vl_cloth_view **cloths;
    bool *in_cloth; // by slot
    vl_solids solids;
    vl_ghost *ghost;
    int *layers;          // by slot; of a ball that is body k: −1 − k
    double fastest;       // m/s, largest speed seen, for the length of arrows
    double hardest;       // m/s², largest acceleration
    double recent_strain; // largest of late
    double full_strain;   // that gets the full colour; see follow_strain()
    double longest_way;   // m, of all particles
    float *shades;        // by slot: 1 for the longest way, 0 for MOVED_DECADES powers of ten less
    float *points;        // work: x, y of a strand
};

static bool lies_in_plane(const vl_world *world)
{
    for (int i = 0; i < world->particles.count; i++)
        if (world->particles.x[2][i] != 0 || world->particles.v[2][i] != 0)
            return false;
    return true;
}

static bool moves_in_plane(const vl_world *world)
{
    for (int i = 0; i < world->force_count; i++) {
        const vl_force *force = &world->forces[i];
        if (force->center.z != 0 || force->velocity.z != 0 ||
            (force->kind->depends_on_time && force->axis == 2))
            return false;
    }
    return world->gravity.z == 0;
}

bool vl_world_is_planar(const vl_world *world)
{
    return lies_in_plane(world) && moves_in_plane(world) && vl_solids_are_planar(world);
}

static void mark_cloth(vl_stage *stage, const vl_world *world, const vl_cloth *cloth)
{
    for (int i = 0; i < cloth->columns * cloth->rows; i++)
        stage->in_cloth[world->particles.slot_of[cloth->first_number - 1 + i]] = true;
}

static void make_strands(vl_stage *stage, const vl_world *world)
{
    stage->version = world->links.version;
    stage->strands = vl_strands_create(&world->links, stage->in_cloth);
    stage->points = vl_alloc(2 * (size_t)vl_strands_longest(stage->strands), sizeof(float));
}

vl_stage *vl_stage_create(const vl_world *world)
{
    vl_stage *stage = vl_alloc(1, sizeof *stage);
    stage->cloth_count = world->cloth_count;
    stage->cloths = vl_alloc((size_t)world->cloth_count, sizeof *stage->cloths);
    stage->in_cloth = vl_alloc((size_t)world->particles.count, sizeof *stage->in_cloth);
    stage->layers = vl_alloc((size_t)world->particles.count, sizeof *stage->layers);
    stage->shades = vl_alloc((size_t)world->particles.count, sizeof *stage->shades);
    for (int i = 0; i < world->cloth_count; i++) {
        stage->cloths[i] = vl_cloth_view_create(world, i);
        mark_cloth(stage, world, &world->cloths[i]);
    }
    make_strands(stage, world);
    vl_solids_create(&stage->solids, world);
    stage->ghost = vl_ghost_create(world);
    return stage;
}

// Links that tore or were cut.
static void follow_links(vl_stage *stage, const vl_world *world)
{
    if (stage->version == world->links.version)
        return;
    vl_strands_free(stage->strands);
    vl_free(stage->points);
    make_strands(stage, world);
}

void vl_stage_free(vl_stage *stage)
{
    if (!stage)
        return;
    for (int i = 0; i < stage->cloth_count; i++)
        vl_cloth_view_free(stage->cloths[i]);
    vl_free(stage->cloths);
    vl_free(stage->in_cloth);
    vl_free(stage->layers);
    vl_solids_free(&stage->solids);
    vl_ghost_free(stage->ghost);
    vl_strands_free(stage->strands);
    vl_free(stage->points);
    vl_free(stage->shades);
    vl_free(stage);
}

// --- legend's place ---

static int legend_rows(const vl_app *app)
{
    bool strain = app->shown.strain && vl_session_world(&app->session)->links.count > 0;
    return app->shown.ghost + strain + app->shown.moved + 2 * app->shown.vectors;
}

// What the legend takes of the stage, from its top, pixels.
static float legend_height(const vl_app *app, const vl_ui *ui)
{
    float row = 1.2f * ui->metrics->height[VL_TYPE_SMALL];
    int rows = legend_rows(app);
    return rows ? (float)rows * row + vl_points(ui, 16) : 0;
}

// --- grid ---

typedef struct grid {
    const vl_ui *ui;
    const vl_camera *camera;
    vl_projection projection;
    double step;  // m between lines
    double floor; // m, height of the floor that is drawn where the view is turned
    bool turned;
    float top; // pixels, of the stage below the legend
} grid;

static void draw_segment(const grid *g, vl_vec3 a, vl_vec3 b, vl_colour colour)
{
    vl_pixel p = vl_project(&g->projection, a), q = vl_project(&g->projection, b);
    const float points[4] = {p.x, p.y, q.x, q.y};
    vl_draw_polyline(g->ui->list, points, 2, vl_points(g->ui, 1), colour);
}

static vl_colour grid_colour(const grid *g, int64_t line)
{
    const vl_theme *theme = g->ui->theme;
    return line == 0 ? theme->grid_axis : line % 5 == 0 ? theme->grid_major : theme->grid_minor;
}

static void label_line(const grid *g, float x, float y, double value)
{
    char figure[VL_FIGURE_SIZE], text[VL_FIGURE_SIZE + 8];
    int decimals = g->step < 1 ? (int)ceil(-log10(g->step) - 1e-9) : 0;
    snprintf(text, sizeof text, "%s m",
             vl_figure_fixed(value, decimals < 9 ? decimals : 9, figure));
    float width = vl_text_width(g->ui->metrics, VL_TYPE_SMALL, text);
    vl_rect behind = {x, y, width, g->ui->metrics->height[VL_TYPE_SMALL]};
    vl_draw_rect(g->ui->list, behind, vl_colour_fade(g->ui->theme->background, 0.92f));
    vl_draw_text(g->ui->list, x, y, VL_TYPE_SMALL, g->ui->theme->text_dim, text);
}

// First and last line of the grid that is seen along an axis.
typedef struct grid_span {
    int64_t first, last;
} grid_span;

static grid_span span_of(const grid *g, double center, double half)
{
    return (grid_span){(int64_t)ceil((center - half) / g->step),
                       (int64_t)floor((center + half) / g->step)};
}

// Lines of x and of y in the plane of the screen.
static void draw_flat_lines(const grid *g, grid_span across, grid_span up)
{
    vl_vec3 c = g->camera->center;
    double reach_x = (double)g->camera->stage.w / g->projection.scale;
    double reach_y = (double)g->camera->stage.h / g->projection.scale;
    for (int64_t i = across.first; i <= across.last; i++) {
        double x = (double)i * g->step;
        draw_segment(g, (vl_vec3){x, c.y - reach_y, 0}, (vl_vec3){x, c.y + reach_y, 0},
                     grid_colour(g, i));
    }
    for (int64_t i = up.first; i <= up.last; i++) {
        double y = (double)i * g->step;
        draw_segment(g, (vl_vec3){c.x - reach_x, y, 0}, (vl_vec3){c.x + reach_x, y, 0},
                     grid_colour(g, i));
    }
}

// Metres along the lower and the right edge: at every fifth line, or every tenth where they are
// close.
static void draw_flat_labels(const grid *g, grid_span across, grid_span up)
{
    const vl_rect s = g->camera->stage;
    float line = g->ui->metrics->height[VL_TYPE_SMALL], pad = 0.3f * line, widest = 4.5f * line;
    bool close = (float)(5 * g->step * g->projection.scale) < 1.2f * widest;
    int64_t every = close ? 10 : 5;
    for (int64_t i = across.first; i <= across.last; i++) {
        double x = (double)i * g->step;
        float at = vl_project(&g->projection, (vl_vec3){x, 0, 0}).x + pad;
        if (i % every == 0 && at + widest < s.x + s.w)
            label_line(g, at, s.y + s.h - line - pad, x);
    }
    for (int64_t i = up.first; i <= up.last; i++) {
        double y = (double)i * g->step;
        float at = vl_project(&g->projection, (vl_vec3){0, y, 0}).y - line;
        if (i % 5 == 0 && at > g->top && at < s.y + s.h - 4 * line)
            label_line(g, s.x + s.w - widest, at, y);
    }
}

static void draw_flat_grid(const grid *g)
{
    const vl_rect s = g->camera->stage;
    grid_span across = span_of(g, g->camera->center.x, 0.5 * (double)s.w / g->projection.scale);
    grid_span up = span_of(g, g->camera->center.y, 0.5 * (double)s.h / g->projection.scale);
    draw_flat_lines(g, across, up);
    draw_flat_labels(g, across, up);
}

// A floor under the scene, seen at an angle, with a bar of one step.
static void draw_floor(const grid *g)
{
    enum { LINES = 10 };

    double x0 = round(g->camera->center.x / g->step) * g->step;
    double z0 = round(g->camera->center.z / g->step) * g->step;
    double reach = LINES * g->step;
    for (int i = -LINES; i <= LINES; i++) {
        double at = i * g->step;
        float near_middle = 1 - fabsf((float)i) / (LINES + 1);
        vl_colour colour = vl_colour_fade(g->ui->theme->grid_major, near_middle);
        draw_segment(g, (vl_vec3){x0 + at, g->floor, z0 - reach},
                     (vl_vec3){x0 + at, g->floor, z0 + reach}, colour);
        draw_segment(g, (vl_vec3){x0 - reach, g->floor, z0 + at},
                     (vl_vec3){x0 + reach, g->floor, z0 + at}, colour);
    }
}

static void draw_scale_bar(const grid *g)
{
    const vl_rect s = g->camera->stage;
    float unit = g->ui->metrics->height[VL_TYPE_SMALL];
    float length = (float)(5 * g->step * g->projection.scale);
    float x = s.x + s.w - length - unit, y = s.y + s.h - unit;
    const float points[] = {x, y - unit * 0.3f, x, y, x + length, y, x + length, y - unit * 0.3f};
    vl_draw_polyline(g->ui->list, points, 4, 1.5f * vl_points(g->ui, 1), g->ui->theme->text_dim);
    label_line(g, x + unit * 0.3f, y - 1.3f * unit, 5 * g->step);
}

static void draw_grid(const vl_app *app, const vl_ui *ui)
{
    const vl_camera *camera = &app->camera;
    grid g = {
        .ui = ui,
        .camera = camera,
        .projection = vl_camera_projection(camera),
        .step = vl_nice_step(camera->height, 10) / 5,
        .floor = app->session.scene->view.center.y - 0.5 * app->session.scene->view.height,
        .turned = camera->yaw != 0 || camera->pitch != 0,
        .top = camera->stage.y + legend_height(app, ui),
    };
    // five lines to a labelled one, and those no nearer than text needs
    if (!g.turned) {
        draw_flat_grid(&g);
        return;
    }
    const vl_world *world = vl_session_world(&app->session);
    if (!vl_solids_has_ground(world))
        draw_floor(&g);
    draw_scale_bar(&g);
}

static void draw_planes(const vl_app *app, const vl_ui *ui)
{
    double step = vl_nice_step(app->camera.height, 10);
    vl_solids_draw_planes(&app->stage->solids, vl_session_world(&app->session), step, ui);
}

// --- links ---

static float link_width(const vl_ui *ui, vl_link_kind kind)
{
    return vl_points(ui, 1) * (kind == VL_ROD ? 3.0f : 2.0f);
}

// A spring as a zigzag between two straight ends.
static void draw_coil(const vl_ui *ui, vl_pixel a, vl_pixel b, vl_colour colour)
{
    enum { POINTS = 2 * COIL_TURNS + 4 };

    float dx = b.x - a.x, dy = b.y - a.y, length = hypotf(dx, dy);
    float amplitude = fminf(0.12f * length, vl_points(ui, 7));
    float nx = length > 0 ? -dy / length * amplitude : 0,
          ny = length > 0 ? dx / length * amplitude : 0;
    float points[2 * POINTS];
    int count = 0;
    for (int k = 0; k < POINTS; k++) {
        bool straight = k <= 0 || k >= POINTS - 1;
        float along = k == 0 ? 0 : k == POINTS - 1 ? 1 : 0.12f + 0.76f * (k - 1) / (POINTS - 3);
        bool outer = k == 1 || k == POINTS - 2;
        float side = straight || outer ? 0 : k % 2 ? 1 : -1;
        points[count++] = a.x + along * dx + side * nx;
        points[count++] = a.y + along * dy + side * ny;
    }
    vl_draw_polyline(ui->list, points, POINTS, vl_points(ui, 1) * 1.6f, colour);
}

typedef struct link_style {
    const vl_ui *ui;
    const vl_projection *projection;
    bool strain;
    double full_strain;
    const float *shades; // by slot, 0…1: how far each has moved; NULL
    bool coils;
} link_style;

static void draw_link(const link_style *style, const vl_world *world, int index)
{
    const vl_theme *theme = style->ui->theme;
    vl_pixel a =
        vl_project(style->projection, vl_read(world->particles.x, world->links.from[index]));
    vl_pixel b = vl_project(style->projection, vl_read(world->particles.x, world->links.to[index]));
    double strain = vl_link_strain(&world->links, &world->particles, index);
    vl_colour colour =
        style->strain ? vl_theme_strain(theme, strain / style->full_strain) : theme->link;
    if (style->shades)
        colour = vl_theme_strain(theme, 0.5 * (double)(style->shades[world->links.from[index]] +
                                                       style->shades[world->links.to[index]]));

    if (style->coils && world->links.kind[index] == VL_SPRING) {
        draw_coil(style->ui, a, b, colour);
        return;
    }
    const float points[4] = {a.x, a.y, b.x, b.y};
    vl_draw_polyline(style->ui->list, points, 2, link_width(style->ui, world->links.kind[index]),
                     colour);
}

// A link goes into a ball, not over it.
static int link_layer(const vl_stage *stage, const vl_world *world, int index)
{
    if (stage->solids.count == 0)
        return 0;
    const int ends[2] = {world->links.from[index], world->links.to[index]};
    vl_vec3 a = vl_read(world->particles.x, ends[0]), b = vl_read(world->particles.x, ends[1]);
    int layer = vl_solids_layer(&stage->solids, vl_scale(vl_add(a, b), 0.5));
    for (int i = 0; i < 2; i++) {
        int body = -1 - stage->layers[ends[i]];
        layer = body >= 0 && body < layer ? body : layer;
    }
    return layer;
}

// Links that follow each other are one line, so that its joints are round.
static void draw_line_of(vl_stage *stage, const link_style *style, const vl_world *world,
                         const vl_strand *strand, int first, int end)
{
    for (int k = first; k <= end; k++) {
        vl_pixel p = vl_project(style->projection, vl_read(world->particles.x, strand->slots[k]));
        stage->points[2 * (k - first)] = p.x;
        stage->points[2 * (k - first) + 1] = p.y;
    }
    vl_draw_polyline(style->ui->list, stage->points, end - first + 1,
                     link_width(style->ui, strand->kind), style->ui->theme->link);
}

// What of a strand lies in a layer.
static void draw_strand(vl_stage *stage, const link_style *style, const vl_world *world,
                        const vl_strand *strand, int layer)
{
    bool single = style->strain || style->shades || (style->coils && strand->kind == VL_SPRING);
    for (int k = 0, first; k < strand->link_count;) {
        first = k;
        while (k < strand->link_count && link_layer(stage, world, strand->links[k]) == layer)
            k++;
        for (int i = first; i < k && single; i++)
            draw_link(style, world, strand->links[i]);
        if (k > first && !single)
            draw_line_of(stage, style, world, strand, first, k);
        k += k == first;
    }
}

static void draw_pin(const vl_ui *ui, vl_pixel at, float radius)
{
    float r = fmaxf(radius, vl_points(ui, 3.5f));
    vl_draw_disc(ui->list, at.x, at.y, r + vl_points(ui, 2), ui->theme->background);
    vl_draw_ring(ui->list, at.x, at.y, r, vl_points(ui, 2.2f), ui->theme->pin);
    vl_draw_disc(ui->list, at.x, at.y, 0.4f * r, ui->theme->pin);
}

// A harmonic force is a spring to its centre; many particles would hide it.
static void draw_harmonic(const link_style *style, const vl_world *world)
{
    enum { MOST_SPRINGS = 8 };

    for (int k = 0; k < world->force_count && world->particles.count <= MOST_SPRINGS; k++) {
        if (world->forces[k].kind != &vl_force_harmonic)
            continue;
        vl_pixel center = vl_project(style->projection, world->forces[k].center);
        for (int i = 0; i < world->particles.count; i++) {
            vl_pixel end = vl_project(style->projection, vl_read(world->particles.x, i));
            draw_coil(style->ui, center, end, style->ui->theme->link);
        }
        draw_pin(style->ui, center, vl_points(style->ui, 4));
    }
}

// --- particles ---

static void draw_halo(const vl_app *app, const vl_ui *ui, vl_pixel at, float radius, int slot)
{
    bool held = vl_session_world(&app->session)->particles.held[slot];
    if (held)
        vl_draw_ring(ui->list, at.x, at.y, radius + vl_points(ui, 5), vl_points(ui, 3),
                     ui->theme->held);
    else if (slot == app->hover_slot)
        vl_draw_ring(ui->list, at.x, at.y, radius + vl_points(ui, 4), vl_points(ui, 1.5f),
                     vl_colour_fade(ui->theme->held, 0.7f));
}

static void draw_particle(const vl_app *app, const vl_ui *ui, const vl_projection *projection,
                          int slot)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    bool bare = app->stage->in_cloth[slot];
    vl_pixel at = vl_project(projection, vl_read(p->x, slot));
    float radius = fmaxf((float)(p->radius[slot] * projection->scale), vl_points(ui, 1.5f));
    if (!vl_rect_contains(vl_rect_inset(app->camera.stage, -2 * radius), at.x, at.y))
        return;
    if (bare)
        radius = fminf(radius, vl_points(ui, 4));

    if (p->pinned[slot])
        draw_pin(ui, at, fminf(radius, vl_points(ui, 8)));
    else if (!bare)
        vl_draw_ball(ui->list, at.x, at.y, radius, ui->theme->particle);
    draw_halo(app, ui, at, radius, slot);
}

// --- arrows ---

static void draw_arrow(const vl_ui *ui, vl_pixel from, float dx, float dy, vl_colour colour)
{
    float length = hypotf(dx, dy), head = fminf(vl_points(ui, 8), 0.5f * length);
    if (!(length > 1))
        return;
    float ux = dx / length, uy = dy / length;
    float tip_x = from.x + dx, tip_y = from.y + dy;
    float back_x = tip_x - head * ux, back_y = tip_y - head * uy;
    const float shaft[4] = {from.x, from.y, back_x, back_y};
    vl_draw_polyline(ui->list, shaft, 2, vl_points(ui, 2), colour);
    const float point[] = {back_x - 0.5f * head * uy, back_y + 0.5f * head * ux, tip_x, tip_y,
                           back_x + 0.5f * head * uy, back_y - 0.5f * head * ux};
    vl_draw_polyline(ui->list, point, 3, vl_points(ui, 2), colour);
}

// The velocity at hand without a look ahead: that of the last step where the right one is not known
// yet.
static vl_vec3 velocity_at_hand(const vl_world *world, int slot)
{
    const vl_particles *p = &world->particles;
    if (world->now.velocity_is_current || !(world->now.dt_old > 0))
        return vl_read(vl_world_velocity(world), slot);
    vl_vec3 step = vl_sub(vl_read(p->x, slot), vl_read(p->x_old, slot));
    return vl_scale(step, 1 / world->now.dt_old);
}

static void draw_vector(const vl_ui *ui, const vl_projection *projection, vl_vec3 at,
                        vl_vec3 vector, double pixels_per_unit, vl_colour colour)
{
    double dx = pixels_per_unit * vl_dot(vector, projection->axes.right);
    double dy = -pixels_per_unit * vl_dot(vector, projection->axes.up);
    draw_arrow(ui, vl_project(projection, at), (float)dx, (float)dy, colour);
}

// Pixels, of the largest velocity seen since the start; an acceleration has 0.6 of it.
static float longest_arrow(const vl_app *app)
{
    return 0.18f * app->camera.stage.h;
}

static void draw_vectors(vl_app *app, const vl_ui *ui, const vl_projection *projection)
{
    vl_world *world = vl_session_world(&app->session);
    vl_stage *stage = app->stage;
    vl_world_accelerate(world);
    int count = world->particles.count, stride = 1 + (count - 1) / MOST_VECTORS;
    for (int i = 0; i < count; i += stride) {
        stage->fastest = fmax(stage->fastest, vl_length(velocity_at_hand(world, i)));
        stage->hardest = fmax(stage->hardest, vl_length(vl_read(world->particles.a, i)));
    }
    double longest = (double)longest_arrow(app);
    for (int i = 0; i < count; i += stride) {
        vl_vec3 at = vl_read(world->particles.x, i);
        if (stage->hardest > 0)
            draw_vector(ui, projection, at, vl_read(world->particles.a, i),
                        0.6 * longest / stage->hardest, ui->theme->acceleration);
        if (stage->fastest > 0)
            draw_vector(ui, projection, at, velocity_at_hand(world, i), longest / stage->fastest,
                        ui->theme->velocity);
    }
}

// --- trails ---

static void draw_trails(const vl_app *app, const vl_ui *ui, const vl_projection *projection)
{
    const vl_line_style style = vl_theme_method(ui->theme, app->session.integrator);
    for (int k = 0; k < app->trail_count; k++) {
        const vl_trail *trail = &app->trails[k];
        float points[2 * VL_TRAIL_POINTS];
        for (int i = 0; i < trail->count; i++) {
            vl_vec3 at = trail->points[(trail->first + i) % VL_TRAIL_POINTS];
            vl_pixel p = vl_project(projection, at);
            points[2 * i] = p.x;
            points[2 * i + 1] = p.y;
        }
        vl_draw_polyline(ui->list, points, trail->count, vl_points(ui, 2),
                         vl_colour_fade(style.colour, 0.75f));
    }
}

// --- how far all have moved ---

// Powers of ten, so that the front of a wave is seen far ahead of its crest.
static void follow_ways(vl_app *app)
{
    const vl_particles *p = &vl_session_world(&app->session)->particles;
    vl_stage *stage = app->stage;
    stage->longest_way = 0;
    for (int i = 0; i < p->count; i++) {
        double way = vl_length(vl_sub(vl_read(p->x, i), vl_read(app->session.from, i)));
        stage->shades[i] = (float)way;
        stage->longest_way = fmax(stage->longest_way, way);
    }
    for (int i = 0; i < p->count; i++) {
        double part = (double)stage->shades[i] / fmax(stage->longest_way, 1e-300);
        stage->shades[i] = (float)fmin(fmax(1 + log10(part) / MOVED_DECADES, 0), 1);
    }
}

// --- legend ---

// The full colour is for the smallest of 1, 2, 5 · 10ⁿ above the largest strain of late: it grows
// at once and shrinks slowly, so that the colours do not flicker.
static void follow_strain(vl_stage *stage, const vl_world *world)
{
    double largest, rms;
    vl_links_stretch(&world->links, &world->particles, 0, world->links.count, &largest, &rms);
    stage->recent_strain = fmax(largest, 0.98 * stage->recent_strain);
    double wanted = fmin(fmax(stage->recent_strain, 1e-4), 1);
    stage->full_strain = vl_nice_step(wanted, 1);
}

// A bar of the colours of −1…1, or 0…1, with what its ends are.
static void draw_colour_legend(const vl_ui *ui, vl_rect row, double lowest, const char *low,
                               const char *high)
{
    enum { STEPS = 24 };

    vl_rect right = vl_rect_cut_right(&row, vl_text_width(ui->metrics, VL_TYPE_SMALL, high));
    vl_ui_text(ui, right, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_LEFT, high);
    vl_rect_cut_right(&row, vl_points(ui, 6));
    vl_rect bar = vl_rect_cut_right(&row, vl_points(ui, 90));
    float step = bar.w / STEPS, inset = 0.25f * bar.h;
    for (int i = 0; i < STEPS; i++) {
        vl_rect piece = {bar.x + (float)i * step, bar.y + inset, step + 0.5f, bar.h - 2 * inset};
        double value = lowest + (1 - lowest) * i / (STEPS - 1);
        vl_draw_rect(ui->list, piece, vl_theme_strain(ui->theme, value));
    }
    vl_rect_cut_right(&row, vl_points(ui, 6));
    vl_ui_text(ui, row, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_RIGHT, low);
}

static void draw_strain_legend(const vl_app *app, const vl_ui *ui, vl_rect row)
{
    char low[64], high[64];
    double percent = 100 * app->stage->full_strain;
    snprintf(low, sizeof low, "shorter −%g %%", percent);
    snprintf(high, sizeof high, "+%g %% longer", percent);
    draw_colour_legend(ui, row, -1, low, high);
}

// The longest way as it was when digits were refreshed.
static void draw_moved_legend(const vl_app *app, const vl_ui *ui, vl_rect row)
{
    char figure[VL_FIGURE_SIZE], high[VL_FIGURE_SIZE + 16];
    snprintf(high, sizeof high, "%s moved",
             vl_figure_unit(app->longest_displacement, 2, "m", figure));
    draw_colour_legend(ui, row, 0, "1/1000", high);
}

// An arrow of the length that a round value has just now.
static void draw_arrow_legend(const vl_ui *ui, vl_rect row, double largest, float longest,
                              vl_colour colour, const char *name, const char *unit)
{
    char figure[VL_FIGURE_SIZE], text[VL_FIGURE_SIZE + 32];
    if (!(largest > 0))
        return;
    double value = vl_nice_step(largest / 2, 1);
    value = value > largest ? value / 10 : value;
    float length = longest * (float)(value / largest);
    vl_pixel at = {row.x + row.w - length, row.y + row.h / 2, 0};
    draw_arrow(ui, at, length, 0, colour);
    row.w -= length + vl_points(ui, 8);
    snprintf(text, sizeof text, "%s %s %s", name, vl_figure(value, 2, figure), unit);
    vl_ui_text(ui, row, VL_TYPE_SMALL, ui->theme->text_dim, VL_ALIGN_RIGHT, text);
}

static void draw_legend(const vl_app *app, const vl_ui *ui)
{
    vl_rect s = app->camera.stage;
    float height = 1.2f * ui->metrics->height[VL_TYPE_SMALL];
    float width = fminf(vl_points(ui, 420), 0.72f * s.w);
    vl_rect row = {s.x + s.w - width - vl_points(ui, 12), s.y + vl_points(ui, 8), width, height};
    float longest = longest_arrow(app);
    bool strain = app->shown.strain && vl_session_world(&app->session)->links.count > 0;
    int rows = legend_rows(app);
    if (rows == 0)
        return;
    vl_rect behind = {row.x, row.y, row.w, (float)rows * height};
    vl_draw_round_rect(ui->list, vl_rect_inset(behind, -vl_points(ui, 6)), vl_points(ui, 6),
                       ui->theme->panel);
    if (app->shown.ghost) {
        vl_ghost_draw_legend(app->stage->ghost, app, ui, row);
        row.y += height;
    }
    if (strain) {
        draw_strain_legend(app, ui, row);
        row.y += height;
    }
    if (app->shown.moved) {
        draw_moved_legend(app, ui, row);
        row.y += height;
    }
    if (app->shown.vectors) {
        draw_arrow_legend(ui, row, app->stage->fastest, longest, ui->theme->velocity, "velocity",
                          "m/s");
        row.y += height;
        draw_arrow_legend(ui, row, app->stage->hardest, 0.6f * longest, ui->theme->acceleration,
                          "acceleration by forces", "m/s²");
    }
}

// --- the tool ---

// The stroke of the scissors, and the tool where the mouse is.
static void draw_tool(const vl_app *app, const vl_ui *ui)
{
    const vl_pointer_state *mouse = &app->pointers[VL_POINTER_MOUSE];
    for (int i = 0; i < VL_MOST_POINTERS; i++)
        if (app->pointers[i].gesture == VL_GESTURE_CUT)
            vl_draw_polyline(ui->list, app->strokes[i].points, app->strokes[i].count,
                             vl_points(ui, 2), ui->theme->held);
    if (!app->tool || !app->mouse_seen || vl_app_covers(app, mouse->x, mouse->y))
        return;
    float side = vl_points(ui, 26);
    vl_rect icon = {mouse->x + 0.4f * side, mouse->y - 1.2f * side, side, side};
    vl_draw_icon(ui->list, app->tool->icon, icon, ui->theme->held);
}

// --- all of it ---

// What lies in one layer of the solids: cloths, then links, then particles.
static void draw_layer(vl_app *app, const link_style *style, const vl_cloth_look *look, int layer)
{
    vl_stage *stage = app->stage;
    const vl_world *world = vl_session_world(&app->session);
    for (int i = 0; i < stage->cloth_count; i++)
        vl_cloth_view_draw(stage->cloths[i], look, layer, style->ui->list);
    if (layer == stage->solids.count)
        draw_harmonic(style, world);
    for (int i = 0; i < vl_strands_count(stage->strands); i++)
        draw_strand(stage, style, world, vl_strands_get(stage->strands, i), layer);
    for (int i = 0; i < world->particles.count; i++)
        if (stage->layers[i] == layer)
            draw_particle(app, style->ui, style->projection, i);
}

static void sort_layers(vl_app *app, const vl_ui *ui)
{
    vl_stage *stage = app->stage;
    const vl_world *world = vl_session_world(&app->session);
    vl_solids *solids = &stage->solids;
    const vl_large large = {(double)vl_points(ui, smallest_ball) / vl_camera_scale(&app->camera),
                            stage->in_cloth};
    vl_solids_sort(solids, world, &app->camera, &large);
    for (int i = 0; i < world->particles.count; i++)
        stage->layers[i] = vl_solids_layer(solids, vl_read(world->particles.x, i));
    for (int k = 0; k < solids->count; k++)
        if (!solids->bodies[k].collider)
            stage->layers[solids->bodies[k].slot] = -1 - k;
}

static void draw_body(vl_app *app, const link_style *style, int index)
{
    const vl_solids *solids = &app->stage->solids;
    if (index == solids->count)
        return;
    if (solids->bodies[index].collider)
        vl_solids_draw(solids, index, style->ui);
    else
        draw_particle(app, style->ui, style->projection, solids->bodies[index].slot);
}

static void draw_scene(vl_app *app, const link_style *style)
{
    vl_stage *stage = app->stage;
    const vl_world *world = vl_session_world(&app->session);
    const vl_cloth_look look = {
        .theme = style->ui->theme,
        .camera = &app->camera,
        .solids = &stage->solids,
        .strain = style->strain,
        .full_strain = style->full_strain,
        .shades = style->shades,
    };
    for (int i = 0; i < stage->cloth_count; i++)
        vl_cloth_view_prepare(stage->cloths[i], world, &look);
    for (int layer = 0; layer <= stage->solids.count; layer++) {
        draw_layer(app, style, &look, layer);
        draw_body(app, style, layer);
    }
}

void vl_stage_draw(vl_app *app, const vl_ui *ui)
{
    vl_stage *stage = app->stage;
    const vl_world *world = vl_session_world(&app->session);
    vl_projection projection = vl_camera_projection(&app->camera);
    const link_style style = {
        .ui = ui,
        .projection = &projection,
        .strain = app->shown.strain,
        .full_strain = stage->full_strain,
        .shades = app->shown.moved ? stage->shades : NULL,
        .coils = world->links.count - world->links.hard_count <= MOST_COILS,
    };

    follow_links(stage, world);
    follow_strain(stage, world);
    if (app->shown.moved)
        follow_ways(app);
    vl_draw_clip(ui->list, app->camera.stage);
    sort_layers(app, ui);
    draw_planes(app, ui);
    draw_grid(app, ui);
    if (app->shown.trails)
        draw_trails(app, ui, &projection);
    draw_scene(app, &style);
    if (app->shown.ghost)
        vl_ghost_draw(stage->ghost, app, stage->strands, stage->in_cloth, ui);
    if (app->shown.vectors)
        draw_vectors(app, ui, &projection);
    draw_legend(app, ui);
    vl_wind_sign_draw(app, ui);
    draw_tool(app, ui);
    vl_draw_unclip(ui->list);
}
