#pragma once
/// What the page of a browser does for the program, in web/library.js, and what the page calls. For
/// this room alone.

/// Whether the browser draws WebGL on a graphics processor.
extern int vl_web_has_graphics(void);

/// Shows a picture of width × height RGBA pixels on the canvas.
extern void vl_web_show(const void *pixels, int width, int height);

/// Calls `frame` with the time of the display and `user` for each frame, until it returns 0. A
/// fault in it ends the program, and the page says so.
extern void vl_web_loop(int (*frame)(double milliseconds, void *user), void *user);

/// Begins to listen for files that are dropped, and other scenes in the
/// address of the page.
extern void vl_web_listen(void);

/// Gives a file to the browser's downloads.
extern void vl_web_download(const char *name, const void *bytes, int size);

/// Sounds a click, `length` s behind which the next one may sound; returns whether it can.
extern int vl_web_tick(double length);

/// Fills the screen with the page, or no longer, and whether it does.
extern void vl_web_set_fullscreen(int fullscreen);
extern int vl_web_is_fullscreen(void);

/// Puts the name of a shipped scene or recording into the address of the page, and takes it away
/// for another file.
extern void vl_web_set_address(const char *path);

/// Says on the page that the program has ended.
extern void vl_web_end(void);

/// The page calls it to open a file, such as one that was dropped.
void vl_web_open(const char *path);

/// All texts of the frame that is shown, one after the other, for tests.
const char *vl_web_texts(void);

/// The page calls it when it is left, as the release of keys and buttons is not heard then.
void vl_web_release(void);
