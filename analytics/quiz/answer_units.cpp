#include "analytics/quiz/answer_units.hpp"

#include <array>

namespace analytics {

namespace {

constexpr std::int64_t bytes_per_kilobyte = 1024;

constexpr auto words = std::to_array<UnitWord>({
    {"point", Unit::points},
    {"points", Unit::points},
    {"output points", Unit::points},
    {"grid points", Unit::points},
    {"outputs", Unit::points},
    {"cell", Unit::cells},
    {"cells", Unit::cells},
    {"element", Unit::cells},
    {"elements", Unit::cells},
    {"float", Unit::cells, 1, 4},
    {"floats", Unit::cells, 1, 4},
    {"int", Unit::cells, 1, 4},
    {"ints", Unit::cells, 1, 4},
    {"double", Unit::cells, 1, 8},
    {"doubles", Unit::cells, 1, 8},
    {"block", Unit::blocks},
    {"blocks", Unit::blocks},
    {"thread blocks", Unit::blocks},
    {"thread", Unit::threads},
    {"threads", Unit::threads},
    {"b", Unit::bytes},
    {"byte", Unit::bytes},
    {"bytes", Unit::bytes},
    {"kb", Unit::bytes, bytes_per_kilobyte},
    {"kib", Unit::bytes, bytes_per_kilobyte},
    {"kilobytes", Unit::bytes, bytes_per_kilobyte},
    {"mb", Unit::bytes, bytes_per_kilobyte* bytes_per_kilobyte},
    {"mib", Unit::bytes, bytes_per_kilobyte* bytes_per_kilobyte},
    {"op/b", Unit::operations_per_byte},
    {"ops/b", Unit::operations_per_byte},
    {"op/byte", Unit::operations_per_byte},
    {"ops/byte", Unit::operations_per_byte},
    {"operations/byte", Unit::operations_per_byte},
    {"operations per byte", Unit::operations_per_byte},
    {"ops per byte", Unit::operations_per_byte},
    {"op per byte", Unit::operations_per_byte},
    {"flop/b", Unit::operations_per_byte},
    {"flops/b", Unit::operations_per_byte},
    {"flop/byte", Unit::operations_per_byte},
    {"flops/byte", Unit::operations_per_byte},
    {"flop per byte", Unit::operations_per_byte},
    {"flops per byte", Unit::operations_per_byte},
    {"opb", Unit::operations_per_byte},
    {"input cells", Unit::cells},
    {"output cells", Unit::cells},
    {"grid cells", Unit::cells},
    {"cells of input", Unit::cells},
    {"bytes of shared memory", Unit::bytes},
    {"kb of shared memory", Unit::bytes, bytes_per_kilobyte},
});

} // namespace

std::span<const UnitWord> unit_words() {
    return words;
}

std::string_view unit_name(Unit unit) {
    switch (unit) {
    case Unit::points: return "points";
    case Unit::cells: return "cells";
    case Unit::blocks: return "blocks";
    case Unit::threads: return "threads";
    case Unit::bytes: return "bytes";
    default: return "OP/B";
    }
}

} // namespace analytics
