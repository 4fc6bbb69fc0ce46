// What ./lab check predicts for a lab, ./lab analytics kernel says, too.
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/commands/json_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <map>

using namespace kit;
using nlohmann::json;

namespace {

/// The analytics command that describes the launch.
std::vector<std::string> command_for(const Lab& lab, const json& launch) {
    static const std::map<KernelFamily, std::string> names{
        {KernelFamily::basic, "basic"},
        {KernelFamily::shared_memory_tiled, "tiled"},
        {KernelFamily::coarsened, "coarsened"},
        {KernelFamily::register_tiled, "register-tiled"},
        {KernelFamily::halo_loading, "halo-loading"},
        {KernelFamily::shared_1d, "shared-1d"}};
    static const std::map<BoundaryRule, std::string> rules{{BoundaryRule::keep, "keep"},
                                                           {BoundaryRule::clamp_to_edge, "clamp"},
                                                           {BoundaryRule::one_sided, "one-sided"}};
    const KernelFamily family = lab.traffic->family;
    std::vector<int> block = launch["block"];
    block.resize(static_cast<std::size_t>(marches(family) ? 2 : lab.axes));
    std::vector<std::string> command{
        "analytics",
        "kernel",
        names.at(family),
        "--axes",
        std::to_string(lab.axes),
        "--grid",
        fmt::format("{}", fmt::join(launch["extents"].get<std::vector<int>>(), "x")),
        "--block",
        fmt::format("{}", fmt::join(block, "x")),
        "--order",
        std::to_string(reach(lab)),
        "--type",
        lab.element == Element::float64   ? "double"
        : lab.element == Element::float32 ? "float"
                                          : "int",
        "--boundary",
        rules.at(lab.boundary)};
    if (lab.traffic->planes_per_block) {
        command.insert(command.end(), {"--planes", std::to_string(*lab.traffic->planes_per_block)});
    }
    return command;
}

std::uint64_t figure(const json& kernel, const std::string& name) {
    for (const json& row : kernel["kernel"]) {
        if (row["figure"] == name) {
            return row["value"];
        }
    }
    FAIL("no figure " << name);
    return 0;
}

} // namespace

TEST_CASE("analytics kernel says what check predicts, for every lab with a family") {
    int compared = 0;
    for (const Lab& lab : read_catalog(kit::source_root())) {
        if (!lab.traffic) {
            continue;
        }
        const Lab first = all_variants(lab).front();
        const json report =
            json_of({"check", std::to_string(lab.number), "--solution", "--backend", "emulator"});
        const json kernel = json_of(command_for(first, report["launch"]));
        INFO(lab.id);
        for (const auto& [counter, name] : std::map<std::string, std::string>{
                 {"blocks", "blocks launched"},
                 {"threads", "threads"},
                 {"shared_bytes_per_block", "shared memory of a block"},
                 {"global_load_bytes", "bytes loaded"},
                 {"global_store_bytes", "bytes stored"},
                 {"operations", "operations, 2p − 1 a point"}}) {
            INFO(name);
            CHECK(report["counters"][counter]["predicted"] == figure(kernel, name));
        }
        ++compared;
    }
    CHECK(compared == 12);
}
