#include "app/stage/parts.h"

#include <stdlib.h>

// Pixels; threads are drawn only on cells larger than this.
static const float smallest_weave = 5;

// Every other cell is darker by this fraction: warp over weft, weft over warp.
static const float weave_contrast = 0.05f;

// A whole cell between two opposite corners, or a link that is drawn as a thread, because no whole
// cell covers it.
typedef struct cell {
    int from, to; // particles: row × columns + column
    bool thread;
    int layer;   // of its centre, among the solids
    float depth; // of its centre, growing towards the viewer
} cell;

struct vl_cloth_view {
    int columns, rows;
    const int *slots; // of the particles, row by row; belongs to the world
    const bool *gone; // by cell; belongs to the world
    int cell_count;
    cell *cells;     // sorted by layer, then by depth
    int version;     // version of the links that the cells were made from
    bool weave;      // cells are large enough to show it
    vl_vec3 *places; // m, of the particles
    vl_pixel *pixels;
    vl_colour *colours; // two for each particle: in cells where the warp is over the weft, and else
    int first_vertex;   // of the draw list, as the colours are
};

static int at(const vl_cloth_view *view, int row, int column)
{
    return row * view->columns + column;
}

vl_cloth_view *vl_cloth_view_create(vl_arena *arena, const vl_world *world, int index)
{
    const vl_cloth *cloth = &world->cloths[index];
    size_t count = (size_t)cloth->columns * (size_t)cloth->rows;
    vl_cloth_view *view = vl_arena_take(arena, 1, sizeof *view);
    *view = (vl_cloth_view){
        .columns = cloth->columns,
        .rows = cloth->rows,
        .slots = world->particles.slot_of + cloth->first_number - 1,
        .gone = cloth->gone,
        .version = -1,
        .cells = vl_arena_take(arena, count + (size_t)(world->links.count + world->broken),
                               sizeof(cell)), // undo brings broken links back
        .places = vl_arena_take(arena, count, sizeof(vl_vec3)),
        .pixels = vl_arena_take(arena, count, sizeof(vl_pixel)),
        .colours = vl_arena_take(arena, 2 * count, sizeof(vl_colour)),
    };
    return view;
}

static int clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

// Returns the normal of the surface at a particle, computed from its neighbours on both sides.
static vl_vec3 normal(const vl_cloth_view *view, int row, int column)
{
    const vl_vec3 *x = view->places;
    int right = clamp(column + 1, view->columns - 1), left = clamp(column - 1, view->columns - 1);
    int below = clamp(row + 1, view->rows - 1), above = clamp(row - 1, view->rows - 1);
    vl_vec3 along = vl_sub(x[at(view, row, right)], x[at(view, row, left)]);
    vl_vec3 down = vl_sub(x[at(view, below, column)], x[at(view, above, column)]);
    vl_vec3 n = vl_cross(down, along);
    double length = vl_length(n);
    return length > 0 ? vl_scale(n, 1 / length) : (vl_vec3){0, 0, 1};
}

static void set_points(vl_cloth_view *view, const vl_picture *picture)
{
    const vl_particles *p = &picture->world->particles;
    const vl_theme *theme = picture->ui->theme;
    const vl_view_axes *axes = &picture->stage->solids.projection.axes;
    vl_vec3 above = vl_add(vl_scale(axes->up, 0.50), vl_scale(axes->right, -0.33));
    vl_vec3 light = vl_add(vl_scale(axes->toward, 0.80), above); // behind the viewer
    uint8_t darker[256]; // of each brightness that of the weft over the warp
    for (int i = 0; i < 256; i++)
        darker[i] = vl_colour_mix((vl_colour){.r = (uint8_t)i}, (vl_colour){0}, weave_contrast).r;
    for (int i = 0; i < view->columns * view->rows; i++) {
        vl_vec3 place = view->places[i] = vl_read(p->x, view->slots[i]);
        view->pixels[i] = vl_project(&picture->stage->solids.projection,
                                     vl_particle_middle(p, view->slots[i], place));
    }
    for (int i = 0; i < view->columns * view->rows; i++) { // both sides are lit
        vl_vec3 n = normal(view, i / view->columns, i % view->columns);
        double facing = vl_dot(n, axes->toward), strain = 0;
        double lit = vl_dot(facing < 0 ? vl_scale(n, -1) : n, light);
        double bright = 0.62 + 0.48 * (lit > 0 ? lit : 0);
        bright = bright < 1 ? bright : 1; // fmin() is a call
        if (picture->shades)
            strain = (double)picture->shades[view->slots[i]] / picture->stage->full_strain;
        vl_colour c = picture->shades ? vl_theme_strain(theme, strain)
                      : facing < 0    ? theme->cloth_back
                                      : theme->cloth_front;
        c = (vl_colour){(uint8_t)(c.r * bright), (uint8_t)(c.g * bright), (uint8_t)(c.b * bright),
                        c.a};
        view->colours[2 * i] = (vl_colour){darker[c.r], darker[c.g], darker[c.b], c.a};
        view->colours[2 * i + 1] = c;
    }
}

