// The pages of handouts/, in the order of reading.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace handouts {

struct Page {
    std::string name;  ///< "05-shared-memory-tiling", its file's without .md
    std::string title; ///< its first heading
    std::string text;
};

/// The index page.
inline constexpr const char* index_name = "README";

/// The index, the labs' pages by number, the others by name. Throws kit::KitError where there is no
/// such folder or a page has no heading in its first line.
[[nodiscard]] std::vector<Page> read_pages(const std::filesystem::path& root);

/// Writes the whole file or throws kit::KitError.
void write_file(const std::filesystem::path& file, const std::string& text);

/// Throws kit::KitError.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

} // namespace handouts
