#include "checker/grading/class_folder/archives_in_tree.hpp"

#include "checker/grading/class_folder/archives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <string>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr int most_nested = 4;
constexpr std::size_t most_archives = 5'000;

struct FoundArchive {
    std::string path; ///< relative to the class's folder
    TreeNode* node = nullptr;
    int depth = 1;                  ///< 1 for an archive in no other
    UnpackLimits* limits = nullptr; ///< what is left to it and those in it
};

/// Those that are not unpacked; each is `like` in all but its place.
void find_archives(const std::string& path, TreeNode& node, const FoundArchive& like,
                   std::vector<FoundArchive>& found) {
    for (auto& [name, child] : node.inside) {
        const std::string below = path_below(path, name);
        if (child.kind == TreeNode::Kind::file && is_archive_name(name)) {
            found.push_back({below, &child, like.depth, like.limits});
        } else if (child.is_folder()) {
            FoundArchive inside = like;
            inside.depth += child.is_archive ? 1 : 0;
            find_archives(below, child, inside, found);
        }
    }
}

/// What the archives that were unpacked before within this one left out.
void collect_left_out(const fs::path& unpacked, const std::string& path, TreeNode& node,
                      std::vector<NotRecognized>& left_out) {
    for (auto& [name, child] : node.inside) {
        if (child.is_folder()) {
            const std::string below = path_below(path, name);
            if (is_archive_name(name)) {
                if (const auto known = known_unpacked(unpacked / below, "")) {
                    child.is_archive = true;
                    for (const NotRecognized& one : known->left_out) {
                        left_out.push_back({"", path_below(below, one.file), one.reason});
                    }
                }
            }
            collect_left_out(unpacked, below, child, left_out);
        }
    }
}

} // namespace

std::vector<NotRecognized> unpack_archives(const fs::path& folder, const fs::path& unpacked,
                                           TreeNode& tree) {
    std::vector<NotRecognized> left_out;
    collect_left_out(unpacked, "", tree, left_out);
    std::vector<FoundArchive> waiting;
    find_archives("", tree, {}, waiting);
    std::deque<UnpackLimits> limits; // of each archive in no other
    for (FoundArchive& one : waiting) {
        one.limits = &limits.emplace_back();
    }
    std::ranges::reverse(waiting); // the last is the next
    for (std::size_t begun = 0; !waiting.empty(); ++begun) {
        const FoundArchive one = waiting.back();
        waiting.pop_back();
        if (begun >= most_archives || one.depth > most_nested) {
            left_out.push_back(
                {"", one.path,
                 begun >= most_archives
                     ? fmt::format("it was not unpacked: there are more than {} archives",
                                   most_archives)
                     : fmt::format("it was not unpacked: it is within {} other archives",
                                   one.depth - 1)});
            continue;
        }
        const fs::path source = one.depth == 1 ? folder / one.path : unpacked / one.path;
        const Unpacked done = unpack_archive(source, unpacked / one.path, *one.limits);
        for (const NotRecognized& entry : done.left_out) {
            left_out.push_back({"", path_below(one.path, entry.file), entry.reason});
        }
        if (!done.is_whole) {
            continue;
        }
        one.limits->entries -= std::min(one.limits->entries, done.entries);
        one.limits->bytes -= std::min(one.limits->bytes, done.bytes);
        *one.node = read_tree(unpacked / one.path);
        one.node->is_archive = true;
        if (one.node->inside.empty() && done.left_out.empty()) {
            left_out.push_back({"", one.path, "no file is in it"});
        }
        collect_left_out(unpacked, one.path, *one.node, left_out);
        std::vector<FoundArchive> nested;
        find_archives(one.path, *one.node, {"", nullptr, one.depth + 1, one.limits}, nested);
        waiting.insert(waiting.end(), nested.rbegin(), nested.rend());
    }
    return left_out;
}

} // namespace kit
