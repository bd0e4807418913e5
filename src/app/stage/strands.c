#include "app/stage/parts.h"

// Returns the end of link `next` that is not `shared`, or −1 if `shared` is not one of its ends.
static int other_end(const vl_links *links, int next, int shared)
{
    if (links->from[next] == shared)
        return links->to[next];
    return links->to[next] == shared ? links->from[next] : -1;
}

static void begin_strand(vl_strands *strands, const vl_links *links, int link, int *link_at,
                         int *slot_at)
{
    vl_strand *strand = &strands->list[strands->count++];
    *strand = (vl_strand){
        .kind = links->kind[link],
        .link_count = 1,
        .links = strands->links + *link_at,
        .slots = strands->slots + *slot_at,
    };
    strands->links[(*link_at)++] = link;
    strands->slots[(*slot_at)++] = links->from[link];
    strands->slots[(*slot_at)++] = links->to[link];
}

// Appends a link to the far end of the strand. A strand with one link may have to be reversed
// first.
static bool extend(vl_strand *strand, const vl_links *links, int link)
{
    if (links->kind[link] != strand->kind)
        return false;
    int last = strand->slots[strand->link_count];
    int end = other_end(links, link, last);
    if (end < 0 && strand->link_count == 1) {
        end = other_end(links, link, strand->slots[0]);
        if (end >= 0) {
            strand->slots[1] = strand->slots[0];
            strand->slots[0] = last;
        }
    }
    if (end < 0)
        return false;
    strand->links[strand->link_count++] = link;
    strand->slots[strand->link_count] = end;
    return true;
}

void vl_strands_collect(vl_strands *strands, const vl_links *links, const bool *in_cloth)
{
    int link_at = 0, slot_at = 0;
    strands->count = 0;
    for (int i = 0; i < links->count; i++) {
        int link = links->listed[i];
        if (in_cloth[links->from[link]] && in_cloth[links->to[link]])
            continue;
        vl_strand *last = strands->count ? &strands->list[strands->count - 1] : NULL;
        if (last && extend(last, links, link)) {
            link_at++;
            slot_at++;
        } else {
            begin_strand(strands, links, link, &link_at, &slot_at);
        }
    }
}
