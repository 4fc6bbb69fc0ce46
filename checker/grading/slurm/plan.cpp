#include "checker/grading/slurm/plan.hpp"

#include "checker/grading/store/whole_file.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace kit {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

std::string escaped(std::string_view bytes) {
    std::string text;
    for (const char letter : bytes) {
        const bool plain = letter >= ' ' && letter <= '~' && letter != '%';
        text += plain ? std::string(1, letter)
                      : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
    return text;
}

std::string unescaped(const Json& json) {
    const std::string text = json.get<std::string>();
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(&text[i + 1], &text[i + 3], value, 16).ptr == &text[i + 3]) {
            bytes += static_cast<char>(value);
            i += 2;
        } else {
            bytes += text[i];
        }
    }
    return bytes;
}

SlurmPlan plan_from(const Json& json) {
    SlurmPlan plan;
    plan.kit_version = json.at("kit_version");
    plan.class_folder = unescaped(json.at("class"));
    plan.results = unescaped(json.at("results"));
    plan.settings.root = unescaped(json.at("root"));
    plan.settings.seed = json.at("seed");
    plan.settings.backend = json.at("backend") == "emulator" ? Backend::emulator : Backend::any;
    plan.settings.jobs = json.at("share");
    plan.trust_submissions = json.at("trust_submissions");
    plan.identities = json.at("identities").get<std::map<std::string, std::string>>();
    for (const Json& task : json.at("tasks")) {
        plan.tasks.push_back(
            {task.at("key"), task.at("lab"), unescaped(task.at("file")), task.at("sha256")});
    }
    return plan;
}

} // namespace

std::string plan_text(const SlurmPlan& plan) {
    Json json;
    json["kit_version"] = plan.kit_version;
    json["class"] = escaped(plan.class_folder.native());
    json["results"] = escaped(plan.results.native());
    json["root"] = escaped(plan.settings.root.native());
    json["seed"] = plan.settings.seed;
    json["backend"] = plan.settings.backend == Backend::emulator ? "emulator" : "auto";
    json["share"] = plan.settings.jobs;
    json["trust_submissions"] = plan.trust_submissions;
    json["identities"] = plan.identities;
    json["tasks"] = Json::array();
    for (const CheckTask& task : plan.tasks) {
        json["tasks"].push_back({{"key", task.key},
                                 {"lab", task.lab},
                                 {"file", escaped(task.file)},
                                 {"sha256", task.sha256}});
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

SlurmPlan read_plan(const fs::path& file) {
    std::string text;
    if (!read_whole_file(file, text)) {
        throw KitError(fmt::format("{}: there is no plan: is the results folder on a file system "
                                   "that this machine shares?",
                                   file.string()));
    }
    try {
        return plan_from(Json::parse(text));
    } catch (const nlohmann::json::exception& error) {
        throw KitError(fmt::format("{}: no plan of this version: {}", file.string(), error.what()));
    }
}

fs::path plan_file(const fs::path& folder) {
    return folder / "plan.json";
}

} // namespace kit
