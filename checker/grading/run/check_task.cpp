#include "checker/grading/run/check_task.hpp"

#include "checker/build/emulator_build.hpp"
#include "checker/build/nvcc_report.hpp"
#include "checker/build/toolchain.hpp"
#include "checker/grading/store/sha256.hpp"
#include "checker/model/errors.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/progress.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <vector>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr const char* neutral_name = "kernel.cu";

/// Names and contents of all files in the folder, in an order that does not depend on the disk's.
std::string folder_identity(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& item : fs::recursive_directory_iterator(folder, error)) {
        if (item.is_regular_file()) {
            files.push_back(item.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::string identity;
    for (const fs::path& file : files) {
        identity += fs::relative(file, folder).string() + " " + sha256_of_file(file) + "\n";
    }
    return identity;
}

/// The checker as it was built: the program and what submissions are linked with. Read once.
const std::string& kit_identity() {
    static const std::string identity = [] {
        const KitFiles files = kit_files();
        std::string text =
            std::string(KIT_VERSION) + "\n" + sha256_of_file("/proc/self/exe") + "\n";
        text += folder_identity(files.labs_include) + folder_identity(files.emulator_include);
        for (const fs::path& archive : {files.anchor_library, files.runtime_library}) {
            text += sha256_of_file(archive) + "\n" + folder_identity(archive.string() + ".p");
        }
        text += find_host_compiler().identity + "\n";
        if (const auto nvcc = find_nvcc()) {
            text += file_identity(*nvcc) + "\n";
        }
        return sha256_of(text);
    }();
    return identity;
}

} // namespace

std::string settings_identity(const Lab& lab, const CheckSettings& settings) {
    const fs::path lab_file = lab.skeleton.parent_path() / "lab.toml";
    return fmt::format("{}\n{}\n{}\n{}\n{}\n", lab.id, sha256_of_file(lab_file), kit_identity(),
                       settings.seed, static_cast<int>(settings.backend));
}

std::string check_key(const std::string& sha256, const std::string& identity) {
    return sha256_of(identity + sha256).substr(0, 40);
}

void run_check_task(const CheckTask& task, const Lab& lab, const CheckSettings& settings,
                    const SubmissionFinder& finder, const ResultFolder& results) {
    std::string why;
    try {
        HandedIn handed_in = finder.read(task.file);
        if (!handed_in.reason.empty() || sha256_of(handed_in.text) != task.sha256) {
            throw KitError("the file changed while the class was graded; grade again");
        }
        Lab with_time = lab;
        // A lab's limit is of all cores; the machine's, since this thread may have but one of them.
        with_time.time_limit_seconds *=
            static_cast<int>(std::clamp(sysconf(_SC_NPROCESSORS_CONF), 1L, 8L));
        CheckRequest request;
        request.root = settings.root;
        request.submission = SubmissionFile{neutral_name, std::move(handed_in.text)};
        request.backend = settings.backend;
        request.seed = settings.seed;
        request.workers = 1;
        if (settings.backend != Backend::emulator && lab.steps == 1) {
            // The bonus for speed holds against the lab's own solution. What a time is told beside
            // does one sweep a launch, so a lab of several has no bonus.
            with_time.baseline = lab.id;
        }
        Progress nothing([](std::string_view) {});
        CheckOutcome outcome = check_submission(with_time, request, nothing);
        if (outcome.nvcc.valid()) {
            add_nvcc_report(outcome.result, outcome.nvcc.get());
        }
        if (outcome.result.verdict.outcome != Outcome::error) {
            results.keep_check(task.key, json_report(lab, outcome.result));
            return;
        }
        why = "the kit could not judge every case";
    } catch (const UsageError& error) {
        why = error.what();
    } catch (const KitError& error) {
        why = error.what();
    } catch (const std::exception& error) {
        why = fmt::format("the kit failed: {}", error.what());
    }
    results.keep_error(task.key, why);
}

} // namespace kit
