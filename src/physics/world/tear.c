// Links that tear or are cut, and the cells of cloth that are lost with them.

#include "physics/forces/forces.h"
#include "physics/world/world_parts.h"

#include <stdlib.h>

static void lose_cell(vl_cloth *cloth, int column, int row)
{
    if (column >= 0 && column < cloth->columns - 1 && row >= 0 && row < cloth->rows - 1)
        cloth->gone[row * (cloth->columns - 1) + column] = true;
}

// Loses the cells on both sides of the edge between two particles, numbered from the cloth's first.
static void lose_cells(vl_cloth *cloth, int a, int b)
{
    int first = a < b ? a : b, apart = abs(b - a);
    int column = first % cloth->columns, row = first / cloth->columns;
    if (apart == 1) {
        lose_cell(cloth, column, row - 1);
        lose_cell(cloth, column, row);
    } else if (apart == cloth->columns) {
        lose_cell(cloth, column - 1, row);
        lose_cell(cloth, column, row);
    }
}

static void lose_cells_beside(vl_world *world, int link)
{
    int from = world->particles.number_of[world->links.from[link]];
    int to = world->particles.number_of[world->links.to[link]];
    for (int i = 0; i < world->cloth_count; i++) {
        vl_cloth *cloth = &world->cloths[i];
        int first = cloth->first_number, end = first + cloth->columns * cloth->rows;
        if (from >= first && from < end && to >= first && to < end)
            lose_cells(cloth, from - first, to - first);
    }
}

void vl_world_take_out_links(vl_world *world, const int *indices, int count)
{
    int before = world->links.count;
    for (int i = 0; i < count; i++)
        lose_cells_beside(world, indices[i]);
    int springs = world->links.count - world->links.hard_count;
    vl_arena_free(&world->solver_arena);
    vl_links_break(&world->links, indices, count);
    vl_world_create_solver(world);
    if (world->links.count - world->links.hard_count < springs) {
        vl_arena_free(&world->integrator_arena);
        vl_world_create_integrator(world);
    }
    world->broken += before - world->links.count;
    world->now.acceleration_is_current = false;
}

// The impulses of torn links in the last substep are not undone. A method that keeps a velocity
// lacks half of the last impulse, as if the links had torn half a substep ago.
void vl_world_tear_links(vl_world *world)
{
    int count = world->now.diverged ? 0 : vl_links_find_torn(&world->links, &world->particles);
    if (count == 0)
        return;
    double stored = vl_energy_springs(world);
    vl_world_take_out_links(world, world->links.torn, count);
    VL_TELL(world, links_torn, stored - vl_energy_springs(world));
    if (!vl_world_has_hard_links(world))
        world->now.velocity_is_current = !world->integrator->keeps_positions;
}
