/* Metrics of a plugin, in the host's /metrics. Registering the same again gives the same number, so
 * a new generation goes on with the series of the old one. */
#ifndef BERTH_HOST_METRICS_H
#define BERTH_HOST_METRICS_H

#include <berth/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BERTH_HOST_METRICS_V1 "berth.host.metrics/1"

#define BERTH_METRIC_COUNTER 0
#define BERTH_METRIC_GAUGE 1
#define BERTH_METRIC_HISTOGRAM 2

/* A family of series. view, made by the plugin. */
typedef struct berth_metric {
    uint32_t struct_size;
    uint32_t kind;
    berth_str name; /* as written: "scheduler_preemption_attempts_total" */
    berth_str help;
    const berth_str *labels;
    const double *buckets; /* of a histogram: upper bounds, ascending */
    uint32_t label_count;
    uint32_t bucket_count;
} berth_metric;

/* table */
typedef struct berth_metrics_v1 {
    uint32_t struct_size;
    uint32_t reserved;

    /* Registers a family.
     * Thread: [any]; best at create.
     * Owner: the host copies all of it.
     * Null: labels and buckets may be null where their counts are 0.
     * Returns: its number; 0: the name is malformed, or taken by a family of another shape. */
    uint32_t (*family)(const berth_host *host, const berth_metric *metric);

    /* One series of a family. Look it up once and keep it.
     * Thread: [any].
     * Owner: the host copies the values.
     * Null: values may be null where the family has no labels.
     * Returns: its number, which holds as long as the instance; 0: no such family, or another
     *   number of labels. */
    uint64_t (*series)(const berth_host *host, uint32_t family, const berth_str *values,
                       uint32_t count);

    /* Adds to a counter or gauge.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: series 0 does nothing.
     * Returns: nothing. */
    void (*add)(const berth_host *host, uint64_t series, double amount);

    /* Sets a gauge.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: series 0 does nothing.
     * Returns: nothing. */
    void (*set)(const berth_host *host, uint64_t series, double value);

    /* Puts a value into a histogram.
     * Thread: [any].
     * Owner: nothing crosses.
     * Null: series 0 does nothing.
     * Returns: nothing. */
    void (*observe)(const berth_host *host, uint64_t series, double value);
} berth_metrics_v1;

#ifdef __cplusplus
}
#endif
#endif
