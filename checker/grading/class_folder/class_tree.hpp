// The files below a class's folder as they lie there, bounded, without following links.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace kit {

struct TreeNode {
    enum class Kind { folder, file, link, other };

    Kind kind = Kind::folder;
    bool is_archive = false; ///< a folder whose files were unpacked
    bool is_clone = false;   ///< a folder that holds a .git folder
    bool is_cut = false;     ///< a folder that holds more than was looked at
    std::map<std::string, TreeNode> inside;

    [[nodiscard]] bool is_folder() const { return kind == Kind::folder; }

    [[nodiscard]] bool has_file(const std::string& name) const;
};

/// Leaves out hidden files and folders and what systems add by themselves: __MACOSX, Thumbs.db, desktop.ini.
/// Looks 20 folders deep, at 20,000 files of each folder in it and at 400,000 in all.
[[nodiscard]] TreeNode read_tree(const std::filesystem::path& folder);

/// "ada/kernel.cu"; the name alone below an empty folder.
[[nodiscard]] std::string path_below(const std::string& folder, const std::string& name);

/// Whether a system adds files of this name by itself.
[[nodiscard]] bool is_system_clutter(const std::string& name);

} // namespace kit