static int compare_cells(const void *left, const void *right)
{
    const cell *a = left, *b = right;
    if (a->layer != b->layer)
        return a->layer - b->layer;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return a->from - b->from;
}

static bool is_whole(const vl_cloth_view *view, int row, int column)
{
    bool inside = row >= 0 && column >= 0 && row < view->rows - 1 && column < view->columns - 1;
    return inside && !view->gone[row * (view->columns - 1) + column];
}

// Returns whether a whole cell touches the line between two particles of the cloth.
static bool is_covered(const vl_cloth_view *view, int from, int to)
{
    int row_a = from / view->columns, row_b = to / view->columns;
    int column_a = from % view->columns, column_b = to % view->columns;
    int top = row_a < row_b ? row_a : row_b, bottom = row_a + row_b - top;
    int left = column_a < column_b ? column_a : column_b, right = column_a + column_b - left;
    for (int row = top - (top == bottom); row < bottom + (top == bottom); row++)
        for (int column = left - (left == right); column < right + (left == right); column++)
            if (is_whole(view, row, column))
                return true;
    return false;
}

// Collects the whole cells and the threads, whenever links have torn or were cut.
static void find_cells(vl_cloth_view *view, const vl_world *world)
{
    const vl_links *links = &world->links;
    int first = world->particles.number_of[view->slots[0]], count = view->columns * view->rows;
    if (view->version == links->version)
        return;
    view->version = links->version;
    view->cell_count = 0;
    for (int row = 0; row + 1 < view->rows; row++)
        for (int column = 0; column + 1 < view->columns; column++)
            if (is_whole(view, row, column))
                view->cells[view->cell_count++] =
                    (cell){.from = at(view, row, column), .to = at(view, row + 1, column + 1)};
    for (int k = 0; k < links->count; k++) {
        int from = world->particles.number_of[links->from[k]] - first;
        int to = world->particles.number_of[links->to[k]] - first;
        bool inside = from >= 0 && from < count && to >= 0 && to < count;
        if (inside && !is_covered(view, from, to))
            view->cells[view->cell_count++] = (cell){.from = from, .to = to, .thread = true};
    }
}

void vl_cloth_view_prepare(vl_cloth_view *view, const vl_picture *picture)
{
    set_points(view, picture);
    find_cells(view, picture->world);
    const bool layered = picture->stage->solids.count > 0;
    bool in_order = true; // those of a flat sheet always are
    for (int i = 0; i < view->cell_count; i++) {
        cell *c = &view->cells[i];
        vl_vec3 sum = vl_add(view->places[c->from], view->places[c->to]);
        c->depth = (float)(view->pixels[c->from].depth + view->pixels[c->to].depth);
        c->layer = layered ? vl_solids_layer(&picture->stage->solids, vl_scale(sum, 0.5)) : 0;
        in_order = in_order && (i == 0 || compare_cells(c - 1, c) <= 0);
    }
    if (!in_order)
        qsort(view->cells, (size_t)view->cell_count, sizeof *view->cells, compare_cells);
    const vl_pixel *p = view->pixels, *end = &p[at(view, view->rows - 1, view->columns - 1)];
    float diagonal = hypotf(end->x - p->x, end->y - p->y);
    view->weave = diagonal > smallest_weave * hypotf((float)view->columns, (float)view->rows);
    view->first_vertex = picture->ui->list->vertex_count; // neighbouring cells share their vertices
    for (int i = 0; i < 2 * view->columns * view->rows; i++)
        vl_draw_vertex(picture->ui->list, view->pixels[i / 2].x, view->pixels[i / 2].y,
                       view->colours[i]);
}

void vl_cloth_view_draw(const vl_cloth_view *view, const vl_picture *picture, int layer)
{
    const vl_theme *theme = picture->ui->theme;
    const vl_colour plain = vl_colour_mix(theme->cloth_front, theme->link, 0.4f); // of a thread
    vl_drawlist *list = picture->ui->list;
    for (int k = 0; k < view->cell_count; k++) {
        const cell *c = &view->cells[k];
        int i = c->from;
        const int corners[4] = {i, i + 1, i + view->columns + 1, i + view->columns};
        int first = view->first_vertex + (i / view->columns + i % view->columns) % 2;
        if (c->layer != layer)
            continue;
        if (c->thread)
            vl_segment_draw(list, view->pixels[i], view->pixels[c->to], 1.5f,
                            picture->shades ? view->colours[2 * i + 1] : plain);
        else
            vl_draw_quad(list, first + 2 * corners[0], first + 2 * corners[1],
                         first + 2 * corners[2], first + 2 * corners[3]);
        for (int end = 1; end < 4 && view->weave && !c->thread; end += 2)
            vl_segment_draw(list, view->pixels[i], view->pixels[corners[end]], 1, theme->weave);
    }
}
