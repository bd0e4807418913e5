#include "app/stage/cloth_view.h"

#include "base/memory.h"

#include <stdlib.h>

// Pixels; threads are drawn only on cells larger than this.
static const float smallest_weave = 5;

// Every other cell is darker by this fraction: warp over weft, weft over warp.
static const float weave_contrast = 0.05f;

typedef struct cell {
    int layer;   // of its centre, among the solids
    float depth; // of its centre, growing towards the viewer
    int index;   // of its first corner (row × columns + column), or of a thread
    bool thread;
} cell;

// A link of the cloth that is drawn as a line, because no whole cell covers it.
typedef struct thread {
    int from, to; // particles, row × columns + column
} thread;

struct vl_cloth_view {
    int columns, rows;
    const int *slots; // of the particles, row by row; belongs to the world
    const bool *gone; // by cell; belongs to the world
    int cell_count;   // of cells and threads to be drawn
    cell *cells;      // sorted by layer, then by depth
    int version;      // version of the links that the threads were made from
    int thread_count;
    thread *threads;
    bool weave; // cells are large enough to show it
    vl_view_axes axes;
    vl_pixel *pixels;
    vl_vec3 *normals;
    float *strains; // at the particles: the largest strain of their links
};

static int at(const vl_cloth_view *view, int row, int column)
{
    return row * view->columns + column;
}

vl_cloth_view *vl_cloth_view_create(const vl_world *world, int index)
{
    const vl_cloth *cloth = &world->cloths[index];
    size_t count = (size_t)cloth->columns * (size_t)cloth->rows;
    vl_cloth_view *view = vl_alloc(1, sizeof *view);
    *view = (vl_cloth_view){
        .columns = cloth->columns,
        .rows = cloth->rows,
        .slots = world->particles.slot_of + cloth->first_number - 1,
        .gone = cloth->gone,
        .version = world->links.version,
        .cells = vl_alloc(count, sizeof(cell)),
        .pixels = vl_alloc(count, sizeof(vl_pixel)),
        .normals = vl_alloc(count, sizeof(vl_vec3)),
        .strains = vl_alloc(count, sizeof(float)),
    };
    return view;
}

void vl_cloth_view_free(vl_cloth_view *view)
{
    if (!view)
        return;
    vl_free(view->cells);
    vl_free(view->threads);
    vl_free(view->pixels);
    vl_free(view->normals);
    vl_free(view->strains);
    vl_free(view);
}

static vl_vec3 place(const vl_cloth_view *view, const vl_world *world, int row, int column)
{
    return vl_read(world->particles.x, view->slots[at(view, row, column)]);
}

static int clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

// Returns the normal of the surface at a particle, computed from its neighbours on both sides.
static vl_vec3 normal(const vl_cloth_view *view, const vl_world *world, int row, int column)
{
    int right = clamp(column + 1, view->columns - 1), left = clamp(column - 1, view->columns - 1);
    int below = clamp(row + 1, view->rows - 1), above = clamp(row - 1, view->rows - 1);
    vl_vec3 along = vl_sub(place(view, world, row, right), place(view, world, row, left));
    vl_vec3 down = vl_sub(place(view, world, below, column), place(view, world, above, column));
    vl_vec3 n = vl_cross(down, along);
    double length = vl_length(n);
    return length > 0 ? vl_scale(n, 1 / length) : (vl_vec3){0, 0, 1};
}

static void set_points(vl_cloth_view *view, const vl_world *world, const vl_camera *camera)
{
    vl_projection projection = vl_camera_projection(camera);
    for (int row = 0; row < view->rows; row++)
        for (int column = 0; column < view->columns; column++) {
            int i = at(view, row, column);
            view->pixels[i] = vl_project(&projection, place(view, world, row, column));
            view->normals[i] = normal(view, world, row, column);
        }
}

static int compare_cells(const void *left, const void *right)
{
    const cell *a = left, *b = right;
    if (a->layer != b->layer)
        return a->layer - b->layer;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return a->index - b->index;
}

// --- threads ---

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

// Finds the links that no whole cell covers, whenever links have torn or were cut.
static void find_threads(vl_cloth_view *view, const vl_world *world)
{
    const vl_links *links = &world->links;
    int first = world->particles.number_of[view->slots[0]], count = view->columns * view->rows;
    if (view->version == links->version)
        return;
    view->version = links->version;
    vl_free(view->threads);
    view->threads = vl_alloc((size_t)links->count, sizeof *view->threads);
    view->thread_count = 0;
    for (int k = 0; k < links->count; k++) {
        int from = world->particles.number_of[links->from[k]] - first;
        int to = world->particles.number_of[links->to[k]] - first;
        bool inside = from >= 0 && from < count && to >= 0 && to < count;
        if (inside && !is_covered(view, from, to))
            view->threads[view->thread_count++] = (thread){from, to};
    }
    size_t most = (size_t)count + (size_t)view->thread_count;
    vl_free(view->cells);
    view->cells = vl_alloc(most, sizeof *view->cells);
}

// --- drawing order ---

static void add_cell(vl_cloth_view *view, const vl_world *world, const vl_solids *solids, int from,
                     int to, cell c)
{
    c.depth = (float)(view->pixels[from].depth + view->pixels[to].depth);
    vl_vec3 a = vl_read(world->particles.x, view->slots[from]);
    vl_vec3 b = vl_read(world->particles.x, view->slots[to]);
    c.layer = vl_solids_layer(solids, vl_scale(vl_add(a, b), 0.5));
    view->cells[view->cell_count++] = c;
}

