#pragma once
/// The order lab: error against mean dt of the present scene, and the slopes fitted to it.

#include "app/pages/pages.h"

extern const vl_page vl_page_order;
