// Everything wrong with the lab folders, collected so that an author sees all of it at once.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

class Problems {
public:
    /// `key` of the file is wrong at `line`, counted from 1.
    void add(const std::filesystem::path& file, int line, std::string_view key,
             std::string_view what);

    /// The file or folder as a whole is wrong.
    void add(const std::filesystem::path& file, std::string_view what);

    /// Throws KitError, one problem a line in the order of files and lines, if there is any.
    void throw_if_any() const;

private:
    struct Problem {
        std::string file;
        int line; ///< 0 for the file as a whole
        std::string text;
    };

    std::vector<Problem> problems;
};

} // namespace kit
