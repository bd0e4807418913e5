#include "cli/integrators_doc.h"

#include "cli/page.h"
#include "physics/model/integrator.h"

static const vl_page_format *const format = &vl_page_markdown;

// --- from the table ---

static const char *state_of(const vl_integrator *row)
{
    if (row->keeps_positions)
        return "x, x₋";
    return row->keeps_half_step ? "x, v, v half a step ago" : "x, v";
}

static void add_table(vl_text *page)
{
    vl_text_add(page,
                "\n| key | name | order | random dt | evaluations | state | needs dt₋ | conserves "
                "|\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < vl_integrator_count; i++) {
        const vl_integrator *row = vl_integrators[i];
        vl_text_add(page, "| %s | `%s` | %d | %d | %s%d | %s | %s | %s |\n", row->key, row->name,
                    row->order, row->order_random_dt, row->implicit ? "≥ " : "", row->evaluations,
                    state_of(row), row->uses_previous_dt ? "yes" : "–", row->conserves);
    }
}

static void add_integrator(vl_text *page, const vl_integrator *row)
{
    vl_text text = {0};
    format->heading(page, row->title);
    vl_text_add(&text, "`%s`, key %s. %s", row->name, row->key, row->summary);
    format->paragraph(page, text.data);

    text.length = 0;
    vl_text_add(&text, "%s\n", row->formula);
    format->code(page, text.data);

    text.length = 0;
    vl_text_add(&text, "Source: %s.", row->source);
    format->paragraph(page, text.data);
    vl_text_free(&text);
}

// --- by hand ---

static void add_introduction(vl_text *page)
{
    format->paragraph(page,
                      "x, v and a are position, velocity and acceleration at the time tₙ at which "
                      "a step begins; a prime stands for the end of the step, a subscript minus "
                      "for the end of the step before: x′ is xₙ₊₁, x₋ is xₙ₋₁. The step is dt, the "
                      "step before it dt₋; where a frame is cut into substeps, both are substeps. "
                      "a is the acceleration by gravity, forces and springs.");
    add_table(page);
    format->paragraph(page,
                      "The *order* is that of the error at a fixed time: halving every step "
                      "divides the error by two to that power. Under *random dt* the steps are "
                      "drawn evenly from 0.5 to 1.5 times their mean, and the mean is halved. Both "
                      "are measured by a test, on a harmonic oscillator: a method that does not "
                      "come out at the order declared here fails. *Evaluations* are looks at the "
                      "acceleration in a step; of the implicit methods, the fewest: what it takes "
                      "where forces are linear. What a method *conserves* of angular momentum and "
                      "of energy is measured too, on springs that turn and on an oscillator of "
                      "ω dt = 0.3; \"grows\" and \"falls\" are of the latter. All keep the "
                      "momentum. \"Euler\" alone means different methods to "
                      "different authors, so here they always have their full names.");
}

static void add_start(vl_text *page)
{
    format->heading(page, "The start");
    format->paragraph(page, "A method that keeps positions needs one before the first. It is built "
                            "from x₀, v₀ and the acceleration at the start with the first step h, "
                            "which is also the first dt₋:");
    format->code(page, "x₋ = x₀ − v₀ h + ½ a₀ h²\n");
    format->paragraph(page, "Where rods or strings act, x₋ is then brought to their lengths, which "
                            "puts their forces into a₀. The same is done when a method begins anew "
                            "from x and v, as after a change of integrator; h is then the present "
                            "dt₋. For a point that is let go, pinned or unpinned, x₋ of that point "
                            "is built anew.");
    format->paragraph(page, "A scene may say `start: naive`, which is the well-known mistake "
                            "x₋ = x₀ − v₀ h. In a fall it is off by ½ a dt t, which no later step "
                            "repairs. It concerns the methods that keep positions, and `leapfrog`, "
                            "whose first velocity comes from the same x₋.");
}

