#include "checker/grading/run/check_tasks.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/identity.hpp"
#include "checker/compile/nvcc_report.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/grading/run/machine_share.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/status_line.hpp"
#include "checker/sandbox/work_in_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// The checker as it was built: the program and the libraries of submissions. Read once.
const std::string& kit_identity() {
    static const std::string identity = [] {
        const KitFiles files = kit_files();
        std::string text =
            std::string(KIT_VERSION) + "\n" +
            sha256_of_file(bundle_root().empty() ? "/proc/self/exe"
                                                 : bundle_root() / "system/bin/stencil-lab.elf") +
            "\n";
        text += folder_identity(files.labs_include) + folder_identity(files.emulator_include);
        for (const fs::path& file :
             {files.anchor_library, files.runtime_library, files.instrument_code}) {
            text += file_identity(file) + "\n";
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
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}", lab.id, sha256_of_file(lab_file), kit_identity(),
                       settings.seed, static_cast<int>(settings.backend),
                       settings.tries_parts ? "parts\n" : "");
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
        Lab with_time = on_one_core(lab);
        CheckRequest request;
        request.root = settings.root;
        request.submission = SubmissionFile{neutral_name, std::move(handed_in.text)};
        request.backend = settings.backend;
        request.seed = settings.seed;
        request.workers = 1;
        request.every_case = true;
        if (settings.tries_parts) {
            request.part_seed = settings.seed;
        }
        if (settings.backend != Backend::emulator && lab.steps == 1) {
            // The bonus for speed compares with the lab's own solution. That does one sweep a launch, so
            // a lab of several sweeps has no bonus.
            with_time.baseline = lab.id;
        }
        StatusLine nothing([](std::string_view) {});
        const CheckResult result = check_submission(with_time, request, nothing);
        if (result.verdict.outcome != Outcome::error) {
            results.keep_check(task.key, json_report(lab, result));
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

void run_tasks_here(const std::vector<CheckTask>& tasks, const std::vector<Lab>& catalog,
                    const CheckSettings& settings, const SubmissionFinder& finder,
                    const ResultFolder& results, const TaskDone& done) {
    CopiedWork checks;
    checks.count = tasks.size();
    checks.at_once =
        std::clamp<std::size_t>(settings.jobs, 1, std::max<std::size_t>(tasks.size(), 1));
    const auto lab_of = [&](std::size_t task) -> const Lab& {
        return find_lab(catalog, tasks[task].lab);
    };
    checks.work = [&](std::size_t task, std::size_t place) {
        if (checks.at_once > 1) {
            take_cores(place, checks.at_once);
        }
        run_check_task(tasks[task], lab_of(task), settings, finder, results);
        return std::string();
    };
    checks.limits = [&](std::size_t task) { return limits_of(lab_of(task), checks.at_once); };
    checks.ended = [&](std::size_t task, const ForkEnd& end) {
        if (end.threw) { // it could not keep the result; if this process cannot either, that ends it all
            results.keep_error(tasks[task].key, end.text);
        } else if (!end.ended_by.empty()) {
            results.keep_error(tasks[task].key,
                               fmt::format("the kit ended on this file by {}", end.ended_by));
        }
        done(task);
    };
    checks.waiting = [&] { done(SIZE_MAX); };
    work_in_copies(checks);
}

} // namespace kit
