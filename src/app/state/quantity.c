#include "app/state/quantity.h"

#include "scene/scene.h"

#include <math.h>
#include <stdio.h>

static double energy_of(const vl_reading *r)
{
    return r->in_joules ? r->energy_error : 100 * r->energy_error;
}

static double position_of(const vl_reading *r)
{
    return r->position_error;
}

static double momentum_of(const vl_reading *r)
{
    return vl_length(r->momentum.free.linear);
}

static double stretch_of(const vl_reading *r)
{
    return 100 * r->stretch_max;
}

static double torn_of(const vl_reading *r)
{
    return r->broken;
}

const vl_quantity vl_quantities[VL_QUANTITIES] = {
    [VL_FIGURE_ENERGY] = {"energy error", "Energy", "%", true, 1, energy_of, false},
    [VL_FIGURE_POSITION] = {"position error", "Position", "m", false, 0.001, position_of, false},
    [VL_FIGURE_MOMENTUM] = {"momentum of the free parts", "Momentum", "kg m/s", false, 0.001,
                            momentum_of, false},
    [VL_FIGURE_STRETCH] = {"largest stretch", "Stretch", "%", true, 0.1, stretch_of, false},
    [VL_FIGURE_TORN] = {"links that tore", "Torn", "links", false, 1, torn_of, true},
};

const char *vl_quantity_write(const vl_quantity *q, double value, char text[VL_QUANTITY_SIZE])
{
    double size = fabs(value);
    int decimals = q->counts ? 0 : size < 10 ? 2 : size < 100 ? 1 : 0;
    const char *sign = q->is_signed && value > 0 && size >= 0.005 ? "+" : "";
    const char *figure = size < 10000 ? vl_figure_fixed(value, decimals, VL_FIGURE_BUFFER)
                                      : vl_figure(value, 2, VL_FIGURE_BUFFER);
    if (isnan(value))
        snprintf(text, VL_QUANTITY_SIZE, "–");
    else
        snprintf(text, VL_QUANTITY_SIZE, "%s%s %s", sign, figure, q->unit);
    return text;
}
