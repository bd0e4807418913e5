#pragma once
// What the tests of the app share: an app on the platform that is not there, its keys and pointers,
// and what it shows. A test opens a scene with open_scene(), which closes the one before. The tests
// of a program run in a folder of their own under /tmp, for pictures and saved scenes.

#include "app/app.h"
#include "app/input/input.h"
#include "app/pages/pages.h"
#include "app/screen/screen.h"
#include "lab/log.h"
#include "physics/integrators/integrators.h"
#include "physics/world/world.h"
#include "platform/null_platform.h"
#include "scenes.h"
#include "testing.h"
#include "ui/number.h"
#include "worlds.h"

#define SCENES VL_TEST_SOURCES "/scenes/"
#define SAVED  "verlet-lab/scenes/" // where the tests find what has been saved

typedef struct desk {
    vl_platform *platform;
    vl_app *app;
    vl_session *session; ///< of the app
    bool asked;          ///< the scene waits for an answer to its task; else it goes on
} desk;

/// Opens a scene of the project by its name, or another file by a path that ends in ".yaml", in a
/// window of 1280 × 720 pixels or of the size given, draws a frame, and plays a script. Fails the
/// test where that cannot be done. open_quiet() first plays Quiet/0.
desk *open_scene(const char *scene);
desk *open_played(const char *scene, const char *script);
desk *open_sized(const char *scene, int width, int height, const char *script);
desk *open_quiet(const char *scene, const char *script);

/// As open_scene(), and the scene waits for an answer to its task; the others go on without one.
desk *open_asked(const char *scene);

/// As open_played(), a scene of this text, which is written as a file of this name.
desk *open_text(const char *name, const char *script, const char *yaml);

/// As open_played(), a copy of a scene of the project without the lanes of its `compare`: it has
/// one.
desk *open_alone(const char *scene, const char *script);

/// As open_scene(), and what is done until the scene is closed is in the recording RECORDED. A
/// scene may be a recording, by its path.
#define RECORDED "window.rec"

desk *open_recorded(const char *scene);

/// On a platform of another kind, which the fixture then destroys; close_scene() comes first.
desk *open_on(vl_platform *platform, const char *scene);
void close_scene(void);

/// Chooses one of the kinds of type, from 0 to TYPES − 1: the usual one, one of 150 %, that for a
/// projector.
enum { TYPES = 3 };

void choose_type(desk *d, int kind);

bool exists(const char *path);

/// The scene that was saved under this name, which must be good; its file goes. Free with
/// vl_scene_free().
vl_scene *take_saved(const char *name);

// --- what somebody does ---

void frames(desk *d, int count);

/// Frames until something is so, at most `most` of them; fails where it never is.
#define FRAMES_UNTIL(d, most, condition)                                                           \
    do {                                                                                           \
        for (int drawn = 0; drawn < (most) && !(condition); drawn++)                               \
            frames(d, 1);                                                                          \
        assert_true(condition);                                                                    \
    } while (0)

/// So many frames, each of which the display shows for `length` s; returns the simulated time that
/// has passed, s.
double frames_of(desk *d, double length, int count);

