// Everything in the kit that reads a stranger's bytes, for clang's libFuzzer: KIT_FUZZ_TARGET names which. A target
// may throw the kit's own exceptions and nothing else. Seeds are in seeds/NAME/.
#include "tests/fuzz/targets.hpp"
#include "analytics/quiz/grade.hpp"
#include "checker/base/descriptor.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/base/toml_reader.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_file.hpp"
#include "checker/check/trials/small_changes.hpp"
#include "checker/compile/compiler_warnings.hpp"
#include "checker/compile/diagnostics.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/fix_it.hpp"
#include "checker/compile/nvcc_report.hpp"
#include "checker/compile/screening/text_rules.hpp"
#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/rules/grading_rules.hpp"
#include "checker/grading/similarity/similar_files.hpp"
#include "checker/report/json_result.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

using namespace kit;

namespace {

const Lab& lab() {
    static const Lab lab = find_lab(read_catalog(kit::source_root()), "5");
    return lab;
}

/// Calls `read` with the path of a file that holds the text.
template <class Read>
void from_file(const std::string& text, const Read& read) {
    const Descriptor file = memory_file("fuzz", text);
    read(std::filesystem::path(path_of(file)));
}

void diagnostics(const std::string& text) {
    const SubmissionFile file{"kernel.cu", "int a;\nint b;\n"};
    const std::string printed = without_source_lines(text, file.text);
    (void)findings_from_compiler(printed, lab(), file);
    (void)warnings_from_compiler(printed, file);
    (void)parse_ptxas_report(text, lab());
}

void screening(const std::string& text) {
    const SubmissionFile file{"kernel.cu", text};
    (void)refuse_submission(file);
    (void)assembly_in_text(file);
    const ChangeableText changes = with_small_changes(text);
    for (const SmallChange& change : changes.changes) {
        (void)edited(text, change.edits);
    }
}

void similarity(const std::string& text) {
    const std::size_t half = text.size() / 2;
    (void)similar_files("int skeleton;", {text.substr(0, half), text.substr(half)});
}

void answers(const std::string& text) {
    const AnswersFile file = answers_from("answers.toml", text);
    QuizPlan plan;
    plan.ids = {"1a", "1b", "1c", "2a"};
    (void)grade(file, plan);
}

void roster(const std::string& text) {
    from_file(text, [](const auto& path) { (void)read_roster(path); });
}

void grading_rules(const std::string& text) {
    from_file(text, [](const auto& path) { (void)read_grading_rules(path, {lab().id}); });
}

void lab_file(const std::string& text) {
    from_file(text, [](const auto& path) {
        Problems problems;
        (void)read_lab_file(path, problems);
        problems.throw_if_any();
    });
}

void result(const std::string& text) {
    const auto document = json_if_any(text);
    if (!document.is_discarded()) {
        (void)checked_submission_from(document, "ada/kernel.cu");
    }
}

constexpr std::array<std::pair<std::string_view, void (*)(const std::string&)>, 10> targets{
    {{"diagnostics", diagnostics},
     {"screening", screening},
     {"similarity", similarity},
     {"answers", answers},
     {"roster", roster},
     {"grading_rules", grading_rules},
     {"lab_file", lab_file},
     {"result", result},
     {"mailbox", read_mailbox},
     {"gpu_protocol", read_gpu_protocol}}};

void (*wanted_target())(const std::string&) {
    const char* wanted = std::getenv("KIT_FUZZ_TARGET");
    for (const auto& [name, target] : targets) {
        if (wanted != nullptr && name == wanted) {
            return target;
        }
    }
    std::fputs("KIT_FUZZ_TARGET must be one of:", stderr);
    for (const auto& [name, target] : targets) {
        std::fprintf(stderr, " %s", name.data());
    }
    std::fputs("\n", stderr);
    std::exit(2);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto target = wanted_target();
    try {
        target(std::string(reinterpret_cast<const char*>(data), size));
    } catch (const UsageError&) {
    } catch (const KitError&) {
    } catch (const BadInput&) {
    }
    return 0;
}
