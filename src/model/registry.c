/* SPDX-License-Identifier: BSD-3-Clause */
/* registry.c - finds models by name, and takes in those that programs and plug-ins bring.
 *
 * Registered models are copied into slots that never move and are never given back. Writers take
 * turns; a reader sees the slots below a count that is raised after they are filled, and so never
 * waits. */
#include "model/models.h"

#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { REGISTRY_SLOTS = 256, REGISTRY_NAME = 64 };

static lf_model slots[REGISTRY_SLOTS];
static atomic_size_t filled;
static atomic_flag busy = ATOMIC_FLAG_INIT;

/* What a model must have: everything before the members that may be NULL. */
#define REGISTRY_LEAST offsetof(lf_model, exact)

static lf_status registry_refuse(char *why, size_t why_size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, why_size, format, list);
    va_end(list);
    return LF_EINPUT;
}

/* Model i when `count` slots are filled. */
static const lf_model *registry_at(size_t i, size_t count)
{
    size_t built_in = 0;
    while (lf_models_built_in[built_in])
        built_in++;
    if (i < built_in)
        return lf_models_built_in[i];
    return i - built_in < count ? &slots[i - built_in] : NULL;
}

static bool registry_answers(const lf_model *model, const char *name)
{
    if (strcmp(model->name, name) == 0)
        return true;
    for (const char *const *alias = model->aliases; alias && *alias; alias++)
        if (strcmp(*alias, name) == 0)
            return true;
    return false;
}

static const lf_model *registry_find(const char *name, size_t count)
{
    const lf_model *model;
    for (size_t i = 0; (model = registry_at(i, count)); i++)
        if (registry_answers(model, name))
            return model;
    return NULL;
}

const lf_model *lf_model_at(size_t i)
{
    return registry_at(i, atomic_load_explicit(&filled, memory_order_acquire));
}

const lf_model *lf_model_find(const char *name)
{
    return registry_find(name, atomic_load_explicit(&filled, memory_order_acquire));
}

/* ---- what is refused ---- */

static lf_status registry_check_name(const char *name, size_t count, char *why, size_t why_size)
{
    if (!*name || strlen(name) >= REGISTRY_NAME || strpbrk(name, " \t\r\n"))
        return registry_refuse(why, why_size,
                               "'%.70s' cannot be the name of a model: it has to have 1 to %d "
                               "bytes, none of them a blank",
                               name, REGISTRY_NAME - 1);
    const lf_model *other = registry_find(name, count);
    if (other)
        return registry_refuse(why, why_size, "there already is a model '%s'%s%s", name,
                               strcmp(other->name, name) ? ", an alias of " : "",
                               strcmp(other->name, name) ? other->name : "");
    return LF_OK;
}

/* Bytes of the member that a row describes. */
static size_t registry_bytes(const lf_param *row)
{
    switch (row->type) {
    case LF_REAL: return row->count * sizeof(double);
    case LF_CHOICE: return sizeof(int);
    case LF_COUNT: return sizeof(size_t);
    default: return sizeof(lf_list);
    }
}

static lf_status registry_check_rows(const lf_model *M, char *why, size_t why_size)
{
    _Alignas(max_align_t) unsigned char self[LF_MODEL_MAX_SIZE] = {0};
    char sentence[300] = "";
    if (M->self_size > LF_MODEL_MAX_SIZE)
        return registry_refuse(why, why_size, "the parameters of %s take %zu bytes; %d is the most",
                               M->name, M->self_size, LF_MODEL_MAX_SIZE);
    for (const lf_param *row = M->params; row->name; row++) {
        const size_t bytes = registry_bytes(row);
        if (bytes > M->self_size || row->offset > M->self_size - bytes)
            return registry_refuse(why, why_size, "%s: the parameter %s lies outside of its struct",
                                   M->name, row->name);
        if (!row->unit || !row->doc || !row->preset ||
            lf_param_set(row, self, row->preset, sentence, sizeof sentence) != LF_OK)
            return registry_refuse(why, why_size, "%s: the row of the parameter %s is wrong%s%s",
                                   M->name, row->name, *sentence ? ": " : "", sentence);
    }
    return LF_OK;
}

static lf_status registry_check(const lf_model *M, size_t count, char *why, size_t why_size)
{
    if (!M->name)
        return registry_refuse(why, why_size, "a model has no name");
    lf_status status = registry_check_name(M->name, count, why, why_size);
    for (const char *const *alias = M->aliases; status == LF_OK && alias && *alias; alias++)
        status = registry_check_name(*alias, count, why, why_size);
    if (status != LF_OK)
        return status;
    const char *lacks = !M->doc       ? "doc"
                        : !M->formula ? "formula"
                        : !M->cite    ? "cite"
                        : !M->params  ? "params"
                        : !M->method  ? "method"
                        : !M->build   ? "build"
                                      : NULL;
    if (lacks)
        return registry_refuse(why, why_size, "the model %s lacks `%s`", M->name, lacks);
    if (!isfinite(M->t_end) || !(M->step > 0) || !isfinite(M->step))
        return registry_refuse(why, why_size,
                               "the model %s needs a finite t_end and a positive step", M->name);
    if (!M->room != !M->give)
        return registry_refuse(why, why_size, "the model %s has one of room and give, not both",
                               M->name);
    return registry_check_rows(M, why, why_size);
}

/* ---- taking in ---- */

/* Copy the model into slot `count`, which no reader looks at yet. */
static lf_status registry_fill(const lf_model *model, size_t count, char *why, size_t why_size)
{
    if (count == REGISTRY_SLOTS) {
        registry_refuse(why, why_size, "there is no room for more than %d registered models",
                        REGISTRY_SLOTS);
        return LF_EMEMORY;
    }
    if (model->size < REGISTRY_LEAST || model->size > sizeof *model)
        return registry_refuse(why, why_size,
                               "a model says that its struct has %zu bytes, while lf_model has %zu "
                               "here; it begins with .size = sizeof(lf_model)",
                               model->size, sizeof *model);
    lf_model *slot = &slots[count];
    memset(slot, 0, sizeof *slot);
    memcpy(slot, model, model->size);
    slot->size = sizeof *slot;
    return registry_check(slot, count, why, why_size);
}

lf_status lf_model_register_all(const lf_model *const *models, char *why, size_t why_size)
{
    lf_status status = LF_OK;
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ; /* a registration takes microseconds */
    size_t count = atomic_load_explicit(&filled, memory_order_relaxed);
    for (; *models && status == LF_OK; models++)
        if ((status = registry_fill(*models, count, why, why_size)) == LF_OK)
            count++;
    if (status == LF_OK)
        atomic_store_explicit(&filled, count, memory_order_release);
    atomic_flag_clear_explicit(&busy, memory_order_release);
    return status;
}

lf_status lf_model_register(const lf_model *model, char *why, size_t why_size)
{
    const lf_model *const list[] = {model, NULL};
    return lf_model_register_all(list, why, why_size);
}
