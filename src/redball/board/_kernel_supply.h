/* Supply of a whole side: draw, the HQs it feeds, and their throw. From scratch in one call
 * (redball.board.pure.supply), and repaired while enemies move (redball.board.pure.Net).
 *
 * Part of _kernel.c, which includes it.
 */
#ifndef REDBALL_KERNEL_SUPPLY_H
#define REDBALL_KERNEL_SUPPLY_H

#include "_kernel_repair.h"
#include "_kernel_search.h"

/* ---- from nothing ------------------------------------------------------------------------------------------------- */

/* The sources that the last search found or came next to; returns their number. */
static Py_ssize_t
keep_fed(const Workspace *w, const Graph *g, Source *sources, Py_ssize_t count)
{
    Py_ssize_t kept = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        const int32_t *around = g->neighbours + (size_t)sources[i].hex * 6;
        int fed = is_present(w, w->labels[sources[i].hex]);
        for (int d = 0; d < 6 && !fed; d++)
            fed = (uint32_t)around[d] < g->size && is_present(w, w->labels[around[d]]);
        if (fed)
            sources[kept++] = sources[i];
    }
    return kept;
}

/* The result of the last search in one piece: hexes, then costs, then steps. */
static PyObject *
packed(const Workspace *w)
{
    PyObject *answer = PyBytes_FromStringAndSize(NULL, w->found * 7);
    if (answer != NULL) {
        char *bytes = PyBytes_AsString(answer);
        memcpy(bytes, w->found_hex, (size_t)w->found * 4);
        memcpy(bytes + w->found * 4, w->found_cost, (size_t)w->found * 2);
        memcpy(bytes + w->found * 6, w->found_step, (size_t)w->found);
    }
    return answer;
}

/* The hexes found by the last search from which no path continues; returns their number. Costs do not change. */
static Py_ssize_t
keep_ends(Workspace *w, const Graph *g)
{
    const uint8_t *stop = g->stop;
    const int16_t *costs = w->found_cost;
    int32_t *hexes = w->found_hex;
    const Py_ssize_t found = w->found;
    Py_ssize_t kept = 0;
    for (Py_ssize_t i = 0; i < found; i++) {
        int32_t hex = hexes[i];
        hexes[kept] = hex;
        kept += (stop != NULL && stop[hex]) | (costs[i] == g->limit);
    }
    return kept;
}

/* The throw, with the mask of supplied hexes. The search itself covers the neighbours of the hexes that it leaves again,
 * which it visits anyway; that leaves the sources and the neighbours of the ends of its paths.
 */
static PyObject *
run_throw(Workspace *w, Graph *g, const Source *from, Py_ssize_t count, uint8_t *supplied)
{
    g->cover = memset(supplied, 0, g->size);
    PyObject *throw = run_search(w, g, from, count) < 0 ? NULL : packed(w);
    if (throw == NULL)
        return NULL;
    for (Py_ssize_t i = 0; i < count; i++)
        supplied[from[i].hex] = 1;
    add_cover(supplied, w->found_hex, keep_ends(w, g), g->neighbours, g->size, 1);
    return throw;
}

static PyObject *
run_supply(Workspace *w, Graph *g, PyObject *dumps, long draw_limit, PyObject *headquarters, long throw_limit)
{
    PyObject *draw = NULL, *throw = NULL, *supplied = NULL;
    Py_ssize_t dump_count = 0, hq_count = 0;
    Source *from = NULL, *to = read_sources(dumps, g->size, clamp_limit(draw_limit), &dump_count);
    if (to != NULL)
        from = read_sources(headquarters, g->size, clamp_limit(throw_limit), &hq_count);
    if (from == NULL)
        goto done;
    g->reverse = 1;
    g->limit = clamp_limit(draw_limit);
    if (run_search(w, g, to, dump_count) < 0 || (draw = packed(w)) == NULL)
        goto done;
    hq_count = keep_fed(w, g, from, hq_count);
    g->reverse = 0;
    g->limit = clamp_limit(throw_limit);
    supplied = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)g->size);
    if (supplied != NULL)
        throw = run_throw(w, g, from, hq_count, (uint8_t *)PyBytes_AsString(supplied));
