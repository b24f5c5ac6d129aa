/* The bounded search: redball.board.pure.search, compiled.
 *
 * Part of _kernel.c, which includes it.
 */
#ifndef REDBALL_KERNEL_SEARCH_H
#define REDBALL_KERNEL_SEARCH_H

#include "_kernel_workspace.h"

/* A queue is processed in batches, in three passes: which entries count, what they offer the hexes around,
 * and which offers are taken. An unpredictable condition (is this label better?) is added to a counter instead of being
 * branched on: such branches would take most of the time.
 */
#define BATCH 64

typedef struct {
    uint32_t hex;
    uint32_t label;
} Offer;

/* What limits a search: nothing, or masks; or masks while sources that are stops still wait to leave at their own start. */
enum { FREE, MASKED, MASKED_AT_SOURCES };

/* Record the entries whose distance this is; `going` lists those to continue from. A negative entry only continues. */
static ALWAYS_INLINE uint32_t *
settle(Workspace *w, const Graph *g, const int32_t *entries, const int32_t *end, int32_t here, uint32_t *going,
       const int reverse, const int bound)
{
    const uint32_t *labels = w->labels, root = root_label(w, here);
    const uint8_t *stop = g->stop, *blocked = reverse ? g->blocked : NULL, *own = w->own;
    int32_t *found_hex = w->found_hex;
    int16_t *found_cost = w->found_cost;
    uint8_t *found_step = w->found_step;
    size_t found = (size_t)w->found;
    for (; entries < end; entries++) {
        int32_t entry = *entries;
        uint32_t hex = (uint32_t)(bound == MASKED_AT_SOURCES ? entry ^ entry >> 31 : entry), label = labels[hex];
        uint32_t counts = label >> STEP_BITS == root >> STEP_BITS, goes = counts;
        found_hex[found] = (int32_t)hex;
        found_step[found] = label_step(label);
        if (bound == MASKED_AT_SOURCES) {
            uint32_t leaves = (uint32_t)entry >> 31;
            found_step[found] |= own[hex] & -(label != root);
            counts &= leaves ^ 1;
            goes = (counts & !(stop != NULL && stop[hex])) | leaves;
        } else if (bound == MASKED) {
            goes &= !(stop != NULL && stop[hex]);
        }
        if (bound)
            goes &= !(blocked != NULL && blocked[hex]);
        found += counts;
        *going = hex;
        going += goes;
    }
    for (size_t i = (size_t)w->found; i < found; i++)
        found_cost[i] = (int16_t)here;
    w->found = (Py_ssize_t)found;
    return going;
}

/* What the continuing hexes offer their neighbours; these are noted in `cover`, if there is one. */
static ALWAYS_INLINE Offer *
make_offers(const Graph *g, const uint32_t *labels, const uint32_t *going, const uint32_t *end, uint32_t root,
            uint32_t room, Offer *offers, const int reverse, uint8_t *cover)
{
    const uint32_t *neighbours = (const uint32_t *)g->neighbours, size = g->size;
    const int16_t *cost = g->cost;
    for (; going < end; going++) {
        uint32_t hex = *going;
        const uint32_t *around = neighbours + (size_t)hex * 6;
        const int16_t *prices = cost + (size_t)hex * 6;
        for (uint32_t d = 0; d < 6; d++) {
            size_t n = around[d];
            if (RARELY(n >= size))
                n = hex; /* off the map: never better than staying */
            uint32_t price = (uint32_t)(int32_t)(reverse ? cost[n * 6 + opposite(d)] : prices[d]);
            uint32_t label = root + (price << STEP_BITS) + d + 1;
            if (cover != NULL)
                cover[n] = 1;
            offers->hex = (uint32_t)n;
            offers->label = label;
            /* Both differences are below 0 if the step is open and within the limit, and the label better. */
            uint64_t open = (uint64_t)(price - 1) - room, better = (uint64_t)label - labels[n];
            offers += (open & better) >> 63;
        }
    }
    return offers;
}

static ALWAYS_INLINE int
take_offers(Workspace *w, const Graph *g, const Offer *offers, const Offer *end, const int reverse, const int bound)
{
    const uint8_t *blocked = reverse || !bound ? NULL : g->blocked;
    uint32_t *labels = w->labels;
    for (; offers < end; offers++) {
        uint32_t hex = offers->hex, label = offers->label, known = labels[hex];
        if (RARELY(label >= known || (blocked != NULL && blocked[hex])))
            continue;
        labels[hex] = label;
        int nearer = known >> STEP_BITS != label >> STEP_BITS; /* or only by a better step */
        if (nearer && push(w, label_distance(label), (int32_t)hex) < 0)
            return -1;
    }
    return 0;
}

