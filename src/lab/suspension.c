#include "lab/suspension.h"

#include "lab/note.h"

vl_lab_suspension vl_lab_suspend(vl_lab *lab)
{
    vl_note_leave_frame(lab);
    vl_lab_suspension suspension = {lab->listener, lab->mode, lab->journal};
    lab->listener = NULL;
    lab->journal = NULL;
    vl_lab_refer(lab, VL_REFERENCE_NONE);
    return suspension;
}

void vl_lab_resume(vl_lab *lab, const vl_lab_suspension *suspension)
{
    lab->journal = suspension->journal;
    vl_note_moved(lab);
    vl_lab_refer(lab, suspension->mode);
    vl_lab_listen(lab, suspension->listener, lab->user);
    for (int i = 0; i < lab->count; i++)
        lab->runs[i].sent = false;
}
