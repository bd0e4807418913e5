#pragma once
/// The room of the state: what a person runs and sees, as data. It offers the session (scene, lab,
/// pace of time), the hands, the view, the notices, and the layout of the window. It uses the lab
/// and the types of ui; it depends neither on drawing nor on keys.

#include "app/state/drag.h"
#include "app/state/frames.h"
#include "app/state/numbers.h"
#include "app/state/platform.h"
#include "app/state/session.h"

#include "scene/find.h"
#include "scene/lesson.h"
#include "ui/plot.h"
#include "ui/widgets.h"

#include <sys/stat.h>

typedef struct vl_app vl_app;
typedef struct vl_page vl_page;
typedef struct vl_screen vl_screen;
typedef struct vl_stage vl_stage;

/// A point that is measured: of a particle, which it follows, or of the plane of the scene.
typedef struct vl_measured_point {
    int particle; ///< its number; 0: none
    int lane;     ///< the lane of that particle
    vl_vec3 at;   ///< m, where there is no particle
} vl_measured_point;

enum { VL_MEASURED_POINTS = 3 };

/// Points that were tapped one after the other; after the last one a new measurement begins.
typedef struct vl_measure {
    int count;
    vl_measured_point points[VL_MEASURED_POINTS];
} vl_measure;

typedef enum vl_notice_kind {
    VL_NOTICE_NONE,
    VL_NOTICE_NOTE,     ///< disappears after some seconds
    VL_NOTICE_PAUSE,    ///< why the scene stands: as a note, and only while it stands
    VL_NOTICE_WARNING,  ///< stays until dismissed
    VL_NOTICE_FILE,     ///< a broken scene file: stays until mended or dismissed
    VL_NOTICE_DIVERGED, ///< stays until the run begins anew
    VL_NOTICE_RETURN,   ///< stays until time continues
} vl_notice_kind;

typedef struct vl_notice {
    vl_notice_kind kind;
    char title[256];
    char text[VL_ERROR_TEXT_SIZE];
    double until;  ///< s, when a note disappears
    int64_t run;   ///< vl_session.generation when it came: it goes with that run
    bool outlives; ///< set after vl_app_notify(): of a file or the window, it does not go with the
                   ///< run
    bool said;     ///< the same: it stands in place of the sentence
    bool newer;    ///< it came after the drawer or the page that is open
    int changes;   ///< the same: 1 + so many can be undone, or it goes; 0: it stays with any
} vl_notice;

enum { VL_TRAILS = 8, VL_TRAIL_POINTS = 720, VL_STROKE_POINTS = 256 };

/// What the first mouse button, or a finger, does on the stage instead of dragging.
typedef struct vl_tool {
    vl_icon icon;             ///< drawn beside the mouse
    const char *title, *text; ///< of the notice when it is taken
    void (*begin)(vl_app *app,
                  const vl_event *event); ///< called when a pointer is pressed on the stage
    bool of_links; ///< it acts on links, so no particle is marked under the mouse
} vl_tool;

/// What the tools change.
typedef struct vl_tools {
    const vl_tool *in_hand; ///< NULL: the hand, which drags particles and moves the view
    vl_chosen probed;       ///< on the stage, by a click
    vl_probe_reading probe[VL_MOST_LANES]; ///< of that particle, in this frame
    vl_measure measure;                    ///< with the measuring tool
} vl_tools;

/// What a pressed pointer is doing.
typedef enum vl_gesture {
    VL_GESTURE_NONE,
    VL_GESTURE_WIDGET, ///< pressed on a control
    VL_GESTURE_DRAG,   ///< holds a particle
    VL_GESTURE_PAN,
    VL_GESTURE_TURN,
    VL_GESTURE_CUT, ///< draws a stroke with the scissors
    VL_GESTURE_TAP, ///< a tool has already acted
} vl_gesture;

typedef struct vl_pointer_state {
    bool down;
    int button; ///< the button that began the gesture
    vl_gesture gesture;
    int lane;               ///< whose pane it was pressed in
    float x, y;             ///< pixels, last position
    float press_x, press_y; ///< where it was pressed
    double since;           ///< s, when
} vl_pointer_state;

/// The path of the scissors, pixels: x0, y0, x1, y1 …
typedef struct vl_stroke {
    int count;
    float points[2 * VL_STROKE_POINTS];
    int64_t group; ///< of the cuts as a change, see vl_session_mark()
    int cuts;      ///< links that it has cut
} vl_stroke;

