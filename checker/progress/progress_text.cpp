#include "checker/progress/progress_text.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace kit {

namespace {

constexpr const char* opening =
    "# How far you have come in the labs. ./lab check and ./lab watch write this file; without it\n"
    "# the course begins anew.\n";

/// A key that has another type than this kit gives it; never leaves this file.
struct WrongType : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class Value>
Value value_of(const toml::table& table, std::string_view key, const char* wanted) {
    const toml::node* node = table.get(key);
    if (node == nullptr) {
        return {};
    }
    const auto* value = node->as<Value>();
    if (value == nullptr) {
        throw WrongType(
            fmt::format("line {}: {} is not {}", node->source().begin.line, key, wanted));
    }
    return value->get();
}

std::string text_of(const toml::table& table, std::string_view key) {
    return value_of<std::string>(table, key, "a text");
}

int count_of(const toml::table& table, std::string_view key) {
    const auto value = value_of<std::int64_t>(table, key, "a whole number");
    if (value < 0 || value > std::numeric_limits<int>::max()) {
        throw WrongType(fmt::format("{} is out of range", key));
    }
    return static_cast<int>(value);
}

const toml::table* table_of(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node != nullptr && !node->is_table()) {
        throw WrongType(fmt::format("line {}: {} is not a table", node->source().begin.line, key));
    }
    return node == nullptr ? nullptr : node->as_table();
}

std::vector<NotedLine> lines_of(const toml::table& table) {
    std::vector<NotedLine> lines;
    const toml::node* node = table.get("lines");
    if (node == nullptr) {
        return lines;
    }
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        throw WrongType(fmt::format("line {}: lines is not an array", node->source().begin.line));
    }
    for (const toml::node& each : *array) {
        const toml::table* line = each.as_table();
        if (line == nullptr) {
            throw WrongType(
                fmt::format("line {}: lines must hold tables", each.source().begin.line));
        }
        lines.push_back({count_of(*line, "line"), text_of(*line, "text")});
    }
    return lines;
}

LabProgress lab_of(const toml::table& table) {
    LabProgress lab;
    lab.passed_at = text_of(table, "passed");
    lab.points = count_of(table, "points");
    lab.checks = count_of(table, "checks");
    lab.hints_seen = count_of(table, "hints_seen");
    lab.passed_fingerprint = text_of(table, "passed_fingerprint");
    if (const toml::table* finding = table_of(table, "last_finding")) {
        lab.finding = NotedFinding{.kind = text_of(*finding, "kind"),
                                   .explanation = text_of(*finding, "explanation"),
                                   .message = text_of(*finding, "message"),
                                   .hint = text_of(*finding, "hint"),
                                   .lines = lines_of(*finding),
                                   .hints_seen = count_of(*finding, "hints_seen")};
    }
    return lab;
}

/// The table within, made where it is not there.
toml::table& within(toml::table& table, std::string_view key) {
    if (toml::table* there = table[key].as_table()) {
        return *there;
    }
    return *table.insert_or_assign(key, toml::table{}).first->second.as_table();
}

/// A key without content is left out, so that the file says only what happened.
void set(toml::table& table, std::string_view key, const std::string& value) {
    if (value.empty()) {
        table.erase(key);
    } else {
        table.insert_or_assign(key, value);
    }
}

void set(toml::table& table, std::string_view key, int value) {
    table.insert_or_assign(key, std::int64_t{value});
}

void set(toml::table& table, const NotedFinding& finding) {
    set(table, "kind", finding.kind);
    set(table, "explanation", finding.explanation);
    set(table, "message", finding.message);
    set(table, "hint", finding.hint);
    set(table, "hints_seen", finding.hints_seen);
    toml::array lines;
    for (const NotedLine& line : finding.lines) {
        toml::table one;
        one.insert("line", std::int64_t{line.line});
        one.insert("text", line.text);
        lines.push_back(std::move(one));
    }
    table.insert_or_assign("lines", std::move(lines));
}

void set(toml::table& table, const LabProgress& lab) {
    set(table, "passed", lab.passed_at);
    set(table, "points", lab.points);
    set(table, "checks", lab.checks);
    set(table, "hints_seen", lab.hints_seen);
    set(table, "passed_fingerprint", lab.passed_fingerprint);
    if (lab.finding) {
        set(within(table, "last_finding"), *lab.finding);
    } else {
        table.erase("last_finding");
    }
}

} // namespace

std::optional<CourseProgress> read_progress_text(std::string_view text, std::string& what) {
    CourseProgress course;
    try {
        const toml::table file = toml::parse(text);
        if (const toml::table* labs = table_of(file, "labs")) {
            for (const auto& [id, node] : *labs) {
                const toml::table* lab = table_of(*labs, id.str());
                course[std::string(id.str())] = lab_of(*lab);
            }
        }
    } catch (const toml::parse_error& error) {
        what = fmt::format("line {}: {}", error.source().begin.line, error.description());
        return std::nullopt;
    } catch (const WrongType& error) {
        what = error.what();
        return std::nullopt;
    }
    return course;
}

std::string progress_text(const CourseProgress& course, std::string_view before) {
    toml::table file = toml::parse(before);
    toml::table& labs = within(file, "labs");
    for (const auto& [id, lab] : course) {
        set(within(labs, id), lab);
    }
    std::ostringstream text;
    text << opening << "\n"
         << toml::toml_formatter(file, toml::format_flags::quote_dates_and_times) << "\n";
    return text.str();
}

} // namespace kit
