// Counting nodes and stopping: limits on nodes and time, and interruption.
#pragma once

#include <algorithm>
#include <chrono>

#include "api.hpp"
#include "bits.hpp"

namespace overruff::engine {

struct Stopped { // thrown out of a search that has to end
  Stop reason;
};

class Clock {
public:
  void start(const Limits &limits, Interrupt interrupt, void *context) {
    limits_ = limits;
    interrupt_ = interrupt;
    context_ = context;
    begin_ = std::chrono::steady_clock::now();
    last_ask_ = 0;
    nodes_ = 0;
    until_look_ = kLook;
    set_budget(0);
  }
  // A budget for the part of the work that comes now, 0 for none but the limit.
  void set_budget(u64 nodes) {
    stop_at_ = limits_.nodes ? limits_.nodes : ~u64(0);
    if (nodes) stop_at_ = std::min(stop_at_, nodes_ + nodes);
  }
  bool limited() const { return limits_.nodes || limits_.seconds > 0; }
  bool out_of_nodes() const { return limits_.nodes && nodes_ >= limits_.nodes; }
  void count_node() {
    if (nodes_ >= stop_at_) throw Stopped{Stop::nodes};
    nodes_++;
  }
  u64 nodes() const { return nodes_; }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  // Called at every trick.
  void tick() {
    if (--until_look_ == 0) look();
  }

private:
  static constexpr int kLook = 1024; // tricks between looks at the time: about 1 ms

  void look() {
    until_look_ = kLook;
    const double now = seconds();
    if (limits_.seconds > 0 && now >= limits_.seconds) throw Stopped{Stop::time};
    if (interrupt_ && now - last_ask_ >= 0.01) {
      last_ask_ = now;
      if (interrupt_(context_)) throw Stopped{Stop::interrupted};
    }
  }

  Limits limits_;
  Interrupt interrupt_ = nullptr;
  void *context_ = nullptr;
  std::chrono::steady_clock::time_point begin_;
  double last_ask_ = 0;
  u64 nodes_ = 0, stop_at_ = ~u64(0);
  int until_look_ = kLook;
};

} // namespace overruff::engine
