/* Everything that is stable. Drafts are in berth/draft/ and included one by one. */
#ifndef BERTH_BERTH_H
#define BERTH_BERTH_H

#include <berth/args.h>
#include <berth/base.h>
#include <berth/call.h>
#include <berth/entry.h>
#include <berth/ext/bind.h>
#include <berth/ext/column.h>
#include <berth/ext/events.h>
#include <berth/ext/filter.h>
#include <berth/ext/pre_enqueue.h>
#include <berth/ext/pre_filter.h>
#include <berth/ext/pre_score.h>
#include <berth/ext/queue_sort.h>
#include <berth/ext/score.h>
#include <berth/host.h>
#include <berth/host/clock.h>
#include <berth/host/columns.h>
#include <berth/host/completion.h>
#include <berth/host/counts.h>
#include <berth/host/documents.h>
#include <berth/host/log.h>
#include <berth/host/metrics.h>
#include <berth/host/objects.h>
#include <berth/host/reasons.h>
#include <berth/host/symbols.h>
#include <berth/host/terms.h>
#include <berth/host/watch.h>
#include <berth/node.h>
#include <berth/nodes.h>
#include <berth/objects.h>
#include <berth/pod.h>
#include <berth/pod_parts.h>
#include <berth/pod_volumes.h>
#include <berth/selector.h>
#include <berth/storage_objects.h>
#include <berth/version.h>

#endif