static void add_damping(vl_text *page)
{
    format->heading(page, "Damping");
    format->paragraph(page, "Damping of c (1/s) takes the part 1 − E(h) of a speed in a time h, "
                            "with E(h) = exp(−c h), so that it does not depend on the frame rate. "
                            "In the methods that keep positions:");
    format->code(page, "verlet         x′ = x + E(dt) (x − x₋) + ½ (1 + E(dt)) a dt²\n"
                       "tcv            x′ = x + E(dt) (x − x₋)(dt/dt₋) + ½ (1 + E(dt)) a dt²\n"
                       "corrected-tcv  x′ = x + E(m) (x − x₋)(dt/dt₋) + ½ a dt (dt + E(m) dt₋),  m "
                       "= ½ (dt + dt₋)\n");
    format->paragraph(page, "The speed half a step before the start was larger by 1/E(h/2), so "
                            "there v₀ is divided by E(h/2). `midpoint`, `rk4` and the implicit "
                            "methods take the damping "
                            "out of the equation of motion by an integrating factor (Lawson, SIAM "
                            "J. Numer. Anal. 4 (1967) 372) and keep their order.");
    format->paragraph(page,
                      "`damping_per_step`, a part f from 0 to 1, is taken off the speed in each "
                      "substep, however long that is. For plain Verlet at a constant dt this is "
                      "the form found in many articles, x′ = (2 − f) x − (1 − f) x₋ + a dt²; at "
                      "the start v₀ is divided by 1 − f/2. It is here because it depends on the "
                      "frame rate: with f = 0.01, after one second 74, 55, 24 and 9 % of a speed "
                      "are left at 30, 60, 144 and 240 frames/s.");
}

static void add_velocity(vl_text *page)
{
    format->heading(page, "The velocity at tₙ");
    format->paragraph(page, "The kinetic energy needs the velocity at the same instant as the "
                            "positions. The methods that keep a velocity have it. For those that "
                            "keep positions it is, where no rods and strings act,");
    format->code(page, "v = (x − x₋)/dt₋ + ½ a dt₋\n");
    format->paragraph(page, "under damping multiplied by E(dt₋/2), with 1 − f/2 in front of the "
                            "displacement. With rods and strings their forces are not in a, so the "
                            "velocity is made from the displacements on both sides, one step "
                            "later:");
    format->code(page, "v = (dt₋ v⁺ + dt v⁻)/(dt + dt₋),  v⁺ = (x′ − x)/dt,  v⁻ = (x − x₋)/dt₋\n");
    format->paragraph(page,
                      "Where it is wanted at once, a substep is made for it and undone: as long as "
                      "the next one where the stream of dt tells it, else as the last. The "
                      "backward difference v⁻ is of first order, and under changing steps the "
                      "unweighted central one, (x′ − x₋)/(dt + dt₋), is too: they show an error of "
                      "energy that is not there.");
    format->paragraph(page, "A method that keeps a velocity is told what rods and strings did: the "
                            "displacement by the solver divided by dt is added to v. A change of "
                            "integrator goes through x and v and moves nothing.");
}

static void add_derivations(vl_text *page)
{
    format->heading(page, "Where two formulas come from");
    format->paragraph(
        page, "Corrected TCV: x(t + dt) = x + v dt + ½ a dt² + …, and x(t − dt₋) = x − v dt₋ "
              "+ ½ a dt₋² − …. The second gives v = (x − x₋)/dt₋ + ½ a dt₋; put into the "
              "first it gives x′ = x + (x − x₋)(dt/dt₋) + ½ a dt₋ dt + ½ a dt², which is the "
              "formula. TCV has a dt² in place of a dt (dt + dt₋)/2: the same at a constant "
              "dt, and wrong by ½ a dt (dt − dt₋) in every step at another.");
    format->paragraph(page,
                      "Improved Euler: the Taylor series of x up to dt², that of v up to dt. It is "
                      "not Heun's method, which many books call by that name and which is of "
                      "second order.");
}