/// What can be switched on and off.
typedef struct vl_shown {
    bool vectors, trails, ghost;
    bool ticks;     ///< each frame is heard
    bool strain;    ///< of links and cloth, in colours
    bool projector; ///< words and figures are larger, and the rows of lanes and tools are put away
    int type;       ///< number of the size of type that was chosen; see vl_app_scale()
    const vl_theme *theme;
} vl_shown;

enum { VL_PAGES = 4 };

/// The page beside the stage.
typedef struct vl_open_pages {
    const vl_page *open;    ///< or NULL
    void *memory[VL_PAGES]; ///< of each; NULL before it is opened for the first time
    int theory;             ///< number of the tab of theory that was open last
    float scroll;           ///< of theory, pixels
    int view;               ///< what of the run the dock shows: number of a vl_view_of_run
} vl_open_pages;

/// A drawer over a side of the stage; at most one is open, beside a page.
typedef enum vl_drawer {
    VL_DRAWER_NONE,
    VL_DRAWER_NOTES, ///< the notes
    VL_DRAWER_HELP,
    VL_DRAWER_FIND,    ///< scenes, commands, terms; at the left, as a page
    VL_DRAWER_NUMBERS, ///< what is read, of the chosen lane and by the probe; what is set
} vl_drawer;

/// The search in a drawer with a list.
typedef struct vl_search {
    vl_input field; ///< what is typed
    int chosen;     ///< number of the row that Enter picks, among those that fit the text
    int down;       ///< arrows pressed since the frame before, which move that
    int pages;      ///< the same of PgDn, less those of PgUp
    bool picked;    ///< Enter was pressed
    bool follow;    ///< the chosen row is to be scrolled into view
    char group[40]; ///< the one that is unfolded where nothing is searched; "": none
} vl_search;

typedef struct vl_open_drawer {
    vl_drawer open;
    bool newer;       ///< it was opened after the page
    bool few;         ///< of the numbers those that matter of what was clicked: a thing, or a lane
    float scroll;     ///< pixels
    vl_search search; ///< in it
} vl_open_drawer;

/// What a menu offers: values of a row of the table of a lane, for the chosen one or for one that
/// is added with it; the figures that lanes are compared by; or the frames without a rate.
typedef enum vl_menu_kind {
    VL_MENU_SETTING,
    VL_MENU_LANE,
    VL_MENU_FIGURES,
    VL_MENU_FRAMES,
} vl_menu_kind;

/// Choices that float over the screen.
typedef struct vl_menu {
    bool open;
    vl_menu_kind kind;
    vl_field row; ///< of the first two kinds
    int first;    ///< number of the choice at its head; those before are turned over
    vl_rect at;   ///< pixels, of the control that has opened it
    vl_rect rect; ///< and where it is
} vl_menu;

/// What the graphs of the run show, and where a pointer reads them.
typedef struct vl_graph_choice {
    int compared; ///< number of the quantity that lanes are compared by, below VL_FIGURES
    bool table;   ///< it is written as a table in place of its graph
    double time;  ///< s, of what is read
    bool goes;    ///< the scene is to pause and go to that instant
    bool draws;   ///< a pointer draws the curve of an answer, and was at this place in its points
    float drawn;
    double drawn_value;
    vl_frame_marks marks;
    vl_plot plot; ///< with the range, of this view and figure, in this generation of the session
    int shown;
    int64_t run;
} vl_graph_choice;

/// Which notices were already shown: generations of the session, and counts.
typedef struct vl_announced {
    int64_t divergence, blow_up;
    vl_troubles troubles;
    bool no_recording;            ///< that no more is recorded
    bool played, playing_ended;   ///< a recording did, in the frame before
    const vl_scene *played_scene; ///< and of which scene that frame was
    int64_t files;                ///< that were written so far
} vl_announced;

/// A control of a command.
typedef struct vl_placed {
    int command; ///< its number
    vl_rect rect;
} vl_placed;

enum { VL_MOST_COVERS = 64, VL_MOST_PLACED = 256 };