static ALWAYS_INLINE int
drain(Workspace *w, const Graph *g, int32_t last_leaving, const int reverse, const int bound, uint8_t *cover)
{
    uint32_t going[BATCH + 1];
    Offer offers[BATCH * 6 + 1];
    Py_ssize_t words = (Py_ssize_t)g->limit / 64 + 1;
    for (Py_ssize_t word = 0; word < words; word++) {
        while (w->busy[word]) {
            int bit = lowest_bit(w->busy[word]);
            int32_t here = (int32_t)(word * 64 + bit);
            uint32_t root = root_label(w, here), room = (uint32_t)(g->limit - here);
            Bucket *bucket = w->buckets + here; /* nothing more is queued at this distance: prices are positive */
            for (int32_t *entries = bucket->items, *last = entries + bucket->used; entries < last; entries += BATCH) {
                int32_t *end = last - entries < BATCH ? last : entries + BATCH;
                uint32_t *gone = bound && here <= last_leaving
                                     ? settle(w, g, entries, end, here, going, reverse, MASKED_AT_SOURCES)
                                     : settle(w, g, entries, end, here, going, reverse, bound);
                if (room == 0)
                    continue; /* nothing is farther */
                Offer *offered = make_offers(g, w->labels, going, gone, root, room, offers, reverse, cover);
                if (take_offers(w, g, offers, offered, reverse, bound) < 0)
                    return -1;
            }
            bucket->used = 0;
            w->busy[word] &= ~((uint64_t)1 << bit);
        }
    }
    return 0;
}

static int
drain_all(Workspace *w, const Graph *g, int32_t last_leaving)
{
    if (g->cover != NULL)
        return drain(w, g, last_leaving, 0, MASKED, g->cover);
    if (g->stop == NULL && g->blocked == NULL)
        return g->reverse ? drain(w, g, NONE, 1, FREE, NULL) : drain(w, g, NONE, 0, FREE, NULL);
    return g->reverse ? drain(w, g, last_leaving, 1, MASKED, NULL) : drain(w, g, last_leaving, 0, MASKED, NULL);
}

/* Stops go first in their queues: they leave at their own start, whatever their distance becomes. `last_leaving` is the
 * highest such start, NONE without any. Sources are in order of their starts.
 */
static int
queue_sources(Workspace *w, const Graph *g, const Source *sources, Py_ssize_t count, int32_t *last_leaving)
{
    *last_leaving = NONE;
    for (Py_ssize_t i = 0; i < count; i++) {
        int32_t hex = sources[i].hex;
        if (is_present(w, w->labels[hex]))
            continue; /* a duplicate: the lower start came first */
        w->labels[hex] = root_label(w, sources[i].start);
        if (g->stop == NULL || !g->stop[hex])
            continue;
        w->own[hex] = OWN;
        *last_leaving = sources[i].start;
        if (push(w, sources[i].start, ~hex) < 0)
            return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        int32_t hex = sources[i].hex;
        int again = i > 0 && hex == sources[i - 1].hex;
        if (!again && label_distance(w->labels[hex]) == sources[i].start && push(w, sources[i].start, hex) < 0)
            return -1;
    }
    return 0;
}

static int
run_search(Workspace *w, const Graph *g, const Source *sources, Py_ssize_t count)
{
    int32_t last_leaving;
    if (prepare_labels(w, (Py_ssize_t)g->size) < 0)
        return -1;
    if (g->limit < 0)
        return 0;
    if (prepare_buckets(w, g->limit) < 0)
        return -1;
    int failed = queue_sources(w, g, sources, count, &last_leaving) < 0 || drain_all(w, g, last_leaving) < 0;
    for (Py_ssize_t i = 0; last_leaving >= 0 && i < count; i++)
        w->own[sources[i].hex] = 0;
    if (failed)
        forget_queues(w);
    return failed ? -1 : 0;
}

/* The result of the last search: hexes, costs and steps. */
static PyObject *
found_bytes(const Workspace *w)
{
    PyObject *hexes = PyBytes_FromStringAndSize((const char *)w->found_hex, w->found * 4);
    PyObject *costs = PyBytes_FromStringAndSize((const char *)w->found_cost, w->found * 2);
    PyObject *steps = PyBytes_FromStringAndSize((const char *)w->found_step, w->found);
    PyObject *found = hexes && costs && steps ? PyTuple_Pack(3, hexes, costs, steps) : NULL;
    Py_XDECREF(hexes);
    Py_XDECREF(costs);
    Py_XDECREF(steps);
    return found;
}

/* Set the bytes of these hexes, and with `adjacent` of their neighbours. */
static void
add_cover(uint8_t *mask, const int32_t *hexes, Py_ssize_t count, const int32_t *neighbours, uint32_t size, int adjacent)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        uint32_t hex = (uint32_t)hexes[i];
        if (hex >= size)
            continue;
        mask[hex] = 1;
        const int32_t *around = neighbours + (size_t)hex * 6;
        for (int d = 0; adjacent && d < 6; d++)
            if ((uint32_t)around[d] < size)
                mask[around[d]] = 1;
    }
}

#endif
