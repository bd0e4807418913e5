#pragma once
/// Messages for the person at the terminal. Only warnings and notes; an error is a vl_error.

/// Where messages go: called with one line of UTF-8 without its newline.
typedef void vl_log_sink(void *user, const char *line);

/// Sends later messages to `sink` instead of standard error; NULL restores standard error.
void vl_log_to(vl_log_sink *sink, void *user);

void vl_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
