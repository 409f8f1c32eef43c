/* SPDX-License-Identifier: BSD-3-Clause */
/* wav.c - sounds: RIFF files with one chunk `fmt ` and one chunk `data`, whole numbers (PCM) of 16, 24 or
 * 32 bits or floating ones of 32 or 64, any number of channels. Bytes come with the least first.
 * IBM and Microsoft, Multimedia Programming Interface and Data Specifications 1.0, 1991. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/dataset.h"
#include "io/output.h"

enum { WAV_PCM = 1, WAV_FLOAT = 3, WAV_EXTENSIBLE = 0xfffe, WAV_HEAD = 44, WAV_CHANNELS = 1024 };

typedef struct {
    unsigned kind, channels, bits;
    uint32_t rate;
    const unsigned char *data;
    size_t bytes;
} wav;

static uint32_t wav_number(const unsigned char *b, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t)b[i] << (8 * i);
    return value;
}

static lf_status wav_fail(const char *name, const char *sentence, char *why, size_t why_size)
{
    snprintf(why, why_size, "%.200s: %s", name, sentence);
    return LF_EINPUT;
}

bool lf_wav_is(const char *data, size_t size)
{
    return size >= 12 && memcmp(data, "RIFF", 4) == 0 && memcmp(data + 8, "WAVE", 4) == 0;
}

static void wav_format(wav *W, const unsigned char *b, size_t size)
{
    W->kind = wav_number(b, 2);
    W->channels = wav_number(b + 2, 2);
    W->rate = wav_number(b + 4, 4);
    W->bits = wav_number(b + 14, 2);
    if (W->kind == WAV_EXTENSIBLE && size >= 26)
        W->kind = wav_number(b + 24, 2); /* the first bytes of its GUID */
}

/* Walk over the chunks. A data chunk may say that it is longer than the file, as recorders do that write to a
 * pipe: what is there counts. */
static void wav_walk(wav *W, const unsigned char *b, size_t size)
{
    for (size_t at = 12; at + 8 <= size;) {
        const size_t said = wav_number(b + at + 4, 4), left = size - at - 8;
        const size_t length = said < left ? said : left;
        if (memcmp(b + at, "fmt ", 4) == 0 && length >= 16) {
            wav_format(W, b + at + 8, length);
        } else if (memcmp(b + at, "data", 4) == 0 && !W->data) {
            W->data = b + at + 8;
            W->bytes = length;
        }
        at += 8 + length + (length & 1);
    }
}

static const char *wav_complaint(const wav *W)
{
    const bool whole = W->kind == WAV_PCM && (W->bits == 16 || W->bits == 24 || W->bits == 32);
    const bool floating = W->kind == WAV_FLOAT && (W->bits == 32 || W->bits == 64);
    if (W->channels == 0 || W->channels > WAV_CHANNELS)
        return "a sound needs 1 to 1024 channels";
    if (!whole && !floating)
        return "only whole numbers of 16, 24 or 32 bits and floating ones of 32 or 64 are read";
    if (W->rate == 0)
        return "a sound needs samples in a second";
    if (!W->data || W->bytes < W->bits / 8 * W->channels)
        return "there is no sound in it";
    return NULL;
}

/* One sample. */
static double wav_value(const wav *W, const unsigned char *b)
{
    if (W->kind == WAV_PCM) /* moved to the upper end of 32 bits, for its sign */
        return (double)(int32_t)(wav_number(b, (int)W->bits / 8) << (32 - W->bits)) / 2147483648.0;
    const uint64_t low = wav_number(b, 4);
    if (W->bits == 32) {
        const uint32_t bits = (uint32_t)low;
        float value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const uint64_t bits = low | (uint64_t)wav_number(b + 4, 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

lf_status lf_wav_parse(lf_dataset *D, const char *data, size_t size, const char *name, char *why,
                       size_t why_size)
{
    wav W = {0};
    wav_walk(&W, (const unsigned char *)data, size);
    const char *complaint = wav_complaint(&W);
    if (complaint)
        return wav_fail(name, complaint, why, why_size);
    const size_t width = W.bits / 8, rows = W.bytes / (width * W.channels);
    if (!lf_dataset_room(D, rows, W.channels)) {
        wav_fail(name, "out of memory", why, why_size);
        return LF_EMEMORY;
    }
    D->rate = W.rate;
    for (size_t i = 0; i < rows * W.channels; i++) {
        D->value[i] = wav_value(&W, W.data + i * width);
        if (!isfinite(D->value[i])) {
            snprintf(why, why_size, "%.200s: sample %zu of channel %zu is not finite", name,
                     i / W.channels + 1, i % W.channels + 1);
            return LF_EINPUT;
        }
    }
    return LF_OK;
}

/* ---- writing ---- */

static void wav_put(unsigned char *b, int bytes, uint32_t value)
{
    for (int i = 0; i < bytes; i++)
        b[i] = (unsigned char)(value >> (8 * i));
}

static void wav_head(const lf_dataset *D, uint32_t bytes, unsigned char head[WAV_HEAD])
{
    const uint32_t channels = (uint32_t)D->columns, rate = (uint32_t)lrint(D->rate);
    memcpy(head, "RIFF....WAVEfmt ....", 20);
    wav_put(head + 4, 4, WAV_HEAD - 8 + bytes);
    wav_put(head + 16, 4, 16);
    wav_put(head + 20, 2, WAV_PCM);
    wav_put(head + 22, 2, channels);
    wav_put(head + 24, 4, rate);
    wav_put(head + 28, 4, rate * channels * 2);
    wav_put(head + 32, 2, channels * 2);
    wav_put(head + 34, 2, 16);
    memcpy(head + 36, "data", 4);
    wav_put(head + 40, 4, bytes);
}

static const char *wav_unfit(const lf_dataset *D)
{
    if (!(D->rate >= 1 && D->rate <= 1e6))
        return "a sound needs a rate, 1 to 1000000 samples a second: a table has none";
    if (D->columns == 0 || D->columns > WAV_CHANNELS || D->rows > 2000000000 / (2 * D->columns))
        return "that is too long for a WAV file";
    for (size_t i = 0; i < D->rows * D->columns; i++)
        if (!(fabs(D->value[i]) <= 1))
            return "samples must lie between -1 and 1";
    return NULL;
}

lf_status lf_wav_write(const lf_dataset *D, const char *path, char *why, size_t why_size)
{
    enum { CHUNK = 4096 };
    const char *unfit = wav_unfit(D);
    unsigned char bytes[2 * CHUNK];
    lf_output F;
    if (unfit)
        return wav_fail(path, unfit, why, why_size);
    if (!lf_output_open(&F, path, false, why, why_size))
        return LF_EIO;
    const size_t count = D->rows * D->columns;
    wav_head(D, (uint32_t)(2 * count), bytes);
    lf_status s = lf_output_put(&F, (const char *)bytes, WAV_HEAD);
    for (size_t at = 0; at < count && s == LF_OK; at += CHUNK) {
        const size_t part = count - at < CHUNK ? count - at : CHUNK;
        for (size_t i = 0; i < part; i++)
            wav_put(bytes + 2 * i, 2, (uint32_t)(int32_t)lrint(32767 * D->value[at + i]));
        s = lf_output_put(&F, (const char *)bytes, 2 * part);
    }
    return lf_output_keep(&F, why, why_size);
}
