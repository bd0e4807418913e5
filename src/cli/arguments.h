#pragma once
/// The arguments behind the subcommand, read and checked.

#include "cli/subcommand.h"
#include "lab/estimator.h"
#include "lab/order.h"
#include "physics/model/integrator.h"

#include <stdint.h>

typedef struct vl_option vl_option;

enum {
    VL_RENDER_LEAST_SIZE = 64,
    VL_RENDER_MOST_SIZE = 8192,
    VL_RENDER_WIDTH = 1280,
    VL_RENDER_HEIGHT = 720,
    VL_MAP_LEAST_POINTS = 2,
    VL_MAP_MOST_POINTS = 1024,
    VL_MAP_POINTS = 128,
};

/// An option that replaces a key of the scene.
typedef struct vl_setting {
    const vl_option *option;
    const char *value;
} vl_setting;

/// The numbers of particles whose positions are wanted.
typedef struct vl_points {
    bool all;
    int count;    ///< where not all
    int *numbers; ///< from 1; not yet compared with the number of particles
} vl_points;

struct vl_arguments {
    const vl_subcommand *subcommand;
    int word_count;
    const char **words; ///< what is no option: scenes

    bool help, version;
    bool *given;          ///< by index in vl_options
    int integrator_count; ///< 0: that of the scene
    const vl_integrator **integrators;
    const struct vl_engine *engine; ///< NULL: as the scene says
    const char *dt;                 ///< a stream of time steps; NULL: that of the scene
    double duration;                ///< s; NAN: not given
    int64_t steps;                  ///< −1: not given
    int64_t every;                  ///< rows of every so many steps, ≥ 1
    vl_points points;               ///< none where empty
    bool reference;                 ///< where there is no exact solution
    vl_order_quantity quantity;     ///< of `order`: position where not given
    bool local;                     ///< errors of single steps
    int when;                       ///< a vl_order_when; −1: not given
    int seeds, halvings;
    double mean; ///< s; 0: chosen; NAN: not given
    bool work;
    const char *csv;  ///< NULL: a summary; "-": standard output
    double at;        ///< s; NAN: not given
    const char *png;  ///< NULL: not given
    const char *keys; ///< NULL: not given
    int width, height;
    const vl_estimator *estimator; ///< never NULL
    bool ledger;                   ///< of energy by cause
    int map;                       ///< vl_stability_kind_index
    int points_a_side;             ///< of a stability map
    int setting_count;
    vl_setting *settings;
};

/// Reads `count` arguments of a subcommand. False and a message where they are wrong usage. What
/// was read stays for vl_arguments_free() either way; texts are those of `argv`.
VL_MUST_USE bool vl_arguments_parse(vl_arguments *arguments, const vl_subcommand *subcommand,
                                    int count, char **argv, vl_error *error);

void vl_arguments_free(vl_arguments *arguments);
