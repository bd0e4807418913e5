#include "app/stage/parts.h"

#include "physics/forces/forces.h"

enum { MOST_COILS = 200, COIL_TURNS = 8 };

enum { MANY_BALLS = 4000 }; // beyond so many they are dots

// Points; a ball with a larger radius hides what is behind it.
static const float smallest_ball = 6;

static const float largest_dot = 6; // points

static const double unmoved = 1e6; // times heavier than the lightest, as a sun: it is of no lane

// There is room for the links that are broken, too: going back brings them back.
static vl_stage *create_stage(const vl_world *world, int64_t lane_id)
{
    size_t count = (size_t)world->particles.count;
    size_t links = (size_t)world->links.count + (size_t)world->broken;
    vl_arena arena = {0};
    vl_stage *stage = vl_arena_take(&arena, 1, sizeof *stage);
    stage->lane_id = lane_id;
    stage->cloth_count = world->cloth_count;
    stage->cloths = vl_arena_take(&arena, (size_t)world->cloth_count, sizeof *stage->cloths);
    stage->in_cloth = vl_arena_take(&arena, count, sizeof *stage->in_cloth);
    stage->layers = vl_arena_take(&arena, count, sizeof *stage->layers);
    stage->links = vl_arena_take(&arena, links, sizeof *stage->links);
    stage->link_layers = vl_arena_take(&arena, links, sizeof *stage->link_layers);
    stage->shades = vl_arena_take(&arena, count, sizeof *stage->shades);
    for (int i = 0; i < world->cloth_count; i++) {
        const vl_cloth *cloth = &world->cloths[i];
        stage->cloths[i] = vl_cloth_view_create(&arena, world, i);
        for (int k = 0; k < cloth->columns * cloth->rows; k++)
            stage->in_cloth[world->particles.slot_of[cloth->first_number - 1 + k]] = true;
    }
    int balls = 0;
    for (int i = 0; i < world->particles.count; i++)
        balls += !stage->in_cloth[i];
    stage->dots = balls > MANY_BALLS;
    stage->solids.bodies = vl_arena_take(&arena, (size_t)world->collider_count + VL_MOST_BALLS,
                                         sizeof *stage->solids.bodies);
    vl_axes_take(&arena, stage->true_x, world->particles.count);
    stage->arena = arena;
    return stage;
}

void vl_stages_free(vl_app *app)
{
    for (int i = 0; i < VL_MOST_LANES; i++) {
        if (app->stages.of[i])
            vl_arena_free(&app->stages.of[i]->arena);
        app->stages.of[i] = NULL;
    }
    app->stages.fastest = app->stages.hardest = 0;
}

void vl_stages_follow(vl_app *app)
{
    const vl_lab *lab = app->session.lab;
    bool same = lab->count == VL_MOST_LANES || !app->stages.of[lab->count];
    for (int i = 0; i < lab->count; i++)
        same = same && app->stages.of[i] && app->stages.of[i]->lane_id == lab->runs[i].id;
    if (same)
        return;
    vl_stages_free(app);
    for (int i = 0; i < lab->count; i++)
        app->stages.of[i] = create_stage(lab->runs[i].world, lab->runs[i].id);
    app->digits.next = 0; // its figures are those of other lanes
}

// Returns where the particle in a slot is drawn.
static vl_pixel pixel_of(const vl_picture *picture, int slot)
{
    const vl_particles *p = &picture->world->particles;
    vl_vec3 middle = vl_particle_middle(p, slot, vl_read(p->x, slot));
    return vl_project(&picture->stage->solids.projection, middle);
}

// --- links ---

// Draws a spring as a zigzag between two straight ends.
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
        float along = k == 0            ? 0
                      : k == POINTS - 1 ? 1
                                        : 0.12f + 0.76f * (float)(k - 1) / (POINTS - 3);
        bool outer = k == 1 || k == POINTS - 2;
        float side = straight || outer ? 0.0f : k % 2 ? 1.0f : -1.0f;
        points[count++] = a.x + along * dx + side * nx;
        points[count++] = a.y + along * dy + side * ny;
    }
    vl_draw_polyline(ui->list, points, POINTS, vl_points(ui, 1) * 1.6f, colour);
}

