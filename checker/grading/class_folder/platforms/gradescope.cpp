#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/grading/class_folder/platforms/class_layout.hpp"
#include "checker/grading/class_folder/platforms/platform_moment.hpp"
#include "checker/sandbox/work_in_copies.hpp"

#include <fmt/format.h>

#include <yaml.h>

#include <string_view>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_metadata_bytes = std::size_t{256} << 20;

/// A key as Ruby writes it: ":submitters"; JSON made of it may have left the colon out.
bool is_key(std::string_view text, std::string_view wanted) {
    return text == wanted || (text.starts_with(':') && text.substr(1) == wanted);
}

/// A YAML document as JSON. Aliases multiply what they name, so that the nodes are counted.
class YamlMetadata {
public:
    explicit YamlMetadata(const std::string& text) {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                     text.size());
        if (yaml_parser_load(&parser_, &document_) == 0) {
            const std::string problem = parser_.problem == nullptr ? "" : parser_.problem;
            const std::size_t line = parser_.problem_mark.line + 1;
            yaml_parser_delete(&parser_);
            throw KitError("line {}: {}", line, problem);
        }
    }

    ~YamlMetadata() {
        yaml_document_delete(&document_);
        yaml_parser_delete(&parser_);
    }

    YamlMetadata(const YamlMetadata&) = delete;
    YamlMetadata& operator=(const YamlMetadata&) = delete;

    Json json() { return json_of(yaml_document_get_root_node(&document_), 0); }

private:
    static std::string text(const yaml_node_t* scalar) {
        return {reinterpret_cast<const char*>(scalar->data.scalar.value),
                scalar->data.scalar.length};
    }

    Json json_of(const yaml_node_t* node, int depth) {
        constexpr int deepest = 8; // a submission's people are at 4
        constexpr std::size_t most_nodes = 20'000'000;
        if (node == nullptr || depth > deepest) {
            return nullptr;
        }
        if (++nodes_ > most_nodes) {
            throw KitError("it has too many aliases");
        }
        if (node->type == YAML_SCALAR_NODE) {
            return text(node);
        }
        Json json = node->type == YAML_MAPPING_NODE ? Json::object() : Json::array();
        if (node->type == YAML_SEQUENCE_NODE) {
            for (auto* item = node->data.sequence.items.start;
                 item != node->data.sequence.items.top; ++item) {
                json.push_back(json_of(yaml_document_get_node(&document_, *item), depth + 1));
            }
        } else if (node->type == YAML_MAPPING_NODE) {
            for (auto* pair = node->data.mapping.pairs.start; pair != node->data.mapping.pairs.top;
                 ++pair) {
                const yaml_node_t* key = yaml_document_get_node(&document_, pair->key);
                const std::string name =
                    key != nullptr && key->type == YAML_SCALAR_NODE ? text(key) : "";
                // A submission's results are long: only what is read.
                if (depth != 1 || is_key(name, "submitters") || is_key(name, "created_at")) {
                    json[name] =
                        json_of(yaml_document_get_node(&document_, pair->value), depth + 1);
                }
            }
        }
        return json;
    }

    yaml_parser_t parser_{};
    yaml_document_t document_{};
    std::size_t nodes_ = 0;
};

/// A time may be Rails' object with its zone, of which `utc` is what counts.
std::string text_of(const Json& value) {
    return value.is_string()                            ? value.get<std::string>()
           : value.is_number_integer()                  ? json_line(value)
           : value.is_object() && value.contains("utc") ? text_of(value.at("utc"))
                                                        : "";
}

