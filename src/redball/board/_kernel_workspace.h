/* Shared by all searches: arrays through the buffer protocol, the workspace, the reading of sources.
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

#if defined(__GNUC__) || defined(__clang__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NEVER_INLINE __attribute__((noinline))
#define RARELY(what) __builtin_expect(what, 0) /* moves the rare branch out of the way */
#else
#define ALWAYS_INLINE inline
#define NEVER_INLINE
#define RARELY(what) (what)
#endif

/* A label is one number: age of the search, distance, code of the step, from high to low. So the lesser of two labels is
 * the better, and any label of this search, with the lowest age so far, is better than one of an earlier search.
 */
#define STEP_BITS 3
#define DISTANCE_BITS 15
#define AGES (1u << (32 - DISTANCE_BITS - STEP_BITS))

/* A queue: the hexes waiting at one distance, first in, first out. */
typedef struct {
    int32_t *items;
    int32_t used;
    int32_t room;
} Bucket;

typedef struct {
    uint32_t *labels;
    uint8_t *own; /* OWN for sources that are stops, while their search runs */
    int32_t *found_hex;
    int16_t *found_cost;
    uint8_t *found_step;
    Py_ssize_t size;
    Py_ssize_t found;
    Bucket *buckets; /* one for each distance */
    uint64_t *busy;  /* one bit for each bucket that holds something */
    Py_ssize_t bucket_count;
    Py_ssize_t queue_room; /* of all buckets together */
    uint32_t age; /* of the present search: one less than that of the one before */
} Workspace;

typedef struct {
    const int16_t *cost;
    const int32_t *neighbours;
    const uint8_t *blocked;
    const uint8_t *stop;
    uint32_t size;
    int32_t limit;
    int reverse;
    uint8_t *cover; /* or NULL: one byte per hex, set next to hexes that a forward search leaves again */
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
    graph->cover = NULL;
    return 0;
}