static vl_colour link_colour(const vl_picture *picture, int index)
{
    const vl_links *links = &picture->world->links;
    const vl_theme *theme = picture->ui->theme;
    if (!picture->shades)
        return theme->link;
    return vl_theme_strain(theme, vl_link_strain(links, &picture->world->particles, index) /
                                      picture->stage->full_strain);
}

// A link that ends in a large ball is drawn before the ball, which covers its end.
static int link_layer(const vl_stage *stage, const vl_world *world, int index)
{
    const int ends[2] = {world->links.from[index], world->links.to[index]};
    vl_vec3 a = vl_read(world->particles.x, ends[0]), b = vl_read(world->particles.x, ends[1]);
    int layer = vl_solids_layer(&stage->solids, vl_scale(vl_add(a, b), 0.5));
    for (int i = 0; i < 2; i++) {
        int body = -1 - stage->layers[ends[i]];
        layer = body >= 0 && body < layer ? body : layer;
    }
    return layer;
}

static void draw_links(const vl_picture *picture, int layer)
{
    const vl_stage *stage = picture->stage;
    const vl_links *links = &picture->world->links;
    for (int i = 0; i < stage->link_count; i++) {
        int link = stage->links[i];
        if (stage->link_layers[i] != layer)
            continue;
        vl_pixel a = pixel_of(picture, links->from[link]), b = pixel_of(picture, links->to[link]);
        vl_colour colour = link_colour(picture, link);
        float width = vl_points(picture->ui, links->kind[link] == VL_ROD ? 3 : 2);
        if (picture->coils && links->kind[link] == VL_SPRING)
            draw_coil(picture->ui, a, b, colour);
        else
            vl_segment_draw(picture->ui->list, a, b, width, colour);
    }
}

static void draw_pin(const vl_ui *ui, vl_pixel at, float radius)
{
    float r = fmaxf(radius, vl_points(ui, 3.5f));
    vl_draw_disc(ui->list, at.x, at.y, r + vl_points(ui, 2), ui->theme->background);
    vl_draw_ring(ui->list, at.x, at.y, r, vl_points(ui, 2.2f), ui->theme->pin);
    vl_draw_disc(ui->list, at.x, at.y, 0.4f * r, ui->theme->pin);
}

// A harmonic force is drawn as a spring to its centre, unless there are too many particles.
static void draw_harmonic(const vl_picture *picture)
{
    enum { MOST_SPRINGS = 8 };

    const vl_world *world = picture->world;
    for (int k = 0; k < world->force_count && world->particles.count <= MOST_SPRINGS; k++) {
        if (world->forces[k].kind != &vl_force_harmonic)
            continue;
        vl_pixel center = vl_project(&picture->stage->solids.projection, world->forces[k].center);
        bool pinned = false;
        for (int i = 0; i < world->particles.count; i++) {
            if (world->particles.dial[i])
                continue; // its spring is drawn on it
            draw_coil(picture->ui, center, pixel_of(picture, i), picture->ui->theme->link);
            pinned = true;
        }
        if (pinned)
            draw_pin(picture->ui, center, vl_points(picture->ui, 4));
    }
}

// --- dials: particles that turn ---

enum { MARKS = 12, SPIRAL_POINTS = 121, SPIRAL_TURNS = 3, MOST_TURNS = 20 };

// Parts of the radius.
static const float mark_begins = 0.88f, spring_begins = 0.12f, spring_ends = 0.62f;

