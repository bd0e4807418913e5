#pragma once
/// The version of the program, and what this build of it has. For this room alone.

#include "cli/cli.h"

/// Prints both on standard output. The first line is "verlet-lab VERSION".
void vl_version_print(const vl_cli_host *host);
