#include "core/scheduler/scheduler.hpp"

#include <algorithm>
#include <utility>

#include "core/scheduler/scheduler_impl.hpp"

namespace berth::scheduler {
namespace {

constexpr std::size_t kSlice = 4096;    // changes taken in between two cycles
constexpr std::size_t kRechecks = 256;  // pods looked at again between two cycles
constexpr std::size_t kSpareTasks = 64;

}  // namespace

Scheduler::Impl::Impl(Scheduler::Needs given, framework::GenerationRef first, Options wanted,
                      Observer* told)
    : needs(given),
      options(std::move(wanted)),
      observer(told),
      generation(std::move(first)),
      completions([this](framework::Completion completion) { inbox.put(std::move(completion)); }),
      views(given.symbols),
      cache(given.symbols),
      index(cache, given.symbols),
      catalog(cache, waiting, given.symbols),
      queue(given.clock, options.queue, std::make_shared<queue::ProfilePolicy>(generation),
            [this](const framework::PodInfo& pod) {
                const framework::PodInfoRef known = waiting.find(pod);
                return known != nullptr && known->uid() == pod.uid();
            }),
      arena(options.threads, options.least_rows),
      algorithm(arena, options.tie_break),
      reporter(given.cluster, given.clock, given.symbols),
      handlers(cache, index, queue, views, given.symbols, waiting, given.host.objects(),
               [this](std::string_view uid) {
                   return reject_waiting(uid) || end_pre_bind(uid, "the pod is being deleted");
               }),
      service({.queue = queue,
               .waiting = waiting,
               .tasks = tasks,
               .completions = completions,
               .post = [this](base::Task task) { inbox.put(std::move(task)); },
               .clear_nomination =
                   [this](const host::PodName& pod, access::ReplyDone done) {
                       clear_nomination(pod, std::move(done));
                   },
               .end_now = [this](std::uint64_t number) { end_held(number); }}),
      watches(given.cluster, given.host.objects(), *this) {
    needs.host.set_engine(this);
    needs.host.requests().serve([this](base::Task task) { inbox.put(std::move(task)); });
    needs.host.tasks().serve([this](base::Task task) { inbox.put(std::move(task)); });
    cache.use_columns(generation);
    needs.host.set_pods(&catalog);
    needs.host.set_index(&index);
    tell_watchers();  // of nothing yet: they hear of changes from here on
    needs.host.set_arena(&arena);
    needs.host.set_nominator(&queue.nominator());
    needs.host.set_scheduling(&service);
}

Scheduler::Impl::~Impl() {
    watches.end();
    needs.host.requests().close();
    needs.host.tasks().close();
    answers->with([](framework::Completions*& to) { to = nullptr; });
    inbox.close();
    for (auto& [number, task] : tasks) {
        give_up(task->cycle, completions, task->progress);
        run_unreserve(task->cycle, task->node);
        tell_adopters(*task, Ending::kRefused);
    }
    tasks.clear();
    if (publication) {
        end_publish({.problem = "the scheduler ended"});
    }
    needs.host.set_scheduling(nullptr);
    needs.host.set_nominator(nullptr);
    needs.host.set_arena(nullptr);
    needs.host.set_index(nullptr);
    needs.host.set_engine(nullptr);
    needs.host.set_pods(nullptr);
}

void Scheduler::Impl::start() {
    watches.start();
}

void Scheduler::Impl::on_change(access::Change change) {
    inbox.put(std::move(change));
}

void Scheduler::Impl::take_in() {
    service.forget_views();
    watches.update();
    inbox.drain(kSlice, [this](Incoming&& incoming) {
        if (auto* change = std::get_if<access::Change>(&incoming)) {
            handlers.on_change(*change);
        } else if (auto* completion = std::get_if<framework::Completion>(&incoming)) {
            on_completion(*completion);
        } else {
            std::get<base::Task>(incoming)();
        }
    });
    needs.host.tasks().run_due();
    queue.flush_backoff();
    queue.flush_unschedulable_leftover();
    if (!tasks.empty()) {
        end_due_waits();
    }
    queue.recheck(kRechecks);
    if (publication) {
        try_publish();
    }
}

bool Scheduler::Impl::step(Pop pop) {
    take_in();
    if (holding) {
        return false;
    }
    for (;;) {
        queue::PoppedPod popped = pop == Pop::kAny ? queue.pop() : queue.pop_active();
        if (popped == nullptr) {
            return false;
        }
        if (options.most_attempts != 0 && popped->attempts() > options.most_attempts) {
            continue;  // has had its tries: it leaves the queue
        }
        attempt(std::move(popped));
        return true;
    }
}

void Scheduler::Impl::on_completion(const framework::Completion& completion) {
    const auto at = tasks.find(completion.cycle);
    if (at == tasks.end()) {
        return;  // its cycle has ended without it
    }
    if (at->second->stage == Stage::kWaiting) {
        on_permit(*at->second, completion);
        return;
    }
    std::unique_ptr<BindingTask> task = unpark(completion.cycle);
    if (task->extender_token == completion.token) {
        extender_answered(std::move(task), completion);
        return;
    }
    const framework::Status status =
        task->stage == Stage::kPreBind
            ? complete_pre_bind(task->cycle, task->node, completions, task->progress, completion)
            : complete_bind(task->cycle, task->node, completions, task->progress, completion);
    went_on(std::move(task), status);
}

void Scheduler::Impl::park(std::unique_ptr<BindingTask> task) {
    const std::uint64_t number = task->number();
    tasks.emplace(number, std::move(task));
}

std::unique_ptr<BindingTask> Scheduler::Impl::unpark(std::uint64_t number) {
    auto node = tasks.extract(number);
    return node.empty() ? nullptr : std::move(node.mapped());
}

std::unique_ptr<BindingTask> Scheduler::Impl::new_task() {
    if (spare_tasks.empty()) {
        return std::make_unique<BindingTask>();
    }
    std::unique_ptr<BindingTask> task = std::move(spare_tasks.back());
    spare_tasks.pop_back();
    return task;
}

void Scheduler::Impl::recycle(std::unique_ptr<BindingTask> task) {
    task->cycle.end();
    task->queued.reset();
    if (spare_tasks.size() < kSpareTasks) {
        task->assumed.reset();
        task->stage = Stage::kDeciding;
        task->progress = {};
        task->waits.clear();
        task->next_extender = 0;
        task->extender_token = 0;
        task->nominated = false;
        task->adopters.clear();
        spare_tasks.push_back(std::move(task));
    }
}

Scheduler::Scheduler(Needs needs, framework::GenerationRef generation, Options options,
                     Observer* observer)
    : impl_(std::make_unique<Impl>(needs, std::move(generation), std::move(options), observer)) {}

Scheduler::~Scheduler() = default;

void Scheduler::start() {
    impl_->start();
}

bool Scheduler::step(Pop pop) {
    return impl_->step(pop);
}

void Scheduler::take_in() {
    impl_->take_in();
}

bool Scheduler::taken_in() const {
    return impl_->inbox.empty();
}

bool Scheduler::idle(Pop pop) const {
    const queue::Sizes sizes = impl_->queue.sizes();
    return impl_->inbox.empty() && impl_->tasks.empty() && sizes.active == 0 &&
           (pop == Pop::kActive || sizes.backoff == 0);
}

std::optional<base::Time> Scheduler::next_due() const {
    std::optional<base::Time> due = impl_->queue.next_flush();
    if (const auto timer = impl_->needs.host.tasks().next_due()) {
        due = due ? std::min(*due, *timer) : timer;
    }
    for (const auto& [number, task] : impl_->tasks) {
        for (const BindingTask::Wait& wait : task->waits) {
            due = due ? std::min(*due, wait.ends) : wait.ends;
        }
    }
    return due;
}

void Scheduler::wait(std::stop_token stop, base::Duration at_most) {
    impl_->inbox.wait_for(std::move(stop), at_most);
}

bool Scheduler::binding() const {
    return !impl_->tasks.empty();
}

void Scheduler::post(base::Task task) {
    impl_->inbox.put(std::move(task));
}

bool Scheduler::busy() const {
    return impl_->queue.rechecking() || impl_->publication.has_value();
}

void Scheduler::publish(framework::GenerationRef next, base::Duration drain_limit,
                        std::function<void(host::PublishOutcome)> done) {
    impl_->inbox.put(base::Task([impl = impl_.get(), next = std::move(next), drain_limit,
                                 done = std::move(done)]() mutable {
        impl->begin_publish(
            {.next = std::move(next), .limit = drain_limit, .done = std::move(done)});
    }));
}

cache::Cache& Scheduler::cache() {
    return impl_->cache;
}

queue::SchedulingQueue& Scheduler::queue() {
    return impl_->queue;
}

const framework::Generation& Scheduler::generation() const {
    return *impl_->generation;
}

std::uint64_t Scheduler::attempts() const {
    return impl_->attempts;
}

std::uint64_t Scheduler::bound() const {
    return impl_->pods_bound;
}

}  // namespace berth::scheduler
