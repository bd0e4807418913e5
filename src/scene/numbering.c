#include "scene/numbering.h"

#include "base/memory.h"

int64_t vl_numbering_total(const vl_scene *scene)
{
    int64_t total = scene->particle_count;
    for (int i = 0; i < scene->chain_count; i++)
        total += (int64_t)scene->chains[i].links + 1;
    for (int i = 0; i < scene->cloth_count; i++)
        total += (int64_t)scene->cloths[i].columns * scene->cloths[i].rows;
    return total;
}

int64_t vl_numbering_cloth_links(const vl_scene_cloth *cloth)
{
    int64_t columns = cloth->columns, rows = cloth->rows;
    int64_t count = (columns - 1) * rows + columns * (rows - 1);
    if (cloth->shear)
        count += 2 * (columns - 1) * (rows - 1);
    if (cloth->bend)
        count += (columns - 2) * rows + columns * (rows - 2);
    return count;
}

int64_t vl_numbering_links(const vl_scene *scene)
{
    int64_t count = scene->link_count;
    for (int i = 0; i < scene->chain_count; i++)
        count += scene->chains[i].links;
    for (int i = 0; i < scene->cloth_count; i++)
        count += vl_numbering_cloth_links(&scene->cloths[i]);
    return count;
}

void vl_numbering_create(vl_numbering *numbering, const vl_scene *scene)
{
    int next = scene->particle_count + 1;

    numbering->chain_first = vl_alloc((size_t)scene->chain_count + 1, sizeof(int));
    for (int i = 0; i < scene->chain_count; i++) {
        numbering->chain_first[i] = next;
        next += scene->chains[i].links + 1;
    }
    numbering->chain_first[scene->chain_count] = next;

    numbering->cloth_first = vl_alloc((size_t)scene->cloth_count + 1, sizeof(int));
    for (int i = 0; i < scene->cloth_count; i++) {
        numbering->cloth_first[i] = next;
        next += scene->cloths[i].columns * scene->cloths[i].rows;
    }
    numbering->cloth_first[scene->cloth_count] = next;
    numbering->total = next - 1;
}

void vl_numbering_free(vl_numbering *numbering)
{
    vl_free(numbering->chain_first);
    vl_free(numbering->cloth_first);
    *numbering = (vl_numbering){0};
}

vl_vec3 vl_chain_position(const vl_scene_chain *chain, int index)
{
    // rounding must not move the end
    if (index == chain->links)
        return chain->to;
    return vl_lerp(chain->from, chain->to, (double)index / chain->links);
}

vl_vec3 vl_cloth_position(const vl_scene_cloth *cloth, int column, int row)
{
    vl_vec3 along = vl_scale(cloth->along, (double)column / (cloth->columns - 1));
    vl_vec3 down = vl_scale(cloth->down, (double)row / (cloth->rows - 1));
    return vl_add(cloth->origin, vl_add(along, down));
}

// The part that has a number: firsts[part] ≤ number < firsts[part + 1].
static int part_of(const int *firsts, int count, int number)
{
    int low = 0, high = count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (firsts[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

vl_vec3 vl_numbering_position(const vl_numbering *numbering, const vl_scene *scene, int number)
{
    if (number <= scene->particle_count)
        return scene->particles[number - 1].at;

    if (number < numbering->chain_first[scene->chain_count]) {
        int i = part_of(numbering->chain_first, scene->chain_count, number);
        return vl_chain_position(&scene->chains[i], number - numbering->chain_first[i]);
    }

    int i = part_of(numbering->cloth_first, scene->cloth_count, number);
    int index = number - numbering->cloth_first[i];
    const vl_scene_cloth *cloth = &scene->cloths[i];
    return vl_cloth_position(cloth, index % cloth->columns, index / cloth->columns);
}