static void add_identities(vl_text *page)
{
    format->heading(page, "Three identities");
    format->paragraph(page, "For any sequence of steps, to round-off, and each a test over 2,000 "
                            "random steps:");
    format->item(page, "tcv",
                 "`semi-implicit-euler` started half a step off, with "
                 "v = (x − x₋)/dt₋.");
    format->item(page, "corrected-tcv", "`velocity-verlet`, and so is `leapfrog`.");
    format->item(page, "tcv",
                 "with the naive start, followed by the projection of the links: the loop of "
                 "position-based dynamics, which is predict, project, v = Δx/dt.");
    format->paragraph(page, "With a constant dt, `verlet`, `tcv` and `corrected-tcv` are one "
                            "method.");
    format->paragraph(page,
                      "Variable steps break what makes these methods keep the energy over long "
                      "times, whatever their form: an oscillator whose steps alternate between "
                      "ω dt = 1.2 and 1.6, each stable alone, grows in amplitude by 1.48 in every "
                      "pair of steps with `tcv`, and by 1.32 with `corrected-tcv`.");
}

static void add_implicit(vl_text *page)
{
    format->heading(page, "The implicit methods");
    format->paragraph(page,
                      "Both are one stage, the velocity u of a time s ahead, with a of where it "
                      "leads to:");
    format->code(page, "u = E(s) v + s a(x + s u, u)\n"
                       "backward-euler     s = dt:    x′ = x + u dt,  v′ = u\n"
                       "implicit-midpoint  s = dt/2:  x′ = x + u dt,  v′ = E(s) (2 u − E(s) v)\n");
    format->paragraph(page,
                      "It is solved by Newton, with the sparse matrix of masses, springs and their "
                      "dampers and of the forces that tell their derivative (`harmonic`, "
                      "`central`, contacts by penalty), until the residual, made of the true "
                      "acceleration, is what "
                      "rounding leaves of it. Where a pressed spring makes the matrix indefinite, "
                      "each spring gives its positive part for that Newton step. After 35 whole "
                      "steps another 15 search along their line (Matthies, Strang, Int. J. Numer. "
                      "Meth. Eng. 14 (1979) 1613); if that is not enough, the u with the smallest "
                      "residual is taken and the step counted as unconverged. Both need CHOLMOD: a "
                      "build without it refuses them.");
    format->paragraph(
        page, "No spring is too stiff for `backward-euler`, which damps all that swings, "
              "the more the longer the step: the energy of an oscillator is divided by "
              "1 + (ω dt)² in each. `implicit-midpoint` keeps every quadratic invariant at "
              "any dt, so the energy of linear springs and the angular momentum. The "
              "energy of a spring that turns is not quadratic: where ω dt is far above 1 "
              "it rings from step to step, and the ringing can grow until all flies apart. "
              "The chain of 20 springs of 10⁷ N/m in the scene `stiff-springs` does that "
              "after 3 s at 60 steps/s when its dampers are taken away, and not within "
              "20 s at 240. Nor is a contact quadratic: at 60 steps/s a ball dropped from 1 m "
              "on a plane that pushes by penalty with 10⁷ N/m is thrown up to more than 70 m.");
}

static void add_links(vl_text *page)
{
    format->heading(page, "Correcting along the present link is first order");
    format->paragraph(page,
                      "Rods and strings are solved after the step: each link in turn is brought to "
                      "its length along where it points then (`direction: new`). The force of a "
                      "rod acts along the direction it had at tₙ, so every step leaves an error of "
                      "the order of dt², and the whole is of first order, whatever the integrator. "
                      "Springs are forces and keep the order of the method.");
    format->paragraph(page,
                      "Measured on a pendulum of one rod of 1 m, let go from the horizontal, by "
                      "the distance from the exact place after 1.3 s with 400, 1,600, 6,400 and "
                      "25,600 equal steps: with `tcv` 82, 21, 5.4 and 1.36 mm, an order of 1.00 "
                      "between the last two. With `rk4`, and with every other integrator of the "
                      "table, the order comes out the same.");
}

char *vl_integrators_markdown(void)
{
    static void (*const rest[])(vl_text * page) = {add_derivations, add_start,      add_damping,
                                                   add_velocity,    add_identities, add_implicit,
                                                   add_links};
    vl_text page = {0};
    vl_text_add(&page, "# The integrators\n\n"
                       "This page is made from the table of integrators and "
                       "`src/cli/integrators_doc.c`; do not edit it by hand.\n");
    add_introduction(&page);
    for (int i = 0; i < vl_integrator_count; i++)
        add_integrator(&page, vl_integrators[i]);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        rest[i](&page);
    return page.data;
}
