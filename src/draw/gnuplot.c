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

/* Write the text to the open file; it is not closed. */
static lf_status gnuplot_put(int file, const char *data, size_t length)
{
    while (length > 0) {
        ssize_t done = write(file, data, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return LF_EIO;
        data += done;
        length -= (size_t)done;
    }
    return LF_OK;
}

/* Start gnuplot with the three files as its standard ones; 0 or an errno. */
static int gnuplot_spawn(int in, int out, int err, pid_t *child)
{
    char name[] = "gnuplot", dash[] = "-";
    char *const argv[] = {name, dash, NULL};
    posix_spawn_file_actions_t files;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return error;
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
    error = posix_spawnp(child, name, &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* The first line of gnuplot's complaint that says something. */
static void gnuplot_complaint(FILE *complaints, char *why, size_t why_size)
{
    char line[200], *text = line;
    snprintf(why, why_size, "gnuplot failed");
    rewind(complaints);
    while (fgets(line, sizeof line, complaints)) {
        text = line + strspn(line, " \t^");
        text[strcspn(text, "\n")] = 0;
        if (strstr(text, "line ") || strstr(text, "rror"))
            snprintf(why, why_size, "gnuplot failed: %.150s", text);
    }
}

static lf_status gnuplot_wait(pid_t child, FILE *complaints, char *why, size_t why_size)
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

/* Run the script with its output in the open file `out`. */
static lf_status gnuplot_run(const lf_text *script, int out, char *why, size_t why_size)
{
    lf_status status = LF_EIO;
    FILE *input = tmpfile(), *complaints = tmpfile();
    pid_t child;
    if (!input || !complaints || script->failed) {
        snprintf(why, why_size, "no room for gnuplot's script: %s", strerror(errno));
    } else if (gnuplot_put(fileno(input), script->data, script->length) != LF_OK) {
        snprintf(why, why_size, "no room for gnuplot's script: %s", strerror(errno));
    } else {
        lseek(fileno(input), 0, SEEK_SET);
        int error = gnuplot_spawn(fileno(input), out, fileno(complaints), &child);
        if (error == 0)
            status = gnuplot_wait(child, complaints, why, why_size);
        else if (error == ENOENT)
            snprintf(why, why_size, "gnuplot is not installed; figures need it");
        else
            snprintf(why, why_size, "gnuplot did not start: %s", strerror(error));
    }
    if (input)
        fclose(input);
    if (complaints)
        fclose(complaints);
    return status;
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

/* The script itself for .gp, else what gnuplot draws from it. */
static lf_status gnuplot_write(const lf_text *script, const char *path, char *why, size_t why_size)
{
    int out = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (out < 0) {
        snprintf(why, why_size, "%s cannot be written: %s", path, strerror(errno));
        return LF_EIO;
    }
    lf_status status;
    if (gnuplot_ends(path, ".gp")) {
        status = gnuplot_put(out, lf_text_string(script), script->length);
        if (status != LF_OK)
            snprintf(why, why_size, "%s is not complete: %s", path, strerror(errno));
    } else {
        status = gnuplot_run(script, out, why, why_size);
        if (status == LF_OK && !gnuplot_complete(out, path)) {
            snprintf(why, why_size, "%s is not complete: gnuplot could not write all of it", path);
            status = LF_EIO;
        }
    }
    close(out);
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