// The pixel at an angle and at a part of the radius from the middle to the tip.
static vl_pixel pixel_at(const vl_picture *picture, int slot, double angle, float part)
{
    const vl_particles *p = &picture->world->particles;
    vl_vec3 x = vl_read(p->x, slot);
    x.x = angle;
    vl_vec3 at = vl_lerp(vl_particle_middle(p, slot, x), vl_dial_tip(p, slot, x), (double)part);
    return vl_project(&picture->stage->solids.projection, at);
}

// A spiral from the middle to the hand, wound by its angle from where the spring is relaxed.
static void draw_spiral(const vl_picture *picture, int slot, double relaxed)
{
    const vl_ui *ui = picture->ui;
    double angle = picture->world->particles.x[0][slot], whole = 360 * VL_DEGREE;
    double wound = fmin(fmax(angle - relaxed, -MOST_TURNS * whole), MOST_TURNS * whole);
    float points[2 * SPIRAL_POINTS];
    for (int k = 0; k < SPIRAL_POINTS; k++) {
        float part = (float)k / (SPIRAL_POINTS - 1);
        double back = (1 - (double)part) * (SPIRAL_TURNS * whole + wound);
        float from_middle = spring_begins + (spring_ends - spring_begins) * part;
        vl_pixel_write(points, k, pixel_at(picture, slot, angle - back, from_middle));
    }
    vl_draw_polyline(ui->list, points, SPIRAL_POINTS, vl_points(ui, 1.6f), ui->theme->link);
}

// A disc with marks at every 30°, a hand at its angle, and a spiral spring for each harmonic force.
// `radius` in pixels.
static void draw_dial(const vl_picture *picture, int slot, float radius)
{
    const vl_ui *ui = picture->ui;
    const vl_world *world = picture->world;
    double angle = world->particles.x[0][slot];
    vl_pixel middle = pixel_of(picture, slot), tip = pixel_at(picture, slot, angle, 1);

    if (picture->rearmost) // the hands of the lanes below stay in sight
        vl_draw_disc(ui->list, middle.x, middle.y, radius, ui->theme->solid);
    vl_draw_ring(ui->list, middle.x, middle.y, radius, vl_points(ui, 2), ui->theme->solid_edge);
    for (int k = 0; k < MARKS; k++) {
        double at = k * 360.0 / MARKS * VL_DEGREE;
        float width = k % (MARKS / 4) == 0 ? 2.4f : 1.2f;
        vl_segment_draw(ui->list, pixel_at(picture, slot, at, mark_begins),
                        pixel_at(picture, slot, at, 1), vl_points(ui, width), ui->theme->pin);
    }
    for (int i = 0; i < world->force_count; i++)
        if (world->forces[i].kind == &vl_force_harmonic)
            draw_spiral(picture, slot, world->forces[i].center.x);
    vl_segment_draw(ui->list, middle, tip, vl_points(ui, 4), ui->theme->particle);
    vl_draw_disc(ui->list, middle.x, middle.y, vl_points(ui, 5), ui->theme->particle);
}

// --- particles ---

// From what is held to the hand: the next step takes it there, in slow motion much later, and what
// hangs on a string as far as that goes.
static void draw_reach(const vl_picture *picture, int slot)
{
    for (int i = 0; i < VL_MOST_POINTERS; i++) {
        const vl_grip *grip = &picture->app->hands.drag.grips[i];
        if (grip->used && grip->has_moved && grip->slot == slot && !grip->turns)
            vl_segment_draw(picture->ui->list, pixel_of(picture, slot),
                            vl_project(&picture->stage->solids.projection, grip->hand),
                            vl_points(picture->ui, 1.5f), picture->ui->theme->held);
    }
}