done:
    PyMem_Free(to);
    PyMem_Free(from);
    PyObject *answer = throw != NULL ? PyTuple_Pack(3, draw, throw, supplied) : NULL;
    Py_XDECREF(draw);
    Py_XDECREF(throw);
    Py_XDECREF(supplied);
    return answer;
}

static PyObject *
kernel_supply(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    PyObject *answer = NULL;
    Graph g;
    Py_buffer views[4];
    if (count != 8) {
        PyErr_SetString(PyExc_TypeError, "supply takes eight arguments");
        return NULL;
    }
    long draw_limit = PyLong_AsLong(args[3]), throw_limit = PyErr_Occurred() ? 0 : PyLong_AsLong(args[5]);
    if (PyErr_Occurred())
        return NULL;
    memset(views, 0, sizeof views);
    if (get_graph(args[0], args[1], views, &g) == 0 && get_mask(args[6], &views[2], g.size, "blocked") == 0 &&
        get_mask(args[7], &views[3], g.size, "stop") == 0) {
        g.blocked = views[2].buf;
        g.stop = views[3].buf;
        answer = run_supply(PyModule_GetState(module), &g, args[2], draw_limit, args[4], throw_limit);
    }
    release_all(views, 4);
    return answer;
}

/* ---- kept --------------------------------------------------------------------------------------------------------- */

enum { COST, NEIGHBOURS, HEADQUARTERS, ENEMIES, NEAR, DRAW, THROW = DRAW + 4, VIEWS = THROW + 4 };

typedef struct {
    Labels labels;
    uint8_t *close; /* how many of a hex and its neighbours are within reach */
} Side;

typedef struct {
    PyObject_HEAD
    PyObject *module;
    Py_buffer views[VIEWS];
    const uint8_t *headquarters;
    uint8_t *enemies; /* how many stand in a hex */
    uint8_t *near;    /* how many neighbours of a hex hold enemies */
    Side draw, throw;
    Changes shut, opened; /* the hexes at which something changed */
} Net;

/* An enemy enters a hex (1) or leaves it (-1). */
static int
count_enemy(Net *net, int32_t hex, int change)
{
    const Graph *g = &net->draw.labels.graph;
    const int32_t *around = g->neighbours + (size_t)hex * 6;
    Changes *changed = change > 0 ? &net->shut : &net->opened;
    const int others = net->enemies[hex] - (change < 0);
    net->enemies[hex] = (uint8_t)(net->enemies[hex] + change);
    if (others > 0)
        return 0;
    if (note(changed, hex, COMING(0)) < 0)
        return -1;
    for (int d = 0; d < 6; d++) {
        if ((uint32_t)around[d] >= g->size)
            continue;
        uint8_t *near = net->near + around[d];
        if (*near - (change < 0) == 0 && note(changed, around[d], 0) < 0)
            return -1;
        *near = (uint8_t)(*near + change);
    }
    return 0;
}

/* Add to the count of hexes within reach, for a hex and its neighbours. Returns whether the mask changed. */
static int
count_close(Side *side, int32_t hex, int change)
{
    const Graph *g = &side->labels.graph;
    const int32_t *around = g->neighbours + (size_t)hex * 6;
    int altered = 0;
    for (int d = -1; d < 6; d++) {
        int32_t n = d < 0 ? hex : around[d];
        if ((uint32_t)n >= g->size)
            continue;
        uint8_t before = side->close[n];
        side->close[n] = (uint8_t)(before + change);
        altered |= (before == 0) != (side->close[n] == 0);
    }
    return altered;
}

/* Repair one search; `close` first takes hexes that came within reach, then those that left it: a hex close before and after is
 * close in between. Returns whether the mask changed, below 0 on error.
 */
