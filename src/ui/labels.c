#include "ui/labels.h"

static int row_of(float y)
{
    return (int)fmaxf(fminf(y / VL_COVER_ROW, VL_COVER_ROWS - 1), 0);
}

void vl_covers_add(vl_covers *covers, vl_rect rect)
{
    const int i = covers->count, last = row_of(rect.y + rect.h);
    if (i >= (covers->others > 0 ? VL_NAME_COVERS : VL_NAME_COVERS / 2) ||
        isnan(rect.x + rect.y)) // as a point is that has left the finite pixels
        return;
    covers->rects[covers->count++] = rect;
    for (int row = row_of(rect.y); row <= last; row++)
        covers->rows[row][i / 64] |= UINT64_C(1) << i % 64;
}

void vl_covers_add_line(vl_covers *covers, vl_pixel a, vl_pixel b, float side)
{
    float pieces = fminf(ceilf(hypotf(b.x - a.x, b.y - a.y) / side), 60);
    for (float i = 0; i <= pieces; i++) {
        float part = i / fmaxf(pieces, 1);
        vl_covers_add(covers, (vl_rect){a.x + (b.x - a.x) * part - side / 2,
                                        a.y + (b.y - a.y) * part - side / 2, side, side});
    }
}

#define LEAST(a, b) ((a) < (b) ? (a) : (b)) // fminf() is a call, and took a third of a frame

// Pixels of what is there, from number `first` to before `end`, that a rectangle would lie on.
static float covered(vl_covers *covers, int first, int end, vl_rect rect)
{
    float over = 0;
    const int top = row_of(rect.y), bottom = row_of(rect.y + rect.h);
    for (int word = first / 64; 64 * word < end; word++) {
        uint64_t near = 0;
        for (int row = top; row <= bottom; row++)
            near |= covers->rows[row][word];
        for (covers->left--; near; near &= near - 1) {
            const int i = 64 * word + __builtin_ctzll(near);
            const vl_rect *b = &covers->rects[i];
            float w = LEAST(rect.x + rect.w, b->x + b->w) + LEAST(-rect.x, -b->x),
                  h = LEAST(rect.y + rect.h, b->y + b->h) + LEAST(-rect.y, -b->y);
            covers->left--;
            over += i >= first && i < end && w > 0 && h > 0 ? w * h : 0;
        }
    }
    return over;
}

// The point of a rectangle that is nearest to the middle of a disc.
static vl_pixel nearest(const vl_named *point, vl_rect rect)
{
    return (vl_pixel){fmaxf(fminf(point->x, rect.x + rect.w), rect.x),
                      fmaxf(fminf(point->y, rect.y + rect.h), rect.y), 0};
}

// From the edge of the disc of a point.
static float distance(const vl_named *point, vl_rect rect)
{
    vl_pixel at = nearest(point, rect);
    return hypotf(at.x - point->x, at.y - point->y) - point->radius;
}

// How many names of a list, `row` pixels high, would be taken for that of another point.
static int misleading(const vl_named *named, const vl_named *all, int count, float row,
                      float margin)
{
    int rows = 0;
    for (vl_rect left = named->name; left.h > row / 2;) {
        const vl_rect name = vl_rect_cut_top(&left, row);
        const float own = distance(named, name) + margin;
        bool is_taken = false;
        for (const vl_named *other = all; other < all + count; other++)
            is_taken |= hypotf(named->x - other->x, named->y - other->y) > named->radius &&
                        other->list != named->list && distance(other, name) < own;
        rows += is_taken;
    }
    return rows;
}

// How far the name of a point was below that of another in the last frame; 0: it was nowhere.
static float was_below(const vl_named *point, const vl_named *other)
{
    bool kept = point->kept.w > 0 && other->kept.w > 0;
    return kept ? point->y + point->kept.y - other->y - other->kept.y : 0;
}

// Whether the name of a point belongs above that of another: that of the higher point, and of two
// that are as high that which was.
static bool belongs_above(const vl_named *point, const vl_named *other)
{
    const float was = was_below(point, other), lower = point->y - other->y;
    return fabsf(lower) > point->gap / 2 ? lower < 0 : was != 0 ? was < 0 : point < other;
}

