#include "checker/catalog/catalog.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/nearest_word.hpp"
#include "checker/base/toml_reader.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/lab_file.hpp"
#include "checker/catalog/marked_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr const char* todo_name = "todo.txt";
constexpr const char* skeleton_name = "skeleton.cu";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// NN of a folder named NN-topic; nothing for other names.
std::optional<int> number_of(std::string_view folder) {
    const bool shaped = folder.size() > 3 && is_digit(folder[0]) && is_digit(folder[1]) &&
                        folder[2] == '-' && folder[3] != '-' && folder.back() != '-';
    const bool plain = std::ranges::all_of(
        folder, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '-'; });
    if (!shaped || !plain) {
        return std::nullopt;
    }
    return (folder[0] - '0') * 10 + (folder[1] - '0');
}

std::string name_of(const fs::path& folder) {
    const fs::path normal = folder.lexically_normal();
    return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

/// Notes a problem if the file is missing.
bool exists(const fs::path& file, std::string_view what, Problems& problems) {
    std::error_code error;
    const bool found = fs::is_regular_file(file, error);
    if (!found) {
        problems.add(file, what);
    }
    return found;
}

Lab read_folder(const fs::path& lab_folder, const fs::path& solution_folder, Problems& problems) {
    Lab lab;
    const fs::path file = lab_folder / "lab.toml";
    if (exists(file, "missing; every lab's folder needs one", problems)) {
        lab = read_lab_file(file, problems);
    }
    lab.id = name_of(lab_folder);
    const std::optional<int> number = number_of(lab.id);
    if (!number) {
        problems.add(lab_folder,
                     "the folder's name must be two digits, a dash and a topic of "
                     "lowercase letters, digits and dashes, such as 05-shared-memory-tiling");
    }
    lab.number = number.value_or(0);
    lab.skeleton = lab_folder / "kernel.cu";
    lab.solution = solution_folder / "kernel.cu";
    std::error_code error;
    const fs::path page =
        lab_folder.parent_path().parent_path() / "handouts" / fmt::format("{}.md", lab.id);
    lab.handout = fs::is_regular_file(page, error) ? page : fs::path();
    const bool is_for_students = fs::is_regular_file(solution_folder / skeleton_name, error);
    if (!is_for_students) {
        exists(lab.solution, "missing; every lab needs a solution in a folder of the same name",
               problems);
    }
    // Students may delete their file; ./lab reset restores it.
    if (!is_for_students && !fs::is_regular_file(solution_folder / todo_name, error)) {
        exists(lab.skeleton, "missing; every lab needs a skeleton for the student", problems);
    }
    return lab;
}

std::optional<int> whole_number(std::string_view digits) {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    return whole ? std::optional(value) : std::nullopt;
}

/// 4 and 7 of "4-7" or "04-07"; nothing for any other text.
std::optional<std::pair<int, int>> range_of(std::string_view text) {
    const auto dash = text.find('-');
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto first = whole_number(text.substr(0, dash));
    const auto last = whole_number(text.substr(dash + 1));
    return first && last ? std::optional(std::pair(*first, *last)) : std::nullopt;
}

/// Throws unless there is a lab at both ends: who writes 4-99 has not what is meant.
void need_range(const std::vector<Lab>& labs, std::string_view text, int first, int last) {
    if (first > last) {
        throw UsageError("\"{}\" is no range of labs: write the lower number first, "
                         "{}-{}.",
                         text, last, first);
    }
    for (const int end : {first, last}) {
        if (std::ranges::none_of(labs, [end](const Lab& lab) { return lab.number == end; })) {
            throw UsageError("There is no lab {}, so \"{}\" is no range of labs; see "
                             "./lab list.",
                             end, text);
        }
    }
}

bool is_lab_folder(const fs::directory_entry& entry) {
    std::error_code error;
    const std::string name = entry.path().filename().string();
    return entry.is_directory(error) && name != "include" && name != "puzzles" &&
           name.front() != '.';
}

} // namespace

