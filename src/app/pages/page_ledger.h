#pragma once
/// The ledger of energy by cause, beside the stage.

#include "app/pages/pages.h"

extern const vl_page vl_page_ledger;
