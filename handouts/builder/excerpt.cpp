#include "handouts/builder/excerpt.hpp"

#include "handouts/builder/problem.hpp"
#include "handouts/builder/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

namespace handouts {

namespace {

struct Request {
    std::string file;
    std::string part; ///< a number; empty: the whole file
    std::string from;
    std::string to;
};

Request request_of(std::string_view text) {
    const std::vector<std::string> words = split_words(text);
    if (words.empty() || words.size() % 2 == 0 || words.size() < 3) {
        throw Unanswerable("Code is asked for like labs/NN-topic/kernel.cu part 2, or with from "
                           "\"text\" and to \"text\".");
    }
    Request request{words[0], "", "", ""};
    for (std::size_t i = 1; i < words.size(); i += 2) {
        std::string* const place = words[i] == "part"   ? &request.part
                                   : words[i] == "from" ? &request.from
                                   : words[i] == "to"   ? &request.to
                                                        : nullptr;
        if (place == nullptr) {
            throw Unanswerable(
                fmt::format("'{}' is not understood; there are part, from and to.", words[i]));
        }
        *place = words[i + 1];
    }
    return request;
}

std::vector<std::string> lines_of(const std::filesystem::path& root, const std::string& name) {
    const std::filesystem::path relative = std::filesystem::path(name).lexically_normal();
    if (relative.is_absolute() || relative.begin() == relative.end() || *relative.begin() == "..") {
        throw Unanswerable(fmt::format("{} is not in the kit.", name));
    }
    std::ifstream stream(root / relative);
    if (!stream) {
        throw Unanswerable(fmt::format("There is no file {}.", name));
    }
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(std::move(line));
    }
    return lines;
}

bool holds(const std::string& line, std::string_view text) {
    return line.find(text) != std::string::npos;
}

/// First line at or after `first` that holds the text. Throws Unanswerable where none does.
std::size_t find_line(const std::vector<std::string>& lines, std::size_t first, std::size_t end,
                      const std::string& text, const std::string& file) {
    for (std::size_t i = first; i < end; ++i) {
        if (holds(lines[i], text)) {
            return i;
        }
    }
    throw Unanswerable(fmt::format("No line of {} holds '{}' there.", file, text));
}

void keep_solutions_secret(const Request& request, const std::vector<std::string>& lines,
                           std::size_t first, std::size_t end) {
    if (request.file.rfind("solutions/", 0) != 0) {
        return;
    }
    bool in_part = false;
    for (std::size_t i = 0; i < end; ++i) {
        in_part =
            holds(lines[i], "// >>> your part") || (in_part && !holds(lines[i], "// <<< your"));
        if (in_part && i >= first) {
            throw Unanswerable(fmt::format("Line {} of {} is in a part that students write: a page "
                                           "gives no solution away.",
                                           i + 1, request.file));
        }
    }
}

std::string moved_left(const std::vector<std::string>& lines, std::size_t first, std::size_t end) {
    std::vector<std::string> kept;
    std::size_t margin = std::string::npos;
    for (std::size_t i = first; i < end; ++i) {
        const std::string_view code = trimmed(lines[i]);
        if (code.rfind("// TODO", 0) == 0 || code.rfind("// >>> your part", 0) == 0 ||
            code.rfind("// <<< your part", 0) == 0 || (code.empty() && kept.empty())) {
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
    const Request request = request_of(text);
    const std::vector<std::string> lines = lines_of(root, request.file);
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
    keep_solutions_secret(request, lines, first, end);
    std::string code = moved_left(lines, first, end);
    if (code.empty()) {
        throw Unanswerable(fmt::format("Nothing but TODO lines stands there in {}.", request.file));
    }
    return code;
}

std::string_view fence_language(std::string_view file) {
    const auto ends_with = [&](std::string_view end) {
        return file.size() >= end.size() && file.substr(file.size() - end.size()) == end;
    };
    if (ends_with(".cu") || ends_with(".cuh")) {
        return "cuda";
    }
    return ends_with(".toml") ? "toml" : "";
}

} // namespace handouts
