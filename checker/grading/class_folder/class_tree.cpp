#include "checker/grading/class_folder/class_tree.hpp"

#include <system_error>
#include <utility>
#include <vector>

namespace kit {

namespace {

constexpr std::size_t most_in_class = 400'000;
constexpr std::size_t most_in_one = 20'000;
constexpr int deepest = 20;

TreeNode::Kind kind_of(const std::filesystem::directory_entry& item) {
    std::error_code error;
    switch (item.symlink_status(error).type()) {
    case std::filesystem::file_type::directory: return TreeNode::Kind::folder;
    case std::filesystem::file_type::regular: return TreeNode::Kind::file;
    case std::filesystem::file_type::symlink: return TreeNode::Kind::link;
    default: return TreeNode::Kind::other;
    }
}

/// Reads a folder's own entries; `left` is how many more may be read.
void read_level(const std::filesystem::path& folder, TreeNode& node, std::size_t& left) {
    std::error_code error;
    for (auto item = std::filesystem::directory_iterator(folder, error);
         !error && item != std::filesystem::directory_iterator(); item.increment(error)) {
        const std::string name = item->path().filename().string();
        const TreeNode::Kind kind = kind_of(*item);
        if (name == ".git" && kind == TreeNode::Kind::folder) {
            node.is_clone = true;
        }
        if (name[0] == '.' || is_system_clutter(name)) {
            continue;
        }
        if (left == 0) {
            node.is_cut = true;
            return;
        }
        --left;
        node.inside[name].kind = kind;
    }
}

/// Breadth first, so that what is deep is what is cut.
void read_below(const std::filesystem::path& folder, TreeNode& top, std::size_t& left) {
    std::vector<std::pair<std::filesystem::path, TreeNode*>> level{{folder, &top}};
    for (int depth = 1; !level.empty(); ++depth) {
        std::vector<std::pair<std::filesystem::path, TreeNode*>> next;
        for (const auto& [path, node] : level) {
            if (depth > deepest) {
                node->is_cut = true;
                continue;
            }
            read_level(path, *node, left);
            for (auto& [name, child] : node->inside) {
                if (child.is_folder()) {
                    next.emplace_back(path / name, &child);
                }
            }
        }
        level = std::move(next);
    }
}

} // namespace

bool TreeNode::has_file(const std::string& name) const {
    const auto found = inside.find(name);
    return found != inside.end() && found->second.kind == Kind::file;
}

TreeNode read_tree(const std::filesystem::path& folder) {
    TreeNode tree;
    std::size_t left = most_in_class;
    read_level(folder, tree, left);
    for (auto& [name, child] : tree.inside) {
        if (child.is_folder()) {
            // One student's ten thousand files leave room for the others'.
            const std::size_t share = left < most_in_one ? left : most_in_one;
            std::size_t left_of_one = share;
            read_below(folder / name, child, left_of_one);
            left -= share - left_of_one;
        }
    }
    return tree;
}

std::string path_below(const std::string& folder, const std::string& name) {
    return folder.empty() || name.empty() ? folder + name : folder + "/" + name;
}

bool is_system_clutter(const std::string& name) {
    return name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini" ||
           name == "ehthumbs.db" || name == "$RECYCLE.BIN";
}

} // namespace kit