static void draw_particle(const vl_picture *picture, int slot)
{
    const vl_ui *ui = picture->ui;
    const vl_particles *p = &picture->world->particles;
    bool still = p->mass[slot] > unmoved * picture->stage->lightest;
    const vl_colour colour = still ? ui->theme->solid_edge : ui->theme->particle;
    bool bare = picture->stage->in_cloth[slot];
    vl_pixel at = pixel_of(picture, slot);
    float radius = fmaxf((float)(p->radius[slot] * picture->stage->solids.projection.scale),
                         vl_points(ui, 1.5f));
    if (!vl_rect_contains(vl_rect_inset(picture->camera.window, -2 * radius), at.x, at.y))
        return;
    if (bare)
        radius = fminf(radius, vl_points(ui, 4));

    draw_reach(picture, slot);
    if (p->dial[slot])
        draw_dial(picture, slot, radius);
    if (p->pinned[slot])
        draw_pin(ui, at, fminf(radius, vl_points(ui, 8)));
    else if (!bare && !p->dial[slot] && picture->stage->dots) {
        float r = fminf(radius, vl_points(ui, largest_dot));
        vl_draw_rect(ui->list, (vl_rect){at.x - r, at.y - r, 2 * r, 2 * r}, colour);
    } else if (!bare && !p->dial[slot])
        vl_draw_ball(ui->list, at.x, at.y, radius, colour);
    const vl_hands *hands = &picture->app->hands;
    bool hover = hands->points && slot == hands->hover.slot && picture->lane == hands->hover.lane;
    if (p->held[slot])
        vl_draw_ring(ui->list, at.x, at.y, radius + vl_points(ui, 5), vl_points(ui, 3),
                     ui->theme->held);
    else if (hover)
        vl_draw_ring(ui->list, at.x, at.y, radius + vl_points(ui, 4), vl_points(ui, 1.5f),
                     vl_colour_fade(ui->theme->held, 0.7f));
}

// --- colours ---

// A particle has the largest strain of its links.
static void shade_by_strain(vl_stage *stage, const vl_world *world)
{
    for (int i = 0; i < world->particles.count; i++)
        stage->shades[i] = 0;
    for (int k = 0; k < world->links.count; k++) {
        float strain = (float)vl_link_strain(&world->links, &world->particles, k);
        const int ends[2] = {world->links.from[k], world->links.to[k]};
        for (int e = 0; e < 2; e++)
            if (fabsf(strain) > fabsf(stage->shades[ends[e]]))
                stage->shades[ends[e]] = strain;
    }
}

// --- trails ---

// Compares how conspicuous two particles are. The criteria are, in this order: not pinned, faster
// at the start, larger, heavier, later in the list.
static bool outshines(const vl_particles *p, int slot, int other)
{
    double speed = vl_length(vl_read(p->v, slot)), other_speed = vl_length(vl_read(p->v, other));
    if (p->pinned[slot] != p->pinned[other])
        return p->pinned[other];
    if (speed != other_speed)
        return speed > other_speed;
    if (p->radius[slot] != p->radius[other])
        return p->radius[slot] > p->radius[other];
    return p->mass[slot] >= p->mass[other];
}

int vl_stage_most_conspicuous(const vl_app *app)
{
    const vl_particles *p = &vl_session_run(&app->session)->world->particles;
    int best = p->slot_of[0];
    for (int n = 1; n < p->count; n++)
        if (outshines(p, p->slot_of[n], best))
            best = p->slot_of[n];
    return best;
}

// If there are few particles, all that move have trails; else the most conspicuous one and those
// that are larger.
void vl_trails_begin(vl_app *app)
{
    const vl_particles *p = &vl_session_run(&app->session)->world->particles;
    int best = vl_stage_most_conspicuous(app);
    vl_session_watch(&app->session, best);

    app->stages.trail_count = 0;
    app->stages.trail_slots[app->stages.trail_count++] = best;
    for (int slot = 0; slot < p->count && app->stages.trail_count < VL_TRAILS; slot++) {
        bool one_of_few = p->count <= VL_TRAILS || p->radius[slot] > p->radius[best];
        if (slot != best && !p->pinned[slot] && one_of_few)
            app->stages.trail_slots[app->stages.trail_count++] = slot;
    }
}

