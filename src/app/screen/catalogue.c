// The drawer with all scenes, in groups.

#include "app/screen/parts.h"

#include "base/memory.h"

struct vl_catalogue {
    vl_scene_names names;
    char **titles;
};

// A scene that is broken has its name for a title.
static char *title_of(const char *name)
{
    vl_error error;
    vl_scene *scene = vl_scene_open(name, NULL, &error);
    char *title = vl_copy_text(scene ? scene->title : name);
    vl_scene_free(scene);
    return title;
}

vl_catalogue *vl_catalogue_create(void)
{
    vl_catalogue *catalogue = vl_alloc(1, sizeof *catalogue);
    catalogue->names = vl_scene_names_list();
    catalogue->titles = vl_alloc((size_t)catalogue->names.count, sizeof *catalogue->titles);
    for (int i = 0; i < catalogue->names.count; i++)
        catalogue->titles[i] = title_of(catalogue->names.names[i]);
    return catalogue;
}

void vl_catalogue_free(vl_catalogue *catalogue)
{
    if (!catalogue)
        return;
    for (int i = 0; i < catalogue->names.count; i++)
        vl_free(catalogue->titles[i]);
    vl_free(catalogue->titles);
    vl_scene_names_free(&catalogue->names);
    vl_free(catalogue);
}

void vl_catalogue_draw(vl_catalogue *catalogue, vl_app *app, const vl_ui *ui)
{
    const vl_scene_names *names = &catalogue->names;
    int here = vl_app_scene_number(app, names);
    vl_choice_row *rows = vl_alloc((size_t)names->count, sizeof *rows);
    for (int i = 0; i < names->count; i++)
        rows[i] = (vl_choice_row){.group = *names->groups[i] ? names->groups[i] : "Other scenes",
                                  .text = catalogue->titles[i],
                                  .active = i == here,
                                  .command = -1};
    vl_rect inside;
    if (vl_ui_drawer(ui, app->layout.drawer, "Scenes", &inside))
        vl_app_toggle_drawer(app, VL_DRAWER_SCENES);
    int picked = vl_choices_draw(app, ui, inside, rows, names->count);
    if (picked >= 0)
        vl_app_open_named(app, names->names[picked]);
    vl_free(rows);
}
