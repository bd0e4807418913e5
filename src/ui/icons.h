#pragma once
/// Icons drawn by geometry, so that they are sharp at any size and in any colour.

#include "ui/drawlist.h"

// clang-format off
/// Every icon and its drawing on a grid of 24 × 24 units: letters followed by numbers.
///
///     L x,y …    a line of 2 units            F x,y …    a convex area
///     W w        width of the next lines      H x,y r    a right half of a disc
///     A x,y r from to    an arc of a circle, degrees clockwise from the right
///     D x,y r    a disc                       C x,y r    a circle
///     B x,y w,h  a bar                        R x,y w,h  a frame
///     V x,y x,y  an arrow
#define VL_ICONS(ICON)                                                                                                \
    ICON(PLAY, "F 6.5,3.5 21,12 6.5,20.5")                                                                            \
    ICON(PAUSE, "B 5.5,4 4.5,16 B 14,4 4.5,16")                                                                       \
    ICON(STEP, "F 4.5,4.5 15,12 4.5,19.5 B 16.5,4.5 3,15")                                                            \
    ICON(STEP_BACK, "F 19.5,4.5 9,12 19.5,19.5 B 4.5,4.5 3,15")                                                       \
    ICON(RESET, "A 12,13 7.8 -85 185 F 13.2,0.6 13.2,9.8 5.6,5.2")                                                    \
    ICON(PREVIOUS, "L 15,4.5 8,12 15,19.5")                                                                           \
    ICON(NEXT, "L 9,4.5 16,12 9,19.5")                                                                                \
    ICON(HITCH, "F 14.5,1.5 4.5,13.5 12,13.5 F 9.5,22.5 19.5,10.5 12,10.5")                                           \
    ICON(VECTORS, "V 5,19 20.5,10.5 V 5,19 7,3 D 5,19 2.4")                                                           \
    ICON(TRAILS, "D 3.5,14 0.9 D 6,18 1.2 D 10,19.3 1.6 D 14.3,16.8 2.1 D 17.5,9.5 4.3")                              \
    ICON(PIN, "C 12,8 4.6 L 12,13 12,21.5")                                                                           \
    ICON(CUT, "C 6.5,18 2.8 C 17.5,18 2.8 L 8,15.6 16.5,3 L 16,15.6 7.5,3")                                           \
    ICON(STRAIN, "L 2,12 5,12 7,6.5 10.3,17.5 13.7,6.5 17,17.5 19,12 22,12")                                          \
    ICON(MENU, "L 4,6 20,6 L 4,12 20,12 L 4,18 20,18")                                                                \
    ICON(HAND, "L 7,13 4.5,10.5 L 7,13 9,16 L 8.5,12.5 8.5,5.5 L 11.5,11 11.5,3.5 L 14.5,11 14.5,4.5 L 17.5,12 17.5,7 L 8.5,12.5 9,16 11,20.5 16,20.5 17.5,17 17.5,12")  \
    ICON(LAB, "L 9.5,3 14.5,3 L 10.5,3 10.5,9.5 4.5,20 19.5,20 13.5,9.5 13.5,3 L 7,15.5 17,15.5")                    \
    ICON(HELP, "W 2.2 L 7.4,8.4 7.7,6.7 8.7,5.1 10.3,4.1 12,3.8 13.7,4.1 15.3,5.1 16.3,6.6 16.6,8.3 16.1,9.9 "        \
        "14.9,11.2 13.3,12.4 12.3,13.6 12,15.2 D 12,19.6 1.6")                                                        \
    ICON(FULLSCREEN, "L 14,4 20,4 20,10 L 10,20 4,20 4,14 L 20,4 13.8,10.2 L 4,20 10.2,13.8")                         \
    ICON(PROJECTOR, "L 2,3.5 22,3.5 L 4.5,3.5 4.5,14.5 19.5,14.5 19.5,3.5 L 12,14.5 12,17 L 7.5,21 12,16.8 16.5,21")   \
    ICON(PICTURE, "B 8,3.8 8,4 R 2,6 20,14.5 C 12,13.2 3.4")                                                          \
    ICON(THEME, "H 12,12 8 C 12,12 8")                                                                                \
    ICON(FIT, "L 3.5,8.5 3.5,3.5 8.5,3.5 L 15.5,3.5 20.5,3.5 20.5,8.5 L 20.5,15.5 20.5,20.5 15.5,20.5 L 8.5,20.5 "    \
        "3.5,20.5 3.5,15.5 D 12,12 3.6")                                                                              \
    ICON(SAVE, "V 12,2.5 12,16 L 3.5,15 3.5,20.5 20.5,20.5 20.5,15")                                                  \
    ICON(QUIT, "A 12,12.8 8 -55 235 L 12,2.5 12,11.5")                                                                \
    ICON(CLOSE, "L 6,6 18,18 L 18,6 6,18")                                                                            \
    ICON(WARNING, "L 7,12.4 12,3.5 22,20.5 2,20.5 7,12.4 L 12,9.8 12,14.2 D 12,17.4 1.3")                             \
    ICON(TICK, "W 3.2 L 4,12.5 9.5,18 20,6")                                                                          \
    ICON(PLUS, "L 5,12 19,12 L 12,5 12,19")                                                                           \
    ICON(MINUS, "L 5,12 19,12")                                                                                       \
    ICON(PLOT, "L 4,3 4,20 21,20 L 7.5,15.5 11.5,9.5 15,13 20,5.5")                                                   \
    ICON(TURN, "L 6,18 14.5,18 A 14.5,12.5 5.5 -90 90 L 14.5,7 6,7 F 2.5,7 9,2.5 9,11.5")                             \
    ICON(UNDO, "L 5,8.5 14.5,8.5 A 14.5,13.5 5 -90 90 L 14.5,18.5 8,18.5 L 9.5,3.5 4.5,8.5 9.5,13.5")                      \
    ICON(REDO, "L 19,8.5 9.5,8.5 A 9.5,13.5 5 90 270 L 9.5,18.5 16,18.5 L 14.5,3.5 19.5,8.5 14.5,13.5")                    \
    ICON(RULER, "R 1,7 22,10 L 5.5,8 5.5,12.5 L 10,8 10,11 L 14.5,8 14.5,12.5 L 19,8 19,11")                           \
    ICON(NUMBERS, "R 2,5 20,14 L 6,9 8,8 8,16 L 12,12 18,12 L 15,9 15,15")                                              \
    ICON(GHOST, "D 8,15 5 A 16,9 6 0 34 A 16,9 6 60 94 A 16,9 6 120 154 A 16,9 6 180 214 A 16,9 6 240 274 A 16,9 6 "  \
        "300 334")
// clang-format on

#define VL_ICON_OF(name, drawing) VL_ICON_##name,

typedef enum vl_icon { VL_ICON_NONE, VL_ICONS(VL_ICON_OF) } vl_icon;

#undef VL_ICON_OF

/// Draws an icon into the largest square centred in `rect`.
void vl_draw_icon(vl_drawlist *list, vl_icon icon, vl_rect rect, vl_colour colour);
