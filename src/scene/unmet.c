#include "scene/unmet.h"

bool vl_unmet(const vl_world *world)
{
    return world->settled.link >= 0 && world->settled.strain > VL_UNMET_STRAIN;
}

int vl_link_number(const vl_links *links, int index)
{
    int number = 0;
    while (number + 1 < links->count && links->listed[number] != index)
        number++;
    return number + 1;
}

void vl_unmet_tell(vl_text *text, const vl_world *world)
{
    const vl_links *links = &world->links;
    const int *number_of = world->particles.number_of;
    int k = world->settled.link, collider = world->settled.collider;
    vl_text_add(text,
                "Link %d, a %s between the particles %d and %d, is still strained by %.1f %%.",
                vl_link_number(links, k), links->kind[k] == VL_ROD ? "rod" : "string",
                number_of[links->from[k]], number_of[links->to[k]], 100 * world->settled.strain);
    if (collider >= 0)
        vl_text_add(text, " Collider %d, a %s, is in the way.", collider + 1,
                    world->colliders[collider].kind->name);
}