/// The layout of the window in pixels; parts that are not shown are empty. The screen fills it in.
/// The stage is the whole window, and everything else floats over it.
typedef struct vl_layout {
    vl_rect whole;
    vl_rect stage;       ///< of all panes; the camera has that of the chosen lane
    float pane_title;    ///< height of what is written at the top of each pane
    vl_rect clear;       ///< the part of the window between title, band and theory or dock
    vl_rect page;        ///< theory or the dock
    vl_rect drawer;      ///< the drawer, below the rows of the card or over the stage
    vl_rect lesson;      ///< which of its scenes this is
    vl_rect title;       ///< the name of the scene
    vl_rect caption;     ///< what the scene is about, in one sentence
    vl_rect said;        ///< room for that, and for all else that a task says there
    vl_rect choice_room; ///< below it, room for choices at their lowest
    vl_rect written;     ///< and for formula and mark below them
    vl_rect choice[VL_TASK_CHOICES]; ///< of the task, below that; or the field of a number
    int choice_count;
    bool meant;           ///< candidates for a mistake have what they mean below their names
    vl_rect formula;      ///< of the running method
    vl_rect sliders;      ///< of the scene, between those
    vl_rect mark;         ///< of a deliberate mistake; it can be clicked
    vl_rect tools;        ///< the column of them, or where that has no room the row
    vl_rect legend;       ///< what ghost, colours and arrows mean
    bool roomy;           ///< the stage is wide enough for what floats over it
    bool narrow;          ///< there are no words beside the card, but below it
    bool low;             ///< there are no words above the stage
    bool small;           ///< words have so little room that they are smaller
    bool plain;           ///< the figures are beside a question in a low window, without a card
    bool asks_in_card;    ///< there the question has the place of the card
    float folded;         ///< pixels by which the graph above a question is lower for it
    vl_rect figures;      ///< the card of the lanes
    vl_rect figures_head; ///< its heading
    vl_rect corner;       ///< the button of the dock, beside that
    vl_rect lane[VL_MOST_LANES], lane_name[VL_MOST_LANES]; ///< the row of each in the card
    vl_rect graph;                                         ///< in it
    vl_rect band;                                          ///< along the bottom
    vl_rect bars, below_bars; ///< in it: the frames, and the line of text below them
    vl_rect time;             ///< in it: time and speed
    vl_rect banner;
    vl_placed buttons[VL_MOST_PLACED]; ///< controls of commands
    int button_count;
    vl_rect covers[VL_MOST_COVERS]; ///< where a pointer meets a control and not the stage
    int cover_count;
} vl_layout;

/// The file that is open.
typedef struct vl_opened {
    double next_check;  ///< s, when to look whether another program has saved it
    struct stat status; ///< how it was then
    int missing;        ///< so often it has not been found since
    vl_scene_view view; ///< what it has switched on: `colours` and `trails` are its own
    vl_lesson *lesson;  ///< that runs; NULL: none
    int lesson_scene;   ///< number of its present scene, from 0; −1: an undo has left it
} vl_opened;

/// A particle that a pointer hits.
typedef struct vl_hit {
    int lane, slot; ///< slot −1: none
} vl_hit;

/// Mouse and fingers: what the gestures change.
typedef struct vl_hands {
    vl_drag drag;
    vl_pointer_state pointers[VL_MOST_POINTERS];
    vl_stroke strokes[VL_MOST_POINTERS];
    int64_t stroke_count; ///< so far
    vl_pointer mouse;     ///< as the widgets see it
    bool mouse_seen;      ///< it is over the window
    bool points;    ///< it has moved there, and since the run went on or the formula came under it
    vl_hit hover;   ///< under the mouse
    bool commanded; ///< the newest key was a command, so that its character is no text
} vl_hands;

/// Where the camera is, of the scene and of a person.
typedef struct vl_view {
    bool moved;      ///< the camera is not where the view of the scene puts it
    bool dragged;    ///< a pointer has moved it there
    bool fit_wanted; ///< the camera is to take the view of the scene file again
    int panes;       ///< in which the lanes were in the frame before; 0: in none
    int columns;     ///< of those; 0: another scene may have others
    double wide;     ///< so many times wider than high the scene needs it
    double reach;    ///< how far to a side of its middle the scene goes, m; 0: not measured
} vl_view;

/// What is kept for drawing the lanes, in their order.
typedef struct vl_stages {
    vl_stage *of[VL_MOST_LANES]; ///< NULL behind the last
    int trail_slots[VL_TRAILS];  ///< of the particles whose trails are drawn; the first is the most
                                 ///< conspicuous one
    int trail_count;
    double fastest, hardest; ///< m/s, m/s²: the largest so far of all lanes; they scale the arrows
} vl_stages;

