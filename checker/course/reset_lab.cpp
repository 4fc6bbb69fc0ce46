#include "checker/course/reset_lab.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"

#include <fmt/format.h>

#include <cstring>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// Copies the file to the first name that is free.
fs::path keep_copy(const fs::path& file) {
    for (int number = 1; number < 1000; ++number) {
        const fs::path copy =
            file.string() + (number == 1 ? ".kept" : fmt::format(".kept.{}", number));
        std::error_code error;
        if (fs::exists(fs::symlink_status(copy, error))) {
            continue;
        }
        fs::copy_file(file, copy, fs::copy_options::none, error);
        if (error) {
            throw KitError("{}: cannot be written: {}; nothing was changed", copy.string(),
                           error.message());
        }
        return copy;
    }
    throw KitError("{}.kept: there are too many copies; remove some", file.string());
}

} // namespace

std::string handed_out_text(const Lab& lab) {
    std::string text = skeleton_text(lab);
    if (text.empty()) {
        throw UsageError("Lab {} says nowhere how its skeleton was: {} is missing.", lab.id,
                         (lab.solution.parent_path() / "todo.txt").string());
    }
    return text;
}

bool is_skeleton(const Lab& lab, const std::string& skeleton) {
    const std::optional<std::string> text = read_file_if_there(lab.skeleton);
    return text && *text == skeleton;
}

ResetResult reset_lab(const Lab& lab) {
    const std::string text = handed_out_text(lab);
    ResetResult result;
    std::error_code error;
    result.was_missing = !fs::exists(lab.skeleton, error);
    result.was_skeleton = is_skeleton(lab, text);
    if (result.was_skeleton) {
        return result;
    }
    if (!result.was_missing) {
        result.copy = keep_copy(lab.skeleton);
    }
    // By rename: an editor or ./lab watch sees the old text or the new one.
    if (const int reason = replace_file_by(lab.skeleton.string() + ".new", lab.skeleton, text)) {
        throw KitError("{}: cannot be written: {}; make room, or look at the folder's "
                       "permissions",
                       lab.skeleton.string(), std::strerror(reason));
    }
    return result;
}

std::string sentence_of(const ResetResult& result, const Lab& lab) {
    const std::string file = lab.skeleton.string();
    return result.was_skeleton  ? fmt::format("{}: no changes; the file is the skeleton.", file)
           : result.was_missing ? fmt::format("{} was missing; it is the skeleton again.", file)
                                : fmt::format("{} is the skeleton again; your version is in {}.",
                                              file, result.copy.string());
}

} // namespace kit
