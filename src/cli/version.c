#include "cli/version.h"

#include "physics/math/sparse.h"
#include "physics/solvers/solvers.h"
#include "scene/library.h"

#include <stdio.h>

static void print_compiler(void)
{
#ifdef __clang__
    printf("compiler:  clang %d.%d.%d\n", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
    printf("compiler:  gcc %d.%d.%d\n", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

static void print_features(const vl_cli_host *host)
{
    // by the names of the options of meson
    const struct {
        const char *name;
        bool here;
    } features[] = {
        {"app", host->demo != NULL},
        {"openmp", vl_solver_openmp() != 0},
    };

    printf("features:  ");
    for (int i = 0; i < (int)(sizeof features / sizeof *features); i++)
        printf("%s%s%s", i ? ", " : "", features[i].here ? "" : "no ", features[i].name);
    printf("\n");
}

static void print_libraries(const vl_cli_host *host)
{
    char version[VL_NUMBER_SIZE];
    vl_text libraries = {0};
    vl_text_add(&libraries, "libyaml %s, AMD %s", vl_scene_yaml_version(),
                vl_sparse_version(version));
    if (vl_solver_openmp())
        vl_text_add(&libraries, ", OpenMP %d", vl_solver_openmp());
    if (host->add_libraries)
        host->add_libraries(&libraries);
    printf("libraries: %s\n", libraries.data);
    vl_text_free(&libraries);
}

void vl_version_print(const vl_cli_host *host)
{
    vl_text simd = {0};
    vl_solver_add_instruction_sets(&simd);
    printf("verlet-lab %s\n", VL_VERSION);
    print_features(host);
    printf("simd:      %s\n", simd.data);
    print_compiler();
    print_libraries(host);
    vl_text_free(&simd);
}
