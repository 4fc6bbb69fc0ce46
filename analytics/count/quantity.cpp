#include "analytics/count/quantity.hpp"

#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <array>

namespace kit {

namespace {

using Counts = const Traffic&;

constexpr std::array<Quantity, 12> known{{
    {"op-per-byte", "OP/B of the launch (2p − 1, loads)", 3,
     [](Counts counts) { return counts.ops_per_byte.separate.loads_only; }},
    {"tile-op-per-byte", "OP/B of a block (2p − 1, loads)", 3,
     [](Counts counts) { return counts.tile.ops_per_byte.separate.loads_only; }},
    {"halo-share", "halo share of the input tile, %", 1,
     [](Counts counts) { return counts.tile.halo_share * 100; }},
    {"never-read", "cells of a block loaded, never read", 0,
     [](Counts counts) { return Rational(counts.tile.never_read); }},
    {"reuse", "reuse against basic, times", 3, [](Counts counts) { return counts.reuse; }},
    {"loads", "loads", 0, [](Counts counts) { return Rational(counts.loads); }},
    {"load-bytes", "bytes loaded", 0, [](Counts counts) { return Rational(counts.load_bytes); }},
    {"store-bytes", "bytes stored", 0, [](Counts counts) { return Rational(counts.store_bytes); }},
    {"blocks", "blocks", 0, [](Counts counts) { return Rational(counts.total_blocks); }},
    {"threads", "threads", 0, [](Counts counts) { return Rational(counts.threads); }},
    {"active-threads", "active threads", 0,
     [](Counts counts) { return Rational(counts.active_threads); }},
    {"shared-bytes", "shared bytes of a block", 0,
     [](Counts counts) { return Rational(counts.shared_bytes_per_block); }},
}};

} // namespace

std::span<const Quantity> quantities() {
    return known;
}

const Quantity& quantity_named(std::string_view name) {
    std::vector<std::string> names;
    for (const Quantity& quantity : known) {
        if (quantity.name == name) {
            return quantity;
        }
        names.emplace_back(quantity.name);
    }
    throw BadInput(fmt::format("There is no figure '{}'; the figures are {}.", name,
                               join(names, ", ", " and ")));
}

} // namespace kit
