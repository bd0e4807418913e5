#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

static void write_standard_error(void *user, const char *line)
{
    (void)user;
    fprintf(stderr, "verlet-lab: %s\n", line);
}

static vl_log_sink *current_sink = write_standard_error;
static void *current_user;

void vl_log_to(vl_log_sink *sink, void *user)
{
    current_sink = sink ? sink : write_standard_error;
    current_user = sink ? user : NULL;
}

void vl_log(const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    current_sink(current_user, line);
}
