// Typed reading of a TOML table that notes every mistake and reads on, instead of stopping at the
// first.
#pragma once

#include "checker/catalog/problems.hpp"

#include <toml++/toml.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// One element of an array with the line it stands on.
struct TomlText {
    std::string value;
    int line = 0;
};

/// A name in the file and what it stands for.
template <class Value>
struct Choice {
    std::string_view name;
    Value value;
};

/// A table of the file. Every read marks its key as known; what is missing, of the wrong type or
/// out of range is noted and gives nothing. A missing table is noted once: reads from it give
/// nothing and note nothing. Keys never asked for are noted as unknown by finish(); the allowed
/// keys are those that were asked for, so no second list of them exists.
class TomlTable {
public:
    enum class Need { required, optional };

    /// The file's top level. `root` and `problems` must outlive the table and all taken from it.
    TomlTable(const toml::table& root, std::filesystem::path file, Problems& problems);

    std::optional<std::string> text(std::string_view key, Need need = Need::required);
    std::optional<bool> flag(std::string_view key, Need need = Need::required);
    std::optional<int> whole(std::string_view key, int low, int high, Need need = Need::required);
    /// A finite number, written as whole or not.
    std::optional<double> number(std::string_view key, Need need = Need::required);

    /// Arrays of one type; elements that are wrong are noted and left out. Empty where the key is
    /// wrong or missing; an array that is empty in the file is noted, too.
    std::vector<TomlText> texts(std::string_view key);
    std::vector<TomlTable> tables(std::string_view key);
    /// As those, but all or nothing: a vector is no use with an element left out.
    std::optional<std::vector<int>> wholes(std::string_view key, int low, int high);
    std::optional<std::vector<double>> numbers(std::string_view key, Need need = Need::required);

    /// A table within this one.
    TomlTable table(std::string_view key, Need need = Need::required);

    /// One of several names.
    template <class Value, std::size_t count>
    std::optional<Value> choice(std::string_view key,
                                const std::array<Choice<Value>, count>& choices,
                                Need need = Need::required) {
        std::vector<std::string> names;
        names.reserve(count);
        for (const Choice<Value>& each : choices) {
            names.emplace_back(each.name);
        }
        const std::optional<std::size_t> at = choose(key, names, need);
        return at ? std::optional(choices[*at].value) : std::nullopt;
    }

    /// Notes what only the caller can see: at the key's line, or the table's where it has no such
    /// key, or at `line`.
    void note(std::string_view key, std::string_view what);
    void note(std::string_view key, int line, std::string_view what);

    /// The table is there.
    [[nodiscard]] bool present() const { return table_ != nullptr; }

    /// The key is there, right or wrong. Marks it as known.
    bool has(std::string_view key);

    /// To be called when all keys were read.
    void finish();

private:
    TomlTable(const toml::table* table, std::filesystem::path file, std::string path, int line,
              Problems& problems);

    const toml::node* find(std::string_view key, Need need, std::string_view allowed);
    const toml::array* find_array(std::string_view key, Need need, std::string_view allowed);
    void wrong(std::string_view key, const toml::node& node, std::string_view allowed);
    std::optional<std::size_t> choose(std::string_view key, const std::vector<std::string>& names,
                                      Need need);
    [[nodiscard]] std::string full(std::string_view key) const;

    const toml::table* table_; ///< null where the file has none
    std::filesystem::path file_;
    std::string path_; ///< "kernel", "stencil.points[2]", empty at the top level
    int line_;
    Problems* problems_;
    std::vector<std::string> known_;
};

} // namespace kit
