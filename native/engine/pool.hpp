// Many deals over several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "api.hpp"

namespace overruff {

// Solves deals[0..n) exactly and writes the tricks of North-South to ns[0..n),
// the nodes of each to nodes[0..n) where nodes is not null. `threads` workers
// with a Solver each share out the deals in chunks and memory_bytes equally;
// the order and the values do not depend on their number, the nodes may.
//
// The calling thread only watches: about every 10 ms it stores the number of
// deals solved in *done and calls `interrupt`, which stops all work by
// returning true. Returns Stop::done, or Stop::interrupted with part of ns
// unset. What a worker throws is thrown here.
Stop solve_many(const Deal* deals, std::size_t n, int threads, std::size_t memory_bytes, Options options,
                std::int16_t* ns, std::uint64_t* nodes, std::atomic<std::size_t>* done,
                Interrupt interrupt, void* context);

} // namespace overruff