static int
repair_side(Net *net, Side *side)
{
    Workspace *w = PyModule_GetState(net->module);
    const int16_t *distance = side->labels.distance;
    int altered = 0, left = 0;
    if (run_repair(w, &side->labels, &net->shut, &net->opened) < 0)
        return -1;
    for (Py_ssize_t i = 0; i < w->found; i++) {
        int32_t hex = w->found_hex[i], was = former_distance(w, hex);
        left |= distance[hex] < 0;
        if (was < 0 && distance[hex] >= 0)
            altered |= count_close(side, hex, 1);
    }
    for (Py_ssize_t i = 0; left && i < w->found; i++)
        if (distance[w->found_hex[i]] < 0)
            altered |= count_close(side, w->found_hex[i], -1);
    return altered;
}

/* HQs around the hexes that the repair of the draw changed begin to throw, or stop. */
static int
feed(Net *net)
{
    const Workspace *w = PyModule_GetState(net->module);
    const Graph *g = &net->draw.labels.graph;
    int16_t *starts = net->views[THROW + 2].buf;
    for (Py_ssize_t i = 0; i < w->found; i++) {
        int32_t hex = w->found_hex[i];
        const int32_t *around = g->neighbours + (size_t)hex * 6;
        for (int d = -1; d < 6; d++) {
            int32_t n = d < 0 ? hex : around[d];
            if ((uint32_t)n >= g->size || !net->headquarters[n])
                continue;
            int16_t start = net->draw.close[n] ? 0 : NONE;
            if (starts[n] != start && note(start < 0 ? &net->shut : &net->opened, n, COMING(0)) < 0)
                return -1;
            starts[n] = start;
        }
    }
    return 0;
}

/* Repair both searches at the hexes that changed; returns whether supply changed anywhere. */
static PyObject *
refresh(Net *net)
{
    int altered = repair_side(net, &net->draw);
    if (altered < 0 || (altered > 0 && feed(net) < 0))
        return NULL;
    altered = repair_side(net, &net->throw);
    return altered < 0 ? NULL : PyBool_FromLong(altered);
}

/* A hex of the board, -1 for none, or -2 with an error. */
static int32_t
read_hex(const Net *net, PyObject *object)
{
    if (object == Py_None)
        return -1;
    long hex = PyLong_AsLong(object);
    if (hex == -1 && PyErr_Occurred())
        return -2;
    if (hex < 0 || hex >= (long)net->draw.labels.graph.size) {
        PyErr_Format(PyExc_IndexError, "%ld is not a hex of this board", hex);
        return -2;
    }
    return (int32_t)hex;
}

static PyObject *
net_move(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    Net *net = (Net *)self;
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "move takes the hex that an enemy leaves and the hex that it enters");
        return NULL;
    }
    int32_t from = read_hex(net, args[0]), to = from < -1 ? -2 : read_hex(net, args[1]);
    if (to < -1)
        return NULL;
    if (from >= 0 && net->enemies[from] == 0) {
        PyErr_Format(PyExc_ValueError, "no enemy stands in hex %d", (int)from);
        return NULL;
    }
    if (to >= 0 && net->enemies[to] == UINT8_MAX) {
        PyErr_Format(PyExc_ValueError, "no more enemies can be counted in hex %d", (int)to);
        return NULL;
    }
    net->shut.count = net->opened.count = 0;
    if ((to >= 0 && count_enemy(net, to, 1) < 0) || (from >= 0 && count_enemy(net, from, -1) < 0))
        return NULL;
    return refresh(net);
}

static PyObject *
net_refresh(PyObject *self, PyObject *hexes)
{
    Net *net = (Net *)self;
    Py_ssize_t count = 0;
    Source *list = read_sources(hexes, net->draw.labels.graph.size, LIMIT_MAX, &count);
    int failed = list == NULL;
    int16_t *starts = net->views[THROW + 2].buf;
    net->shut.count = net->opened.count = 0;
    for (Py_ssize_t i = 0; i < count && !failed; i++) {
        int32_t hex = list[i].hex;
        starts[hex] = net->headquarters[hex] && net->draw.close[hex] ? 0 : NONE;
        failed = note(&net->shut, hex, COMING_ALWAYS) < 0 || note(&net->opened, hex, COMING_ALWAYS) < 0;
    }
    PyMem_Free(list);
    return failed ? NULL : refresh(net);
}

