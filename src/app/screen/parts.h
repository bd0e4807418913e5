#pragma once
/// The parts of the window, each drawn where app->layout has its rectangle. For this room alone.

#include "app/input/input.h"
#include "app/screen/screen.h"
#include "ui/plot.h"
#include "ui/widgets.h"

#define VL_GAP 12.0f ///< points between parts, and from them to the edge of the window

// --- rows of controls. Each layout cuts its row off the rectangle. ---

/// Name of the scene; notes, readouts, experiments, help, full screen.
void vl_top_layout(vl_app *app, const vl_ui *ui, vl_rect *left);
void vl_top_draw(vl_app *app, const vl_ui *ui);

/// The card of the lanes with their figures, at the upper right of the stage.
void vl_figures_layout(vl_app *app, const vl_ui *ui, vl_rect stage);
void vl_figures_draw(vl_app *app, const vl_ui *ui);

/// Returns the height of the titles of the panes, which is the same for all, pixels.
float vl_titles_height(const vl_app *app, const vl_ui *ui);

/// Tools for the pointer, and what adds and removes lanes.
void vl_tools_layout(vl_app *app, const vl_ui *ui, vl_rect *left);
void vl_tools_draw(vl_app *app, const vl_ui *ui);

/// The last frames as bars, and presets for the next ones.
void vl_strip_layout(vl_app *app, const vl_ui *ui, vl_rect *left);
void vl_strip_draw(vl_app *app, const vl_ui *ui);

/// Frames as bars in a rectangle.
typedef struct vl_bars {
    vl_rect rect;
    float label;       ///< pixels, the height of what is written of late frames; by the caller
    double begin, end; ///< s, of the window
    double full;       ///< ms, of a bar as high as the rectangle
    vl_frames frames;
} vl_bars;

/// Reads the frames of `window` s, two thirds of them before now. The rectangle is `room` times as
/// high as the longest of them, or so high that bars->label has room above frames that are not
/// late. While a pointer holds them, the bars stay where they are.
void vl_bars_read(vl_bars *bars, const vl_app *app, vl_rect rect, double window, double room);

/// The drawer with large bars and all presets. The least height is the one with which all buttons
/// and the lowest bars have room, pixels.
float vl_frames_drawer_least(vl_app *app, const vl_ui *ui, float width);
void vl_frames_drawer_layout(vl_app *app, const vl_ui *ui);
void vl_frames_draw(vl_app *app, const vl_ui *ui);

/// Back, run, step, speed, time.
void vl_transport_layout(vl_app *app, const vl_ui *ui, vl_rect *left);
void vl_transport_draw(vl_app *app, const vl_ui *ui);

/// Arranges the buttons of all commands of a place in a row from the left of `left`, or from its
/// right, which it cuts off; those without room are left out.
void vl_place_buttons(vl_app *app, const vl_ui *ui, vl_place place, bool from_right, vl_rect *left);

/// Arranges the buttons of all commands of some places in rows from the upper left of `left`, off
/// which it cuts them.
void vl_wrap_buttons(vl_app *app, const vl_ui *ui, const vl_place *places, int count,
                     vl_rect *left);

/// Notes where the control of a command is.
void vl_place_control(vl_app *app, int command, vl_rect rect);

/// Draws the buttons of a place. A hint tells what each does, and its key.
void vl_draw_buttons(vl_app *app, const vl_ui *ui, vl_place place);

// --- what is written on the stage ---

/// The first sentence of the notes, and below it the running method: its formula, and the present
/// numbers of the formula while the clock stands. They have a translucent back.
void vl_caption_layout(vl_app *app, const vl_ui *ui, vl_rect stage);
void vl_caption_draw(vl_app *app, const vl_ui *ui);

/// Copies the first sentence of the notes to `text`.
void vl_first_sentence(const char *notes, vl_text *text);

// --- drawers ---

void vl_lesson_draw(vl_app *app, const vl_ui *ui);
void vl_help_draw(vl_app *app, const vl_ui *ui);
void vl_commands_draw(vl_app *app, const vl_ui *ui);
void vl_numbers_draw(vl_app *app, const vl_ui *ui);

/// Makes a rectangle the field of a number: it is clicked and typed, or dragged sideways. While it
/// is typed the field is drawn with its text, and true is returned; else the caller draws the
/// value.
bool vl_number_field(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_number *number);

/// Closes an entry whose field was not drawn in this frame; to be called at its end.
void vl_number_close_unseen(vl_app *app);

/// The drawer with a list of all scenes and recordings. Free with vl_gallery_free(), which allows
/// NULL.
typedef struct vl_gallery vl_gallery;

vl_gallery *vl_gallery_create(void);
void vl_gallery_free(vl_gallery *gallery);
void vl_gallery_draw(vl_gallery *gallery, vl_app *app, const vl_ui *ui);

/// To be called in a frame without the gallery: the next one opens it anew.
void vl_gallery_close(vl_gallery *gallery);

/// Draws the heading of a group if it is in the area.
float vl_search_heading_height(const vl_ui *ui);
void vl_search_heading(const vl_ui *ui, vl_rect rect, vl_rect area, const char *group);

/// A row of a list to choose from.
typedef struct vl_choice_row {
    const char *group; ///< rows of one group are consecutive, below its name
    const char *text;
    const char *below; ///< small text below it, in place of an icon; or NULL
    const char *words; ///< what else the search finds; or NULL
    const char *keys;  ///< at the right; or NULL
    vl_icon icon;
    const vl_line_style *style; ///< a sample of this line in place of the icon; or NULL
    bool active;
    int command; ///< its number; −1: none
} vl_choice_row;

/// Draws a list with a search, below the title of the drawer. Returns the number of the row that
/// was picked, or −1.
int vl_choices_draw(vl_app *app, const vl_ui *ui, vl_rect rect, const vl_choice_row *rows,
                    int count);

// --- the panel: readouts with units, the solver, plots ---

typedef struct vl_panel {
    vl_plot plots[3];
} vl_panel;

/// Returns plots without ranges, for the start of a run.
vl_panel vl_panel_create(void);
void vl_panel_draw(vl_panel *panel, vl_app *app, const vl_ui *ui, vl_rect rect);

/// A column of readouts.
typedef struct vl_rows {
    const vl_ui *ui;
    vl_rect left; ///< free part, pixels
} vl_rows;

/// Draws one row, or two if the value does not fit beside its label; nothing if there is no room.
/// NULL as the value is drawn as a dash. vl_row_print() formats the value like printf().
void vl_row(vl_rows *rows, const char *label, const char *value);
void vl_row_print(vl_rows *rows, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Returns the rectangle of the button in the card that changes setting number `row` up (direction
/// 1) or down (−1).
vl_rect vl_card_button(const vl_rect *card, int row, int direction);
