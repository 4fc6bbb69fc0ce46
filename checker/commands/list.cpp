// ./lab list: the labs there are.
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace kit {

namespace {

void print_text(const std::vector<Lab>& labs) {
    std::size_t id_width = 0;
    for (const Lab& lab : labs) {
        id_width = std::max(id_width, lab.id.size());
    }
    for (const Lab& lab : labs) {
        fmt::print("{:<{}}  {:>2} points  {}: {}\n", lab.id, id_width, lab.points, lab.source,
                   lab.summary);
    }
    fmt::print("\nEdit labs/<lab>/kernel.cu, then: ./lab check <number>\n");
}

void print_json(const std::vector<Lab>& labs) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Lab& lab : labs) {
        list.push_back({{"number", lab.number},
                        {"id", lab.id},
                        {"title", lab.title},
                        {"source", lab.source},
                        {"summary", lab.summary},
                        {"points", lab.points},
                        {"kernel", kernel_declaration(lab)}});
    }
    fmt::print("{}\n", list.dump(2));
}

} // namespace

void add_list_command(CLI::App& app, Session& session) {
    auto format = std::make_shared<std::string>("text");
    CLI::App* command = app.add_subcommand("list", "The labs, with what each is about");
    command->add_option("--format", *format, "Form of the list")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    command->footer("Example: the labs as data, for a script\n"
                    "  ./lab list --format json");
    command->callback([format, &session] {
        const std::vector<Lab> labs = read_catalog(session.root);
        *format == "json" ? print_json(labs) : print_text(labs);
    });
}

} // namespace kit