void vl_trails_clear(vl_app *app)
{
    for (int i = 0; i < app->session.lab->count; i++)
        for (int k = 0; k < VL_TRAILS; k++)
            app->stages.of[i]->trails[k].count = 0;
}

// Where a hand or a number that was typed has moved something, farther than the step before, a
// trail is broken.
void vl_trails_add(vl_app *app)
{
    int64_t before = app->session.lab->now.frames - 1;
    bool moved = before > 0 && app->session.playback.first == before;
    for (int i = 0; i < app->session.lab->count; i++) {
        const vl_particles *p = &app->session.lab->runs[i].world->particles;
        for (int k = 0; k < app->stages.trail_count; k++) {
            int slot = app->stages.trail_slots[k];
            vl_vec3 at = vl_read(p->x, slot);
            at = p->dial[slot] ? vl_dial_tip(p, slot, at) : at;
            vl_trail *trail = &app->stages.of[i]->trails[k];
            int end = trail->first + trail->count + VL_TRAIL_POINTS;
            const vl_vec3 newest = trail->points[(end - 1) % VL_TRAIL_POINTS];
            double step = vl_length(vl_sub(newest, trail->points[(end - 2) % VL_TRAIL_POINTS]));
            if (p->held[slot] || (moved && vl_length(vl_sub(at, newest)) > 2 * step))
                at.x = (double)NAN;
            if (trail->count > 0 && isnan(at.x) && isnan(newest.x))
                continue;
            if (trail->count == VL_TRAIL_POINTS) {
                trail->first = (trail->first + 1) % VL_TRAIL_POINTS;
                trail->count--;
            }
            trail->points[(trail->first + trail->count++) % VL_TRAIL_POINTS] = at;
        }
    }
}

// What is older is paler.
static void draw_trails(const vl_picture *picture)
{
    enum { PIECES = 12 };

    const vl_app *app = picture->app;
    const vl_projection *projection = &picture->stage->solids.projection;
    const vl_colour colour = vl_app_lane_style(app, picture->lane).colour;
    for (int k = 0; k < app->stages.trail_count && app->shown.trails; k++) {
        const vl_trail *trail = &picture->stage->trails[k];
        float points[2 * VL_TRAIL_POINTS];
        for (int i = 0; i < trail->count; i++)
            vl_pixel_write(
                points, i,
                vl_project(projection, trail->points[(trail->first + i) % VL_TRAIL_POINTS]));
        for (int from = 0, to = 1; to < trail->count; to++) {
            const int piece = to * PIECES / trail->count;
            const bool broken = isnan(points[2 * to]);
            const int last = broken ? to - 1 : to;
            if (!broken && to < trail->count - 1 && (to + 1) * PIECES / trail->count == piece)
                continue;
            if (last > from)
                vl_draw_polyline(picture->ui->list, points + 2 * from, last - from + 1,
                                 vl_points(picture->ui, 3),
                                 vl_colour_fade(colour, 0.75f * (float)(piece + 1) / PIECES));
            from = broken ? to + 1 : to;
        }
    }
}

// --- the tool ---

// Draws the stroke of the scissors, and the icon of the tool beside the mouse.
static void draw_tool(const vl_app *app, const vl_ui *ui)
{
    const vl_pointer_state *mouse = &app->hands.pointers[VL_POINTER_MOUSE];
    for (int i = 0; i < VL_MOST_POINTERS; i++)
        if (app->hands.pointers[i].gesture == VL_GESTURE_CUT)
            vl_draw_polyline(ui->list, app->hands.strokes[i].points, app->hands.strokes[i].count,
                             vl_points(ui, 2), ui->theme->held);
    if (!app->tools.in_hand || !app->hands.mouse_seen || vl_app_covers(app, mouse->x, mouse->y))
        return;
    float side = vl_points(ui, 26);
    vl_rect icon = {mouse->x + 0.4f * side, mouse->y - 1.2f * side, side, side};
    vl_draw_icon(ui->list, app->tools.in_hand->icon, icon, ui->theme->held);
}

// --- one lane ---

