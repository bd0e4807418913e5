// What tells one collider from another, written on it: its restitution, or its response.

#include "app/stage/parts.h"
#include "physics/colliders/colliders.h"

#include <stdio.h>

enum { LABEL_SIZE = 32 };

// Whether the spheres and boxes of a world differ in restitution, or in response.
static void find_differences(const vl_solids *solids, bool *restitution, bool *response)
{
    const vl_collider *first = NULL;
    for (int i = 0; i < solids->count; i++) {
        const vl_collider *body = solids->bodies[i].collider;
        if (!body)
            continue;
        first = first ? first : body;
        *restitution |= body->restitution != first->restitution;
        *response |= body->response != first->response;
    }
}

void vl_solids_label(const vl_solids *solids, int index, const vl_ui *ui)
{
    const vl_collider *body = solids->bodies[index].collider;
    bool restitution = false, response = false;
    find_differences(solids, &restitution, &response);
    if (!solids->flat || (!restitution && !response))
        return;
    char label[LABEL_SIZE];
    if (response)
        snprintf(label, sizeof label, "%s", vl_response_names[body->response]);
    else
        snprintf(label, sizeof label, "e = %g", body->restitution);
    double width = body->kind->shape == VL_SHAPE_BOX ? body->size.x : 2 * body->radius;
    vl_pixel middle = vl_project(&solids->projection, body->center);
    float room = (float)(width * solids->projection.scale),
          height = ui->metrics->height[VL_TYPE_READING];
    vl_rect rect = {middle.x - room / 2, middle.y - height / 2, room, height};
    if (vl_text_width(ui->metrics, VL_TYPE_READING, label) <= room)
        vl_ui_text(ui, rect, VL_TYPE_READING, ui->theme->text, VL_ALIGN_CENTER, label);
}
