#include "checker/course/student_folder.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/course/reset_lab.hpp"

#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

bool is_student_folder(const fs::path& folder) {
    std::error_code error;
    return fs::is_symlink(folder / "lab", error) && fs::is_directory(folder / "labs", error);
}

/// The kit's script, and what students read: in a bundle the handouts as HTML, where there are any.
std::array<std::pair<const char*, fs::path>, 4> links_of_kit() {
    std::error_code error;
    const fs::path html = bundle_root() / "handouts";
    const bool has_html = !bundle_root().empty() && fs::exists(html, error);
    return {{{"lab", (bundle_root().empty() ? source_root() : bundle_root()) / "lab"},
             {"labs/include", source_root() / "labs/include"},
             {".vscode", source_root() / ".vscode"},
             {"handouts", has_html ? html : source_root() / "handouts"}}};
}

/// labs/compile_flags.txt, by which clangd knows the kernels. Its paths are from its folder.
std::string compile_flags() {
    std::string flags = read_file(source_root() / "labs/compile_flags.txt");
    const std::string_view from_labs = "-I../checker";
    if (const auto at = flags.find(from_labs); at != std::string::npos) {
        flags.replace(at, from_labs.size(), "-I" + (source_root() / "checker").string());
    }
    return flags;
}

} // namespace

fs::path find_student_folder() {
    const char* const typed = std::getenv("KIT_FOLDER");
    if (typed != nullptr && is_student_folder(typed)) {
        return typed;
    }
    std::error_code error;
    for (fs::path folder = fs::current_path(error); !folder.empty();
         folder = folder.parent_path()) {
        if (is_student_folder(folder)) {
            return folder;
        }
        if (!folder.has_relative_path()) {
            break;
        }
    }
    return "";
}

std::vector<Lab> labs_in(const fs::path& folder, std::vector<Lab> labs) {
    for (Lab& lab : labs) {
        lab.skeleton = folder / "labs" / lab.id / "kernel.cu";
        for (const char* const form : {".html", ".md"}) {
            std::error_code error;
            const fs::path page = folder / "handouts" / (lab.id + form);
            lab.handout = fs::exists(page, error) ? page : lab.handout;
        }
    }
    return labs;
}

int make_student_folder(const fs::path& folder, const std::vector<Lab>& labs) {
    std::error_code error;
    if (fs::exists(folder, error) && !is_student_folder(folder) &&
        !(fs::is_directory(folder, error) && fs::is_empty(folder, error))) {
        throw UsageError("{}: there is something else here: name a folder that is new "
                         "or empty, or one that ./lab start made.",
                         folder.string());
    }
    int added = 0;
    try {
        for (const Lab& lab : labs_in(folder, labs)) {
            fs::create_directories(lab.skeleton.parent_path());
            if (!fs::exists(lab.skeleton)) {
                write_file(lab.skeleton, handed_out_text(lab));
                ++added;
            }
        }
        write_file(folder / "labs/compile_flags.txt", compile_flags());
        for (const auto& [name, target] : links_of_kit()) {
            if (fs::is_symlink(folder / name)) { // perhaps to a kit that was there before
                fs::remove(folder / name);
            }
            if (!fs::exists(folder / name)) {
                fs::create_symlink(target, folder / name);
            }
        }
    } catch (const fs::filesystem_error& failure) {
        const fs::path& link = failure.path2(); // where a file system has no links
        throw KitError("{}: cannot be written: {}",
                       (link.empty() ? failure.path1() : link).string(), failure.code().message());
    }
    return added;
}

} // namespace kit
