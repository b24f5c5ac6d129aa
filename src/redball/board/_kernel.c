/* The search kernel, compiled: the same two searches as redball/board/pure.py, which is their specification.
 *
 * Limited API of CPython 3.11, no dependencies. All arrays come and go through the buffer protocol. A workspace is kept
 * between calls and never cleared: a node counts only if its stamp is that of the present search, so that a small search
 * on a big board touches only what it reaches. No Python code runs while the workspace is in use.
 */
#include "_kernel_workspace.h"

#include "_kernel_repair.h"

/* ---- search ------------------------------------------------------------------------------------------------------- */

static inline int
expand(Workspace *w, const Graph *g, uint32_t hex, int32_t here, const int reverse)
{
    const int32_t *neighbours = g->neighbours + (size_t)hex * 6;
    const int16_t *prices = g->cost + (size_t)hex * 6, *cost = g->cost;
    const uint8_t *blocked = reverse ? NULL : g->blocked;
    const uint32_t size = g->size, room = (uint32_t)(g->limit - here), base = make_label(w, here, 0);
    uint32_t *labels = w->labels;
    if (room == 0)
        return 0;
    for (uint32_t d = 0; d < 6; d++) {
        uint32_t n = (uint32_t)neighbours[d];
        if (n >= size)
            continue;
        int32_t price = reverse ? cost[(size_t)n * 6 + (d < 3 ? d + 3 : d - 3)] : prices[d];
        if ((uint32_t)(price - 1) >= room)
            continue; /* closed, or beyond the limit */
        uint32_t fresh = base - ((uint32_t)price << STEP_BITS) - d;
        if (fresh <= labels[n] || (blocked != NULL && blocked[n]))
            continue;
        int nearer = labels[n] >> STEP_BITS != fresh >> STEP_BITS; /* or only by a better step */
        labels[n] = fresh;
        if (nearer && push(w, here + price, (int32_t)n) < 0)
            return -1;
    }
    return 0;
}

/* One queue entry: record the hex if this is its distance, and go on from it. A negative entry only goes on. */
static inline int
settle(Workspace *w, const Graph *g, int32_t entry, int32_t here, const int reverse)
{
    int32_t hex = entry < 0 ? ~entry : entry;
    if (entry >= 0) {
        if (label_distance(w->labels[hex]) != here)
            return 0;
        int step = label_step(w->labels[hex]);
        w->found_hex[w->found] = hex;
        w->found_cost[w->found] = (int16_t)here;
        w->found_step[w->found] = (uint8_t)step;
        w->found++;
        if (g->stop != NULL && g->stop[hex]) {
            if (w->own[hex] && step != ROOT)
                w->found_step[w->found - 1] |= OWN;
            return 0;
        }
    }
    if (reverse && g->blocked != NULL && g->blocked[hex])
        return 0;
    return expand(w, g, (uint32_t)hex, here, reverse);
}

static inline int
drain(Workspace *w, const Graph *g, const int reverse)
{
    Py_ssize_t words = (Py_ssize_t)g->limit / 64 + 1;
    for (Py_ssize_t word = 0; word < words; word++) {
        while (w->busy[word]) {
            int bit = lowest_bit(w->busy[word]);
            int32_t here = (int32_t)(word * 64 + bit);
            Bucket *bucket = w->buckets + here; /* nothing is queued at this distance any more: prices are positive */
            for (int32_t i = 0; i < bucket->used; i++)
                if (settle(w, g, bucket->items[i], here, reverse) < 0)
                    return -1;
            bucket->used = 0;
            w->busy[word] &= ~((uint64_t)1 << bit);
        }
    }
    return 0;
}

/* Stops go first in their queues: they leave at their own start, whatever their distance becomes. */
static int
queue_sources(Workspace *w, const Graph *g, const Source *sources, Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        int32_t hex = sources[i].hex;
        if (is_present(w, w->labels[hex]))
            continue; /* named twice: the lower start came first */
        w->labels[hex] = make_label(w, sources[i].start, ROOT);
        if (g->stop == NULL || !g->stop[hex])
            continue;
        w->own[hex] = 1;
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
    if (prepare_labels(w, (Py_ssize_t)g->size) < 0)
        return -1;
    if (g->limit < 0)
        return 0;
    if (prepare_buckets(w, g->limit) < 0)
        return -1;
    int failed = queue_sources(w, g, sources, count) < 0;
    failed = failed || (g->reverse ? drain(w, g, 1) : drain(w, g, 0)) < 0;
    for (Py_ssize_t i = 0; i < count; i++)
        w->own[sources[i].hex] = 0;
    if (failed)
        forget_queues(w);
    return failed ? -1 : 0;
}

