// `render`: one picture, drawn by the host.

#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/load.h"

int vl_cli_render_picture(const vl_cli_host *host, const vl_arguments *arguments)
{
    vl_error error = {0};
    vl_cli_render request = {
        .at = arguments->at,
        .png = arguments->png,
        .keys = arguments->keys,
        .width = arguments->width,
        .height = arguments->height,
    };
    vl_scene *scene = vl_cli_load(arguments->words[0], &request.scene, &error);
    if (!scene)
        return vl_cli_bad_input(&error);
    vl_scene_free(scene);

    int status = host->render ? host->render(&request) : vl_cli_no_window();
    vl_free(request.scene);
    return status;
}
