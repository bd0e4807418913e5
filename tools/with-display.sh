#!/bin/sh
# Runs a command under a virtual display of its own, 1920 x 1200 pixels, so that a test of the
# window needs no screen and disturbs none. Returns the status of the command; 77 (skipped), with
# the reason on the last line, where there is no virtual display.
#
#   tools/with-display.sh COMMAND [ARGUMENT...]

if [ $# -eq 0 ]; then
    echo "usage: with-display.sh COMMAND [ARGUMENT...]" >&2
    exit 2
fi

for tool in xvfb-run Xvfb xauth; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "skipped: $tool is not installed, so there is no virtual display"
        exit 77
    fi
done

# whatever desktop is running: the window is an X11 one, drawn by the processor, without sound
unset WAYLAND_DISPLAY
SDL_VIDEODRIVER=x11
SDL_AUDIODRIVER=dummy
LIBGL_ALWAYS_SOFTWARE=1
export SDL_VIDEODRIVER SDL_AUDIODRIVER LIBGL_ALWAYS_SOFTWARE

# -noreset: a server starts over when its last client leaves, and a test that opens its next window
# just then is refused
exec xvfb-run -a -s "-screen 0 1920x1200x24 -noreset" "$@"
