#include "rescue.h"

#include "app/input/input.h"
#include "app/state/undo.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

static vl_app *open_app; // exit() gives its functions no argument

static void save(vl_app *app)
{
    vl_error error = {0};
    char *path = vl_app_save(app, &error);
    if (path)
        vl_text_print(stderr,
                      "verlet-lab: the scene is saved with the present lanes and settings: %s\n",
                      path);
    else
        fprintf(stderr, "verlet-lab: the scene is not saved: %s\n", error.text);
    vl_free(path);
}

static void rescue(void)
{
    vl_app *app = open_app;
    open_app = NULL; // an end within this one saves nothing
    if (!app)
        return;
    fputs("verlet-lab: the window was lost, and the program ends\n", stderr);
    if (vl_session_undoes(&app->session))
        save(app);
}

void vl_rescue_begin(vl_app *app)
{
    open_app = app;
    atexit(rescue);
}

void vl_rescue_end(void)
{
    open_app = NULL;
}
