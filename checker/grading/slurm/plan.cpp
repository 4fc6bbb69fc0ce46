#include "checker/grading/slurm/plan.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/sandbox/confinement.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace kit {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

std::string path_text(std::string_view path) {
    return percent_encoded(
        path, [](char letter) { return letter >= ' ' && letter <= '~' && letter != '%'; });
}

std::string path_from(const Json& json) {
    return percent_decoded(json.get<std::string>());
}

SlurmPlan plan_from(const Json& json) {
    SlurmPlan plan;
    plan.kit_version = json.at("kit_version");
    plan.class_folder = path_from(json.at("class"));
    plan.results = path_from(json.at("results"));
    plan.settings.root = path_from(json.at("root"));
    plan.settings.seed = json.at("seed");
    plan.settings.backend = json.at("backend") == "emulator" ? Backend::emulator : Backend::any;
    plan.settings.jobs = json.at("share");
    plan.trust_submissions = json.at("trust_submissions");
    plan.identities = json.at("identities").get<std::map<std::string, std::string>>();
    for (const Json& task : json.at("tasks")) {
        plan.tasks.push_back(
            {task.at("key"), task.at("lab"), path_from(task.at("file")), task.at("sha256")});
    }
    return plan;
}

std::string node_name() {
    if (const char* name = std::getenv("SLURMD_NODENAME")) {
        return name;
    }
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// What differs here, by the lines of settings_identity().
std::string difference(const std::string& there, const std::string& here) {
    constexpr std::array parts{
        "the lab's name", "the lab's lab.toml",
        "the kit or the compiler (identified by their files' content or time)", "the seed",
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
void check_planned(const SlurmPlan& plan, const CheckTask& task, const ResultFolder& results) {
    const std::vector<Lab> catalog = read_catalog(plan.settings.root);
    const Lab& lab = find_lab(catalog, task.lab);
    const std::string identity = settings_identity(lab, plan.settings);
    const auto planned = plan.identities.find(task.lab);
    if (planned == plan.identities.end() || planned->second != identity ||
        check_key(task.sha256, identity) != task.key) {
        throw KitError(fmt::format(
            "{} differs from that of the machine that grades the class; results from here would "
            "not "
            "be comparable",
            difference(planned == plan.identities.end() ? "" : planned->second, identity)));
    }
    if (!no_confinement().empty() && !plan.trust_submissions) {
        throw KitError(fmt::format("submissions cannot be confined: {}; where you trust every "
                                   "submission, add --trust-submissions",
                                   no_confinement()));
    }
    run_check_task(task, lab, plan.settings,
                   SubmissionFinder(plan.class_folder, plan.results / unpacked_name), results);
}

} // namespace

std::string plan_text(const SlurmPlan& plan) {
    Json json;
    json["kit_version"] = plan.kit_version;
    json["class"] = path_text(plan.class_folder.native());
    json["results"] = path_text(plan.results.native());
    json["root"] = path_text(plan.settings.root.native());
    json["seed"] = plan.settings.seed;
    json["backend"] = plan.settings.backend == Backend::emulator ? "emulator" : "auto";
    json["share"] = plan.settings.jobs;
    json["trust_submissions"] = plan.trust_submissions;
    json["identities"] = plan.identities;
    json["tasks"] = Json::array();
    for (const CheckTask& task : plan.tasks) {
        json["tasks"].push_back({{"key", task.key},
                                 {"lab", task.lab},
                                 {"file", path_text(task.file)},
                                 {"sha256", task.sha256}});
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

SlurmPlan read_plan(const fs::path& file) {
    const std::optional<std::string> text = read_file_if_there(file);
    if (!text) {
        throw KitError(fmt::format("{}: there is no plan: is the results folder on a file system "
                                   "that this machine shares?",
                                   file.string()));
    }
    try {
        return plan_from(Json::parse(*text));
    } catch (const nlohmann::json::exception& error) {
        throw KitError(
            fmt::format("{}: not a plan of this version: {}", file.string(), error.what()));
    }
}

fs::path plan_file(const fs::path& folder) {
    return folder / "plan.json";
}

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
        check_planned(plan, task, results);
        return;
    } catch (const UsageError& error) {
        why = error.what();
    } catch (const KitError& error) {
        why = error.what();
    }
    results.keep_error(task.key, fmt::format("on node {}: {}", node_name(), why));
}

} // namespace kit
