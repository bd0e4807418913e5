#pragma once
/// The page of identities: pairs of methods side by side, and the return of every method.

#include "app/pages/pages.h"

extern const vl_page vl_page_identity;
