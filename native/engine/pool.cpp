#include "pool.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "solver.hpp"

namespace overruff {
namespace {

// What the workers share.
struct Job {
  const Deal* deals;
  std::size_t size;
  std::size_t chunk;
  std::int16_t* ns;
  std::uint64_t* nodes;
  std::atomic<std::size_t>* done;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> cancel{false};

  std::mutex mutex{}; // guards the two below
  std::condition_variable quiet{};
  int at_work = 0;
  std::exception_ptr error{};
};

bool cancelled(void* job) { return static_cast<Job*>(job)->cancel.load(std::memory_order_relaxed); }

void solve_chunks(Job& job, Solver& solver) {
  while (!cancelled(&job)) {
    const std::size_t first = job.next.fetch_add(job.chunk);
    if (first >= job.size) return;
    const std::size_t last = std::min(first + job.chunk, job.size);
    for (std::size_t i = first; i < last; ++i) {
      const Result result = solver.solve(job.deals[i], Limits{}, cancelled, &job);
      if (result.stop != Stop::done) return;
      job.ns[i] = static_cast<std::int16_t>(result.lower);
      if (job.nodes) job.nodes[i] = result.nodes;
      job.done->fetch_add(1, std::memory_order_relaxed);
    }
  }
}

void work(Job& job, std::size_t memory_bytes, Options options) {
  try {
    Solver solver(memory_bytes, options);
    solve_chunks(job, solver);
  } catch (...) {
    const std::lock_guard lock(job.mutex);
    if (!job.error) job.error = std::current_exception();
    job.cancel = true;
  }
  const std::lock_guard lock(job.mutex);
  --job.at_work;
  job.quiet.notify_all();
}

// Threads that are joined on every way out.
struct Crew {
  std::vector<std::thread> threads;
  void join() {
    for (auto& thread : threads) thread.join();
    threads.clear();
  }
  ~Crew() { join(); }
};

} // namespace

Stop solve_many(const Deal* deals, std::size_t n, int threads, std::size_t memory_bytes, Options options,
                std::int16_t* ns, std::uint64_t* nodes, std::atomic<std::size_t>* done,
                Interrupt interrupt, void* context) {
  done->store(0);
  if (n == 0) return Stop::done;
  const std::size_t wanted = std::min<std::size_t>(std::max(threads, 1), n);
  // Small enough that nobody is left with the last long chunk, large enough
  // that tiny endings do not quarrel over the counter.
  const std::size_t chunk = std::clamp<std::size_t>(n / (wanted * 64), 1, 64);
  Job job{deals, n, chunk, ns, nodes, done};

  Crew workers;
  std::unique_lock lock(job.mutex);
  try {
    for (std::size_t i = 0; i < wanted; ++i) {
      workers.threads.emplace_back(work, std::ref(job), memory_bytes / wanted, options);
      ++job.at_work;
    }
  } catch (...) {
    job.cancel = true;
    lock.unlock();
    throw;
  }
  bool stopped = false;
  while (!job.quiet.wait_for(lock, std::chrono::milliseconds(10), [&] { return job.at_work == 0; })) {
    if (stopped || !interrupt) continue;
    lock.unlock(); // the callback may wait for the interpreter
    stopped = interrupt(context);
    if (stopped) job.cancel = true;
    lock.lock();
  }
  lock.unlock();
  workers.join();
  if (job.error) std::rethrow_exception(job.error);
  return stopped && done->load() < n ? Stop::interrupted : Stop::done;
}

} // namespace overruff
