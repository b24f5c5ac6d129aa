/* The repair of a search whose masks or sources changed: redball.board.pure.repair, compiled.
 *
 * It finds the same labels in another way and forgets less: only hexes whose price no neighbour offers any more. Part of
 * _kernel.c, which includes it.
 */
#ifndef REDBALL_KERNEL_REPAIR_H
#define REDBALL_KERNEL_REPAIR_H

#include "_kernel_workspace.h"

typedef struct {
    Graph graph;
    int16_t *distance;
    uint8_t *steps;
    const int16_t *starts;
} Labels;

#define FORMER_MASK ((1u << (DISTANCE_BITS + STEP_BITS)) - 1)

/* Remember a hex and its distance so far, once: its label in the workspace then holds that distance. */
static void
remember(Workspace *w, const Labels *l, uint32_t hex)
{
    if (is_present(w, w->labels[hex]))
        return;
    w->labels[hex] = w->age << (DISTANCE_BITS + STEP_BITS) | ((uint32_t)(l->distance[hex] + 1) & FORMER_MASK);
    w->found_hex[w->found++] = (int32_t)hex;
}

/* The distance of a remembered hex before the repair. */
static int32_t
former_distance(const Workspace *w, int32_t hex)
{
    return (int32_t)(w->labels[hex] & FORMER_MASK) - 1;
}

/* The distance at which paths continue from a hex, FAR if none do. */
#define FAR 0xFFFFu

static ALWAYS_INLINE uint32_t
leaving(const Labels *l, uint32_t hex, const int reverse)
{
    const Graph *g = &l->graph;
    uint32_t stops = -(uint32_t)(g->stop[hex] != 0), held = reverse ? -(uint32_t)(g->blocked[hex] != 0) : 0;
    uint32_t leave = ((uint32_t)(int32_t)l->starts[hex] & stops) | ((uint32_t)(int32_t)l->distance[hex] & ~stops);
    return (leave | held) & FAR;
}

/* What a step from `hex` to `n` in direction `d` costs, in the direction of travel. */
static ALWAYS_INLINE uint32_t
price_of(const Graph *g, uint32_t hex, uint32_t d, uint32_t n, const int reverse)
{
    int32_t price = reverse ? g->cost[(size_t)n * 6 + opposite(d)] : g->cost[(size_t)hex * 6 + d];
    return (uint32_t)(uint16_t)(price - 1) + 1; /* 0 and less end up beyond any limit */
}

/* The best label that the neighbours of a hex offer, beyond the limit if none does; as one number, the lesser the better:
 * the distance and, below it, the code of the step (see label_step). Where a neighbour is off the map the hex stands in
 * for it: no step is better than staying. Nothing here branches on unpredictable conditions. This and queue_hanging are
 * used so often that a copy at each place would make them slower.
 */
static NEVER_INLINE uint32_t
best_offer(const Labels *l, uint32_t hex, const int reverse)
{
    const Graph *g = &l->graph;
    const uint32_t *around = (const uint32_t *)g->neighbours + (size_t)hex * 6;
    uint32_t best = ((uint32_t)g->limit + 1) << STEP_BITS;
    if (!reverse && g->blocked[hex])
        return best;
    for (uint32_t back = 0; back < 6; back++) {
        uint32_t d = opposite(back), from = around[back] < g->size ? around[back] : hex;
        uint32_t total = leaving(l, from, reverse) + price_of(g, from, d, hex, reverse);
        uint32_t offered = (total << STEP_BITS) + d + 1;
        best = offered < best ? offered : best;
    }
    return best;
}

/* Like `push`, for queues that are empty as often as not: mark it busy every time instead of testing. */
static inline int
push_anew(Workspace *w, int32_t distance, int32_t hex)
{
    Bucket *bucket = w->buckets + distance;
    if (RARELY(bucket->used == bucket->room) && widen(w, bucket) < 0)
        return -1;
    w->busy[distance >> 6] |= (uint64_t)1 << (distance & 63);
    bucket->items[bucket->used++] = hex;
    return 0;
}

/* Queue a hex to visit later. */
static inline int
queue(Workspace *w, const Labels *l, uint32_t distance, uint32_t hex)
{
    return distance > (uint32_t)l->graph.limit ? 0 : push_anew(w, (int32_t)distance, (int32_t)hex);
}

/* The same, for paths to continue from it: none do at the limit. */
static inline int
queue_leaving(Workspace *w, const Labels *l, uint32_t distance, uint32_t hex)
{
    return distance >= (uint32_t)l->graph.limit ? 0 : push_anew(w, (int32_t)distance, (int32_t)hex);
}

