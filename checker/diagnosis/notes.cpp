#include "checker/diagnosis/notes.hpp"

#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace kit {

namespace {

constexpr std::uint64_t sector_bytes = 32;

double per(std::uint64_t count, std::uint64_t of) {
    return static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(of, 1));
}

std::optional<Note> surplus_blocks(const Counters& counted) {
    if (counted.idle_blocks == 0) {
        return std::nullopt;
    }
    constexpr std::uint64_t many = 2; // more than one axis's last blocks
    const bool are_many = counted.idle_blocks * many >= counted.blocks;
    return Note{"surplus-blocks",
                fmt::format("{} of the {} blocks store nothing.", thousands(counted.idle_blocks),
                            thousands(counted.blocks)),
                are_many ? "They have no cell of the grid, or boundary cells only. Compare, along "
                           "each axis, the blocks with the cells that one block computes: where a "
                           "thread computes several, fewer blocks are enough."
                         : "They have no cell of the grid, or boundary cells only. For n cells in "
                           "blocks of B, (n + B - 1) / B blocks are "
                           "enough; n / B + 1 is one more where B divides n."};
}

/// Loads or stores whose lanes name cells far from each other.
std::optional<Note> uncoalesced(const Lab& lab, const char* what, std::uint64_t requests,
                                std::uint64_t sectors, std::uint64_t bytes) {
    constexpr double much = 4;
    const double ideal = std::max(1.0, per(bytes, requests) / sector_bytes);
    if (requests == 0 || per(sectors, requests) < much * ideal) {
        return std::nullopt;
    }
    return Note{"uncoalesced",
                fmt::format("A warp's {} takes {:.1f} sectors of 32 bytes; {:.1f} would hold the "
                            "bytes it asks for.",
                            what, per(sectors, requests), ideal),
                lab.axes == 1
                    ? "Neighbouring threads should use neighbouring cells: from one threadIdx.x to "
                      "the next an index should go on by 1."
                    : "Neighbouring threads should use neighbouring cells: threadIdx.x belongs to "
                      "the last index, along a row."};
}

std::optional<Note> bank_conflicts(const Counters& counted) {
    const std::uint64_t requests = counted.shared_load_requests + counted.shared_store_requests;
    if (requests == 0 || counted.shared_bank_conflicts < requests) { // twice the passes, or more
        return std::nullopt;
    }
    return Note{
        "bank-conflicts",
        fmt::format("{} accesses of warps to shared memory take {} passes more than without "
                    "bank conflicts.",
                    thousands(requests), thousands(counted.shared_bank_conflicts)),
        "Lanes of a warp use different rows of one bank: make the array's last extent one "
        "larger, or let neighbouring threads use neighbouring cells."};
}

std::optional<Note> unused_shared(const Counters& counted) {
    if (counted.shared_store_requests == 0 || counted.shared_load_requests != 0) {
        return std::nullopt;
    }
    return Note{
        "unused-shared",
        fmt::format("Each block stores to its {} bytes of shared memory, and reads none of them.",
                    thousands(counted.shared_bytes_per_block)),
        "What is in shared memory is of use only if other threads read it from there."};
}

} // namespace

std::vector<Note> notes_on(const Lab& lab, const TrafficResult& traffic) {
    const Counters& counted = traffic.counted;
    std::vector<Note> notes;
    const auto add = [&notes](std::optional<Note> note) {
        if (note) {
            notes.push_back(std::move(*note));
        }
    };
    add(surplus_blocks(counted));
    const auto loads =
        uncoalesced(lab, "load", counted.global_load_requests, counted.global_load_sectors,
                    counted.global_load_bytes - counted.global_load_repeated_bytes);
    // One index is behind both.
    add(loads
            ? loads
            : uncoalesced(lab, "store", counted.global_store_requests, counted.global_store_sectors,
                          counted.global_store_bytes - counted.global_store_repeated_bytes));
    add(bank_conflicts(counted));
    add(unused_shared(counted));
    return notes;
}

namespace {

/// "Line 9", "Lines 9, 12 and others".
std::string in_lines(std::vector<int> lines) {
    constexpr std::size_t most = 5;
    const bool more = lines.size() > most;
    lines.resize(std::min(lines.size(), most));
    return fmt::format("Line{} {}{}", lines.size() == 1 ? "" : "s", fmt::join(lines, ", "),
                       more ? " and others" : "");
}

/// The lines of the findings that `is_meant` chooses, each once.
template <class Choice>
std::vector<int> lines_of(std::span<const Finding> findings, const Choice& is_meant) {
    std::vector<int> lines;
    for (const Finding& finding : findings) {
        if (is_meant(finding) && !finding.lines.empty() &&
            std::ranges::find(lines, finding.lines.front().line) == lines.end()) {
            lines.push_back(finding.lines.front().line);
        }
    }
    return lines;
}

} // namespace

bool is_promotion_to_double(const Finding& warning) {
    return warning.cause == Cause{Cause::Kind::compilers_warning, "double-promotion"};
}

std::optional<Note> double_arithmetic(std::span<const Finding> warnings) {
    const std::vector<int> lines = lines_of(warnings, is_promotion_to_double);
    if (lines.empty()) {
        return std::nullopt;
    }
    return Note{
        "double-arithmetic",
        fmt::format("{} comput{} in double what is float.", in_lines(lines),
                    lines.size() == 1 ? "es" : "e"),
        "A number such as 0.5 is a double; 0.5f is a float. Most GPUs that are not made for "
        "computing centres do 32 or 64 times as many float operations a second."};
}

std::optional<Note> take_unused_reads(std::vector<Finding>& findings) {
    std::set<std::string> wrong; // arrays that an error is about
    for (const Finding& finding : findings) {
        if (finding.severity == Severity::error) {
            wrong.insert(finding.array);
        }
    }
    const auto is_unused = [&wrong](const Finding& finding) {
        return finding.kind == FindingKind::uninitialized_shared &&
               finding.severity == Severity::warning && !wrong.contains(finding.array);
    };
    const std::vector<int> lines = lines_of(findings, is_unused);
    const auto first = std::ranges::find_if(findings, is_unused);
    const std::string array = first == findings.end() ? "" : first->array;
    std::erase_if(findings, is_unused);
    if (lines.empty()) {
        return std::nullopt;
    }
    return Note{
        "unused-reads",
        fmt::format("{} read{} cells of {} that nothing has written, and nothing is computed from "
                    "them.",
                    in_lines(lines), lines.size() == 1 ? "s" : "", array),
        "PMPP's figure 8.10 does so where it copies whole planes. The output stays the same "
        "whatever the memory holds: several contents were tried."};
}

} // namespace kit
