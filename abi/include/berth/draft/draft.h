/* Everything that is a draft. A plugin that includes any of it puts BERTH_DRAFT_HASH into its entry
 * and is loaded only by a host whose drafts are the same. */
#ifndef BERTH_DRAFT_DRAFT_H
#define BERTH_DRAFT_DRAFT_H

#include <berth/draft/ext/epoch.h>
#include <berth/draft/ext/permit.h>
#include <berth/draft/ext/placement.h>
#include <berth/draft/ext/pod_group.h>
#include <berth/draft/ext/post_bind.h>
#include <berth/draft/ext/post_filter.h>
#include <berth/draft/ext/pre_bind.h>
#include <berth/draft/ext/reserve.h>
#include <berth/draft/ext/sign.h>
#include <berth/draft/ext/state.h>
#include <berth/draft/hash.h>
#include <berth/draft/host/client.h>
#include <berth/draft/host/executor.h>
#include <berth/draft/host/extenders.h>
#include <berth/draft/host/nominator.h>
#include <berth/draft/host/parallel.h>
#include <berth/draft/host/queue.h>
#include <berth/draft/host/random.h>
#include <berth/draft/host/thread_check.h>
#include <berth/draft/host/waiting.h>
#include <berth/draft/host/whatif.h>
#include <berth/draft/ids.h>
#include <berth/draft/requests.h>

#endif
