// What tells one collider from another, written on it: its restitution, or its response.

#include "app/stage/parts.h"
#include "physics/colliders/colliders.h"

#include <stdio.h>
#include <string.h>

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

vl_rect vl_solids_rect(const vl_solids *solids, int index)
{
    const vl_collider *body = solids->bodies[index].collider;
    if (!solids->flat || !body)
        return (vl_rect){0};
    bool box = body->kind->shape == VL_SHAPE_BOX;
    vl_pixel middle = vl_project(&solids->projection, body->center);
    float w = (float)((box ? body->size.x : 2 * body->radius) * solids->projection.scale),
          h = (float)((box ? body->size.y : 2 * body->radius) * solids->projection.scale);
    return (vl_rect){middle.x - w / 2, middle.y - h / 2, w, h};
}

// Writes a text in the largest type with which it is no wider than the body; false: it has no room.
static bool write_on(vl_rect body, const vl_ui *ui, const char *text)
{
    vl_type_size size = vl_ui_fitting(ui, VL_TYPE_READING, text, (int)strlen(text), body.w);
    float height = ui->metrics->height[size];
    vl_rect row = {body.x, body.y + (body.h - height) / 2, body.w, height};
    if (vl_text_width(ui->metrics, size, text) > body.w)
        return false;
    vl_ui_text(ui, row, size, ui->theme->text, VL_ALIGN_CENTER, text);
    return true;
}

void vl_solids_label(const vl_solids *solids, int index, const vl_ui *ui)
{
    static const char *const names[] = {"e = ", ""};
    const vl_collider *body = solids->bodies[index].collider;
    vl_rect rect = vl_solids_rect(solids, index);
    bool restitution = false, response = false, written = false;
    find_differences(solids, &restitution, &response);
    if (rect.w <= 0)
        return;
    if (response)
        write_on(rect, ui, vl_response_names[body->response]);
    for (int i = 0; i < 2 && restitution && !response && !written; i++) {
        char label[LABEL_SIZE];
        snprintf(label, sizeof label, "%s%g", names[i], body->restitution);
        written = write_on(rect, ui, label);
    }
}
