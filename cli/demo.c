/* SPDX-License-Identifier: BSD-3-Clause */
/* demo.c - 'lieflow demo': the flagship comparison, told in one screen. */
#include "cli.h"

#include <math.h>

#include "papers/papers.h"

static void demo_orders(const lf_order_table *T)
{
    printf("\nerror at t = 1 for %zu to %zu steps, and the order that is observed\n\n", T->steps[0],
           T->steps[T->levels - 1]);
    printf("  %-16s  %10s  %10s  %14s\n", "method", "coarsest", "finest", "order");
    for (size_t m = 0; m < T->methods; m++) {
        printf("  %-16s  %10.2e  %10.2e", T->method[m], T->error[m][0], T->error[m][T->levels - 1]);
        if (isnan(T->observed[m]))
            printf("  %14s\n", "not determined");
        else
            printf("  %14.2f\n", T->observed[m]);
    }
}

int cli_demo(const cli_args *args)
{
    char why[LF_WHY_SIZE] = "";
    const char *directory = cli_value(args, "out");
    lf_demo *D = lf_demo_new();
    directory = directory ? directory : "out";
    if (!D)
        return cli_no_memory();
    lf_status status = lf_demo_make(D, directory, cli_progress("heavy top"), why, sizeof why);
    cli_progress_end();
    if (status != LF_OK) {
        cli_complain("%s", status == LF_STOPPED ? "stopped" : why);
        lf_demo_free(D);
        return status == LF_STOPPED && cli_interrupted() ? 128 + cli_interrupted() : CLI_FAILED;
    }
    cli_line(stdout, "A heavy top for ten time units with 200 steps: two Lie group methods (cf4, "
                     "rkmk4) stay on the manifold, two classical ones (rk4, modified-euler) leave "
                     "it.");
    printf("\nlargest drift over the run\n\n");
    cli_drift_table(D->drift);
    demo_orders(D->order);
    printf("\nfigure: %s/heavy-top.png (and .svg), data: %s/heavy-top.csv\n", directory, directory);
    printf("next:   lieflow run heavy-top --plot top.svg, lieflow help\n");
    lf_demo_free(D);
    return CLI_OK;
}