/// Plays a script of steps with blanks between them:
///
///     R             the key R, and a frame; also Space, PgDn, F2, Shift+1, Ctrl+Z, Ctrl+Shift+Z
///     probe         the command of this name, which has no key
///     R/30          the key, and 30 frames; R/0: none, so that the next event is of the same frame
///     20*.          20 times the key and a frame
///     R!            what the key means, at once and without a frame; 20*.!: 20 times
///     /30           30 frames
///     Pause/0 Go/0  the run stands or goes on, without a key
///     Note/0 Hush/0 a note comes, or a warning (Warn); what is told goes
///     Quiet/0       begins anew, without a reference, which takes longer than all else
///     dt:144Hz      chooses a stream of frames; dt=144Hz: fails unless there is this one
///     Answer/0      the answer is told; join:60/0: lanes join within 60 s of work in a frame
///     each:0.1      each frame is shown for 0.1 s; open:chain/2: opens this scene
///     Method5/0     the method of this number or name, and Reset/0: the start, without a key
///     set:order=listed  a setting of the chosen lane; add:policy=raw: another lane with it
///     zoom:1.5      the view; speed:2: the speed
///     Lane Next     another lane, with the next method that has none; the next lane is chosen;
///     Remove        the chosen lane goes
///     @8            makes steps up to 8 s without a frame
///     Rest Wait     goes on until the scene pauses by itself; until the page has found everything
///     <Open it>     a click on this text
///     {Saved}       fails unless this text is anywhere on the screen; !{Saved}: if it is
///     {=energy}     as a whole piece of text; {#energy}: of the drawer; {^t = }: at its beginning
///     {~v over x}   scrolls a drawer until this text is there
///     (is there)    fails unless the notice has this in its title or text; (=Saved): is its title
///     '144 Hz'      letter by letter, as type() does it
///     20*step       20 steps of the session without a frame, each of which must be made
///     lanes=2       fails unless this is so; time>0.3, drawer=notes and others, see figure_named()
void play(desk *d, const char *script);
void playf(desk *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// The key of a command, or where it has none the command itself; any event, and so many frames.
void give_command(desk *d, const vl_command *command, int then_frames);
void give(desk *d, vl_event event, int then_frames);

/// The keys and letters of a text, and a frame.
void type(desk *d, const char *text);

/// An event of the left button of the mouse, or of a pointer by number, and so many frames.
void push(desk *d, vl_event_kind kind, float x, float y, int then_frames);
void push_pointer(desk *d, vl_event_kind kind, int pointer, float x, float y, int then_frames);

/// Pressed and let go at a point, or in the midst of a rectangle, by mouse or finger.
void tap(desk *d, int pointer, float x, float y);
void click(desk *d, vl_rect rect, bool finger);

/// Moves a pointer by (x, y) pixels in so many pieces, with a frame after each, and returns where
/// it is then; let_go() ends that. A stroke is the whole, from pressing to letting go.
vl_pixel pull(desk *d, int pointer, vl_pixel from, float x, float y, int pieces);
void let_go(desk *d, int pointer, vl_pixel at, int then_frames);
void stroke(desk *d, int pointer, vl_pixel from, vl_pixel to, int pieces);

/// Where particle `number` (from 1) is, m, and on the screen; grab() also takes it.
vl_vec3 place_of(const desk *d, int number);
void assert_at(const desk *d, int number, vl_vec3 place);
int last_particle(const desk *d);
vl_pixel ball_pixel(const desk *d, int number);
bool is_under(const desk *d, int number, float x, float y); ///< to a hundredth of a pixel
vl_pixel grab(desk *d, int number, int then_frames);

/// Settings of the session, which must be possible. A mode of the reference begins the run anew.
void set_stream(desk *d, const char *text);
void set_method(vl_session *session, int index); ///< of the chosen lane

void set_speed(desk *d, double speed);
void set_reference(desk *d, vl_reference_mode mode);
int add_lane(desk *d, int integrator);

/// The chosen lane begins anew with that preset of another engine; NULL: with none.
void take_engine(desk *d, const vl_engine *engine);

/// Steps of the session without a frame, each of which must be made.
void make_session_steps(desk *d, int count);

// --- what there is to see ---

vl_world *world_of(const desk *d);
vl_world *lane_world(const desk *d, int lane);
double time_of(const desk *d);

/// Whether a text is anywhere on the screen.
bool shows(const desk *d, const char *text);

/// The piece of text that reads so, or begins so; NULL: there is none.
const vl_draw *drawn_text(const desk *d, const char *text);
const vl_draw *drawn_beginning(const desk *d, const char *text);

/// Goes through the pieces of text that begin in a rectangle: the next one after `draw`, or the
/// first one after NULL; NULL where there is none.
const vl_draw *next_text(const desk *d, vl_rect rect, const vl_draw *draw);

/// Where a piece of text begins in the list; it ends after draw->count bytes, without a NUL.
const char *text_of(const desk *d, const vl_draw *draw);

bool reads(const desk *d, const vl_draw *draw, const char *text);
bool ends_with(const desk *d, const vl_draw *draw, const char *end);

/// The piece of text in a rectangle that reads so; NULL: there is none.
const vl_draw *text_in(const desk *d, vl_rect rect, const char *text);

/// Whether a piece of text in a rectangle is the dots in which one that was cut ends.
bool has_cut_text(const desk *d, vl_rect rect);
