// Reads TOML tables and notes every mistake, so that an author sees all of them at once.
#pragma once

#include <toml++/toml.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

/// All mistakes in some files.
class Problems {
public:
    /// `key` of the file is wrong at `line`, counted from 1.
    void add(const std::filesystem::path& file, int line, std::string_view key,
             std::string_view what);

    /// The file or folder as a whole is wrong.
    void add(const std::filesystem::path& file, std::string_view what);

    /// Throws KitError, one problem per line sorted by file and line, if there is any.
    void throw_if_any() const;

private:
    struct Problem {
        std::string file;
        int line; ///< 0: the file as a whole
        std::string text;
    };

    std::vector<Problem> problems;
};

/// A string of an array, and its line in the file.
struct TomlText {
    std::string value;
    int line = 0;
};

/// A name in the file and its value.
template <class Value>
struct Choice {
    std::string_view name;
    Value value;
};

/// A table of the file. Every read marks its key as known. A value that is missing, of the wrong type
/// or out of range is noted and gives nothing. A missing table is noted once; reads from it then give
/// nothing. finish() notes the keys that were never read as unknown, so no list of keys is needed.
class TomlTable {
public:
    enum class Need { required, optional };

    /// The file's top level. `root` and `problems` must outlive the table and its subtables.
    TomlTable(const toml::table& root, std::filesystem::path file, Problems& problems);

    std::optional<std::string> text(std::string_view key, Need need = Need::required);
    /// A date, with or without a time, as TOML writes it: 2026-11-20T23:59:00+01:00. Or any text, in quotation marks.
    std::optional<std::string> date(std::string_view key, Need need = Need::required);
    std::optional<bool> flag(std::string_view key, Need need = Need::required);
    std::optional<int> whole(std::string_view key, int low, int high, Need need = Need::required);
    /// A finite number, whole or not.
    std::optional<double> number(std::string_view key, Need need = Need::required);

    /// Arrays of one type. Wrong elements are noted and left out. The result is empty if the key is wrong
    /// or missing; an array that is empty in the file is noted, too.
    std::vector<TomlText> texts(std::string_view key);
    std::vector<TomlTable> tables(std::string_view key);
    /// The same, but nothing at all if any element is wrong.
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

    /// Notes a mistake that only the caller can see: at `line`, else at the key's line, or at the table's
    /// line if it has no such key.
    void note(std::string_view key, std::string_view what);
    void note(std::string_view key, int line, std::string_view what);

    /// True if the file has the table.
    [[nodiscard]] bool present() const { return table_ != nullptr; }

    /// True if the key is there, right or wrong. Marks it as known.
    bool has(std::string_view key);

    /// True if the key is there and a text.
    [[nodiscard]] bool has_text(std::string_view key) const;

    /// Call this after reading all keys.
    void finish();

private:
    TomlTable(const toml::table* table, std::filesystem::path file, std::string path, int line,
              Problems& problems);

    template <class Convert>
    auto scalar(std::string_view key, Need need, std::string_view allowed, Convert convert)
        -> decltype(convert(std::declval<const toml::node&>()));
    template <class Value, class Convert>
    std::optional<std::vector<Value>> list(std::string_view key, Need need,
                                           std::string_view allowed, Convert convert);
    const toml::node* find(std::string_view key, Need need, std::string_view allowed);
    const toml::array* find_array(std::string_view key, Need need, std::string_view allowed);
    void wrong(std::string_view key, const toml::node& node, std::string_view allowed);
    std::optional<std::size_t> choose(std::string_view key, const std::vector<std::string>& names,
                                      Need need);
    [[nodiscard]] std::string full(std::string_view key) const;

    const toml::table* table_; ///< null if the file has no such table
    std::filesystem::path file_;
    std::string path_; ///< "kernel", "stencil.points[2]", empty at the top level
    int line_;
    Problems* problems_;
    std::vector<std::string> known_;
};

/// The file's whole text as a table. Where it cannot be read as TOML, notes that and is absent.
[[nodiscard]] std::optional<toml::table> parse_toml(const std::filesystem::path& file,
                                                    Problems& problems);

} // namespace kit