// Whether a lane is drawn with all that there is: it is the chosen one, or has a pane.
static bool is_whole(const vl_picture *picture)
{
    return picture->lane == picture->app->session.chosen || vl_app_has_panes(picture->app);
}

// Draws one layer of the solids: cloths, then links, then particles, except those that the surface
// of a cloth hides and of which there is nothing to say; and behind them the body that is next. The
// colliders of all lanes are the same; where lanes overlap they are those of the chosen one.
static void draw_layer(const vl_picture *picture, int layer)
{
    vl_stage *stage = picture->stage;
    const vl_solids *solids = &picture->stage->solids;
    const vl_particles *p = &picture->world->particles;
    for (int i = 0; i < stage->cloth_count; i++)
        vl_cloth_view_draw(stage->cloths[i], picture, layer);
    if (layer == solids->count)
        draw_harmonic(picture);
    draw_links(picture, layer);
    for (int i = 0; i < p->count; i++) {
        bool stands_out = p->pinned[i] || p->held[i] || i == picture->app->hands.hover.slot;
        if (stage->layers[i] == layer && (stands_out || !stage->in_cloth[i]))
            draw_particle(picture, i);
    }
    if (layer < solids->count && !solids->bodies[layer].collider)
        draw_particle(picture, solids->bodies[layer].slot);
    else if (layer < solids->count && is_whole(picture))
        vl_solids_draw(solids, layer, picture->ui);
}

// Prepares what is drawn of a lane in this frame.
static void prepare(const vl_picture *picture)
{
    vl_stage *stage = picture->stage;
    const vl_particles *p = &picture->world->particles;
    const vl_links *links = &picture->world->links;
    vl_solids *solids = &stage->solids;
    double smallest = stage->dots ? HUGE_VAL : (double)vl_points(picture->ui, smallest_ball);
    vl_solids_sort(solids, picture->world, &picture->camera,
                   smallest / vl_camera_scale(&picture->camera), stage->in_cloth);
    stage->lightest = HUGE_VAL;
    for (int i = 0; i < p->count; i++) {
        vl_vec3 x = vl_read(p->x, i);
        stage->layers[i] =
            solids->count > 0 ? vl_solids_layer(solids, vl_particle_middle(p, i, x)) : 0;
        stage->lightest = fmin(stage->lightest, p->mass[i]);
    }
    for (int k = 0; k < solids->count; k++)
        if (!solids->bodies[k].collider)
            stage->layers[solids->bodies[k].slot] = -1 - k;
    stage->link_count = 0;
    for (int k = 0; k < links->count; k++) {
        int link = links->listed[k];
        if (!stage->in_cloth[links->from[link]] || !stage->in_cloth[links->to[link]]) {
            stage->links[stage->link_count] = link;
            stage->link_layers[stage->link_count++] = link_layer(stage, picture->world, link);
        }
    }
    if (picture->app->shown.strain) {
        double largest, rms;
        vl_links_stretch(links, p, links->count, HUGE_VAL, &largest, &rms);
        stage->recent_strain = fmax(largest, 0.98 * stage->recent_strain);
    }
}

// Draws all layers and bodies, with the colours that are switched on, and the mark of the probe.
static void draw_lane(vl_picture *picture)
{
    vl_stage *stage = picture->stage;
    const vl_world *world = picture->world;
    const vl_session *session = &picture->app->session; // the chosen lane is drawn over the others
    int first = session->lab->count > 1 && session->chosen == 0;
    picture->shades = picture->app->shown.strain ? stage->shades : NULL;
    if (picture->shades)
        shade_by_strain(stage, world);
    picture->rearmost = picture->lane == first || vl_app_has_panes(picture->app);
    picture->coils = world->links.count - world->links.hard_count <= MOST_COILS;
    for (int i = 0; i < stage->cloth_count; i++)
        vl_cloth_view_prepare(stage->cloths[i], picture);
    for (int layer = 0; layer <= stage->solids.count; layer++)
        draw_layer(picture, layer);
    vl_probe_mark_draw(picture);
}

