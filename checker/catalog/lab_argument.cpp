#include "checker/catalog/lab_argument.hpp"

#include "checker/base/errors.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/model/slabs.hpp"

#include <algorithm>
#include <system_error>

namespace kit {

namespace fs = std::filesystem;

namespace {

bool looks_like_a_path(const std::string& text) {
    std::error_code error;
    return text.find('/') != std::string::npos || text == "." || text == ".." ||
           text.ends_with(".cu") || fs::exists(text, error);
}

fs::path whole_path(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    return error ? path : whole.has_filename() ? whole : whole.parent_path(); // no "/" at the end
}

/// The lab whose name the innermost folder has, or the path itself; null if there is none.
const Lab* lab_of_path(const std::vector<Lab>& labs, const fs::path& path) {
    const Lab* found = nullptr;
    for (const fs::path& part : path) {
        const auto lab =
            std::ranges::find_if(labs, [&](const Lab& each) { return part == each.id; });
        found = lab == labs.end() ? found : &*lab;
    }
    return found;
}

bool are_same(const fs::path& one, const fs::path& other) {
    std::error_code error;
    return whole_path(one) == whole_path(other) || fs::equivalent(one, other, error);
}

} // namespace

LabArgument lab_or_file(const std::vector<Lab>& labs, const std::string& text) {
    const bool is_name = std::ranges::any_of(labs, [&](const Lab& lab) { return lab.id == text; });
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    if (is_name || is_number || !looks_like_a_path(text)) {
        return {&find_lab(labs, text), {}};
    }
    const Lab* const lab = lab_of_path(labs, whole_path(text));
    if (lab == nullptr) {
        const std::string id = labs.empty() ? "NN-topic" : labs.front().id;
        throw UsageError("{} belongs to no lab: it is not in a folder such as labs/{}. "
                         "To check a file from elsewhere, name the lab before it: "
                         "./lab check 4 FILE.",
                         text, id);
    }
    std::error_code error;
    if (!fs::is_directory(text, error)) {
        return {lab, text};
    }
    const bool own = are_same(text, whole_path(lab->skeleton).parent_path());
    return {lab, own ? fs::path() : fs::path(text) / "kernel.cu"};
}

const Lab& own_lab(const std::vector<Lab>& labs, const std::string& text) {
    const LabArgument named = lab_or_file(labs, text);
    const fs::path folder = whole_path(named.lab->skeleton).parent_path();
    if (!named.file.empty() && !are_same(whole_path(named.file).parent_path(), folder)) {
        throw UsageError("{} is not in {}, the folder of lab {} in this kit. This "
                         "command works only on the lab's own file.",
                         text, folder.string(), named.lab->number);
    }
    return *named.lab;
}

Lab with_gpus(const Lab& lab, const std::optional<int>& gpus) {
    if (gpus && !has_slabs(lab)) {
        throw UsageError("--gpus: the kernel of lab {} runs on one GPU", lab.id);
    }
    return gpus ? on_gpus(lab, *gpus) : lab;
}

bool is_own_file(const Lab& lab, const fs::path& file) {
    return are_same(file, lab.skeleton);
}

} // namespace kit
