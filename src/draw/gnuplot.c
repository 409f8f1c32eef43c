/* SPDX-License-Identifier: BSD-3-Clause */
/* gnuplot.c - a figure handed to a gnuplot process, without a shell and without named files. */
#include <lieflow/draw.h>

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/output.h"

extern char **environ;

static bool gnuplot_ends(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

const char *lf_figure_name_check(const char *path)
{
    if (gnuplot_ends(path, ".svg") || gnuplot_ends(path, ".png") || gnuplot_ends(path, ".gp"))
        return NULL;
    return "a figure's name must end in .svg, .png or .gp (the gnuplot script)";
}

/* The three files that gnuplot works with, nameless, none of them a standard one of ours: where
 * those are closed the system would hand out their numbers. */
typedef struct {
    int script, picture, complaints;
} gnuplot_files;

static int gnuplot_nameless(void)
{
    FILE *file = tmpfile();
    if (!file)
        return -1;
    const int fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    fclose(file);
    errno = error;
    return fd;
}

static void gnuplot_close(gnuplot_files *G)
{
    const int fd[] = {G->script, G->picture, G->complaints};
    for (size_t i = 0; i < 3; i++)
        if (fd[i] >= 0)
            close(fd[i]);
}

/* Nameless files, with the script in its one; 0 or an errno. */
static int gnuplot_open(gnuplot_files *G, const lf_text *script)
{
    *G = (gnuplot_files){-1, -1, -1};
    if ((G->script = gnuplot_nameless()) < 0 || (G->picture = gnuplot_nameless()) < 0 ||
        (G->complaints = gnuplot_nameless()) < 0)
        return errno;
    lf_output out = {.fd = G->script};
    if (lf_output_put(&out, script->data, script->length) != LF_OK)
        return out.error;
    return lseek(G->script, 0, SEEK_SET) == 0 ? 0 : errno;
}

/* Start gnuplot with the three files as its standard ones; 0 or an errno. */
static int gnuplot_spawn(const gnuplot_files *G, pid_t *child)
{
    char name[] = "gnuplot", dash[] = "-";
    char *const argv[] = {name, dash, NULL};
    posix_spawn_file_actions_t files;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return error;
    error = posix_spawn_file_actions_adddup2(&files, G->script, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&files, G->picture, STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&files, G->complaints, STDERR_FILENO);
    if (!error)
        error = posix_spawnp(child, name, &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* The last line of gnuplot's complaint that says something. */
static void gnuplot_complaint(int complaints, char *why, size_t why_size)
{
    char text[4096], *rest = NULL;
    const ssize_t length = pread(complaints, text, sizeof text - 1, 0);
    snprintf(why, why_size, "gnuplot failed");
    text[length > 0 ? length : 0] = 0;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        line += strspn(line, " \t^");
        if (strstr(line, "line ") || strstr(line, "rror"))
            snprintf(why, why_size, "gnuplot failed: %.150s", line);
    }
}

static lf_status gnuplot_wait(pid_t child, int complaints, char *why, size_t why_size)
{
    int state = 0;
    while (waitpid(child, &state, 0) < 0 && errno == EINTR) {}
    if (WIFEXITED(state) && WEXITSTATUS(state) == 0)
        return LF_OK;
    if (WIFEXITED(state) && WEXITSTATUS(state) == 127)
        snprintf(why, why_size, "gnuplot is not installed; figures need it");
    else
        gnuplot_complaint(complaints, why, why_size);
    return LF_EIO;
}

/* gnuplot does not notice a full disk; an empty or cut file does not end as it should. */
static bool gnuplot_complete(int file, const char *path)
{
    char tail[16] = {0};
    struct stat info;
    if (fstat(file, &info) != 0 || info.st_size < (off_t)sizeof tail)
        return false;
    if (pread(file, tail, sizeof tail - 1, info.st_size - (off_t)sizeof tail + 1) < 0)
        return false;
    if (gnuplot_ends(path, ".gif"))
        return tail[14] == ';';
    return gnuplot_ends(path, ".png") ? memcmp(tail + 7, "IEND", 4) == 0
                                      : strstr(tail, "</svg>") != NULL;
}

static lf_status gnuplot_copy(int picture, lf_output *out)
{
    enum { PIECE = 1 << 14 };
    char piece[PIECE];
    off_t at = 0;
    for (ssize_t got = 1; got > 0; at += got) {
        got = pread(picture, piece, PIECE, at);
        if (got < 0)
            out->error = errno;
        else if (lf_output_put(out, piece, (size_t)got) != LF_OK)
            break;
    }
    return out->error ? LF_EIO : LF_OK;
}

/* Draw the script, and see that the picture is whole. */
static lf_status gnuplot_draw(const gnuplot_files *G, const char *path, char *why, size_t why_size)
{
    pid_t child;
    const int error = gnuplot_spawn(G, &child);
    if (error) {
        if (error == ENOENT)
            snprintf(why, why_size, "gnuplot is not installed; figures need it");
        else
            snprintf(why, why_size, "gnuplot did not start: %s", strerror(error));
        return LF_EIO;
    }
    if (gnuplot_wait(child, G->complaints, why, why_size) != LF_OK)
        return LF_EIO;
    if (gnuplot_complete(G->picture, path))
        return LF_OK;
    snprintf(why, why_size, "%.300s is not complete: gnuplot could not write all of it", path);
    return LF_EIO;
}

/* The script itself for .gp, else what gnuplot draws from it. */
static lf_status gnuplot_write(const lf_text *script, const char *path, char *why, size_t why_size)
{
    gnuplot_files G;
    lf_output out;
    if (script->failed || gnuplot_ends(path, ".gp"))
        return lf_output_write(path, script, why, why_size);
    if (!lf_output_open(&out, path, false, why, why_size))
        return LF_EIO;
    const int error = gnuplot_open(&G, script);
    lf_status status = LF_EIO;
    if (error)
        snprintf(why, why_size, "no room for gnuplot's script: %s", strerror(error));
    else
        status = gnuplot_draw(&G, path, why, why_size);
    if (status == LF_OK) {
        gnuplot_copy(G.picture, &out);
        status = lf_output_keep(&out, why, why_size);
    } else {
        lf_output_drop(&out);
    }
    gnuplot_close(&G);
    return status;
}

lf_status lf_figure_write(const lf_figure *F, const char *path, char *why, size_t why_size)
{
    const char *bad = lf_figure_name_check(path);
    if (bad) {
        snprintf(why, why_size, "%s: %s", path, bad);
        return LF_EINPUT;
    }
    lf_text script = {0};
    lf_figure_script(F, gnuplot_ends(path, ".png") ? "png" : "svg", &script);
    lf_status status = gnuplot_write(&script, path, why, why_size);
    lf_text_free(&script);
    return status;
}

lf_status lf_animation_write(const lf_text *script, const char *path, char *why, size_t why_size)
{
    const char *bad = lf_animation_name_check(path);
    if (!bad)
        return gnuplot_write(script, path, why, why_size);
    snprintf(why, why_size, "%s: %s", path, bad);
    return LF_EINPUT;
}

const char *lf_animation_name_check(const char *path)
{
    if (gnuplot_ends(path, ".gif") || gnuplot_ends(path, ".gp"))
        return NULL;
    return "a moving picture's name must end in .gif or .gp (the gnuplot script)";
}
