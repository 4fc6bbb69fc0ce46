// Typed reading of a TOML table that notes every mistake and reads on.
#include "checker/catalog/toml_reader.hpp"

#include "checker/catalog/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kit {

namespace {

int line_of(const toml::source_region& source) {
    return std::max(1, static_cast<int>(source.begin.line));
}

/// The value as an author sees it: what it is, and where it is short its very text.
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

std::optional<std::string> TomlTable::text(std::string_view key, Need need) {
    constexpr std::string_view allowed = "a text that isn't empty";
    const toml::node* node = find(key, need, allowed);
    if (node == nullptr) {
        return std::nullopt;
    }
    const auto* value = node->as_string();
    if (value == nullptr || value->get().empty()) {
        wrong(key, *node, allowed);
        return std::nullopt;
    }
    return value->get();
}

std::optional<bool> TomlTable::flag(std::string_view key, Need need) {
    const toml::node* node = find(key, need, "true or false");
    if (node == nullptr) {
        return std::nullopt;
    }
    if (!node->is_boolean()) {
        wrong(key, *node, "true or false");
        return std::nullopt;
    }
    return node->as_boolean()->get();
}

std::optional<int> TomlTable::whole(std::string_view key, int low, int high, Need need) {
    const toml::node* node = find(key, need, range(low, high));
    if (node == nullptr) {
        return std::nullopt;
    }
    const std::optional<int> value = as_whole(*node, low, high);
    if (!value) {
        wrong(key, *node, range(low, high));
    }
    return value;
}

std::optional<double> TomlTable::number(std::string_view key, Need need) {
    const toml::node* node = find(key, need, "a finite number");
    if (node == nullptr) {
        return std::nullopt;
    }
    const std::optional<double> value = as_number(*node);
    if (!value) {
        wrong(key, *node, "a finite number");
    }
    return value;
}

std::vector<TomlText> TomlTable::texts(std::string_view key) {
    constexpr std::string_view allowed = "an array of texts, one or more";
    std::vector<TomlText> result;
    const toml::array* array = find_array(key, Need::required, allowed);
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        const toml::node& node = *array->get(i);
        const auto* value = node.as_string();
        if (value == nullptr || value->get().empty()) {
            wrong(fmt::format("{}[{}]", key, i), node, "a text that isn't empty");
            continue;
        }
        result.push_back({value->get(), line_of(node.source())});
    }
    return result;
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) {
    std::vector<TomlTable> result;
    const toml::array* array = find_array(key, Need::required, "an array of tables, one or more");
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

std::optional<std::vector<int>> TomlTable::wholes(std::string_view key, int low, int high) {
    const toml::array* array =
        find_array(key, Need::required, "an array, each element " + range(low, high));
    if (array == nullptr) {
        return std::nullopt;
    }
    std::vector<int> result;
    for (const toml::node& node : *array) {
        if (const std::optional<int> value = as_whole(node, low, high)) {
            result.push_back(*value);
        } else {
            wrong(key, node, "an array, each element " + range(low, high));
            return std::nullopt;
        }
    }
    return result;
}

std::optional<std::vector<double>> TomlTable::numbers(std::string_view key, Need need) {
    constexpr std::string_view allowed = "an array of finite numbers";
    const toml::array* array = find_array(key, need, allowed);
    if (array == nullptr) {
        return std::nullopt;
    }
    std::vector<double> result;
    for (const toml::node& node : *array) {
        if (const std::optional<double> value = as_number(node)) {
            result.push_back(*value);
        } else {
            wrong(key, node, allowed);
            return std::nullopt;
        }
    }
    return result;
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
    const std::string allowed = fmt::format("one of {}", listed(names));
    const toml::node* node = find(key, need, allowed);
    if (node == nullptr) {
        return std::nullopt;
    }
    const auto* value = node->as_string();
    const auto found =
        value != nullptr ? std::find(names.begin(), names.end(), value->get()) : names.end();
    if (found == names.end()) {
        wrong(key, *node, allowed);
        return std::nullopt;
    }
    return static_cast<std::size_t>(found - names.begin());
}

void TomlTable::note(std::string_view key, std::string_view what) {
    const toml::node* node = table_ != nullptr ? table_->get(key) : nullptr;
    note(key, node != nullptr ? line_of(node->source()) : line_, what);
}

void TomlTable::note(std::string_view key, int line, std::string_view what) {
    problems_->add(file_, line, full(key), what);
}

bool TomlTable::has(std::string_view key) {
    return find(key, Need::optional, "") != nullptr;
}

void TomlTable::finish() {
    if (table_ == nullptr) {
        return;
    }
    for (const auto& [key, node] : *table_) {
        if (std::find(known_.begin(), known_.end(), key.str()) != known_.end()) {
            continue;
        }
        const std::optional<std::string> meant = nearest(key.str(), known_);
        const std::string hint = meant ? fmt::format("did you mean {}? ", *meant) : "";
        note(key.str(), line_of(key.source()),
             fmt::format("unknown key; {}allowed are {}", hint, listed(known_)));
    }
}

const toml::node* TomlTable::find(std::string_view key, Need need, std::string_view allowed) {
    if (table_ == nullptr) {
        return nullptr;
    }
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
        known_.emplace_back(key);
    }
    const toml::node* node = table_->get(key);
    if (node == nullptr && need == Need::required) {
        note(key, line_, fmt::format("missing; needed is {}", allowed));
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
        note(key, fmt::format("is empty; allowed is {}", allowed));
        return nullptr;
    }
    return node->as_array();
}

void TomlTable::wrong(std::string_view key, const toml::node& node, std::string_view allowed) {
    note(key, line_of(node.source()), fmt::format("{}; allowed is {}", describe(node), allowed));
}

std::string TomlTable::full(std::string_view key) const {
    return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

} // namespace kit
