#include "checker/new_lab/write_lab.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/marked_parts.hpp"

#include <algorithm>

namespace kit {

namespace fs = std::filesystem;

LabPlan named_plan(const std::string& name, const std::vector<Lab>& labs) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const bool numbered =
        name.size() > 3 && is_digit(name[0]) && is_digit(name[1]) && name[2] == '-';
    LabPlan plan;
    plan.topic = numbered ? name.substr(3) : name;
    const bool is_plain = std::ranges::all_of(
        plan.topic, [&](char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '-'; });
    if (plan.topic.empty() || !is_plain || plan.topic.front() == '-' || plan.topic.back() == '-') {
        throw UsageError(
            "\"{}\" cannot be a lab's folder: give a topic of lowercase letters, digits "
            "and dashes, such as wave-equation.",
            name);
    }
    for (const Lab& lab : labs) {
        plan.number = std::max(plan.number, lab.number);
    }
    ++plan.number;
    if (numbered) {
        plan.number = std::stoi(name.substr(0, 2));
    }
    for (const Lab& lab : labs) {
        if (lab.number == plan.number || lab.id.substr(3) == plan.topic) {
            throw UsageError("There is the lab {} already.", lab.id);
        }
    }
    if (plan.number > 99) {
        throw UsageError(
            "A lab's number has two digits: give the folder's name, such as 20-wave-equation.");
    }
    return plan;
}

std::vector<fs::path> write_lab(const LabPlan& plan, const fs::path& root) {
    require_possible(plan);
    const std::string id = id_of(plan);
    const KernelTexts texts = kernel_texts(plan);
    const std::vector<std::pair<fs::path, std::string>> files{
        {root / "labs" / id / "lab.toml", lab_toml(plan)},
        {root / "labs" / id / "kernel.cu", with_parts_of(texts.solution, texts.todo)},
        {root / "solutions" / id / "kernel.cu", texts.solution},
        {root / "solutions" / id / "todo.txt", texts.todo},
        {root / "handouts" / (id + ".md"), handout_page(plan)},
    };
    std::vector<fs::path> written;
    for (const auto& [path, text] : files) {
        std::error_code error;
        if (fs::exists(path, error)) {
            throw UsageError("{}: is there already; nothing of it was changed.", path.string());
        }
    }
    for (const auto& [path, text] : files) {
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        write_file(path, text);
        written.push_back(path);
    }
    return written;
}

} // namespace kit