std::vector<Lab> read_catalog(const fs::path& root) {
    std::error_code error;
    fs::directory_iterator entries(root / "labs", error);
    if (error) {
        throw KitError("{}: cannot be read ({}). The kit's folder must contain labs/ and "
                       "solutions/.",
                       (root / "labs").string(), error.message());
    }
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : entries) {
        if (is_lab_folder(entry)) {
            folders.push_back(entry.path());
        }
    }
    std::ranges::sort(folders);

    Problems problems;
    if (folders.empty()) {
        problems.add(root / "labs",
                     "contains no lab; a lab is a folder such as 05-shared-memory-tiling");
    }
    std::vector<Lab> labs;
    for (const fs::path& folder : folders) {
        Lab lab = read_folder(folder, root / "solutions" / folder.filename(), problems);
        const auto same = std::ranges::find_if(labs, [&](const Lab& other) {
            return number_of(other.id) && number_of(other.id) == number_of(lab.id);
        });
        if (same != labs.end()) {
            problems.add(folder, fmt::format("has the same number as {}; each lab needs its own "
                                             "number",
                                             same->id));
        }
        labs.push_back(std::move(lab));
    }
    problems.throw_if_any();
    return labs;
}

std::string skeleton_in(const fs::path& solution_folder) {
    const std::optional<std::string> todo = read_file_if_there(solution_folder / todo_name);
    const std::optional<std::string> solution = read_file_if_there(solution_folder / "kernel.cu");
    return todo && solution ? with_parts_of(*solution, *todo)
                            : read_file_if_there(solution_folder / skeleton_name).value_or("");
}

std::string skeleton_text(const Lab& lab) {
    return skeleton_in(lab.solution.parent_path());
}

const fs::path& solution_of(const Lab& lab) {
    std::error_code error;
    if (!fs::exists(lab.solution, error)) {
        throw UsageError("This kit holds no solutions: it is one for students.");
    }
    return lab.solution;
}

const Lab& find_lab(const std::vector<Lab>& labs, std::string_view name) {
    const std::optional<int> number = whole_number(name);
    const auto found = std::ranges::find_if(
        labs, [&](const Lab& lab) { return lab.id == name || lab.number == number; });
    if (found != labs.end()) {
        return *found;
    }
    std::vector<std::string> ids;
    std::vector<std::string> topics;
    for (const Lab& lab : labs) {
        ids.push_back(lab.id);
        topics.push_back(lab.id.substr(std::min<std::size_t>(3, lab.id.size())));
    }
    std::optional<std::string> meant = nearest(name, ids);
    if (const std::optional<std::string> topic = nearest(name, topics); !meant && topic) {
        const auto at = std::ranges::find(topics, *topic) - topics.begin();
        meant = ids[at];
    }
    const std::string hint = meant ? fmt::format(" Did you mean {}?", *meant) : "";
    throw UsageError("There is no lab \"{}\".{} Give a lab's number or folder: {}.", name, hint,
                     join(ids));
}

std::vector<Lab> labs_named(const std::vector<Lab>& labs, const std::vector<std::string>& names) {
    if (names.empty()) {
        return labs;
    }
    std::vector<bool> wanted(labs.size());
    for (const std::string& list : names) {
        for (const std::string_view part : split_at(list, ',')) {
            const std::string name(part);
            const auto range = range_of(name);
            if (!range) {
                wanted[&find_lab(labs, name) - labs.data()] = true;
                continue;
            }
            need_range(labs, name, range->first, range->second);
            for (std::size_t i = 0; i < labs.size(); ++i) {
                const bool inside =
                    labs[i].number >= range->first && labs[i].number <= range->second;
                wanted[i] = wanted[i] || inside;
            }
        }
    }
    std::vector<Lab> chosen;
    for (std::size_t i = 0; i < labs.size(); ++i) {
        if (wanted[i]) {
            chosen.push_back(labs[i]);
        }
    }
    return chosen;
}

} // namespace kit