/* Queue the hexes that depend on a hex: their cheapest path comes from there, and they cost more than `here`. */
static NEVER_INLINE int
queue_hanging(Workspace *w, const Labels *l, uint32_t hex, int32_t here)
{
    const Graph *g = &l->graph;
    const uint32_t *around = (const uint32_t *)g->neighbours + (size_t)hex * 6;
    uint32_t hanging = 0;
    for (uint32_t d = 0; d < 6; d++) {
        uint32_t n = around[d] < g->size ? around[d] : hex;
        hanging |= (uint32_t)((n != hex) & (l->steps[n] == d) & (l->distance[n] > here)) << d;
    }
    for (; hanging; hanging &= hanging - 1) {
        uint32_t n = around[lowest_bit(hanging)];
        if (queue(w, l, (uint32_t)l->distance[n], n) < 0)
            return -1;
    }
    return 0;
}

/* Forget a hex, unless a neighbour offers its price: everything cheaper has been visited. */
static ALWAYS_INLINE int
forget(Workspace *w, Labels *l, uint32_t hex, int32_t here, const int reverse)
{
    if (l->distance[hex] != here)
        return 0;
    uint32_t best = l->starts[hex] == here ? (uint32_t)here << STEP_BITS : best_offer(l, hex, reverse);
    if (best >> STEP_BITS == (uint32_t)here) {
        l->steps[hex] = label_step(best);
        return 0;
    }
    remember(w, l, hex);
    l->distance[hex] = NONE;
    return queue_hanging(w, l, hex, here);
}

/* Give a hex the best label that its own start and its neighbours offer, and queue it if paths continue from it. */
static inline int
label_from_around(Workspace *w, Labels *l, uint32_t hex, const int reverse)
{
    uint32_t best = best_offer(l, hex, reverse), start = (uint16_t)l->starts[hex];
    if (start <= best >> STEP_BITS)
        best = start << STEP_BITS;
    int32_t distance = (int32_t)(best >> STEP_BITS);
    if (distance > l->graph.limit)
        return 0;
    if (distance != l->distance[hex])
        remember(w, l, hex);
    l->distance[hex] = (int16_t)distance;
    l->steps[hex] = label_step(best);
    return queue_leaving(w, l, leaving(l, hex, reverse), hex);
}

/* Label the neighbours of a hex, if paths leave it at this distance. */
static ALWAYS_INLINE int
spread(Workspace *w, Labels *l, uint32_t hex, int32_t here, const int reverse)
{
    const Graph *g = &l->graph;
    const uint32_t *around = (const uint32_t *)g->neighbours + (size_t)hex * 6;
    const uint32_t beyond = ((uint32_t)g->limit + 1) << STEP_BITS;
    uint32_t better = 0;
    if (leaving(l, hex, reverse) != (uint32_t)here)
        return 0;
    for (uint32_t d = 0; d < 6; d++) {
        uint32_t n = around[d] < g->size ? around[d] : hex, step = l->steps[n];
        uint32_t label = (((uint32_t)here + price_of(g, hex, d, n, reverse)) << STEP_BITS) + d + 1;
        uint32_t known = ((uint32_t)(uint16_t)l->distance[n] << STEP_BITS) + (step == ROOT ? 0 : step + 1);
        better |= (uint32_t)(label < (known < beyond ? known : beyond)) << d;
    }
    for (; better; better &= better - 1) {
        uint32_t d = (uint32_t)lowest_bit(better), n = around[d];
        int32_t distance = here + (int32_t)price_of(g, hex, d, n, reverse);
        if (n >= g->size || (!reverse && g->blocked[n]))
            continue;
        l->steps[n] = (uint8_t)d;
        if (l->distance[n] == distance)
            continue;
        remember(w, l, n);
        l->distance[n] = (int16_t)distance;
        if (!g->stop[n] && queue_leaving(w, l, (uint32_t)distance, n) < 0)
            return -1;
    }
    return 0;
}

/* Process the queues, cheapest first. */
static ALWAYS_INLINE int
take_all(Workspace *w, Labels *l, const int forgetting, const int reverse)
{
    Py_ssize_t words = (Py_ssize_t)l->graph.limit / 64 + 1;
    for (Py_ssize_t word = 0; word < words; word++) {
        while (w->busy[word]) {
            int bit = lowest_bit(w->busy[word]);
            int32_t here = (int32_t)(word * 64 + bit);
            Bucket *bucket = w->buckets + here; /* later entries cost more, since prices are positive */
            uint32_t hex = (uint32_t)bucket->items[--bucket->used];
            w->busy[word] &= ~((uint64_t)(bucket->used == 0) << bit);
            if ((forgetting ? forget(w, l, hex, here, reverse) : spread(w, l, hex, here, reverse)) < 0)
                return -1;
        }
    }
    return 0;
}

/* Hexes at which something changed. Steps out of them are always affected; steps into them where stated: in a
 * forward search, in a reverse one, or in both.
 */
#define COMING(reverse) (1u << (reverse))
#define COMING_ALWAYS 3u

typedef struct {
    uint32_t hex;
    uint32_t coming;
} Change;