// --- all lanes ---

// The colours of a lane among others: balls have that of its method. Lanes that are neither chosen
// nor named by an answer are paler.
static vl_theme theme_of(const vl_app *app, const vl_theme *plain, int lane)
{
    const float pale = 0.35f, tinted = 0.45f;
    vl_theme theme = *plain;
    if (app->session.lab->count == 1)
        return theme;
    theme.particle = vl_app_lane_style(app, lane).colour;
    theme.link = vl_colour_mix(plain->link, theme.particle, tinted);
    theme.cloth_front = vl_colour_mix(theme.particle, plain->background, pale);
    theme.cloth_back = vl_colour_mix(theme.particle, plain->text, pale);
    bool strong = lane == app->session.chosen || vl_session_tells_of(&app->session, lane);
    if (strong || vl_app_has_panes(app))
        return theme;
    theme.particle = vl_colour_mix(theme.particle, plain->background, pale);
    theme.link = vl_colour_mix(theme.link, plain->background, pale);
    theme.solid = vl_colour_mix(plain->solid, plain->background, pale);
    theme.solid_edge = vl_colour_mix(plain->solid_edge, plain->background, pale);
    return theme;
}

void vl_stage_draw(vl_app *app, const vl_ui *ui)
{
    vl_picture pictures[VL_MOST_LANES];
    vl_theme themes[VL_MOST_LANES];
    vl_ui uis[VL_MOST_LANES];
    int count = app->session.lab->count;
    bool panes = vl_app_has_panes(app);
    double strain = 1e-4;
    for (int i = 0; i < count; i++) {
        themes[i] = theme_of(app, ui->theme, i);
        uis[i] = *ui;
        uis[i].theme = &themes[i];
        pictures[i] = (vl_picture){.app = app,
                                   .ui = &uis[i],
                                   .lane = i,
                                   .stage = app->stages.of[i],
                                   .world = app->session.lab->runs[i].world,
                                   .camera = vl_app_lane_camera(app, i)};
        prepare(&pictures[i]);
        strain = fmax(strain, app->stages.of[i]->recent_strain);
    }
    // The full colour is for the largest recent strain of all lanes, rounded up to 1, 2 or 5 · 10ⁿ:
    // the same colour is the same strain in each pane. The scale grows at once and shrinks slowly,
    // so that the colours do not flicker.
    for (int i = 0; i < count; i++)
        app->stages.of[i]->full_strain = vl_nice_step(fmin(strain, 1), 1);
    for (int i = 0; i < count; i++) {
        vl_picture *whole = &pictures[panes ? i : app->session.chosen];
        if (panes || i == 0) { // what is behind the lanes is the same for all
            double reach = 12 * vl_nice_step(whole->camera.height, 10);
            vl_draw_clip(ui->list, whole->camera.window);
            vl_solids_draw_planes(&whole->stage->solids, whole->world, reach, whole->ui);
            vl_scale_bar_draw(whole);
            vl_level_draw(whole);
            for (int k = panes ? i : 0; k < (panes ? i + 1 : count); k++) // below what moves
                draw_trails(&pictures[k]);
        }
        if (!panes && i != app->session.chosen)
            draw_lane(&pictures[i]);
        if (panes || i == count - 1) {
            draw_lane(whole);
            vl_signs_draw(whole);
        }
    }
    vl_draw_clip(ui->list, app->layout.whole);
    vl_tags_draw(pictures, count);
    draw_tool(app, ui);
    vl_draw_unclip(ui->list);
}

// --- the view of a scene ---