static int32_t
clamp_limit(long limit)
{
    return limit > LIMIT_MAX ? LIMIT_MAX : limit < -1 ? -1 : (int32_t)limit;
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
prepare_labels(Workspace *w, Py_ssize_t size)
{
    if (size > w->size) { /* one spare entry: it is written before we know whether it counts */
        if (grow((void **)&w->labels, size, 4) < 0 || grow((void **)&w->own, size, 1) < 0 ||
            grow((void **)&w->found_hex, size + 1, 4) < 0 || grow((void **)&w->found_cost, size + 1, 2) < 0 ||
            grow((void **)&w->found_step, size + 1, 1) < 0)
            return -1;
        memset(w->labels + w->size, 0xFF, (size_t)(size - w->size) * 4);
        memset(w->own + w->size, 0, (size_t)(size - w->size));
        w->size = size;
    }
    if (w->age == 0) {
        memset(w->labels, 0xFF, (size_t)w->size * 4);
        w->age = AGES - 1;
    }
    w->age--;
    w->found = 0;
    return 0;
}

static inline int
is_present(const Workspace *w, uint32_t label)
{
    return label >> (DISTANCE_BITS + STEP_BITS) == w->age;
}

/* The label of a source, with the code 0; that of a hex reached by a step in direction `d` has the code d + 1. */
static inline uint32_t
root_label(const Workspace *w, int32_t distance)
{
    return (w->age << DISTANCE_BITS | (uint32_t)distance) << STEP_BITS;
}

static inline int32_t
label_distance(uint32_t label)
{
    return (int32_t)(label >> STEP_BITS & LIMIT_MAX);
}

static inline uint8_t
label_step(uint32_t label)
{
    static const uint8_t steps[8] = {ROOT, 0, 1, 2, 3, 4, 5, ROOT};
    return steps[label & 7];
}

static int
prepare_buckets(Workspace *w, int32_t limit)
{
    Py_ssize_t wanted = ((Py_ssize_t)limit / 64 + 1) * 64;
    if (wanted <= w->bucket_count)
        return 0;
    if (grow((void **)&w->buckets, wanted, sizeof(Bucket)) < 0 || grow((void **)&w->busy, wanted / 64, 8) < 0)
        return -1;
    memset(w->buckets + w->bucket_count, 0, (size_t)(wanted - w->bucket_count) * sizeof(Bucket));
    memset(w->busy + w->bucket_count / 64, 0, (size_t)(wanted - w->bucket_count) / 8);
    w->bucket_count = wanted;
    return 0;
}

static int
widen(Workspace *w, Bucket *bucket)
{
    int32_t wanted = bucket->room ? 2 * bucket->room : 8;
    if (grow((void **)&bucket->items, wanted, 4) < 0)
        return -1;
    w->queue_room += wanted - bucket->room;
    bucket->room = wanted;
    return 0;
}

static inline int
push(Workspace *w, int32_t distance, int32_t hex)
{
    Bucket *bucket = w->buckets + distance;
    if (RARELY(bucket->used == bucket->room) && widen(w, bucket) < 0)
        return -1;
    if (RARELY(bucket->used == 0))
        w->busy[distance >> 6] |= (uint64_t)1 << (distance & 63);
    bucket->items[bucket->used++] = hex;
    return 0;
}

static inline uint32_t
opposite(uint32_t d)
{
    return d < 3 ? d + 3 : d - 3;
}

static inline int
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
    for (Py_ssize_t i = 0; i < w->bucket_count; i++)
        w->buckets[i].used = 0;
    memset(w->busy, 0, (size_t)w->bucket_count / 8);
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

/* One source at most within the limit from each item, added to a list; whether the list is still in order is noted. */
static int
add_source(Source **list, Py_ssize_t *used, Py_ssize_t *room, PyObject *item, uint32_t size, int32_t limit, int *sorted)
{
    if (*used == *room) {
        if (grow((void **)list, 2 * *room + 8, sizeof(Source)) < 0)
            return -1;
        *room = 2 * *room + 8;
    }
    Source *source = *list + *used;
    if (read_source(item, size, limit, source) < 0)
        return -1;
    if (source->start <= limit) {
        *sorted = *sorted && (*used == 0 || compare_sources(source - 1, source) <= 0);
        ++*used;
    }
    return 0;
}

/* The next item, as a new reference; NULL at the end and on error. A list is read without its iterator: that is quicker. */
static PyObject *
next_item(PyObject *sources, PyObject *iterator, Py_ssize_t at)
{
    if (iterator != NULL)
        return PyIter_Next(iterator);
    return at < PyList_Size(sources) ? Py_NewRef(PyList_GetItem(sources, at)) : NULL;
}

/* Put sources in order: few are sorted by insertion, which needs no calls. */
static void
sort_sources(Source *list, Py_ssize_t count)
{
    if (count > 32) {
        qsort(list, (size_t)count, sizeof(Source), compare_sources);
        return;
    }
    for (Py_ssize_t i = 1; i < count; i++) {
        Source moved = list[i];
        Py_ssize_t to = i;
        for (; to > 0 && compare_sources(&moved, list + to - 1) < 0; to--)
            list[to] = list[to - 1];
        list[to] = moved;
    }
}

/* All sources within the limit, sorted; NULL on error. The caller frees them. */
static Source *
read_sources(PyObject *sources, uint32_t size, int32_t limit, Py_ssize_t *count)
{
    Source *list = NULL;
    Py_ssize_t used = 0, room = PyList_Check(sources) ? PyList_Size(sources) : 8;
    int sorted = 1, bad = 0;
    PyObject *item, *iterator = PyList_Check(sources) ? NULL : PyObject_GetIter(sources);
    if (iterator == NULL && PyErr_Occurred())
        return NULL;
    bad = grow((void **)&list, room, sizeof(Source)) < 0;
    for (Py_ssize_t at = 0; !bad && (item = next_item(sources, iterator, at)) != NULL; at++) {
        bad = add_source(&list, &used, &room, item, size, limit, &sorted) < 0;
        Py_DECREF(item);
    }
    Py_XDECREF(iterator);
    if (PyErr_Occurred()) {
        PyMem_Free(list);
        return NULL;
    }
    if (!sorted)
        sort_sources(list, used);
    *count = used;
    return list;
}

#endif
