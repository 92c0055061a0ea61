// The plain data that crosses the border between the Python layer and the
// engine. Nothing here knows how a position is searched.
#pragma once

#include <cstddef>
#include <cstdint>

namespace overruff {

enum class GameId : std::uint8_t { bridge = 0, back_alley = 1, arpaa = 2 };

constexpr int kSeats = 4;     // N E S W, clockwise
constexpr int kSuits = 4;     // S H D C
constexpr int kNoTrump = 4;
constexpr int kMaxCards = 36; // cards in a hand

// A card is suit * 16 + rank. Ranks: 0 = two ... 12 = ace; jokers live in the
// trump suit: 13 = Little Blooper, 14 = Big Blooper.
constexpr int kCardIds = 64;
constexpr std::uint8_t kNoCard = 255;
constexpr int kLittle = 13;
constexpr int kBig = 14;
constexpr int make_card(int suit, int rank) { return suit * 16 + rank; }
constexpr int suit_of(int card) { return card >> 4; }
constexpr int rank_of(int card) { return card & 15; }

// Play variants that are off in the default rules, one bit each.
enum VariantBits : std::uint8_t {
  kBigPartnerFree = 1,   // Big Blooper led: the leader's partner plays freely
  kLittleFree = 2,       // Little Blooper led: no effect
  kBoardNoLead = 4,      // a board call gives no right to lead trumps
  kLeadFree = 8,         // trumps may be led at any time
  kBoardSide = 16,       // a board call gives the right to both partners
  kBoardFirstTrick = 32, // ... only while no trick of the deal is over
  kCounterClockwise = 64 // play runs N W S E
};

// A position. counts[seat][card] = copies of the card in that hand (0..1, in
// Arpaa 0..4). Cards on the table are in `trick`, no longer in a hand.
struct Deal {
  GameId game = GameId::bridge;
  std::uint8_t trump = kNoTrump;
  std::uint8_t leader = 0;    // who leads, or led, the current trick
  std::uint8_t trick_len = 0; // 0..3
  std::uint8_t trick[3] = {};
  std::uint8_t broken = 0;    // Back Alley: a trump has been played
  std::uint8_t boards = 0;    // bit per seat: called board
  std::uint8_t first_trick = 0; // no trick of the deal is over (only for kBoardFirstTrick)
  std::uint8_t variant = 0;   // VariantBits
  std::uint8_t counts[kSeats][kCardIds] = {};
};

struct Limits {
  double seconds = 0;      // 0 = none
  std::uint64_t nodes = 0; // 0 = none
};

enum class Stop : std::uint8_t { done = 0, time = 1, nodes = 2, interrupted = 3 };

// Proven bounds on the tricks North-South still take (the one in progress
// included). exact <=> lower == upper.
struct Result {
  int lower = 0;
  int upper = 0;
  std::uint64_t nodes = 0; // cards played in the search
  double seconds = 0;
  Stop stop = Stop::done;
  double estimate = 0;           // the value, where it is proven
  std::uint8_t method = 0;       // how the estimate was made: 0 at a glance, then ever wider searches
  std::uint8_t best = kNoCard;   // a play to recommend, best where the value is proven
};

struct PlayResult {
  std::uint8_t card = 0;
  std::uint8_t lower = 0;
  std::uint8_t upper = 0;
  double estimate = 0; // all plays of one answer by the method of its Result
};

// Which parts of the search are in use; everything on is the engine, parts
// switched off serve tests that compare.
struct Options {
  bool table = true;  // transposition table
  bool bounds = true; // static bounds
  bool cover = true;  // skipping redundant cards
  int long_from = 22; // tricks from which a position is narrowed from both ends at once
};

// Called now and then (about every 10 ms) from the searching thread; returns
// true to stop. A plain function pointer so that Cython can supply it.
using Interrupt = bool (*)(void *);

} // namespace overruff
