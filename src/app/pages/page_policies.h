#pragma once
/// The policy bench beside the stage.

#include "app/pages/pages.h"

extern const vl_page vl_page_policies;
