/* SPDX-License-Identifier: BSD-3-Clause */
/* obj.c - triangles from the v and f lines of a Wavefront OBJ file. Texture and normal numbers of
 * a corner (7/1/3), groups, materials and every other line are passed over. */
#include <lieflow/shape.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/numerals.h"

enum { OBJ_MOST = 1 << 28, OBJ_CHUNK = 1 << 20, OBJ_SHOWN = 30 };
static const size_t obj_most_bytes = (size_t)1 << 30;

typedef struct {
    const char *at, *end;
    const char *name;
    size_t line;
    lf_mesh *M;
    size_t vertex_room, face_room;
    size_t largest, largest_line; /* the highest number of a vertex that a face names */
    char *why;
    size_t why_size;
} obj_reader;

static lf_status obj_fail(obj_reader *R, lf_status status, const char *format, ...) LF_PRINTF(3, 4);

static lf_status obj_fail(obj_reader *R, lf_status status, const char *format, ...)
{
    char sentence[256];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    snprintf(R->why, R->why_size, "%.300s:%zu: %s", R->name, R->line, sentence);
    return status;
}

/* ---- characters ----------------------------------------------------------------------------- */

static bool obj_line_end(char c)
{
    return c == '\n' || c == '\r' || c == 0 || c == '#';
}

static bool obj_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* Blanks, and line ends after a backslash. */
static void obj_skip_blanks(obj_reader *R)
{
    for (;;) {
        const char *next = R->at + (R->at[0] == '\\');
        if (next > R->at && next[0] == '\r' && next[1] == '\n')
            next++;
        if (next > R->at && *next == '\n') {
            R->at = next + 1;
            R->line++;
        } else if (obj_blank(*R->at)) {
            R->at++;
        } else {
            return;
        }
    }
}

/* To the beginning of the next line, which ends with LF, CR LF or CR. */
static void obj_next_line(obj_reader *R)
{
    while (R->at < R->end && *R->at != '\n' && *R->at != '\r')
        R->at++;
    if (R->at >= R->end)
        return;
    R->at += R->at[0] == '\r' && R->at[1] == '\n' ? 2 : 1;
    R->line++;
}

/* What stands here, for sentences: up to the next blank. */
static int obj_word(const obj_reader *R)
{
    int length = 0;
    while (length < OBJ_SHOWN && !obj_blank(R->at[length]) && !obj_line_end(R->at[length]))
        length++;
    return length;
}

/* ---- vertices ------------------------------------------------------------------------------- */

/* Room for one more row of three elements; the new address, or NULL. */
static void *obj_grow(void *rows, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return rows;
    size_t more = *room ? 2 * *room : 1024;
    void *moved = realloc(rows, 3 * more * size);
    if (moved)
        *room = more;
    return moved;
}

static lf_status obj_coordinate(obj_reader *R, double *value)
{
    char *end;
    obj_skip_blanks(R);
    if (obj_line_end(*R->at))
        return obj_fail(R, LF_EINPUT, "a vertex needs three coordinates: v x y z");
    int length = obj_word(R);
    *value = strtod(R->at, &end);
    if (end == R->at || !(obj_blank(*end) || obj_line_end(*end) || *end == '\\'))
        return obj_fail(R, LF_EINPUT, "a coordinate must be a number, got '%.*s'", length, R->at);
    if (!isfinite(*value))
        return obj_fail(R, LF_EINPUT, "a coordinate must be a finite number, got '%.*s'", length,
                        R->at);
    R->at = end;
    return LF_OK;
}

static lf_status obj_vertex(obj_reader *R)
{
    lf_mesh *M = R->M;
    void *rows = obj_grow(M->vertex, M->vertices, &R->vertex_room, sizeof *M->vertex);
    if (!rows || M->vertices >= OBJ_MOST)
        return obj_fail(R, LF_EMEMORY, "there is not enough memory for the vertices");
    M->vertex = rows;
    for (size_t i = 0; i < 3; i++) {
        lf_status status = obj_coordinate(R, &M->vertex[3 * M->vertices + i]);
        if (status != LF_OK)
            return status;
    }
    M->vertices++;
    return LF_OK;
}

/* ---- faces ---------------------------------------------------------------------------------- */

/* Number of a corner's vertex: from 1, or backwards from -1, the vertex just read. */
static lf_status obj_corner(obj_reader *R, uint32_t *corner)
{
    const char *digit = R->at + (*R->at == '-'), *start = digit;
    size_t number = 0;
    int length = obj_word(R);
    for (; *digit >= '0' && *digit <= '9'; digit++)
        number = number < OBJ_MOST ? 10 * number + (size_t)(*digit - '0') : number;
    const char *end = digit;
    while (*end == '/' || *end == '-' || (*end >= '0' && *end <= '9'))
        end++;
    if (digit == start || (end > digit && *digit != '/') ||
        !(obj_blank(*end) || obj_line_end(*end) || *end == '\\'))
        return obj_fail(R, LF_EINPUT,
                        "a corner of a face must be 7, 7/1, 7//3 or 7/1/3 with whole numbers, got "
                        "'%.*s'",
                        length, R->at);
    if (number == 0 || number > OBJ_MOST)
        return obj_fail(R, LF_EINPUT, "vertices are counted from 1, got '%.*s'", length, R->at);
    if (*R->at == '-' && number > R->M->vertices)
        return obj_fail(R, LF_EINPUT, "a face counts back %zu vertices, only %zu stand before it",
                        number, R->M->vertices);
    size_t vertex = *R->at == '-' ? R->M->vertices - number : number - 1;
    if (vertex + 1 > R->largest) {
        R->largest = vertex + 1;
        R->largest_line = R->line;
    }
    *corner = (uint32_t)vertex;
    R->at = end;
    return LF_OK;
}