static int
bind_side(Net *net, Side *side, int first, PyObject *const *arrays, int limit, int reverse)
{
    Graph *g = &side->labels.graph;
    Py_buffer *views = net->views + first;
    *g = net->draw.labels.graph;
    if (get_array(arrays[0], &views[0], "h", g->size, "distance", 1) < 0 ||
        get_array(arrays[1], &views[1], "B", g->size, "steps", 1) < 0 ||
        get_array(arrays[2], &views[2], "h", g->size, "starts", 1) < 0 ||
        get_array(arrays[3], &views[3], "B", g->size, "close", 1) < 0)
        return -1;
    side->labels.distance = views[0].buf;
    side->labels.steps = views[1].buf;
    side->labels.starts = views[2].buf;
    side->close = views[3].buf;
    g->blocked = net->enemies;
    g->stop = net->near;
    g->limit = clamp_limit(limit);
    g->reverse = reverse;
    return 0;
}

static PyObject *
net_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *cost, *neighbours, *flags[3], *draw[4], *throw[4];
    int draw_limit, throw_limit;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "OOOOO(OOOOi)(OOOOi)", &cost, &neighbours, &flags[0], &flags[1], &flags[2], &draw[0],
                          &draw[1], &draw[2], &draw[3], &draw_limit, &throw[0], &throw[1], &throw[2], &throw[3],
                          &throw_limit))
        return NULL;
    Net *net = (Net *)PyType_GenericAlloc(type, 0);
    if (net == NULL)
        return NULL;
    Graph *g = &net->draw.labels.graph;
    net->module = Py_NewRef(PyType_GetModule(type));
    if (get_graph(cost, neighbours, net->views, g) < 0 ||
        get_array(flags[0], &net->views[HEADQUARTERS], "B", g->size, "headquarters", 0) < 0 ||
        get_array(flags[1], &net->views[ENEMIES], "B", g->size, "enemies", 1) < 0 ||
        get_array(flags[2], &net->views[NEAR], "B", g->size, "near", 1) < 0)
        goto refused;
    net->headquarters = net->views[HEADQUARTERS].buf;
    net->enemies = net->views[ENEMIES].buf;
    net->near = net->views[NEAR].buf;
    if (bind_side(net, &net->draw, DRAW, draw, draw_limit, 1) < 0 ||
        bind_side(net, &net->throw, THROW, throw, throw_limit, 0) < 0)
        goto refused;
    return (PyObject *)net;
refused:
    Py_DECREF(net);
    return NULL;
}

static void
net_dealloc(PyObject *self)
{
    Net *net = (Net *)self;
    PyTypeObject *type = Py_TYPE(self);
    release_all(net->views, VIEWS);
    PyMem_Free(net->shut.items);
    PyMem_Free(net->opened.items);
    Py_XDECREF(net->module);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyMethodDef net_methods[] = {
    {"move", (PyCFunction)(void (*)(void))net_move, METH_FASTCALL, "An enemy moves; see redball.board.pure.Net."},
    {"refresh", net_refresh, METH_O, "Sources or headquarters changed; see redball.board.pure.Net."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot net_slots[] = {
    {Py_tp_doc, "Supply of a side, kept up to date in arrays of the caller's; see redball.board.pure.Net."},
    {Py_tp_new, net_new},
    {Py_tp_dealloc, net_dealloc},
    {Py_tp_methods, net_methods},
    {0, NULL},
};

static PyType_Spec net_spec = {
    .name = "redball.board._kernel.Net",
    .basicsize = sizeof(Net),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = net_slots,
};

static int
add_net(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &net_spec, NULL);
    int failed = type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

#endif
