// A page has no signals. What goes wrong in it ends the program, and web/shell.html tells that.

#include "platform/crash.h"

void vl_crash_tell(const struct vl_journal *journal)
{
}