Json submissions_of(const Json& json) {
    Json all = Json::array();
    for (const auto& [key, value] : json.items()) {
        Json people = Json::array();
        std::string created;
        if (!value.is_object()) {
            continue;
        }
        for (const auto& [name, of_submission] : value.items()) {
            if (is_key(name, "created_at")) {
                created = text_of(of_submission);
            } else if (is_key(name, "submitters") && of_submission.is_array()) {
                for (const Json& one : of_submission) {
                    Json person = {{"name", ""}, {"email", ""}, {"sid", ""}};
                    for (const auto& [field, text] : one.items()) {
                        for (const char* wanted : {"name", "email", "sid"}) {
                            if (is_key(field, wanted)) {
                                person[wanted] = text_of(text);
                            }
                        }
                    }
                    people.push_back(person);
                }
            }
        }
        all.push_back({key, people, created});
    }
    return all;
}

/// [folder, [{name, email, sid}], created_at] of each submission.
Json metadata_of(const std::string& file, const std::string& text) {
    const bool is_json = file.ends_with(".json");
    const ForkEnd end = work_in_copy([&] {
        Json all;
        try {
            all = submissions_of(is_json ? ordered_json_from(text) : YamlMetadata(text).json());
        } catch (const nlohmann::json::exception& error) {
            throw KitError(error.what());
        }
        return json_line(all);
    });
    if (end.threw || !end.ended_by.empty()) {
        throw UsageError("{}: it cannot be read: {}; export the submissions from "
                         "Gradescope again",
                         file, end.threw ? end.text : "ended by " + end.ended_by);
    }
    return ordered_json_from(end.text);
}

void add_person(const Json& person, const Json& submission, const LayoutLevel& level,
                const std::string& metadata, ClassLayout& layout) {
    const std::string folder = submission.at(0);
    const std::string name = person.at("name");
    const std::string email = person.at("email");
    const std::string sid = person.at("sid");
    const std::string id = !sid.empty() ? sid : !email.empty() ? email : name;
    if (id.empty()) {
        layout.nobodys.push_back({"", path_below(level.path, folder),
                                  "submission_metadata names nobody who submitted it"});
        return;
    }
    PersonsPart part = part_of(level, folder, id);
    part.name = name;
    part.email = email;
    part.key = email.empty() ? id : email;
    part.submitted = platform_moment(submission.at(2));
    if (part.submitted) {
        part.submitted_from = "Gradescope's " + metadata;
        part.attempt = part.submitted->time_since_epoch().count();
    }
    layout.parts.push_back(std::move(part));
}

} // namespace

std::vector<std::string> read_gradescope(const LayoutLevel& level, const SubmissionFinder& finder,
                                         ClassLayout& layout) {
    for (const char* metadata :
         {"submission_metadata.yml", "submission_metadata.yaml", "submission_metadata.json"}) {
        if (!level.node->has_file(metadata)) {
            continue;
        }
        const std::string file = path_below(level.path, metadata);
        const Json submissions =
            metadata_of(file, finder.read_bytes(file, most_metadata_bytes).text);
        std::vector<std::string> taken{metadata};
        for (const Json& submission : submissions) {
            const std::string folder = submission.at(0);
            const auto found = level.node->inside.find(folder);
            if (found == level.node->inside.end()) {
                layout.nobodys.push_back(
                    {"", path_below(level.path, folder),
                     fmt::format("{} names it, but it is not in the folder", metadata)});
                continue;
            }
            taken.push_back(folder);
            for (const Json& person : submission.at(1)) {
                add_person(person, submission, level, metadata, layout);
            }
            if (submission.at(1).empty()) {
                layout.nobodys.push_back(
                    {"", path_below(level.path, folder),
                     fmt::format("{} names nobody who submitted it", metadata)});
            }
        }
        for (const auto& [name, node] : level.node->inside) {
            if (name.starts_with("submission_") && std::ranges::find(taken, name) == taken.end()) {
                layout.nobodys.push_back({"", path_below(level.path, name),
                                          fmt::format("{} does not name it", metadata)});
                taken.push_back(name);
            }
        }
        note_layout(layout, "Gradescope");
        return taken;
    }
    return {};
}

} // namespace kit