// Whether a name, or a list, would stand above or below one that is placed, in the same column, and
// its point does not.
static bool is_reversed(const vl_named *named, const vl_named *all, int count)
{
    const vl_rect name = named->name,
                  column = {name.x, name.y - 5 * named->gap, name.w, name.h + 10 * named->gap};
    for (const vl_named *other = all; other < all + count; other++) {
        if (other->waits || other->list == named->list || !vl_rect_overlap(column, other->name))
            continue;
        const bool above = name.y + name.h / 2 < other->name.y + other->name.h / 2;
        for (const vl_named *member = all; member < all + count; member++)
            if (member->list == named->list && fabsf(member->y - other->y) > named->gap / 2 &&
                (member->y < other->y) != above)
                return true;
    }
    return false;
}

enum { DIRECTIONS = 32, RINGS = 36, FAR_RINGS = 120, NEAR = 160 }; // of these: near the kept place

// Comparisons: a share of WORK for a name that has a place, and of three times that for another.
// EACH is for the place that a name has, and what is left of ALL for better ones, and for names
// that had none; beyond that only one seeks, in turns.
enum { WORK = 400000, ALL = 24000, EACH = 2000 };

// The place of a name in the last frame; where it was longer or shorter, the end that is nearer to
// its point stays.
static vl_rect kept_place(const vl_named *named)
{
    vl_rect at = named->kept, size = named->name;
    float more = at.x + at.w / 2 < 0 ? at.w - size.w : 0;
    return (vl_rect){named->x + at.x + more, named->y + at.y, size.w, size.h};
}

// Puts a name in a place: below −NEAR the one that is kept, then those at most 7.5 gaps beside
// that, and from 0 in rings, which are squares that corners of names touch.
static void put(vl_named *named, vl_rect room, int place)
{
    const int number = place < 0 ? place + NEAR : place, ring = number / DIRECTIONS;
    const float turn = 6.2831853f / DIRECTIONS * (float)(number % DIRECTIONS);
    float near = place < -NEAR ? 0 : 1.5f * named->gap * (float)(1 + ring);
    float away = named->radius + named->gap * (1 + 2 * (float)ring);
    float x = fmaxf(fminf(1.5f * cosf(turn), 1), -1), y = fmaxf(fminf(1.5f * sinf(turn), 1), -1);
    vl_rect at = kept_place(named);
    at.x += near * cosf(turn);
    at.y += near * sinf(turn);
    if (place >= 0) {
        at.x = named->x + x * (at.w / 2 + away) - at.w / 2;
        at.y = named->y + y * (at.h / 2 + away) - at.h / 2;
    }
    named->name.x = fmaxf(fminf(at.x, room.x + room.w - at.w), room.x);
    named->name.y = fmaxf(fminf(at.y, room.y + room.h - at.h), room.y);
}

// Lets a leader go from the edge of the disc of a point to its name, or to a list of such `row`s.
static void lead(vl_named *named, float row)
{
    const vl_rect name = named->name;
    vl_pixel end = nearest(named, name);
    if (end.x != named->x) // in a list the corner is that of two names
        end.y = fmaxf(fminf(named->y, name.y + name.h - row / 3), name.y + row / 3);
    float x = end.x - named->x, y = end.y - named->y;
    float part = named->radius / fmaxf(hypotf(x, y), named->radius + 1);
    named->leader = true;
    named->ends[0] = (vl_pixel){named->x + part * x, named->y + part * y, 0};
    named->ends[1] = end;
}