/// What app.c keeps from frame to frame.
typedef struct vl_frame_before {
    int64_t run;    ///< the generation of the session that is drawn
    double began;   ///< s; negative before the first frame
    double elapsed; ///< s since the frame before, without what stalls the program made
} vl_frame_before;

/// What the digits on the screen show: they change a few times a second, since those that change
/// faster cannot be read.
typedef struct vl_digits {
    double next;                           ///< s, when they are refreshed
    vl_reading now;                        ///< the newest reading of the chosen lane then
    vl_step_numbers step;                  ///< and what led there
    double clock;                          ///< s, of the common frames then
    vl_reading lanes[VL_MOST_LANES];       ///< the newest readings of the lanes then
    double behind[VL_MOST_LANES];          ///< s, vl_lab_behind() then
    vl_probe_reading probe[VL_MOST_LANES]; ///< of the probed particle then
    vl_track track;      ///< state of the reference run; its instant is earlier when the run lags
    double frame_rate;   ///< frames/s since they were refreshed before
    int frames;          ///< counted until now
    double since;        ///< s; negative before the first frame
    double begin, asked; ///< s, of the common frames then, and the speed
    double part;         ///< of the speed that was asked for, made in the interval before
} vl_digits;

/// The answers of the lessons that are held, as a table with a line for each.
typedef struct vl_answers {
    vl_text lines; ///< the newest begins at `newest`
    int newest;
    int number;        ///< that vl_answer.given had then
    int right, all;    ///< of the present lesson
    uint64_t scenes;   ///< of it that were answered, a bit for each of VL_LESSON_MOST_SCENES
    bool told;         ///< its line has what is right
    bool waits, asked; ///< not all lines are in the file; it was told that they would be lost
    char when[32];     ///< it was said
    char *path;        ///< of the file; NULL: there is none yet
    struct stat file;  ///< as it was written last
} vl_answers;

#define VL_LONGEST_WAIT 0.004 ///< s, of a frame for a reference run that is nearly there

struct vl_app {
    vl_platform *platform; ///< not owned
    vl_session session;
    vl_camera camera;
    vl_shown shown;
    vl_notice notice;
    vl_announced announced;
    vl_opened opened;
    vl_answers answers;
    char *settings; ///< path of the file of vl_app_choose_look(); NULL: there is none
    bool quit;

    vl_hands hands;
    vl_view view;
    vl_frame_before frame;
    vl_tools tools;
    vl_open_pages pages;
    vl_open_drawer drawer;
    vl_menu menu;
    vl_typing typing; ///< the number that is typed or dragged
    vl_focus focus;   ///< of the keyboard
    vl_hint hint;     ///< what the word under the pointer means
    vl_graph_choice graph;

    vl_stalls stalls; ///< work of the program that is not frame time
    vl_digits digits;
    vl_layout layout;
    vl_stages stages;
    vl_screen *screen;
    vl_drawlist list;
};

// --- notices ---

