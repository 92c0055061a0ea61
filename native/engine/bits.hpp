// Bit counting and bit gathering. pext and pdep are one instruction each where
// BMI2 is compiled in, a loop over the mask elsewhere.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif


namespace overruff::engine {

using u64 = std::uint64_t;
using u32 = std::uint32_t;
using u16 = std::uint16_t;
using u8 = std::uint8_t;

inline int count(u64 x) { return std::popcount(x); }
inline int top_bit(u64 x) { return 63 - std::countl_zero(x); } // x != 0
inline int low_bit(u64 x) { return std::countr_zero(x); }      // x != 0

// The bits of x at the places of mask, moved together at the bottom.
inline u64 gather(u64 x, u64 mask) {
#if defined(__BMI2__)
  return _pext_u64(x, mask);
#else
  u64 out = 0;
  for (u64 bit = 1; mask; bit <<= 1, mask &= mask - 1)
    if (x & mask & -mask) out |= bit;
  return out;
#endif
}

// The inverse: the low bits of x spread over the places of mask.
inline u64 scatter(u64 x, u64 mask) {
#if defined(__BMI2__)
  return _pdep_u64(x, mask);
#else
  u64 out = 0;
  for (; mask && x; x >>= 1, mask &= mask - 1)
    if (x & 1) out |= mask & -mask;
  return out;
#endif
}

// Place of the k-th set bit counted from below (k = 0 the lowest); k < count(x).
inline int nth_low(u64 x, int k) {
#if defined(__BMI2__)
  return low_bit(_pdep_u64(u64(1) << k, x));
#else
  while (k--) x &= x - 1;
  return low_bit(x);
#endif
}

// Place of the k-th set bit counted from above (k = 0 the highest); k < count(x).
inline int nth_top(u64 x, int k) { return nth_low(x, count(x) - 1 - k); }

} // namespace overruff::engine
