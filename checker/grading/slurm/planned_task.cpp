#include "checker/grading/slurm/planned_task.hpp"

#include "checker/catalog/catalog.hpp"
#include "checker/grading/slurm/plan.hpp"
#include "checker/model/errors.hpp"
#include "checker/sandbox/confinement.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <sstream>
#include <string>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

std::string node_name() {
    if (const char* name = std::getenv("SLURMD_NODENAME")) {
        return name;
    }
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// What is different here, by the lines of settings_identity().
std::string difference(const std::string& there, const std::string& here) {
    constexpr std::array parts{
        "the lab's name", "the lab's lab.toml",
        "the kit or the compiler (both are told apart by their files' content or time)", "the seed",
        "the backend"};
    std::istringstream those(there);
    std::istringstream these(here);
    std::string that;
    std::string ours;
    for (const char* part : parts) {
        std::getline(those, that);
        std::getline(these, ours);
        if (that != ours) {
            return part;
        }
    }
    return "a setting";
}

/// Throws UsageError and KitError.
void check(const SlurmPlan& plan, const CheckTask& task, const ResultFolder& results) {
    const std::vector<Lab> catalog = read_catalog(plan.settings.root);
    const Lab& lab = find_lab(catalog, task.lab);
    const std::string identity = settings_identity(lab, plan.settings);
    const auto planned = plan.identities.find(task.lab);
    if (planned == plan.identities.end() || planned->second != identity ||
        check_key(task.sha256, identity) != task.key) {
        throw KitError(fmt::format(
            "{} is not what it was where the class is graded; results from here would not be "
            "comparable",
            difference(planned == plan.identities.end() ? "" : planned->second, identity)));
    }
    if (!no_confinement().empty() && !plan.trust_submissions) {
        throw KitError(fmt::format("submissions cannot be confined: {}; where you trust every "
                                   "submission, add --trust-submissions",
                                   no_confinement()));
    }
    run_check_task(task, lab, plan.settings, SubmissionFinder(plan.class_folder), results);
}

} // namespace

void run_planned_task(const fs::path& file, std::size_t index) {
    const SlurmPlan plan = read_plan(file);
    if (index >= plan.tasks.size()) {
        throw UsageError(fmt::format("{}: there is no task {}", file.string(), index));
    }
    const CheckTask& task = plan.tasks[index];
    const ResultFolder results(plan.results);
    if (results.has_check(task.key)) {
        return;
    }
    std::string why;
    try {
        check(plan, task, results);
        return;
    } catch (const UsageError& error) {
        why = error.what();
    } catch (const KitError& error) {
        why = error.what();
    }
    results.keep_error(task.key, fmt::format("on node {}: {}", node_name(), why));
}

} // namespace kit