void vl_app_notify(vl_app *app, vl_notice_kind kind, const char *title, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void vl_app_drop_notice(vl_app *app, vl_notice_kind kind);

/// The path of a new file of a person; and how a notice tells where a file is that was written: its
/// name and its folder, or in a browser the downloads. To be freed with vl_free().
VL_MUST_USE char *vl_app_new_path(vl_folder kind, const char *name);
VL_MUST_USE char *vl_app_place_of(const vl_app *app, const char *path);

/// The file that the notice on show tells of was written.
void vl_app_file_written(vl_app *app, const char *path);

/// As vl_session_task(), and a question is asked until the event of which it is, if nobody answers.
vl_task_stage vl_app_task(const vl_app *app);

/// Keeps the answer of a lesson: in each frame, and before each event, which may leave the scene.
void vl_app_follow_answers(vl_app *app);

/// A lesson begins, or is over, which tells where its answers are.
void vl_app_begin_answers(vl_app *app);
void vl_app_end_answers(vl_app *app);

/// Whether answers would be lost if the program ended now; this is told once.
bool vl_app_answers_wait(vl_app *app);

/// Returns whether the notice tells of something that is no fault, and disappears by itself.
bool vl_app_notice_is_note(const vl_app *app);

/// Shows notices about what has happened since the last call: divergence, substeps without a
/// solution, the end of reverse playback. If the session `ran`
/// before and is paused now, a notice gives the reason: the scene, or the end of the stream.
void vl_app_announce(vl_app *app, bool ran);
void vl_app_announce_end(vl_app *app);

// --- stalls ---

void vl_app_stall(vl_app *app);
void vl_app_stall_end(vl_app *app);

// --- scenes ---

/// Opens a scene file. If the file is broken it returns false and a message, and changes nothing.
VL_MUST_USE bool vl_app_try_open(vl_app *app, const char *path, vl_error *error);

/// To be called when the scene is another one: view, title and number follow it.
void vl_app_scene_changed(vl_app *app);

/// Opens another scene file, or a lesson with its first scene. If the file is broken the running
/// scene stays and a notice gives the reason. The lesson before is over.
void vl_app_open(vl_app *app, const char *path);

/// Opens another scene of the lesson, the next one for a direction of 1. Behind its last one the
/// lesson is over.
void vl_app_turn_lesson(vl_app *app, int direction);

/// Loads the scene file again if another program has saved it; `now` in s.
void vl_app_reload_when_saved(vl_app *app, double now);

/// Whether the mistake of the scene may be revealed: the answer is open, or the scene has no
/// answer.
bool vl_app_mistake_is_told(const vl_app *app);

/// Whether the name of the stream of frames would tell the mistake that is asked for.
bool vl_app_hides_stream(const vl_app *app);

// --- the window ---

/// Returns pixels per point. A point is 1/720 of the shorter side of the window, so that type can
/// be read from the back of a room, multiplied by the size that was chosen.
float vl_app_scale(const vl_app *app);
float vl_app_usual_scale(const vl_app *app); ///< without the size that was chosen

/// Chooses a theme, by its number, and a size of type, the next one where there is none. They are
/// kept for the next start once vl_app_take_settings() was called, which takes those of the last.
void vl_app_choose_look(vl_app *app, int theme, int type);
void vl_app_take_settings(vl_app *app);

// --- panes: surfaces and scenes with depth are drawn beside one another, all others over one
// another ---

bool vl_app_has_panes(const vl_app *app);

/// Returns by how much the height of a view must grow so that a narrow stage shows as much to the
/// sides as a scene needs; 1 for a stage that is wide enough.
double vl_stage_shape(const vl_app *app, vl_rect stage);

/// The unit of a quantity on the card and in plots: errors of places are in mm on a small stage
/// until one of the run is 1 m.
vl_unit vl_app_unit(const vl_app *app, const vl_quantity *quantity, const vl_reading *reading);

/// Finds by running the scene for ten seconds how wide its view must be, where that is little work.
void vl_app_measure_view(vl_app *app);

/// Gives the stage to the lanes; the camera has the pane of the chosen one. The view is fitted
/// again, or if somebody has moved it, it stays where it is; a change of shape leaves as much to be
/// seen in both directions.
void vl_app_set_stage(vl_app *app, vl_rect stage);

/// Returns where a lane is drawn, pixels. All panes have the same size.
vl_rect vl_app_pane(const vl_app *app, int lane);
vl_camera vl_app_lane_camera(const vl_app *app, int lane);

/// Returns the lane whose pane is at (x, y), pixels; without panes it is the chosen one.
int vl_app_lane_at(const vl_app *app, float x, float y);

/// Magnifies the view; what is under the pixel stays there.
void vl_app_zoom(vl_app *app, double factor, float x, float y);

/// Returns the colour and the mark of a lane, by its place in the card; and those of a method: of
/// the first lane with it, or of none.
vl_line_style vl_app_lane_style(const vl_app *app, int lane);
vl_line_style vl_app_method_style(const vl_app *app, int method);

enum { VL_LANE_REMARK = 96 };

/// What is to be said of a lane beside its name: "diverged at 3.21 s", "3.2 s behind", or "".
/// Returns `buffer`.
const char *vl_app_lane_remark(const vl_app *app, int lane, char buffer[VL_LANE_REMARK]);

/// Returns the particle that the pointer hits at (x, y). Where lanes are drawn over one another the
/// chosen one is asked first.
vl_hit vl_app_pick(const vl_app *app, int pointer, float x, float y);

/// Finds the particle under the mouse while no gesture is active.
void vl_app_hover(vl_app *app);

/// Opens a drawer in place of another, or closes it.
void vl_app_toggle_drawer(vl_app *app, vl_drawer drawer);

/// Adds a rectangle that a pointer cannot reach the stage through.
void vl_layout_cover(vl_layout *layout, vl_rect rect);
bool vl_app_covers(const vl_app *app, float x, float y);