static PyObject *
kernel_search(PyObject *module, PyObject *args)
{
    PyObject *cost, *neighbours, *sources, *blocked, *stop, *answer = NULL;
    int limit, reverse;
    Graph g;
    Py_buffer views[4];
    Py_ssize_t count = 0;
    Source *list = NULL;
    if (!PyArg_ParseTuple(args, "OOOiOOp", &cost, &neighbours, &sources, &limit, &blocked, &stop, &reverse))
        return NULL;
    memset(views, 0, sizeof views);
    if (get_graph(cost, neighbours, views, &g) < 0 || get_mask(blocked, &views[2], g.size, "blocked") < 0 ||
        get_mask(stop, &views[3], g.size, "stop") < 0)
        goto done;
    g.blocked = views[2].buf;
    g.stop = views[3].buf;
    g.limit = clamp_limit(limit);
    g.reverse = reverse;
    list = read_sources(sources, g.size, g.limit, &count);
    if (list == NULL)
        goto done;
    Workspace *w = PyModule_GetState(module);
    if (run_search(w, &g, list, count) < 0)
        goto done;
    answer = Py_BuildValue("(y#y#y#)", (const char *)w->found_hex, w->found * 4, (const char *)w->found_cost,
                           w->found * 2, (const char *)w->found_step, w->found);
done:
    PyMem_Free(list);
    release_all(views, 4);
    return answer;
}

/* ---- module ------------------------------------------------------------------------------------------------------- */

static PyObject *
kernel_positions(PyObject *module, PyObject *args)
{
    PyObject *hexes;
    Py_ssize_t size;
    Py_buffer view;
    (void)module;
    if (!PyArg_ParseTuple(args, "On", &hexes, &size))
        return NULL;
    if (size < 0 || size > INT32_MAX / 8) {
        PyErr_SetString(PyExc_ValueError, "size is not a number of hexes");
        return NULL;
    }
    if (get_array(hexes, &view, "i", -1, "hexes", 0) < 0)
        return NULL;
    PyObject *answer = PyBytes_FromStringAndSize(NULL, size * 4);
    if (answer != NULL) {
        int32_t *table = (int32_t *)PyBytes_AsString(answer);
        const int32_t *hex = view.buf;
        memset(table, 0xFF, (size_t)size * 4);
        for (int32_t i = 0; i < (int32_t)(view.len / 4); i++)
            if ((uint32_t)hex[i] < (uint32_t)size)
                table[hex[i]] = i;
    }
    PyBuffer_Release(&view);
    return answer;
}

static PyObject *
kernel_cover(PyObject *module, PyObject *args)
{
    PyObject *hexes, *neighbours, *answer = NULL;
    int adjacent;
    Py_buffer views[2];
    (void)module;
    if (!PyArg_ParseTuple(args, "OOp", &hexes, &neighbours, &adjacent))
        return NULL;
    memset(views, 0, sizeof views);
    if (get_array(hexes, &views[0], "i", -1, "hexes", 0) < 0 ||
        get_array(neighbours, &views[1], "i", -1, "neighbours", 0) < 0)
        goto done;
    const int32_t *hex = views[0].buf, *around = views[1].buf;
    Py_ssize_t size = views[1].len / 24;
    answer = PyBytes_FromStringAndSize(NULL, size);
    if (answer == NULL)
        goto done;
    char *mask = PyBytes_AsString(answer);
    memset(mask, 0, (size_t)size);
    for (Py_ssize_t i = 0; i < views[0].len / 4; i++) {
        if (hex[i] < 0 || hex[i] >= size)
            continue;
        mask[hex[i]] = 1;
        for (int d = 0; adjacent && d < 6; d++) {
            int32_t n = around[(Py_ssize_t)hex[i] * 6 + d];
            if (n >= 0 && n < size)
                mask[n] = 1;
        }
    }
done:
    release_all(views, 2);
    return answer;
}

static PyObject *
kernel_workspace_bytes(PyObject *module, PyObject *unused)
{
    const Workspace *w = PyModule_GetState(module);
    (void)unused;
    return PyLong_FromSsize_t(w->size * 12 + w->bucket_count * (Py_ssize_t)sizeof(Bucket) + w->bucket_count / 8 +
                              w->queue_room * 4 + w->heap_size * 8);
}

static void
free_workspace(void *module)
{
    Workspace *w = PyModule_GetState(module);
    PyMem_Free(w->labels);
    PyMem_Free(w->own);
    PyMem_Free(w->found_hex);
    PyMem_Free(w->found_cost);
    PyMem_Free(w->found_step);
    for (Py_ssize_t i = 0; i < w->bucket_count; i++)
        PyMem_Free(w->buckets[i].items);
    PyMem_Free(w->buckets);
    PyMem_Free(w->busy);
    PyMem_Free(w->heap);
}

static PyMethodDef methods[] = {
    {"search", kernel_search, METH_VARARGS, "Bounded search; see redball.board.pure.search. Bytes of int32, int16, uint8."},
    {"repair", kernel_repair, METH_VARARGS, "Repair of labels; see redball.board.pure.repair. Bytes of int32."},
    {"positions", kernel_positions, METH_VARARGS, "Bytes of int32: where each hex of a board stands in a list, or -1."},
    {"cover", kernel_cover, METH_VARARGS, "One byte a hex: in the list, or next to one in it."},
    {"workspace_bytes", kernel_workspace_bytes, METH_NOARGS, "Memory kept between searches."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "redball.board._kernel",
    .m_doc = "The compiled search kernel.",
    .m_size = sizeof(Workspace),
    .m_methods = methods,
    .m_slots = slots,
    .m_free = free_workspace,
};

PyMODINIT_FUNC
PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
