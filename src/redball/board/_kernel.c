/* The search kernel, compiled: the same searches as redball/board/pure.py, which is their specification.
 *
 * Limited API of CPython 3.11, no dependencies. All arrays use the buffer protocol. A workspace is kept
 * between calls and never cleared: a node counts only if its stamp is that of the present search, so that a small search
 * on a big board touches only what it reaches. No Python code runs while the workspace is in use.
 */
#include "_kernel_workspace.h"

#include "_kernel_search.h"

#include "_kernel_repair.h"

#include "_kernel_supply.h"

/* ---- what Python calls ----------------------------------------------------------------------------------------------- */

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
    if (run_search(w, &g, list, count) == 0)
        answer = found_bytes(w);
done:
    PyMem_Free(list);
    release_all(views, 4);
    return answer;
}

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
kernel_united(PyObject *module, PyObject *masks)
{
    PyObject *all = PySequence_Tuple(masks), *answer = NULL;
    char *into = NULL;
    Py_ssize_t size = 0;
    (void)module;
    if (all == NULL)
        return NULL;
    for (Py_ssize_t i = 0; i < PyTuple_Size(all); i++) {
        Py_buffer view;
        if (PyObject_GetBuffer(PyTuple_GetItem(all, i), &view, PyBUF_SIMPLE) < 0)
            goto failed;
        if (answer == NULL) {
            size = view.len;
            answer = PyBytes_FromStringAndSize(view.buf, size);
            into = answer == NULL ? NULL : PyBytes_AsString(answer);
        } else if (view.len == size) {
            const char *restrict more = view.buf;
            char *restrict made = into;
            for (Py_ssize_t h = 0; h < size; h++)
                made[h] |= more[h];
        } else
            PyErr_SetString(PyExc_ValueError, "masks of different lengths");
        PyBuffer_Release(&view);
        if (into == NULL || PyErr_Occurred())
            goto failed;
    }
    Py_DECREF(all);
    return answer == NULL ? PyBytes_FromStringAndSize(NULL, 0) : answer;
failed:
    Py_DECREF(all);
    Py_XDECREF(answer);
    return NULL;
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
    Py_ssize_t size = views[1].len / 24;
    answer = PyBytes_FromStringAndSize(NULL, size);
    if (answer != NULL)
        add_cover(memset(PyBytes_AsString(answer), 0, (size_t)size), views[0].buf, views[0].len / 4, views[1].buf,
                  (uint32_t)size, adjacent);
done:
    release_all(views, 2);
    return answer;
}

/* Index of the best of a hex and its neighbours in an answer, which is in order of cost; -1 if none is there. */
static Py_ssize_t
nearest_in(const int32_t *hex, const int16_t *cost, Py_ssize_t count, const int32_t *around, int32_t target)
{
    Py_ssize_t best = -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        if (best >= 0 && cost[i] > cost[best])
            break;
        int32_t h = hex[i];
        int near = h == target;
        for (int d = 0; d < 6; d++)
            near |= h == around[d];
        if (near && (best < 0 || h < hex[best]))
            best = i;
    }
    return best;
}

static PyObject *
kernel_nearest(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    PyObject *answer = NULL;
    Py_buffer views[3];
    (void)module;
    if (count != 4) {
        PyErr_SetString(PyExc_TypeError, "nearest takes four arguments");
        return NULL;
    }
    long target = PyLong_AsLong(args[3]);
    if (target == -1 && PyErr_Occurred())
        return NULL;
    memset(views, 0, sizeof views);
    if (get_array(args[0], &views[0], "i", -1, "hexes", 0) < 0 ||
        get_array(args[1], &views[1], "h", views[0].len / 4, "costs", 0) < 0 ||
        get_array(args[2], &views[2], "i", -1, "neighbours", 0) < 0)
        goto done;
    if (target < 0 || target >= views[2].len / 24) {
        PyErr_Format(PyExc_IndexError, "%ld is not a hex of this board", target);
        goto done;
    }
    const int32_t *hex = views[0].buf, *around = (const int32_t *)views[2].buf + target * 6;
    const int16_t *cost = views[1].buf;
    Py_ssize_t best = nearest_in(hex, cost, views[0].len / 4, around, (int32_t)target);
    answer = best < 0 ? Py_NewRef(Py_None) : Py_BuildValue("(ii)", (int)cost[best], (int)hex[best]);
done:
    release_all(views, 3);
    return answer;
}

static PyObject *
kernel_workspace_bytes(PyObject *module, PyObject *unused)
{
    const Workspace *w = PyModule_GetState(module);
    (void)unused;
    return PyLong_FromSsize_t(w->size * 12 + w->bucket_count * (Py_ssize_t)sizeof(Bucket) + w->bucket_count / 8 +
                              w->queue_room * 4);
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
}

static PyMethodDef methods[] = {
    {"search", kernel_search, METH_VARARGS, "Bounded search; see redball.board.pure.search. Bytes of int32, int16, uint8."},
    {"repair", kernel_repair, METH_VARARGS, "Repair of labels; see redball.board.pure.repair. Bytes of int32."},
    {"supply", (PyCFunction)(void (*)(void))kernel_supply, METH_FASTCALL, "Draw, throw and who is supplied; see redball.board.pure.supply."},
    {"positions", kernel_positions, METH_VARARGS, "Bytes of int32: where each hex of a board stands in a list, or -1."},
    {"nearest", (PyCFunction)(void (*)(void))kernel_nearest, METH_FASTCALL,
     "(cost, hex) of the cheapest of a hex and its neighbours; see redball.board.pure.nearest."},
    {"united", kernel_united, METH_O, "The bytes of some masks of one length, or-ed; see redball.board.pure.united."},
    {"cover", kernel_cover, METH_VARARGS, "One byte a hex: in the list, or next to one in it."},
    {"workspace_bytes", kernel_workspace_bytes, METH_NOARGS, "Memory kept between searches."},
    {NULL, NULL, 0, NULL},
};

/* Raise together with redball.board.kernel.INTERFACE whenever the kernel's inputs or answers change. */
#define INTERFACE 2

static int
add_interface(PyObject *module)
{
    return PyModule_AddIntConstant(module, "INTERFACE", INTERFACE);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, add_net}, {Py_mod_exec, add_interface}, {0, NULL}};

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