// What a place costs, pixels, more than `cost`, and `led` if the name needs a leader there, or
// `most`, if that is less. HUGE_VALF: it is taken, and the name need not be there. Neither a name
// nor its leader shall flicker. What is cheap to know is asked first.
static float cost_of(vl_covers *covers, vl_named *named, const vl_named *all, int count, float cost,
                     float led, bool must, float most)
{
    const vl_named *head = &all[named->list - 1]; // as it was in the last frame
    const int trails = covers->others - covers->trails;
    const float gap = named->gap, away = distance(named, named->name);
    const vl_rect room = vl_rect_inset(named->name, cost > 0 ? -gap / 2 : 0);
    named->leader = !named->far && away > gap * (head->leader ? 2.0f : 3.0f);
    const vl_pixel end = nearest(named, named->name);
    cost += away + (named->leader ? led : 0);                        // or on a trail
    cost += end.x > named->x ? 0 : end.x < named->x ? gap / 2 : gap; // best at its right
    if (cost >= most)
        return most;
    covers->left -= 4 * count; // what follows takes about as long
    const int misled = named->far ? 0
                                  : misleading(named, all, count, head->name.h,
                                               gap * (head->leader ? 2.0f : 0.5f));
    cost += misled > 0 ? 6 * gap + (named->leader ? 0 : led) : 0;
    named->leader |= misled > 0;
    const bool is_list = named->name.h > 1.5f * head->name.h; // of which one name is led
    cost += is_list ? 20 * gap * (float)misled : 0;
    cost += cost < most && is_reversed(named, all, count) ? 200 * gap : 0;
    if (cost >= most)
        return most;
    float over =
        covered(covers, 0, trails, room) + covered(covers, covers->others, covers->count, room);
    if (over > 0)
        cost += must ? over + 1000 * gap : HUGE_VALF;
    if (cost >= most)
        return cost;
    cost += covered(covers, trails, covers->others, room) / (16 * gap);
    if (!named->leader || cost >= most)
        return cost;
    lead(named, head->name.h);
    const vl_pixel from = named->ends[0], to = named->ends[1];
    float x = to.x - from.x, y = to.y - from.y, pieces = ceilf(hypotf(x, y) / gap);
    for (float i = 0; i < pieces && cost < most; i++) {
        vl_rect dot = {from.x + x * i / pieces, from.y + y * i / pieces, 1, 1};
        if (covered(covers, 0, covers->controls, dot) > 0)
            cost += must ? 10 * gap : HUGE_VALF;
        cost += covered(covers, covers->controls, trails, dot) > 0
                    ? (is_list && head->kept.w <= 0 ? HUGE_VALF : 6 * gap)
                    : 0;
        dot = vl_rect_inset(dot, -1.5f * gap);
        cost += covered(covers, covers->others, covers->count, dot) > 0 ? 15 * gap : 0;
    }
    return cost;
}

// Finds the best place for a name, or for a list.
static void place(vl_covers *covers, vl_rect room, vl_named *named, const vl_named *all, int count,
                  bool must)
{
    const bool is_new = named->kept.w <= 0, seeks = named->sought == 0 || covers->left > 0;
    const bool waits = named->kept.w < 0 && !seeks && !must;
    const float gap = named->gap, none = 1000 * gap; // what a place costs that is taken
    const vl_rect kept = kept_place(named);
    const bool led = all[named->list - 1].leader; // it comes home for less than a leader costs
    const float jump = (is_new ? 1.0f : led ? 10.0f : 90.0f) * gap;
    const int places = DIRECTIONS * (named->far || must ? FAR_RINGS : RINGS), begin = covers->left;
    vl_named best = *named, tried = *named;
    float least = HUGE_VALF;
    best.name = (vl_rect){0};
    for (int k = is_new ? 0 : -NEAR - 1; k < places && tried.name.w <= room.w && !waits; k++) {
        const int ring = k / DIRECTIONS;
        if (begin - covers->left > (least < none ? WORK : 3 * WORK) / count ||
            (k >= 0 && (float)(ring - 8) * 2 * gap + jump > least))
            break;
        put(&tried, room, k);
        float moved = hypotf(tried.name.x - kept.x, tried.name.y - kept.y);
        float more = k >= 0 ? jump : k < -NEAR ? 0 : gap + moved / 2;
        float leader = (k >= 0 && !is_new ? 114.0f : 24.0f) * gap;
        float cost = cost_of(covers, &tried, all, count, more, leader, must, least);
        if (cost < least) {
            least = cost;
            best = tried;
        }
        if (seeks ? k < -NEAR && cost < 8 * gap && !tried.leader
                  : (k < -NEAR || k == -1) && least < none)
            break;
    }
    *named = best;
}

// Whether the name of a point comes into the list of another, or stays in it.
static bool joins(const vl_named *list, const vl_named *point)
{
    return point->waits && list->far == point->far &&
           (list->list == point->list || list->kept.w <= 0 || point->kept.w <= 0) &&
           hypotf(list->x - point->x, list->y - point->y) <= fmaxf(list->radius, 3 * list->gap);
}