static lf_status obj_triangle(obj_reader *R, const uint32_t corner[3])
{
    lf_mesh *M = R->M;
    void *rows = obj_grow(M->face, M->faces, &R->face_room, sizeof *M->face);
    if (!rows || M->faces >= OBJ_MOST)
        return obj_fail(R, LF_EMEMORY, "there is not enough memory for the faces");
    M->face = rows;
    memcpy(M->face + 3 * M->faces++, corner, 3 * sizeof *corner);
    return LF_OK;
}

static lf_status obj_face(obj_reader *R)
{
    uint32_t corner[3] = {0};
    size_t corners = 0;
    for (obj_skip_blanks(R); !obj_line_end(*R->at); obj_skip_blanks(R)) {
        lf_status status = obj_corner(R, &corner[corners < 2 ? corners : 2]);
        if (status == LF_OK && ++corners >= 3) {
            status = obj_triangle(R, corner);
            corner[1] = corner[2];
        }
        if (status != LF_OK)
            return status;
    }
    if (corners < 3)
        return obj_fail(R, LF_EINPUT, "a face needs at least three corners, got %zu", corners);
    return LF_OK;
}

/* ---- the file ------------------------------------------------------------------------------- */

static lf_status obj_lines(obj_reader *R)
{
    lf_status status = LF_OK;
    while (status == LF_OK && R->at < R->end) {
        obj_skip_blanks(R);
        char key = *R->at;
        bool known = key == 'v' || key == 'f';
        if (known && (obj_blank(R->at[1]) || obj_line_end(R->at[1]) || R->at[1] == '\\')) {
            R->at++;
            status = key == 'v' ? obj_vertex(R) : obj_face(R);
        }
        obj_next_line(R);
    }
    return status;
}

static lf_status obj_whole(const obj_reader *R)
{
    if (R->M->vertices == 0 || R->M->faces == 0) {
        snprintf(R->why, R->why_size,
                 "%.300s: there %s in this file; a shape needs lines 'v x y z' and 'f i j k'",
                 R->name, R->M->vertices ? "are no faces" : "are no vertices");
        return LF_EINPUT;
    }
    if (R->largest > R->M->vertices) {
        snprintf(R->why, R->why_size, "%.300s:%zu: a face names the vertex %zu, there are only %zu",
                 R->name, R->largest_line, R->largest, R->M->vertices);
        return LF_EINPUT;
    }
    return LF_OK;
}

lf_status lf_obj_parse(lf_mesh *M, const char *text, size_t length, const char *name, char *why,
                       size_t why_size)
{
    obj_reader R = {.at = text,
                    .end = text + length,
                    .name = name,
                    .line = 1,
                    .M = M,
                    .why = why,
                    .why_size = why_size};
    *M = (lf_mesh){0};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        R.at += 3; /* the mark of UTF-8 */
    lf_numerals kept = lf_numerals_begin();
    lf_status status = obj_lines(&R);
    lf_numerals_end(kept);
    if (status == LF_OK)
        status = obj_whole(&R);
    if (status != LF_OK)
        lf_mesh_free(M);
    return status;
}

/* All bytes of a file and a zero byte after them; NULL with errno, 0 for a file too large. */
static char *obj_bytes(FILE *file, size_t *length)
{
    char *text = NULL;
    size_t room = 0;
    *length = 0;
    for (;;) {
        if (*length + 1 >= room) {
            char *moved = room > obj_most_bytes ? NULL : realloc(text, room + room + OBJ_CHUNK);
            if (!moved) {
                errno = room > obj_most_bytes ? 0 : ENOMEM;
                break;
            }
            text = moved;
            room += room + OBJ_CHUNK;
        }
        size_t got = fread(text + *length, 1, room - *length - 1, file);
        *length += got;
        if (got == 0 && ferror(file))
            break;
        if (got == 0) {
            text[*length] = 0;
            return text;
        }
    }
    int error = errno;
    free(text);
    errno = error;
    return NULL;
}

/* Open a regular file: a scenario that names a pipe would wait for ever, one that names a device
 * might never end. NULL with a reason in `why` if it cannot be opened or is something else. */
static FILE *obj_open(const char *path, const char **why)
{
    struct stat there;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *why = file < 0 || fstat(file, &there) != 0 ? strerror(errno)
           : S_ISREG(there.st_mode)             ? NULL
           : S_ISDIR(there.st_mode)             ? strerror(EISDIR)
                                                : "not a regular file";
    FILE *opened = *why ? NULL : fdopen(file, "rb");
    if (!opened && file >= 0)
        close(file);
    if (!opened && !*why)
        *why = strerror(errno);
    return opened;
}

lf_status lf_obj_read(lf_mesh *M, const char *path, char *why, size_t why_size)
{
    size_t length = 0;
    const char *reason = NULL;
    *M = (lf_mesh){0};
    FILE *file = obj_open(path, &reason);
    char *text = file ? obj_bytes(file, &length) : NULL;
    if (!text)
        snprintf(why, why_size, "%.300s: %s", path,
                 reason  ? reason
                 : errno ? strerror(errno)
                         : "a shape file has at most 1 GiB");
    if (file)
        fclose(file);
    if (!text)
        return LF_EIO;
    lf_status status = lf_obj_parse(M, text, length, path, why, why_size);
    free(text);
    return status;
}

void lf_mesh_free(lf_mesh *M)
{
    free(M->vertex);
    free(M->face);
    *M = (lf_mesh){0};
}
