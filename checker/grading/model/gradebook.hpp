// A gradebook as a learning platform exported it, and the places in it that take the kit's points.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace kit {

enum class GradebookPlatform { canvas, moodle };

/// "Canvas", "Moodle".
[[nodiscard]] std::string name(GradebookPlatform platform);

struct Gradebook {
    /// The bytes of a field, with its quotation marks.
    struct Cell {
        std::size_t begin = 0;
        std::size_t end = 0;
        bool is_locked = false; ///< the platform takes no other grade
    };

    GradebookPlatform platform = GradebookPlatform::canvas;
    std::string text;           ///< the whole file, byte for byte, but UTF-8 if it was UTF-16
    std::string utf16_mark;     ///< with which it began then
    char separator = ',';       ///< of its fields
    bool decimal_comma = false; ///< its numbers are written "7,5"
    /// The column of each item that has one, by the item's id: "Lab 5: Tiling (4711)".
    std::map<std::string, std::string> columns;
    /// By the student's id and the item's.
    std::map<std::pair<std::string, std::string>, Cell> cells;
    /// What the student reads beside the grade, where the platform has a column for it; by the same.
    std::map<std::pair<std::string, std::string>, Cell> comments;
};

} // namespace kit
