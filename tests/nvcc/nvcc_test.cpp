// What nvcc takes the kit takes, and what it refuses the kit refuses: every kernel of the corpora and two thousand generated
// ones. What nvcc said is in tests/records/nvcc_accepts.csv; `test-nvcc '[.ask]'` asks it of those that are not there yet.
#include "checker/base/encodings.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/nvcc_report.hpp"
#include "checker/sandbox/process.hpp"
#include "tests/catch.hpp"
#include "tests/nvcc/generated_kernel.hpp"
#include "tests/parallel.hpp"
#include "tests/records/record_file.hpp"
#include "tests/share.hpp"
#include "tests/submissions/submission.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>

using namespace kit;

namespace {

struct Kernel {
    std::string name;
    int lab = 1;
    std::string text;
    std::string expect = {}; ///< of a kernel of the corpus
};

std::vector<Kernel> kernels_of_corpus() {
    std::vector<Kernel> kernels;
    for (const Submission& each : read_corpus(source_root())) {
        kernels.push_back({each.name, each.lab, each.text, each.expect});
    }
    return kernels;
}

std::vector<Kernel> generated_kernels() {
    std::vector<Kernel> kernels;
    for (unsigned i = 0; i < 2000; ++i) {
        kernels.push_back({fmt::format("generated-{:04}", i), 1, generated_kernel(i)});
    }
    return kernels;
}

std::string digest_of(const Kernel& kernel) {
    return sha256_of(fmt::format("{}\n{}", kernel.lab, kernel.text)).substr(0, 16);
}

/// "takes" or "refuses" by digest.
std::map<std::string, std::string> answers_of_nvcc() {
    std::map<std::string, std::string> answers;
    for (const RecordRow& row : read_record("nvcc_accepts.csv")) {
        answers[row.at("digest")] = row.at("nvcc");
    }
    return answers;
}

const Lab& lab_of(const Kernel& kernel) {
    static const std::vector<Lab> catalog = read_catalog(source_root());
    return find_lab(catalog, std::to_string(kernel.lab));
}

bool is_error(const Finding& finding) {
    return finding.severity == Severity::error;
}

/// Why the kit takes no such kernel; empty: it does. What it says of the lab's own interface, and what it names as
/// unsupported, nvcc has no word on.
struct Refusal {
    std::string why;
    bool is_kits_own = false;
};

Refusal refusal_of_kit(const Kernel& kernel) {
    BuildCache cache(BuildCache::default_folder());
    const auto built = build_for_emulator(lab_of(kernel), {"kernel.cu", kernel.text},
                                          find_host_compiler(), kit_files(), cache);
    const auto first = std::ranges::find_if(built.findings, is_error);
    if (first == built.findings.end()) {
        return {};
    }
    return {first->message, first->kind == FindingKind::unsupported_feature ||
                                first->hint.find("This lab wants: ") != std::string::npos ||
                                first->message == "A kernel.cu must not launch kernels."};
}

/// For the machine code that the checker asks for, nvcc does not let its host compiler see launch_config(): where the
/// kit has something against a kernel, that compiler is asked, too.
bool nvcc_takes(const std::filesystem::path& nvcc, const Kernel& kernel) {
    BuildCache cache(BuildCache::default_folder());
    const Lab& lab = lab_of(kernel);
    const auto report = report_by_nvcc(nvcc, lab, {"kernel.cu", kernel.text}, kit_files(), cache);
    if (report.cubin.empty()) {
        return !report.findings.empty() &&
               report.findings.front().kind == FindingKind::unsupported_feature;
    }
    if (refusal_of_kit(kernel).why.empty()) {
        return true;
    }
    const TemporaryFolder folder;
    write_file(folder.path() / "kernel.cu", kernel.text);
    std::vector<std::string> command{nvcc.string(),
                                     "-std=c++20",
                                     "-c",
                                     "-arch=sm_90",
                                     "-I" + kit_files().labs_include.string(),
                                     "kernel.cu",
                                     "-o",
                                     "kernel.o"};
    for (const std::string& definition : lab_definitions(lab)) {
        command.push_back(definition);
    }
    const ProcessResult result = run_process({command, folder.path(), -1, {.seconds = 60}});
    return result.end == ProcessResult::End::exited && result.code == 0;
}

/// Kernels of which the two may think differently, with the reason.
std::map<std::string, std::string> known_differences() {
    std::map<std::string, std::string> known;
    const auto path = source_root() / "tests/nvcc/differences.toml";
    for (const auto& [name, reason] : toml::parse_file(path.string())) {
        known[std::string(name.str())] = reason.value<std::string>().value();
    }
    return known;
}

/// Empty: the two agree.
std::string difference(const Kernel& kernel, const std::string& nvcc) {
    if (nvcc.empty()) {
        return "nvcc was not asked: test-nvcc '[.ask]'";
    }
    const Refusal refusal = refusal_of_kit(kernel);
    // Of a kernel that fails when it is launched, as with too much shared memory, nvcc's last stage may know.
    const bool fails_later = !kernel.expect.empty() && !kernel.expect.starts_with("passed");
    if (refusal.why.empty() == (nvcc == "takes") || refusal.is_kits_own ||
        (nvcc == "refuses" && fails_later)) {
        return {};
    }
    return fmt::format("nvcc {} it; the kit: {}", nvcc,
                       refusal.why.empty() ? "takes it" : refusal.why);
}

void check_all(const std::vector<Kernel>& kernels) {
    const auto answers = answers_of_nvcc();
    const auto known = known_differences();
    std::vector<std::string> differences(kernels.size());
    in_parallel(kernels.size(), [&](std::size_t i) {
        const auto answer = answers.find(digest_of(kernels[i]));
        differences[i] = difference(kernels[i], answer == answers.end() ? "" : answer->second);
    });
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        INFO(kernels[i].name << ": " << differences[i] << "\n" << kernels[i].text);
        CHECK((differences[i].empty() || known.contains(kernels[i].name)));
    }
}

} // namespace