typedef struct {
    Change *items;
    Py_ssize_t count;
    Py_ssize_t room;
} Changes;

static int
note(Changes *list, int32_t hex, uint32_t coming)
{
    if (list->count == list->room) {
        Py_ssize_t wanted = 2 * list->room + 16;
        if (grow((void **)&list->items, wanted, sizeof(Change)) < 0)
            return -1;
        list->room = wanted;
    }
    list->items[list->count++] = (Change){(uint32_t)hex, coming};
    return 0;
}

static ALWAYS_INLINE int
repair_labels(Workspace *w, Labels *l, const Changes *shut, const Changes *opened, const int reverse)
{
    for (Py_ssize_t i = 0; i < shut->count; i++) {
        uint32_t hex = shut->items[i].hex;
        int32_t here = l->distance[hex];
        if (here < 0)
            continue;
        if (shut->items[i].coming & COMING(reverse) && queue(w, l, (uint32_t)here, hex) < 0)
            return -1;
        if (queue_hanging(w, l, hex, NONE) < 0)
            return -1;
    }
    if (take_all(w, l, 1, reverse) < 0)
        return -1;
    Py_ssize_t forgotten = w->found;
    for (Py_ssize_t i = 0; i < forgotten; i++)
        if (label_from_around(w, l, (uint32_t)w->found_hex[i], reverse) < 0)
            return -1;
    for (Py_ssize_t i = 0; i < opened->count; i++) {
        uint32_t hex = opened->items[i].hex;
        int failed = 0;
        if (opened->items[i].coming & COMING(reverse))
            failed = label_from_around(w, l, hex, reverse);
        else if (l->distance[hex] >= 0)
            failed = queue_leaving(w, l, leaving(l, hex, reverse), hex);
        if (failed < 0)
            return -1;
    }
    return take_all(w, l, 0, reverse);
}

/* Bring the labels up to date where hexes were shut (paths to or from them may have gone, or grown dearer) and opened
 * (there may be new ones). The hexes whose distance changed are then what the workspace found.
 */
static int
run_repair(Workspace *w, Labels *l, const Changes *shut, const Changes *opened)
{
    if (prepare_labels(w, (Py_ssize_t)l->graph.size) < 0)
        return -1;
    if (l->graph.limit < 0)
        return 0;
    if (prepare_buckets(w, l->graph.limit) < 0)
        return -1;
    if ((l->graph.reverse ? repair_labels(w, l, shut, opened, 1) : repair_labels(w, l, shut, opened, 0)) < 0) {
        forget_queues(w);
        return -1;
    }
    Py_ssize_t kept = 0;
    for (Py_ssize_t i = 0; i < w->found; i++) {
        int32_t hex = w->found_hex[i];
        w->found_hex[kept] = hex;
        kept += former_distance(w, hex) != l->distance[hex];
    }
    w->found = kept;
    return 0;
}

static PyObject *
kernel_repair(PyObject *module, PyObject *args)
{
    PyObject *object[8], *answer = NULL;
    int limit, reverse;
    Labels l;
    Py_buffer views[7];
    Py_ssize_t count = 0;
    Source *changed = NULL;
    Changes hexes = {NULL, 0, 0};
    if (!PyArg_ParseTuple(args, "OOOOOOOOip", &object[0], &object[1], &object[2], &object[3], &object[4], &object[5],
                          &object[6], &object[7], &limit, &reverse))
        return NULL;
    memset(views, 0, sizeof views);
    Graph *g = &l.graph;
    if (get_graph(object[0], object[1], views, g) < 0 ||
        get_array(object[2], &views[2], "h", g->size, "distance", 1) < 0 ||
        get_array(object[3], &views[3], "B", g->size, "steps", 1) < 0 ||
        get_array(object[4], &views[4], "h", g->size, "starts", 0) < 0 ||
        get_array(object[5], &views[5], "B", g->size, "blocked", 0) < 0 ||
        get_array(object[6], &views[6], "B", g->size, "stop", 0) < 0)
        goto done;
    l.distance = views[2].buf;
    l.steps = views[3].buf;
    l.starts = views[4].buf;
    g->blocked = views[5].buf;
    g->stop = views[6].buf;
    g->limit = clamp_limit(limit);
    g->reverse = reverse;
    changed = read_sources(object[7], g->size, LIMIT_MAX, &count);
    if (changed == NULL)
        goto done;
    for (Py_ssize_t i = 0; i < count; i++)
        if (note(&hexes, changed[i].hex, COMING_ALWAYS) < 0)
            goto done;
    Workspace *w = PyModule_GetState(module);
    if (run_repair(w, &l, &hexes, &hexes) == 0)
        answer = PyBytes_FromStringAndSize((const char *)w->found_hex, w->found * 4);
done:
    PyMem_Free(changed);
    PyMem_Free(hexes.items);
    release_all(views, 7);
    return answer;
}

#endif