// The uppermost name of a list that waits for its row.
static vl_named *next_row(vl_named *all, int count, int list)
{
    vl_named *upper = NULL;
    for (vl_named *named = all; named < all + count; named++)
        if (named->waits && named->list == list && (!upper || belongs_above(named, upper)))
            upper = named;
    return upper;
}

static void place_all(vl_covers *covers, vl_rect room, vl_named *all, int count, int first)
{
    for (int i = 0; i < count; i++)
        all[i].waits = all[i].name.w > 0;
    covers->count = covers->others;
    for (int k = 0; k < 2 * count; k++) { // what is far has less choice, and comes before others
        const int chosen = (first + k) % count;
        const vl_named head = all[chosen];
        vl_named list = head;
        if (!head.waits || (k > 0 && k < count && !head.far))
            continue;
        list.list = chosen + 1;
        list.name = (vl_rect){0};
        for (int i = 0; i < count; i++) {
            vl_named *named = &all[i];
            bool member = joins(&head, named);
            if (member || named->list == list.list)
                named->list = member ? list.list : 0;
            list.name.w = fmaxf(list.name.w, member ? named->name.w : 0);
            list.name.h += member ? named->name.h : 0;
            const float was = member ? was_below(named, &all[chosen]) : 0;
            const bool above = was != 0 ? was < 0 : belongs_above(named, &all[chosen]);
            list.kept.y -= member && i != chosen && above ? named->name.h : 0;
            all[chosen].leader |= member && named->leader;
        }
        bool alone = list.name.h <= head.name.h;
        place(covers, room, &list, all, count, alone && k == 0);
        if (list.name.w <= 0 && !alone) { // the others are placed by themselves
            alone = true;
            list.name = head.name;
            list.kept = head.kept;
            place(covers, room, &list, all, count, k == 0);
        }
        vl_named *led = NULL;
        vl_rect rest = list.name;
        bool left = rest.x + rest.w / 2 < list.x;
        for (int i = 0; i < count && alone; i++) // in the next frame there may be room for the list
            all[i].list = i != chosen && all[i].list == list.list ? -list.list : all[i].list;
        for (vl_named *named; (named = next_row(all, count, list.list));) {
            named->list = head.list < 0 ? -head.list : list.list;
            vl_rect row = vl_rect_cut_top(&rest, named->name.h);
            named->name = vl_rect_cut_side(&row, named->name.w, 0, !left);
            named->kept = named->name;
            named->kept.x -= named->x;
            named->kept.y -= named->y;
            if (named->name.w <= 0) // it was sought in vain
                named->kept.w = -1;
            named->leader = named->waits = false;
            vl_covers_add(covers, vl_rect_inset(named->name, list.gap / 2));
            if (!led || distance(named, named->name) < distance(led, led->name))
                led = named;
        }
        if (!led || !list.leader || list.name.w <= 0)
            continue;
        lead(led, led->name.h); // one for a list, to the row that is nearest to its point
        vl_covers_add_line(covers, led->ends[0], led->ends[1], list.gap);
    }
}

// Where a single name finds no place among those before it, it is placed before them; and again, if
// that was in vain, in its turn.
void vl_labels_place(vl_covers *covers, vl_rect room, vl_named *all, int count, int first)
{
    vl_named wanted[VL_NAMES_TWICE];
    vl_named *next = all;
    int gone = 0, missing = first;
    covers->others = covers->count;
    covers->left = ALL - EACH * count;
    for (int i = 0; i < count; i++)
        next = ++all[i].sought > next->sought ? &all[i] : next;
    next->sought = 0;
    for (int i = 0; i < count && count <= VL_NAMES_TWICE; i++)
        wanted[i] = all[i];
    place_all(covers, room, all, count, first);
    for (int turn = 0; turn < 2 && count <= VL_NAMES_TWICE; turn++, gone = 0) {
        for (int i = 0; i < count; i++)
            if (wanted[i].name.w > 0 && all[i].name.w <= 0) {
                missing = turn == 0 ? i : first;
                gone++;
            }
        const bool again = wanted[missing].kept.w < 0 && wanted[missing].sought > 0;
        if (gone == 0 || (turn == 0 && (gone > 1 || again)))
            return;
        memcpy(all, wanted, (size_t)count * sizeof *all);
        place_all(covers, room, all, count, missing); // else again as before
    }
}
