// Two bodies: the centre of mass and the relative position move independently.

#include "physics/exact/exact_parts.h"

static int partner(const vl_exact_group *group)
{
    return group->count == 2 ? group->slots[1] : group->pinned;
}

vl_exact_pair vl_exact_pair_take(const vl_exact_group *group, vl_motion *relative)
{
    const vl_particles *p = &group->world->particles;
    int one = group->slots[0], other = partner(group);
    vl_vec3 v = group->count == 2 ? vl_read(p->v, other) : (vl_vec3){0, 0, 0};
    *relative = (vl_motion){
        .x = vl_sub(vl_read(p->x, one), vl_read(p->x, other)),
        .v = vl_sub(vl_read(p->v, one), v),
    };
    if (group->count == 1)
        return (vl_exact_pair){.x = vl_read(p->x, other), .share = {1, 0}};

    double sum = p->mass[one] + p->mass[other], part = p->mass[one] / sum;
    return (vl_exact_pair){
        .x = vl_add(vl_read(p->x, other), vl_scale(relative->x, part)),
        .v = vl_add(v, vl_scale(relative->v, part)),
        .share = {p->mass[other] / sum, -part},
        .falls = true,
    };
}

double vl_exact_pair_inverse_mass(const vl_exact_group *group)
{
    const double *mass = group->world->particles.mass;
    double inverse = 1 / mass[group->slots[0]];
    return group->count == 2 ? inverse + 1 / mass[group->slots[1]] : inverse;
}

vl_motion vl_exact_pair_at(const vl_exact_pair *pair, int member, vl_motion relative,
                           const vl_exact_instant *now)
{
    vl_motion m = {
        .x = vl_add(pair->x, vl_scale(relative.x, pair->share[member])),
        .v = vl_scale(relative.v, pair->share[member]),
    };
    if (!pair->falls)
        return m;
    m.x = vl_add(m.x, vl_add(vl_scale(pair->v, now->carried), now->fallen));
    m.v = vl_add(m.v, vl_add(vl_scale(pair->v, now->left), now->gained));
    return m;
}
