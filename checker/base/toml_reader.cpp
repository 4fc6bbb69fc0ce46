#include "checker/base/toml_reader.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/nearest_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <tuple>
#include <utility>

namespace kit {

void Problems::add(const std::filesystem::path& file, int line, std::string_view key,
                   std::string_view what) {
    problems.push_back(
        {file.string(), line, fmt::format("{}:{}: {}: {}", file.string(), line, key, what)});
}

void Problems::add(const std::filesystem::path& file, std::string_view what) {
    problems.push_back({file.string(), 0, fmt::format("{}: {}", file.string(), what)});
}

void Problems::throw_if_any() const {
    if (problems.empty()) {
        return;
    }
    std::vector<Problem> sorted = problems;
    std::ranges::stable_sort(sorted, [](const Problem& a, const Problem& b) {
        return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
    std::string message;
    for (const Problem& problem : sorted) {
        message += (message.empty() ? "" : "\n") + problem.text;
    }
    throw KitError(message);
}

namespace {

int line_of(const toml::source_region& source) {
    return std::max(1, static_cast<int>(source.begin.line));
}

/// The value for a message: its type, or the value itself if it is short.
std::string describe(const toml::node& node) {
    if (const auto* text = node.as_string()) {
        return fmt::format("is \"{}\"", text->get());
    }
    if (const auto* whole = node.as_integer()) {
        return fmt::format("is {}", whole->get());
    }
    if (const auto* number = node.as_floating_point()) {
        return fmt::format("is {}", number->get());
    }
    if (const auto* flag = node.as_boolean()) {
        return fmt::format("is {}", flag->get());
    }
    return node.is_table() ? "is a table" : node.is_array() ? "is an array" : "is a date or time";
}

std::string range(int low, int high) {
    return fmt::format("a whole number from {} to {}", low, high);
}

constexpr std::string_view text_allowed = "a string that is not empty";

std::optional<std::string> as_text(const toml::node& node) {
    const auto* value = node.as_string();
    return value == nullptr || value->get().empty() ? std::nullopt : std::optional(value->get());
}

std::optional<std::string> as_date(const toml::node& node) {
    std::ostringstream written;
    if (const auto* date = node.as_date()) {
        written << date->get();
    } else if (const auto* moment = node.as_date_time()) {
        written << moment->get();
    } else {
        return as_text(node);
    }
    return written.str();
}

std::optional<int> as_whole(const toml::node& node, int low, int high) {
    const auto* value = node.as_integer();
    if (value == nullptr || value->get() < low || value->get() > high) {
        return std::nullopt;
    }
    return static_cast<int>(value->get());
}

std::optional<double> as_number(const toml::node& node) {
    if (!node.is_number()) {
        return std::nullopt;
    }
    const std::optional<double> value = node.value<double>();
    return value && std::isfinite(*value) ? value : std::nullopt;
}

} // namespace

TomlTable::TomlTable(const toml::table& root, std::filesystem::path file, Problems& problems)
    : TomlTable(&root, std::move(file), "", 1, problems) {}

TomlTable::TomlTable(const toml::table* table, std::filesystem::path file, std::string path,
                     int line, Problems& problems)
    : table_(table), file_(std::move(file)), path_(std::move(path)), line_(line),
      problems_(&problems) {}

template <class Convert>
auto TomlTable::scalar(std::string_view key, Need need, std::string_view allowed, Convert convert)
    -> decltype(convert(std::declval<const toml::node&>())) {
    const toml::node* node = find(key, need, allowed);
    if (node == nullptr) {
        return std::nullopt;
    }
    auto value = convert(*node);
    if (!value) {
        wrong(key, *node, allowed);
    }
    return value;
}

std::optional<std::string> TomlTable::text(std::string_view key, Need need) {
    return scalar(key, need, text_allowed, as_text);
}

std::optional<std::string> TomlTable::date(std::string_view key, Need need) {
    return scalar(key, need, "a date, or a string that is one", as_date);
}

std::optional<bool> TomlTable::flag(std::string_view key, Need need) {
    return scalar(key, need, "true or false", [](const toml::node& node) {
        return node.is_boolean() ? node.value<bool>() : std::nullopt;
    });
}

std::optional<int> TomlTable::whole(std::string_view key, int low, int high, Need need) {
    return scalar(key, need, range(low, high),
                  [=](const toml::node& node) { return as_whole(node, low, high); });
}

std::optional<double> TomlTable::number(std::string_view key, Need need) {
    return scalar(key, need, "a finite number", as_number);
}

std::vector<TomlText> TomlTable::texts(std::string_view key) {
    std::vector<TomlText> result;
    const toml::array* array = find_array(key, Need::required, "an array of one or more strings");
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        const toml::node& node = *array->get(i);
        if (std::optional<std::string> value = as_text(node)) {
            result.push_back({std::move(*value), line_of(node.source())});
        } else {
            wrong(fmt::format("{}[{}]", key, i), node, text_allowed);
        }
    }
    return result;
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) {
    std::vector<TomlTable> result;
    const toml::array* array = find_array(key, Need::required, "an array of one or more tables");
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        const toml::node& node = *array->get(i);
        const std::string name = fmt::format("{}[{}]", key, i);
        if (!node.is_table()) {
            wrong(name, node, "a table");
            continue;
        }
        result.push_back(
            TomlTable(node.as_table(), file_, full(name), line_of(node.source()), *problems_));
    }
    return result;
}

template <class Value, class Convert>
std::optional<std::vector<Value>> TomlTable::list(std::string_view key, Need need,
                                                  std::string_view allowed, Convert convert) {
    const toml::array* array = find_array(key, need, allowed);
    if (array == nullptr) {
        return std::nullopt;
    }
    std::vector<Value> result;
    for (const toml::node& node : *array) {
        const std::optional<Value> value = convert(node);
        if (!value) {
            wrong(key, node, allowed);
            return std::nullopt;
        }
        result.push_back(*value);
    }
    return result;
}

std::optional<std::vector<int>> TomlTable::wholes(std::string_view key, int low, int high) {
    return list<int>(key, Need::required, "an array, each element " + range(low, high),
                     [=](const toml::node& node) { return as_whole(node, low, high); });
}

std::optional<std::vector<double>> TomlTable::numbers(std::string_view key, Need need) {
    return list<double>(key, need, "an array of finite numbers", as_number);
}

TomlTable TomlTable::table(std::string_view key, Need need) {
    const toml::node* node = find(key, need, "a table");
    if (node != nullptr && !node->is_table()) {
        wrong(key, *node, "a table");
        node = nullptr;
    }
    const int line = node != nullptr ? line_of(node->source()) : line_;
    return {node != nullptr ? node->as_table() : nullptr, file_, full(key), line, *problems_};
}

std::optional<std::size_t> TomlTable::choose(std::string_view key,
                                             const std::vector<std::string>& names, Need need) {
    return scalar(key, need, fmt::format("one of {}", join(names)),
                  [&](const toml::node& node) -> std::optional<std::size_t> {
                      const auto* value = node.as_string();
                      const auto found =
                          value != nullptr ? std::ranges::find(names, value->get()) : names.end();
                      return found == names.end()
                                 ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(found - names.begin()));
                  });
}

