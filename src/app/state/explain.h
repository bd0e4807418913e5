#pragma once
/// The terms of lab/terms.h, explained where they stand on the screen.

#include "ui/ui.h"

/// Returns the ui that marks the terms of the texts that are drawn with it; in a formula symbols
/// are terms.
vl_ui vl_explained(const vl_ui *ui, bool formula);
