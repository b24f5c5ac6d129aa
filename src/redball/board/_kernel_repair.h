/* The repair of a search whose masks or sources changed: redball.board.pure.repair, compiled.
 *
 * Part of _kernel.c, which includes it.
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

static int
heap_push(Workspace *w, int32_t distance, int32_t hex)
{
    if (w->heap_used == w->heap_size) {
        Py_ssize_t wanted = w->heap_size ? 2 * w->heap_size : 1024;
        if (grow((void **)&w->heap, wanted, 8) < 0)
            return -1;
        w->heap_size = wanted;
    }
    uint64_t item = (uint64_t)distance << 32 | (uint32_t)hex;
    Py_ssize_t at = w->heap_used++;
    while (at > 0 && w->heap[(at - 1) / 2] > item) {
        w->heap[at] = w->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    w->heap[at] = item;
    return 0;
}

static uint64_t
heap_pop(Workspace *w)
{
    uint64_t top = w->heap[0], item = w->heap[--w->heap_used];
    Py_ssize_t at = 0, child;
    while ((child = 2 * at + 1) < w->heap_used) {
        if (child + 1 < w->heap_used && w->heap[child + 1] < w->heap[child])
            child++;
        if (w->heap[child] >= item)
            break;
        w->heap[at] = w->heap[child];
        at = child;
    }
    w->heap[at] = item;
    return top;
}

/* What a workspace's label holds of a hex that is remembered: its former distance. */
static uint32_t
former_value(const Labels *l, int32_t hex)
{
    return (uint32_t)(l->distance[hex] + 1) & ((1u << (DISTANCE_BITS + STEP_BITS)) - 1);
}

/* Remember a hex and its distance so far, once. */
static void
remember(Workspace *w, const Labels *l, int32_t hex)
{
    if (is_present(w, w->labels[hex]))
        return;
    w->labels[hex] = w->generation << (DISTANCE_BITS + STEP_BITS) | former_value(l, hex);
    w->found_hex[w->found++] = hex;
}

static int
is_changed(const Workspace *w, const Labels *l, int32_t hex)
{
    return w->labels[hex] != (w->generation << (DISTANCE_BITS + STEP_BITS) | former_value(l, hex));
}

/* Forget the changed hexes and all whose cheapest path hangs on them. */
static Py_ssize_t
forget(Workspace *w, Labels *l)
{
    const Graph *g = &l->graph;
    for (Py_ssize_t i = 0; i < w->found; i++) {
        const int32_t *around = g->neighbours + (size_t)w->found_hex[i] * 6;
        for (int d = 0; d < 6; d++) {
            uint32_t n = (uint32_t)around[d];
            if (n < g->size && l->distance[n] >= 0 && l->steps[n] == d)
                remember(w, l, (int32_t)n);
        }
    }
    for (Py_ssize_t i = 0; i < w->found; i++)
        l->distance[w->found_hex[i]] = NONE;
    return w->found;
}

static void
label_from_around(Labels *l, int32_t hex)
{
    const Graph *g = &l->graph;
    int32_t best = LIMIT_MAX + 1;
    int step = ROOT;
    if (l->starts[hex] >= 0 && l->starts[hex] <= g->limit)
        best = l->starts[hex];
    for (int back = 0; back < 6 && (g->reverse || !g->blocked[hex]); back++) {
        uint32_t n = (uint32_t)g->neighbours[(size_t)hex * 6 + (size_t)back];
        if (n >= g->size || l->distance[n] < 0 || (g->reverse && g->blocked[n]))
            continue;
        int d = back < 3 ? back + 3 : back - 3;
        int32_t leave = g->stop[n] ? l->starts[n] : l->distance[n];
        int32_t price = g->reverse ? g->cost[(size_t)hex * 6 + (size_t)back] : g->cost[(size_t)n * 6 + (size_t)d];
        int32_t total = leave + price;
        if (leave < 0 || price < 1 || total > g->limit)
            continue;
        if (total < best || (total == best && d < step && step != ROOT)) {
            best = total;
            step = d;
        }
    }
    if (best <= g->limit) {
        l->distance[hex] = (int16_t)best;
        l->steps[hex] = (uint8_t)step;
    }
}

static int
spread(Workspace *w, Labels *l, int32_t hex, int32_t here)
{
    const Graph *g = &l->graph;
    for (int d = 0; d < 6; d++) {
        uint32_t n = (uint32_t)g->neighbours[(size_t)hex * 6 + (size_t)d];
        if (n >= g->size || (g->blocked[n] && !g->reverse))
            continue;
        int32_t price = g->reverse ? g->cost[(size_t)n * 6 + (size_t)(d < 3 ? d + 3 : d - 3)]
                                   : g->cost[(size_t)hex * 6 + (size_t)d];
        int32_t total = here + price;
        if (price < 1 || total > g->limit)
            continue;
        if (l->distance[n] < 0 || total < l->distance[n]) {
            remember(w, l, (int32_t)n);
            l->distance[n] = (int16_t)total;
            l->steps[n] = (uint8_t)d;
            if (heap_push(w, total, (int32_t)n) < 0)
                return -1;
        } else if (total == l->distance[n] && d < l->steps[n] && l->steps[n] != ROOT) {
            l->steps[n] = (uint8_t)d;
        }
    }
    return 0;
}

static int
run_repair(Workspace *w, Labels *l)
{
    const Graph *g = &l->graph;
    Py_ssize_t forgotten = forget(w, l);
    w->heap_used = 0;
    for (Py_ssize_t i = 0; i < forgotten; i++) {
        int32_t hex = w->found_hex[i];
        label_from_around(l, hex);
        if (l->distance[hex] < 0)
            continue;
        if (heap_push(w, l->distance[hex], hex) < 0)
            return -1;
        if (g->stop[hex] && l->starts[hex] >= 0 && l->starts[hex] != l->distance[hex] &&
            heap_push(w, l->starts[hex], hex) < 0)
            return -1;
    }
    while (w->heap_used > 0) {
        uint64_t item = heap_pop(w);
        int32_t hex = (int32_t)(item & 0xFFFFFFFFu), here = (int32_t)(item >> 32);
        if ((g->stop[hex] ? l->starts[hex] : l->distance[hex]) != here || (g->reverse && g->blocked[hex]))
            continue;
        if (spread(w, l, hex, here) < 0)
            return -1;
    }
    Py_ssize_t kept = 0;
    for (Py_ssize_t i = 0; i < w->found; i++)
        if (is_changed(w, l, w->found_hex[i]))
            w->found_hex[kept++] = w->found_hex[i];
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
    Workspace *w = PyModule_GetState(module);
    if (prepare_labels(w, (Py_ssize_t)g->size) < 0)
        goto done;
    for (Py_ssize_t i = 0; i < count; i++)
        remember(w, &l, changed[i].hex);
    if (run_repair(w, &l) == 0)
        answer = PyBytes_FromStringAndSize((const char *)w->found_hex, w->found * 4);
done:
    PyMem_Free(changed);
    release_all(views, 7);
    return answer;
}

#endif
