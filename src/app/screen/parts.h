#pragma once
/// The parts of the window, each drawn where app->layout has its rectangle. For this room alone.

#include "app/input/input.h"
#include "app/pages/pages.h"
#include "app/screen/screen.h"

#define VL_GAP        12.0f  ///< points between parts, and from boxes to the edge of the window
#define VL_EDGE       28.0f  ///< from there to what is written, in boxes, too, at 720 lines
#define VL_SIGN       14.0f  ///< from the edge of a button that has no back to its sign
#define VL_HEAD_GAP   16.0f  ///< between title, words, choices and formula
#define VL_CARD_WIDTH 370.0f ///< points, of the card of the lanes

// --- rows of controls ---

/// The menu, and the name of the scene, which opens the list of scenes.
void vl_top_layout(vl_app *app, const vl_ui *ui, vl_rect row);
void vl_top_draw(vl_app *app, const vl_ui *ui);

/// The card of the lanes with their figures, at the upper right of the stage.
void vl_figures_layout(vl_app *app, const vl_ui *ui, vl_rect stage, float low_graph);
void vl_figures_plain(vl_app *app, const vl_ui *ui); ///< in the room of the answer, to be read only
void vl_figures_draw(vl_app *app, const vl_ui *ui);

/// Returns the height of the titles of the panes, which is the same for all, pixels.
float vl_titles_height(const vl_app *app, const vl_ui *ui);

/// Draws a text, smaller where it is too wide: no figure is cut. Returns its width, pixels.
float vl_draw_fitting(const vl_ui *ui, vl_rect rect, vl_type_size largest, vl_colour colour,
                      vl_align align, const char *text);
void vl_draw_chevron(const vl_ui *ui, float x, float y, float size, vl_colour colour);

/// Tools for the pointer, in a column at the lower left of the rectangle, above the scale bar. So
/// no words above them move them.
void vl_tools_layout(vl_app *app, const vl_ui *ui, vl_rect column);

/// The band along the bottom: reset, run, step, time and speed; the frames as the line of time, of
/// which a drag goes back in what was and draws the lengths of what comes; the rates.
void vl_band_layout(vl_app *app, const vl_ui *ui, vl_rect *left);
void vl_band_draw(vl_app *app, const vl_ui *ui);

/// What a person does to the frames of the band.
typedef struct vl_band {
    bool pressed;       ///< a pointer is pressed on the bars, which stand still as long as it is
    bool draws;         ///< and draws lengths; else it goes back
    double now;         ///< s, the present when it was pressed
    float x, y;         ///< pixels, up to where it has drawn
    vl_frame_edit edit; ///< what it has drawn
} vl_band;

/// The frames of the band.
typedef struct vl_bars {
    vl_rect rect;
    double begin, end; ///< s, of the window
    vl_frames frames;
} vl_bars;

/// Reads the frames that the band shows: at speed 1 those of the last ten seconds and of the next
/// five. While a pointer holds them they stay where they are.
void vl_bars_read(vl_bars *bars, const vl_app *app);

/// Gives frames other lengths, see vl_session_edit_frames(). A notice says why that cannot be done.
void vl_edit_frames(vl_app *app, const vl_frame_edit *edit);

/// Arranges the buttons of all commands of a place in a row from the left of `left`, which it cuts
/// off; those without room are left out.
void vl_place_buttons(vl_app *app, const vl_ui *ui, vl_place place, vl_rect *left);
float vl_buttons_width(const vl_app *app, const vl_ui *ui, vl_place place);
void vl_place_control(vl_app *app, int command, vl_rect rect);

/// Draws the buttons of a place. A hint tells what each does, and its key.
void vl_draw_buttons(vl_app *app, const vl_ui *ui, vl_place place);

/// The menu of the values of a setting of a lane, over all else.
void vl_menu_layout(vl_app *app, const vl_ui *ui);
void vl_menu_draw(vl_app *app, const vl_ui *ui);

// --- what is written on the stage ---

/// The first sentence of the notes, and below it the formula of the running method, on a
/// translucent back.
void vl_caption_layout(vl_app *app, const vl_ui *ui, vl_rect stage);
void vl_caption_draw(vl_app *app, const vl_ui *ui);

/// Draws the present numbers of the formula over all else, where a pointer is on it. Returns where
/// both are.
vl_rect vl_numbers_of_step(vl_app *app, const vl_ui *ui);

/// The choices of a task below its question, or the field of a number. Returns their size in the
/// column, whether they are seen or not.
vl_rect vl_question_layout(vl_app *app, const vl_ui *ui, vl_rect column);
void vl_question_draw(vl_app *app, const vl_ui *ui);

/// The sliders of the scene, in a column or in a row. The layout returns their size.
vl_rect vl_sliders_layout(vl_app *app, const vl_ui *ui, vl_rect column);
void vl_sliders_draw(vl_app *app, const vl_ui *ui);
void vl_first_sentence(const char *notes, vl_text *text);

// --- drawers ---

void vl_notes_draw(vl_app *app, const vl_ui *ui);
void vl_help_draw(vl_app *app, const vl_ui *ui);
void vl_numbers_draw(vl_app *app, const vl_ui *ui);

/// Makes a rectangle the field of a number: it is clicked and typed, or dragged sideways. While it
/// is typed the field is drawn with its text, and true is returned; else the caller draws the
/// value.
bool vl_number_field(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_number *number);

/// The drawer in which scenes, recordings, commands and terms are found by their words. Free with
/// vl_finder_free().
typedef struct vl_finder vl_finder;

vl_finder *vl_finder_create(void);
void vl_finder_free(vl_finder *finder);
void vl_finder_draw(vl_app *app, const vl_ui *ui); ///< in each frame, also where it is closed

/// Draws the heading of a group if it is in the area.
float vl_search_heading_height(const vl_ui *ui);
void vl_search_heading(const vl_ui *ui, vl_rect rect, vl_rect area, const char *group);

struct vl_screen {
    vl_band band;
    vl_finder *finder;
    vl_ui ui;
    vl_text_metrics metrics;
    vl_prose prose;        ///< all texts: a key of a command in them can be pressed
    vl_drawlist presented; ///< the list before that of the app
};