static void sort_cells(vl_cloth_view *view, const vl_world *world, const vl_solids *solids)
{
    view->cell_count = 0;
    for (int row = 0; row + 1 < view->rows; row++)
        for (int column = 0; column + 1 < view->columns; column++)
            if (is_whole(view, row, column))
                add_cell(view, world, solids, at(view, row, column), at(view, row + 1, column + 1),
                         (cell){.index = at(view, row, column)});
    for (int i = 0; i < view->thread_count; i++)
        add_cell(view, world, solids, view->threads[i].from, view->threads[i].to,
                 (cell){.index = i, .thread = true});
    qsort(view->cells, (size_t)view->cell_count, sizeof *view->cells, compare_cells);
}

// Shades by light from the upper left, behind the viewer; both sides are lit.
static vl_colour shade(vl_colour front, vl_colour back, vl_vec3 n, const vl_view_axes *axes)
{
    double facing = vl_dot(n, axes->toward);
    vl_vec3 light = vl_add(vl_scale(axes->toward, 0.80),
                           vl_add(vl_scale(axes->up, 0.50), vl_scale(axes->right, -0.33)));
    double lit = vl_dot(facing < 0 ? vl_scale(n, -1) : n, light);
    vl_colour base = facing < 0 ? back : front;
    double bright = fmin(0.62 + 0.48 * fmax(lit, 0), 1);
    return (vl_colour){(uint8_t)(base.r * bright), (uint8_t)(base.g * bright),
                       (uint8_t)(base.b * bright), base.a};
}

static void measure_strains(vl_cloth_view *view, const vl_world *world)
{
    int count = view->columns * view->rows;
    for (int i = 0; i < count; i++)
        view->strains[i] = 0;

    // the strain of each particle, in the order of the cloth
    int first = world->particles.number_of[view->slots[0]];
    for (int k = 0; k < world->links.count; k++) {
        float strain = (float)vl_link_strain(&world->links, &world->particles, k);
        const int ends[2] = {world->links.from[k], world->links.to[k]};
        for (int e = 0; e < 2; e++) {
            int i = world->particles.number_of[ends[e]] - first;
            if (i >= 0 && i < count && fabsf(strain) > fabsf(view->strains[i]))
                view->strains[i] = strain;
        }
    }
}

static vl_colour corner_colour(const vl_cloth_view *view, const vl_cloth_style *style, int i,
                               bool over)
{
    vl_colour front = style->theme->cloth_front, back = style->theme->cloth_back;
    if (style->shades)
        front = back = vl_theme_strain(style->theme, (double)style->shades[view->slots[i]]);
    else if (style->strain)
        front = back = vl_theme_strain(style->theme, (double)view->strains[i] / style->full_strain);
    vl_colour shaded = shade(front, back, view->normals[i], &view->axes);
    vl_colour dark = {0, 0, 0, shaded.a};
    return over ? shaded : vl_colour_mix(shaded, dark, weave_contrast);
}

static void draw_cell(const vl_cloth_view *view, const vl_cloth_style *style, int i, bool weave,
                      vl_drawlist *list)
{
    const int corners[4] = {i, i + 1, i + view->columns + 1, i + view->columns};
    bool over = (i / view->columns + i % view->columns) % 2;
    int vertices[4];
    for (int c = 0; c < 4; c++) {
        const vl_pixel *p = &view->pixels[corners[c]];
        vl_colour colour = corner_colour(view, style, corners[c], over);
        vertices[c] = vl_draw_vertex(list, p->x, p->y, colour);
    }
    vl_draw_triangle(list, vertices[0], vertices[1], vertices[2]);
    vl_draw_triangle(list, vertices[0], vertices[2], vertices[3]);
    if (!weave)
        return;
    vl_segment_draw(list, view->pixels[i], view->pixels[i + 1], 1, style->theme->weave);
    vl_segment_draw(list, view->pixels[i], view->pixels[corners[3]], 1, style->theme->weave);
}

static bool cells_are_large(const vl_cloth_view *view)
{
    const vl_pixel *p = view->pixels;
    const vl_pixel *end = &p[at(view, view->rows - 1, view->columns - 1)];
    float diagonal = hypotf(end->x - p->x, end->y - p->y);
    return diagonal > smallest_weave * hypotf((float)view->columns, (float)view->rows);
}

void vl_cloth_view_prepare(vl_cloth_view *view, const vl_world *world, const vl_cloth_style *style)
{
    view->axes = vl_camera_axes(style->camera);
    set_points(view, world, style->camera);
    find_threads(view, world);
    sort_cells(view, world, style->solids);
    view->weave = cells_are_large(view);
    if (style->strain)
        measure_strains(view, world);
}

static void draw_loose(const vl_cloth_view *view, const vl_cloth_style *style, const thread *t,
                       vl_drawlist *list)
{
    vl_colour colour = style->strain || style->shades
                           ? corner_colour(view, style, t->from, true)
                           : vl_colour_mix(style->theme->cloth_front, style->theme->link, 0.4f);
    vl_segment_draw(list, view->pixels[t->from], view->pixels[t->to], 1.5f, colour);
}

void vl_cloth_view_draw(const vl_cloth_view *view, const vl_cloth_style *style, int layer,
                        vl_drawlist *list)
{
    for (int i = 0; i < view->cell_count; i++) {
        const cell *c = &view->cells[i];
        if (c->layer == layer && c->thread)
            draw_loose(view, style, &view->threads[c->index], list);
        else if (c->layer == layer)
            draw_cell(view, style, c->index, view->weave, list);
    }
}
