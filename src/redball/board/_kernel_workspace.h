/* What both searches share: arrays through the buffer protocol, the workspace, the reading of sources.
 *
 * Part of _kernel.c, which includes it.
 */
#ifndef REDBALL_KERNEL_WORKSPACE_H
#define REDBALL_KERNEL_WORKSPACE_H

#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT_MAX 32767
#define ROOT 6
#define OWN 8
#define NONE (-1)

/* `label` is the generation of the search in the high half and LIMIT_MAX minus the distance in the low one: a label is
 * better than another, or than one of an earlier search, if it is the greater number. */
typedef struct {
    uint32_t label;
    uint8_t step;
    uint8_t own;
} Node;

typedef struct {
    int32_t hex;
    int32_t next;
} Entry;

typedef struct {
    Node *nodes;
    int32_t *found_hex;
    int16_t *found_cost;
    uint8_t *found_step;
    Py_ssize_t size;
    Py_ssize_t found;
    int32_t *head; /* one queue of entries for each distance, first in first out */
    int32_t *tail;
    uint64_t *busy; /* one bit for each queue that holds something */
    Py_ssize_t buckets;
    Entry *pool;
    int32_t pool_size;
    int32_t pool_used;
    int32_t pool_free;
    uint64_t *heap; /* repair only: distance in the high half, hex in the low one */
    Py_ssize_t heap_size;
    Py_ssize_t heap_used;
    uint16_t generation;
} Workspace;

typedef struct {
    const int16_t *cost;
    const int32_t *neighbours;
    const uint8_t *blocked;
    const uint8_t *stop;
    uint32_t size;
    int32_t limit;
    int reverse;
} Graph;

typedef struct {
    int32_t hex;
    int32_t start;
} Source;

/* ---- buffers ------------------------------------------------------------------------------------------------------ */

static int
get_array(PyObject *object, Py_buffer *view, const char *kind, Py_ssize_t items, const char *name, int writable)
{
    int flags = (writable ? PyBUF_CONTIG : PyBUF_CONTIG_RO) | PyBUF_FORMAT;
    if (PyObject_GetBuffer(object, view, flags) < 0)
        return -1;
    const char *format = view->format ? view->format : "B";
    if (kind[0] == 'B' ? view->itemsize != 1 : strcmp(format, kind) != 0) {
        PyErr_Format(PyExc_ValueError, "%s must be an array of kind \"%s\", not \"%s\"", name, kind, format);
        PyBuffer_Release(view);
        return -1;
    }
    if (items >= 0 && view->len / view->itemsize != items) {
        PyErr_Format(PyExc_ValueError, "%s has %zd items instead of %zd", name, view->len / view->itemsize, items);
        PyBuffer_Release(view);
        return -1;
    }
    return 0;
}

static int
get_mask(PyObject *object, Py_buffer *view, Py_ssize_t items, const char *name)
{
    memset(view, 0, sizeof *view);
    return object == Py_None ? 0 : get_array(object, view, "B", items, name, 0);
}

static void
release_all(Py_buffer *views, int count)
{
    for (int i = 0; i < count; i++)
        if (views[i].obj != NULL)
            PyBuffer_Release(&views[i]);
}

/* Number of hexes, from the neighbour array. */
static int
get_graph(PyObject *cost, PyObject *neighbours, Py_buffer *views, Graph *graph)
{
    if (get_array(neighbours, &views[1], "i", -1, "neighbours", 0) < 0)
        return -1;
    Py_ssize_t edges = views[1].len / 4;
    if (edges % 6 != 0 || edges / 6 > INT32_MAX / 8) {
        PyErr_SetString(PyExc_ValueError, "neighbours must have six items for each hex");
        return -1;
    }
    if (get_array(cost, &views[0], "h", edges, "cost", 0) < 0)
        return -1;
    graph->cost = views[0].buf;
    graph->neighbours = views[1].buf;
    graph->size = (uint32_t)(edges / 6);
    return 0;
}

static int32_t
clamp_limit(int limit)
{
    return limit > LIMIT_MAX ? LIMIT_MAX : limit < -1 ? -1 : limit;
}

/* ---- workspace ---------------------------------------------------------------------------------------------------- */