bool vl_world_is_planar(const vl_world *world)
{
    const vl_particles *p = &world->particles;
    bool planar = world->gravity.z == 0;
    for (int i = 0; i < p->count; i++)
        planar &= p->x[2][i] == 0 && p->v[2][i] == 0;
    for (int i = 0; i < world->force_count; i++) {
        const vl_force *f = &world->forces[i];
        bool turns_out = f->field.x != 0 || f->field.y != 0 || f->moment.x != 0 || f->moment.y != 0;
        planar &= f->center.z == 0 && f->velocity.z == 0 && !turns_out &&
                  !(f->kind->depends_on_time && f->axis == 2);
    }
    for (int i = 0; i < world->collider_count; i++)
        planar &= world->colliders[i].normal.z == 0 && world->colliders[i].center.z == 0;
    return planar;
}

// --- the box of a scene ---

// Extends the box from `low` to `high` to include another one, given by half its edges.
static void include(vl_vec3 middle, vl_vec3 half, vl_vec3 *low, vl_vec3 *high)
{
    *low = (vl_vec3){fmin(low->x, middle.x - half.x), fmin(low->y, middle.y - half.y),
                     fmin(low->z, middle.z - half.z)};
    *high = (vl_vec3){fmax(high->x, middle.x + half.x), fmax(high->y, middle.y + half.y),
                      fmax(high->z, middle.z + half.z)};
}

// What hangs from the only pin may go all round it, at its distance.
static void include_particles(const vl_world *world, vl_vec3 *low, vl_vec3 *high)
{
    const vl_particles *p = &world->particles;
    int pins = 0, pin = 0;
    for (int i = 0; i < p->count; i++) {
        double r = p->dial[i] ? p->radius[i] : 0;
        include(vl_particle_middle(p, i, vl_read(p->x, i)), (vl_vec3){r, r, 0}, low, high);
        pins += p->pinned[i];
        pin = p->pinned[i] ? i : pin;
    }
    for (int i = 0; i < p->count && pins == 1 && world->links.count > 0; i++) {
        double r = vl_length(vl_sub(vl_read(p->x, i), vl_read(p->x, pin)));
        include(vl_read(p->x, pin), (vl_vec3){r, r, r}, low, high);
    }
}

void vl_solids_bound(const vl_world *world, vl_vec3 *low, vl_vec3 *high)
{
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *body = &world->colliders[i];
        vl_vec3 half = {body->radius, body->radius, body->radius};
        if (body->kind->shape == VL_SHAPE_BOX)
            half = vl_scale(body->size, 0.5);
        if (body->kind->shape != VL_SHAPE_HALF_SPACE && !body->kind->between_particles)
            include(body->center, half, low, high);
    }
    // a plane is endless: the box grows only by its point below the centre
    for (int i = 0; i < world->collider_count; i++) {
        const vl_collider *plane = &world->colliders[i];
        if (plane->kind->shape != VL_SHAPE_HALF_SPACE)
            continue;
        vl_vec3 middle = vl_scale(vl_add(*low, *high), 0.5), across = vl_sub(*high, *low);
        vl_vec3 n = vl_scale(plane->normal, 1 / vl_length(plane->normal));
        double distance = vl_dot(vl_sub(middle, plane->point), n);
        if (fabs(distance) < 10 * fmax(vl_length(across), 1))
            include(vl_sub(middle, vl_scale(n, distance)), (vl_vec3){0, 0, 0}, low, high);
    }
}

void vl_stage_fit_view(vl_app *app)
{
    const vl_scene_view *view = &app->session.scene->view;
    const vl_world *world = vl_session_run(&app->session)->world;
    vl_camera *camera = &app->camera;
    app->view.fit_wanted = app->view.moved = app->view.dragged = false;
    camera->yaw = view->yaw * VL_DEGREE;
    camera->pitch = view->pitch * VL_DEGREE;
    if (view->height > 0) {
        camera->center = view->center;
        camera->height = view->height * vl_stage_shape(app, camera->stage);
    } else {
        vl_vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = vl_scale(low, -1);
        include_particles(world, &low, &high);
        vl_solids_bound(world, &low, &high);
        vl_camera_fit(camera, low, high, 0.15);
    }
}