void TomlTable::note(std::string_view key, std::string_view what) {
    const toml::node* node = table_ != nullptr ? table_->get(key) : nullptr;
    note(key, node != nullptr ? line_of(node->source()) : line_, what);
}

void TomlTable::note(std::string_view key, int line, std::string_view what) {
    problems_->add(file_, line, full(key), what);
}

bool TomlTable::has_text(std::string_view key) const {
    return table_ != nullptr && table_->get(key) != nullptr && table_->get(key)->is_string();
}

bool TomlTable::has(std::string_view key) {
    return find(key, Need::optional, "") != nullptr;
}

void TomlTable::finish() {
    if (table_ == nullptr) {
        return;
    }
    for (const auto& [key, node] : *table_) {
        if (std::ranges::find(known_, key.str()) != known_.end()) {
            continue;
        }
        const std::optional<std::string> meant = nearest(key.str(), known_);
        const std::string hint = meant ? fmt::format("did you mean {}? ", *meant) : "";
        note(key.str(), line_of(key.source()),
             fmt::format("unknown key; {}the keys are {}", hint, join(known_)));
    }
}

const toml::node* TomlTable::find(std::string_view key, Need need, std::string_view allowed) {
    if (table_ == nullptr) {
        return nullptr;
    }
    if (std::ranges::find(known_, key) == known_.end()) {
        known_.emplace_back(key);
    }
    const toml::node* node = table_->get(key);
    if (node == nullptr && need == Need::required) {
        note(key, line_, fmt::format("missing; it must be {}", allowed));
    }
    return node;
}

const toml::array* TomlTable::find_array(std::string_view key, Need need,
                                         std::string_view allowed) {
    const toml::node* node = find(key, need, allowed);
    if (node == nullptr) {
        return nullptr;
    }
    if (!node->is_array()) {
        wrong(key, *node, allowed);
        return nullptr;
    }
    if (node->as_array()->empty()) {
        note(key, fmt::format("is empty; it must be {}", allowed));
        return nullptr;
    }
    return node->as_array();
}

void TomlTable::wrong(std::string_view key, const toml::node& node, std::string_view allowed) {
    note(key, line_of(node.source()), fmt::format("{}; it must be {}", describe(node), allowed));
}

std::string TomlTable::full(std::string_view key) const {
    return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

std::optional<toml::table> parse_toml(const std::filesystem::path& file, Problems& problems) {
    try {
        return toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        problems.add(file, line_of(error.source()), "TOML", error.description());
        return std::nullopt;
    }
}

} // namespace kit