TEST_CASE("of generated kernels the kit takes those that nvcc takes") {
    // All of them take minutes: KIT_TEST_SHARE=1/1.
    Share share = share_of_test();
    if (std::getenv("KIT_TEST_SHARE") == nullptr) {
        share = {0, 20};
    }
    std::vector<Kernel> chosen;
    const auto kernels = generated_kernels();
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (share.has(i)) {
            chosen.push_back(kernels[i]);
        }
    }
    check_all(chosen);
}

// What the kit says of each kernel the test `submissions` shows; here only those are compiled of which it is to say
// something else than nvcc.
TEST_CASE("of the corpora the kit takes the kernels that nvcc takes") {
    const auto answers = answers_of_nvcc();
    std::vector<Kernel> doubtful;
    for (Kernel& kernel : kernels_of_corpus()) {
        const auto answer = answers.find(digest_of(kernel));
        const bool is_refused = kernel.expect.starts_with("build-error");
        if (answer == answers.end() || (answer->second == "refuses") != is_refused) {
            doubtful.push_back(std::move(kernel));
        }
    }
    check_all(doubtful);
}

TEST_CASE("nvcc is asked", "[.ask]") {
    const auto nvcc = find_nvcc();
    REQUIRE(nvcc);
    const auto answers = answers_of_nvcc();
    std::vector<Kernel> kernels = kernels_of_corpus();
    std::vector<Kernel> generated = generated_kernels();
    kernels.insert(kernels.end(), generated.begin(), generated.end());
    std::erase_if(kernels, [&](const Kernel& each) { return answers.contains(digest_of(each)); });
    std::ofstream record(source_root() / "tests/records/nvcc_accepts.csv", std::ios::app);
    std::mutex writing;
    in_parallel(kernels.size(), [&](std::size_t i) {
        const bool takes = nvcc_takes(*nvcc, kernels[i]);
        const std::lock_guard lock(writing);
        record << digest_of(kernels[i]) << (takes ? ",takes," : ",refuses,") << kernels[i].name
               << std::endl;
    });
}