static int
grow(void **memory, Py_ssize_t items, size_t item)
{
    void *larger = PyMem_Realloc(*memory, (size_t)(items > 0 ? items : 1) * item);
    if (larger == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    *memory = larger;
    return 0;
}

static int
prepare_nodes(Workspace *w, Py_ssize_t size)
{
    if (size > w->size) {
        if (grow((void **)&w->nodes, size, sizeof(Node)) < 0 || grow((void **)&w->found_hex, size, 4) < 0 ||
            grow((void **)&w->found_cost, size, 2) < 0 || grow((void **)&w->found_step, size, 1) < 0)
            return -1;
        memset(w->nodes + w->size, 0, (size_t)(size - w->size) * sizeof(Node));
        w->size = size;
    }
    if (++w->generation == 0) {
        memset(w->nodes, 0, (size_t)w->size * sizeof(Node));
        w->generation = 1;
    }
    w->found = 0;
    return 0;
}

static int
prepare_buckets(Workspace *w, int32_t limit)
{
    Py_ssize_t wanted = ((Py_ssize_t)limit / 64 + 1) * 64;
    if (wanted > w->buckets) {
        if (grow((void **)&w->head, wanted, 4) < 0 || grow((void **)&w->tail, wanted, 4) < 0 ||
            grow((void **)&w->busy, wanted / 64, 8) < 0)
            return -1;
        memset(w->busy + w->buckets / 64, 0, (size_t)(wanted - w->buckets) / 8);
        w->buckets = wanted;
    }
    w->pool_used = 0;
    w->pool_free = NONE;
    return 0;
}

static int
push(Workspace *w, int32_t distance, int32_t hex)
{
    int32_t at = w->pool_free;
    if (at != NONE) {
        w->pool_free = w->pool[at].next;
    } else {
        if (w->pool_used == w->pool_size) {
            int32_t wanted = w->pool_size ? 2 * w->pool_size : 1024;
            if (grow((void **)&w->pool, wanted, sizeof(Entry)) < 0)
                return -1;
            w->pool_size = wanted;
        }
        at = w->pool_used++;
    }
    w->pool[at].hex = hex;
    w->pool[at].next = NONE;
    uint64_t bit = (uint64_t)1 << (distance & 63);
    if (w->busy[distance >> 6] & bit) {
        w->pool[w->tail[distance]].next = at;
    } else {
        w->busy[distance >> 6] |= bit;
        w->head[distance] = at;
    }
    w->tail[distance] = at;
    return 0;
}

static int
lowest_bit(uint64_t word)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(word);
#else
    int at = 0;
    while (!(word & 1)) {
        word >>= 1;
        at++;
    }
    return at;
#endif
}

static void
forget_queues(Workspace *w)
{
    memset(w->busy, 0, (size_t)w->buckets / 8);
}

/* ---- sources ------------------------------------------------------------------------------------------------------ */

static int
compare_sources(const void *a, const void *b)
{
    const Source *one = a, *two = b;
    if (one->start != two->start)
        return one->start < two->start ? -1 : 1;
    return one->hex < two->hex ? -1 : one->hex > two->hex;
}

static int
read_source(PyObject *item, uint32_t size, int32_t limit, Source *source)
{
    long hex, start = 0;
    if (PyTuple_Check(item)) {
        if (PyTuple_Size(item) != 2) {
            PyErr_SetString(PyExc_ValueError, "a source is a hex, or a hex and its starting cost");
            return -1;
        }
        hex = PyLong_AsLong(PyTuple_GetItem(item, 0));
        if (hex == -1 && PyErr_Occurred())
            return -1;
        start = PyLong_AsLong(PyTuple_GetItem(item, 1));
        if (start == -1 && PyErr_Occurred())
            return -1;
    } else {
        hex = PyLong_AsLong(item);
        if (hex == -1 && PyErr_Occurred())
            return -1;
    }
    if (hex < 0 || hex >= (long)size) {
        PyErr_Format(PyExc_IndexError, "source %ld is not a hex of this board", hex);
        return -1;
    }
    if (start < 0) {
        PyErr_Format(PyExc_ValueError, "source %ld has a starting cost below 0", hex);
        return -1;
    }
    source->hex = (int32_t)hex;
    source->start = start > limit ? LIMIT_MAX + 1 : (int32_t)start;
    return 0;
}

/* All sources within the limit, sorted; NULL on error. The caller frees them. */
static Source *
read_sources(PyObject *sources, uint32_t size, int32_t limit, Py_ssize_t *count)
{
    Source *list = NULL;
    Py_ssize_t used = 0, capacity = 0;
    PyObject *item, *iterator = PyObject_GetIter(sources);
    if (iterator == NULL)
        return NULL;
    if (grow((void **)&list, 1, sizeof(Source)) < 0) {
        Py_DECREF(iterator);
        return NULL;
    }
    capacity = 1;
    while ((item = PyIter_Next(iterator)) != NULL) {
        int bad = used == capacity && grow((void **)&list, capacity = 2 * capacity + 8, sizeof(Source)) < 0;
        bad = bad || read_source(item, size, limit, &list[used]) < 0;
        Py_DECREF(item);
        if (bad)
            break;
        if (list[used].start <= limit)
            used++;
    }
    Py_DECREF(iterator);
    if (PyErr_Occurred()) {
        PyMem_Free(list);
        return NULL;
    }
    if (used > 1)
        qsort(list, (size_t)used, sizeof(Source), compare_sources);
    *count = used;
    return list;
}

#endif
