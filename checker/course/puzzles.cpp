#include "checker/course/puzzles.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/fingerprint.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/model/finding.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr const char* folder_name =
    "puzzles"; ///< in labs/, where editors know how to read a kernel

/// The level of a kernel on which this is found first; 0: it makes no puzzle.
int level_of(std::string_view kind) {
    switch (kind_named(kind).value_or(FindingKind::compiler_warning)) {
    case FindingKind::invalid_launch:
    case FindingKind::timeout:
    case FindingKind::crash:
    case FindingKind::out_of_bounds_global:
    case FindingKind::out_of_bounds_shared:
    case FindingKind::barrier_divergence:
    case FindingKind::input_modified: return 1;
    case FindingKind::race_shared:
    case FindingKind::race_global:
    case FindingKind::uninitialized_shared:
    case FindingKind::uninitialized_global:
    case FindingKind::technique_missing: return 2;
    case FindingKind::wrong_output: return 3;
    case FindingKind::build_error:
    case FindingKind::unsupported_feature:
    case FindingKind::early_exit_before_barrier:
    case FindingKind::compiler_warning: return 0;
    }
    return 0;
}

/// The text with each edit made: what is there, and what comes instead. Nothing if an edit does not fit.
std::optional<std::string> edited(std::string text, const toml::array& edits) {
    for (const toml::node& edit : edits) {
        const toml::array* pair = edit.as_array();
        if (pair == nullptr || pair->size() != 2) {
            return std::nullopt;
        }
        const auto before = (*pair)[0].value_or(std::string());
        const auto at = text.find(before);
        if (before.empty() || at == std::string::npos) {
            return std::nullopt;
        }
        text.replace(at, before.size(), (*pair)[1].value_or(std::string()));
    }
    return text;
}

} // namespace

std::vector<Puzzle> puzzles_of(const Lab& lab, const std::string& solution, const fs::path& root) {
    const std::string number = fmt::format("{:02}", lab.number);
    const fs::path file = root / "tests/submissions/novices" / (number + ".toml");
    std::vector<Puzzle> puzzles;
    toml::table entries;
    try {
        entries = toml::parse(try_read_file(file).text);
    } catch (const toml::parse_error& error) {
        throw KitError("{}: {}", file.string(), error.description());
    }
    for (const auto& [key, node] : entries) {
        const toml::table& entry = *node.as_table();
        const std::string expect = entry["expect"].value_or(std::string());
        const int level = level_of(expect.substr(0, expect.find_first_of(" ,")));
        const toml::array* edits = entry["edits"].as_array();
        if (level == 0 || edits == nullptr || entry.contains("of")) {
            continue;
        }
        const std::optional<std::string> text = edited(solution, *edits);
        // The corpus has some kernels twice, on other grids.
        const bool is_new =
            std::ranges::none_of(puzzles, [&](const Puzzle& one) { return one.text == text; });
        if (text && is_new) {
            const std::string digits = fingerprint_of(key.str()).substr(0, 4);
            puzzles.push_back(
                {number + "-" + digits, level, entry["what"].value_or(std::string()), *text});
        }
    }
    std::ranges::sort(puzzles, {}, &Puzzle::id);
    return puzzles;
}

std::string puzzle_text(const Puzzle& puzzle, const Lab& lab, const fs::path& file) {
    return fmt::format(
        "// Puzzle {0}, level {1}: the solution of lab {2} with one mistake in it. Find it and "
        "mend it.\n"
        "//     ./lab check {2} {3}\n"
        "//     ./lab trace {2} {3}\n\n{4}",
        puzzle.id, puzzle.level, lab.number, file.string(), puzzle.text);
}

fs::path puzzle_file(const std::string& id) {
    return fs::path("labs") / folder_name / (id + ".cu");
}

std::string puzzle_of_file(const fs::path& file) {
    const fs::path whole = fs::absolute(file).lexically_normal();
    return whole.parent_path().filename() == folder_name ? whole.stem().string() : "";
}

} // namespace kit
