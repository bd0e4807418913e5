#include "lab/terms.h"

#include "lab/reading.h"

#include <ctype.h>
#include <string.h>

// clang-format off
const vl_term vl_terms[] = {
    // --- time ---
    {"frame", {"frame", "frames"},
     .meaning = "The time between two pictures on the screen. Its length is what the simulation has to go on by, and no screen keeps it quite constant."},
    {"step", {"step", "steps", "time step", "time steps"},
     .meaning = "The simulation goes from one instant to the next in a step of length dt. A frame is one step, or several equal ones: substeps."},
    {"substep", {"substep", "substeps", "divided substeps", "failed substeps", "unsolved substeps"},
     .meaning = "One of the equal parts into which a frame is cut; each is a whole step. Twice as many cost twice the work, and are often worth more than twice the sweeps."},
    {"dt", {"dt"}, .meaning = "The length of the present step, in seconds."},
    {"dt₋", {"dt₋"}, .meaning = "The length of the step before the present one."},
    {"dt/dt₋", {"dt/dt₋", "frame/frame₋"},
     .meaning = "The length of this step over that of the one before. Plain Verlet takes it for 1, and so breaks where the frame rate changes."},
    {"dt₁", {"dt₁"}, .meaning = "The length of the first step of the run."},
    {"jitter", {"jitter"}, .meaning = "A frame time that varies at random from frame to frame."},
    {"late frame", {"late frame", "late frames"}, .meaning = "A frame that took more than 1.8 times as long as any of the five before it and the five behind it, because the computer was busy with something else."},
    {"stream", {"stream", "streams"}, .meaning = "Where the lengths of the frames come from: always the same, a screen, a list, or chance."},
    {"policy", {"policy", "policies"},
     .meaning = "What a main loop makes of a frame time: one step as long as the frame, several equal ones, or none until enough time has gathered."},
    {"hitch", {"hitch", "hitches"}, .meaning = "A frame that is so much longer than the others that one can see it."},

    // --- methods ---
    {"integrator", {"integrator", "integrators"}, .meaning = "The rule that makes the next position and velocity of a particle from the present ones and from the forces."},
    {"order", {"order 1", "order 2", "order 4", "first order", "second order", "fourth order", "order of a method", "random dt: order"},
     .meaning = "The power of dt with which an error falls: half the dt makes the error of a second-order method four times as small."},
    {"TCV", {"TCV", "time-corrected Verlet"},
     .meaning = "Time-corrected Verlet: the last displacement is scaled by dt/dt₋, so that a change of the frame time does not change the velocity.",
     .source = "J. Dummer, A simple time-corrected Verlet integration method, 2004"},
    {"corrected TCV", {"Corrected TCV", "corrected TCV"},
     .meaning = "TCV with the mean of both steps in the term of the acceleration: right also where the frame time changes while a force acts."},
    {"symplectic", {"symplectic"},
     .meaning = "Said of a step that keeps areas of phase space. Its energy error then swings about a small value instead of growing, as long as dt is constant.",
     .source = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2006, ch. VI"},
    {"phase space", {"phase space", "areas of phase space"}, .meaning = "The plane with the position as one axis and the velocity as the other; a point of it is a whole state."},
    {"explicit", {"explicit"}, .meaning = "Said of a step that computes the new state from the present one alone. It needs small steps where springs are stiff."},
    {"implicit", {"implicit"}, .meaning = "Said of a step whose forces are those at its own end, or middle, so that it has to solve equations. Stiff springs then do no harm."},
    {"stiff", {"stiff", "stiffer"}, .meaning = "Said of springs that swing faster than the motion that one wants to see. They limit the step of explicit methods."},
    {"ω_max", {"ω_max", "largest ω"}, .meaning = "The fastest oscillation of the scene, in rad/s. A method is stable only where ω_max times the step is below a limit of its own."},
    {"stable", {"stable", "unstable"}, .meaning = "A step is stable if small errors stay small: the amplitude of an oscillation does not grow by itself."},
    {"drift", {"drift"}, .meaning = "An error that rises steadily, instead of swinging to and fro."},
    {"growth", {"growth"}, .meaning = "An amplitude that is multiplied by more than 1 in every step."},
    {"naive start", {"naive start"}, .meaning = "x₋ = x₀ − v₀ dt, a start for Verlet that forgets the term ½ a₀ dt² and so loses an order."},
    {"trial step", {"trial step", "trial steps"}, .meaning = "A step that is made to look ahead, and is then rolled back."},
    {"compensation", {"compensation", "compensated"}, .meaning = "What rounding took from a sum, added to the next term, so that many small terms are not lost.",
     .source = "W. Kahan, Comm. ACM 8 (1965) 40"},

    // --- links and their solvers ---
    {"link", {"link", "links"}, .meaning = "What joins two particles: a rod, a string or a spring."},
    {"rod", {"rod", "rods"}, .meaning = "A link that always has its length, whatever pulls or pushes."},
    {"string", {"string", "strings"}, .meaning = "A link that is never longer than its length, and can be slack."},
    {"spring", {"spring", "springs"}, .meaning = "A link that pulls or pushes with a force proportional to its lengthening."},
    {"rest length", {"rest length", "rest lengths"}, .meaning = "The length at which a link neither pulls nor pushes."},
    {"stretch", {"stretch", "largest stretch", "RMS stretch", "strain"}, .meaning = "How much longer a link is than its rest length, as a part of that length. RMS is the root mean square over all links.",
     .formula = "(d − L)/L"},
    {"constraint", {"constraint", "constraints"}, .meaning = "A condition that must hold at the end of a step: C = 0 for a rod, C ≤ 0 for a string.",
     .formula = "C = d − L, with the distance d of the ends and the rest length L"},
    {"gradient", {"gradient", "gradients"}, .meaning = "The direction in which a constraint grows fastest: for a link, along it. The link is corrected along its present one (new), or along that at the start of the step (old)."},
    {"direction", {"direction", "direction new", "direction old", "old direction", "new direction"},
     .meaning = "A link is corrected along the line that it has now (new), or along the one that it had at the start of the step (old). The old one keeps the energy better."},
    {"multiplier λ", {"multiplier", "multipliers", "λ"}, .meaning = "The size of a correction, shared by both ends of a link. λ/dt² is the force in the link, and λ/dt its impulse.",
     .formula = "Δx = w λ n with w = 1/m; C − α̃ λ = 0, positive under tension (XPBD has the other sign)",
     .source = "M. Macklin, M. Müller, N. Chentanez, XPBD, 2016"},
    {"residual", {"residual", "residuals"}, .meaning = "What is left of an equation after it was solved. For links: how far their lengths still are from right."},
    {"sweep", {"sweep", "sweeps", "Gauss–Seidel sweep"}, .meaning = "One pass over all links, in which each is corrected in turn and so disturbs its neighbours. Many sweeps bring all of them near their lengths."},
    {"relaxation", {"relaxation"}, .meaning = "The factor by which a sweep corrects more than one link alone would need. Between 1 and 2 it often gets there sooner."},
    {"coarser grid", {"coarser grid", "coarser grids", "grids"}, .meaning = "A few points that move the particles around them, so that one sweep carries a correction across the whole cloth."},
    {"cluster", {"cluster", "clusters"}, .meaning = "A block of links that the solver `clusters` solves all at once, instead of one after the other."},
    {"Newton step", {"Newton step", "Newton steps", "Newton's method"}, .meaning = "All equations are replaced by their tangents and solved at once; a few such steps are exact to rounding."},
    {"projection", {"projection"}, .meaning = "Moving positions to the nearest place where a condition holds: onto a constraint, or onto the surface of a collider."},
    {"compliance", {"compliance"}, .meaning = "How soft a rod or string is: its lengthening in metres for each newton of tension. 0 is rigid.",
     .formula = "α̃ = α/dt²"},
    {"warm start", {"warm start", "warm starts"}, .meaning = "A solver begins with the corrections of the step before, which are nearly right, instead of with none."},
    {"solver", {"solver", "solvers"}, .meaning = "What brings rods and strings back to their lengths after the integrator has moved their ends."},

    // --- contacts ---
    {"contact", {"contact", "contacts"}, .meaning = "A particle touches a plane, sphere, box or ball, which does not let it in."},
    {"penetration", {"penetration", "penetrations"}, .meaning = "How deep a particle is inside a collider, in metres."},
    {"penalty", {"penalty"}, .meaning = "A force that grows with the penetration and pushes out again: the contact is a stiff spring."},
    {"restitution", {"restitution"}, .meaning = "The speed along the normal after an impact over that before: 1 bounces back fully, 0 not at all."},
    {"impulse", {"impulse", "impulses"}, .meaning = "Mass times the jump of a velocity, or a force times how long it acts, in N s."},

    // --- energy and truth ---
    {"kinetic energy K", {"kinetic energy", "kinetic K"}, .meaning = VL_KINETIC_MEANS},
    {"potential energy U", {"potential energy", "potential U"}, .meaning = VL_POTENTIAL_MEANS},
    {"energy", {"energy", "total U + K"}, .meaning = "Kinetic energy K of the motion and potential energy U of the places. Gravity and springs only turn one into the other, so U + K stays."},
    {"energy change", {"energy change"}, .meaning = VL_ENERGY_CHANGE_MEANS},
    {"energy error", {"energy error", "energy errors", "error of energy"}, .meaning = VL_ENERGY_ERROR_MEANS},
    {"work", {"work on", "does work", "work of the hand", "work by cause"}, .meaning = "The energy that a cause has added; it is negative where the cause took some."},
    {"momentum", {"momentum", "|p| of free", "|p| of all"}, .meaning = "Mass times velocity, summed over particles. Forces between them cannot change it. The free ones are those that nothing ties to a pin."},
    {"angular momentum", {"angular momentum", "|L| of free", "|L| of all"}, .meaning = "Mass times velocity times lever arm about a point; forces towards that point cannot change it."},
    {"estimator", {"estimator", "estimators"}, .meaning = "The formula that makes a velocity of positions, for the kinetic energy. A poor one shows an energy error that the motion does not have."},
    {"position error", {"position error", "error of position"}, .meaning = VL_POSITION_ERROR_MEANS},
    {"reference run", {"reference run", "± reference"}, .meaning = "The same scene, computed beside it in far smaller steps. It stands for the truth where no formula is known."},
    {"exact solution", {"exact solution", "exact solutions"}, .meaning = "A formula that gives the right position at any time."},
    {"horizon", {"horizon", "beyond horizon at"}, .meaning = "The time after which even the reference run is too inexact to stand for the truth: the motion is chaotic."},

    // --- going back, and side by side ---
    {"lane", {"lane", "lanes"}, .meaning = "One way to run the scene, beside others on the same frames: its own integrator, solver, start or stream."},
    {"rollback", {"rollback", "rolled back"}, .meaning = "Going back to a state that was kept, as if the steps since had never been made."},
    {"recording", {"recording", "recordings"}, .meaning = "A file with all that was done to a scene, frame by frame, from which the same run comes again."},
    {"replay", {"replay"}, .meaning = "A recording runs again, and each state is compared with its checksum there."},
    {"checksum", {"checksum", "checksums"}, .meaning = "A number made of all bits of a state. Where one bit is another, the number is another too."},
    {"time reversal", {"time reversal"}, .meaning = "The motion run backwards: the velocities are turned round. A method that is reversible comes back to where it began."},

    // --- symbols ---
    {"x", {"x"}, .meaning = "Where the particle is at the start of the step, in metres.", .symbol = true},
    {"x′", {"x′"}, .meaning = "Where the particle is at the end of the step.", .symbol = true},
    {"x₋", {"x₋"}, .meaning = "Where the particle was at the start of the step before. x − x₋ is how far it went then: Verlet needs no velocity."},
    {"v", {"v"}, .meaning = "The velocity at the start of the step, in m/s.", .symbol = true},
    {"v′", {"v′"}, .meaning = "The velocity at the end of the step.", .symbol = true},
    {"v½", {"v½", "v₋", "v₊"}, .meaning = "The velocity in the middle of a step: v₋ of the one before, v₊ of this one.", .symbol = true},
    {"v₁ … v₄", {"v₁", "v₂", "v₃", "v₄"}, .meaning = "Velocities at the start, twice in the middle and at the end of the step, the later ones made with the earlier ones.", .symbol = true},
    {"a", {"a"}, .meaning = "The acceleration at the start of the step: force over mass, in m/s².", .symbol = true},
    {"a′", {"a′", "a½"}, .meaning = "The acceleration at the end of the step (a′), or in its middle (a½).", .symbol = true},
    {"a₁ … a₄", {"a₁", "a₂", "a₃", "a₄"}, .meaning = "Accelerations at the start, twice in the middle and at the end of the step.", .symbol = true},
};
// clang-format on

const int vl_term_count = sizeof vl_terms / sizeof *vl_terms;

// Whether the character at `text` can be part of a word: letters, also Greek ones and those with
// accents, digits, hyphens, subscripts (U+2080 … 208F), primes, and the ½ of "v½".
static bool is_of_word(const char *text)
{
    unsigned char c = (unsigned char)*text;
    return isalnum(c) || c == '_' || c == '-' || c == 0xC3 || c == 0xCE || c == 0xCF ||
           strncmp(text, "\xE2\x82", 2) == 0 || strncmp(text, "′", strlen("′")) == 0 ||
           strncmp(text, "½", strlen("½")) == 0;
}

// Whether a word can begin at a byte. In a formula one can follow a digit: 2v₂.
static bool is_start(const char *text, int at, bool formula)
{
    int before = at - 1;
    while (before > 0 && vl_utf8_continues(text[before]))
        before--;
    return at == 0 || !is_of_word(text + before) ||
           (formula && isdigit((unsigned char)text[before]));
}

// Returns the bytes of a word at `text`, whatever the case of its first letter; 0: it is not there.
static int match(const char *text, const char *word)
{
    if (tolower((unsigned char)*text) != tolower((unsigned char)*word))
        return 0;
    int length = 1;
    while (word[length] && text[length] == word[length])
        length++;
    return !word[length] && !is_of_word(text + length) ? length : 0;
}

bool vl_term_next(const char *text, int from, bool formula, vl_term_place *place)
{
    for (int at = from; text[at]; at++) {
        *place = (vl_term_place){0};
        if (vl_utf8_continues(text[at]) || !is_start(text, at, formula))
            continue;
        for (int i = 0; i < vl_term_count; i++)
            for (int w = 0; w < VL_TERM_WORDS && vl_terms[i].words[w]; w++) {
                int length = match(text + at, vl_terms[i].words[w]);
                if (length > place->length && (formula || !vl_terms[i].symbol))
                    *place = (vl_term_place){&vl_terms[i], 0, length};
            }
        place->begin = at;
        if (place->length > 0)
            return true;
    }
    return false;
}
