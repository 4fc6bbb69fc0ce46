#include "handouts/builder/excerpt.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "handouts/builder/marker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace kit {

namespace {

struct ExcerptRequest {
    std::string file;
    std::string part; ///< its number; empty: the whole file
    std::string from;
    std::string to;
};

ExcerptRequest excerpt_request(std::string_view text) {
    const std::vector<std::string> words = split_words(text);
    if (words.empty() || words.size() % 2 == 0 || words.size() < 3) {
        throw MarkerError(
            "Write code markers like labs/NN-topic/kernel.cu part 2, or with from \"text\" "
            "and to \"text\".");
    }
    ExcerptRequest request{words[0], "", "", ""};
    for (std::size_t i = 1; i < words.size(); i += 2) {
        std::string* const place = words[i] == "part"   ? &request.part
                                   : words[i] == "from" ? &request.from
                                   : words[i] == "to"   ? &request.to
                                                        : nullptr;
        if (place == nullptr) {
            throw MarkerError("'{}' is unknown; use part, from or to.", words[i]);
        }
        *place = words[i + 1];
    }
    return request;
}

namespace fs = std::filesystem;

/// A lab's skeleton without what a student wrote in it; empty for any other file.
std::string handed_out_text(const fs::path& root, const fs::path& file) {
    const fs::path folder = file.parent_path();
    const bool is_skeleton = folder.parent_path() == "labs" && file.filename() == "kernel.cu";
    return is_skeleton ? skeleton_in(root / "solutions" / folder.filename()) : "";
}

std::vector<std::string> lines_of_file(const fs::path& root, const std::string& name) {
    const fs::path relative = fs::path(name).lexically_normal();
    if (relative.is_absolute() || relative.begin() == relative.end() || *relative.begin() == "..") {
        throw MarkerError("{} is not in the kit.", name);
    }
    std::optional<std::string> text = handed_out_text(root, relative);
    if (text->empty()) {
        text = read_file_if_there(root / relative);
    }
    if (!text) {
        throw MarkerError("There is no file {}.", name);
    }
    return split_lines(*text);
}

bool contains(const std::string& line, std::string_view text) {
    return line.find(text) != std::string::npos;
}

/// The first line from `first` on that contains the text. Throws MarkerError if there is none.
std::size_t find_line(const std::vector<std::string>& lines, std::size_t first, std::size_t end,
                      const std::string& text, const std::string& file) {
    for (std::size_t i = first; i < end; ++i) {
        if (contains(lines[i], text)) {
            return i;
        }
    }
    throw MarkerError("{} has no such line: '{}'.", file, text);
}

void refuse_solutions(const ExcerptRequest& request, const std::vector<std::string>& lines,
                      std::size_t first, std::size_t end) {
    if (!request.file.starts_with("solutions/")) {
        return;
    }
    bool in_part = false;
    for (std::size_t i = 0; i < end; ++i) {
        in_part = contains(lines[i], "// >>> your part") ||
                  (in_part && !contains(lines[i], "// <<< your"));
        if (in_part && i >= first) {
            throw MarkerError("Line {} of {} is in a part that students write: a page "
                              "must not give the solution away.",
                              i + 1, request.file);
        }
    }
}

std::string moved_left(const std::vector<std::string>& lines, std::size_t first, std::size_t end) {
    std::vector<std::string> kept;
    std::size_t margin = std::string::npos;
    for (std::size_t i = first; i < end; ++i) {
        const std::string_view code = trimmed(lines[i]);
        if (code.starts_with("// TODO") || code.starts_with("// >>> your part") ||
            code.starts_with("// <<< your part") || (code.empty() && kept.empty())) {
            continue;
        }
        if (!code.empty()) {
            margin = std::min(margin, lines[i].find_first_not_of(' '));
        }
        kept.push_back(lines[i]);
    }
    while (!kept.empty() && trimmed(kept.back()).empty()) {
        kept.pop_back();
    }
    std::string text;
    for (const std::string& line : kept) {
        text += line.size() > margin ? line.substr(margin) : "";
        text += '\n';
    }
    return text;
}

} // namespace

std::string excerpt(const std::filesystem::path& root, std::string_view text) {
    const ExcerptRequest request = excerpt_request(text);
    const std::vector<std::string> lines = lines_of_file(root, request.file);
    std::size_t first = 0;
    std::size_t end = lines.size();
    if (!request.part.empty()) {
        first = find_line(lines, 0, end, fmt::format("// >>> your part {}:", request.part),
                          request.file) +
                1;
        end = find_line(lines, first, end, fmt::format("// <<< your part {}", request.part),
                        request.file);
    }
    if (!request.from.empty()) {
        first = find_line(lines, first, end, request.from, request.file);
    }
    if (!request.to.empty()) {
        end = find_line(lines, first, end, request.to, request.file) + 1;
    }
    refuse_solutions(request, lines, first, end);
    std::string code = moved_left(lines, first, end);
    if (code.empty()) {
        throw MarkerError("This part of {} holds only TODO lines.", request.file);
    }
    return code;
}

std::string_view fence_language(std::string_view file) {
    if (file.ends_with(".cu") || file.ends_with(".cuh")) {
        return "cuda";
    }
    return file.ends_with(".toml") ? "toml" : "";
}

} // namespace kit
