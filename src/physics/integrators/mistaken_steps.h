#pragma once
/// Steps of the methods that keep positions, and of leapfrog, with a mistake in them; each as
/// vl_integrator.move. Their right twins are integrator_verlet.c and so on.

#include "physics/model/integrator.h"

/// x' = x + (x − x₋) + ½ a dt²: v = (x − x₋)/dt is the speed half a step ago, taken for that now.
void vl_halved_verlet(vl_world *world, double dt);

/// The same with (dt/dt₋).
void vl_halved_tcv(vl_world *world, double dt);

/// dt₋ is the first dt of the run.
void vl_stale_tcv(vl_world *world, double dt);
void vl_stale_corrected_tcv(vl_world *world, double dt);
void vl_stale_leapfrog(vl_world *world, double dt);

/// dt/dt₋ is that of the frame and the frame before, in each substep.
void vl_frame_ratio_tcv(vl_world *world, double dt);
void vl_frame_ratio_corrected_tcv(vl_world *world, double dt);
