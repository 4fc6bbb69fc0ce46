#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/explore/exploration.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

/// "5" or "5=mine.cu".
struct Candidate {
    const Lab* lab = nullptr;
    SubmissionFile file;
    std::string name;
};

Candidate candidate_from(const std::string& text, const std::vector<Lab>& labs) {
    const std::size_t equals = text.find('=');
    const Lab& lab = find_lab(labs, text.substr(0, equals));
    const bool own = equals != std::string::npos;
    const std::filesystem::path path =
        own ? std::filesystem::path(text.substr(equals + 1)) : lab.solution;
    return {&lab, read_submission(path),
            own ? fmt::format("{:02} {}", lab.number, path.string()) : lab.id};
}

/// "Kernels side by side on 120³", or with all grids if they differ.
std::string title_of(const std::vector<NamedRun>& runs) {
    for (const NamedRun& one : runs) {
        if (one.names[1].text != runs.front().names[1].text) {
            std::string grids;
            for (const NamedRun& each : runs) {
                grids += (grids.empty() ? "" : ", ") + each.names[1].text;
            }
            return "Kernels side by side, each on its lab's own grid: " + grids;
        }
    }
    return "Kernels side by side on " + runs.front().names[1].text;
}

} // namespace

Table compare_kernels(const std::vector<Lab>& labs, const std::vector<std::string>& names,
                      const std::string& grid, const Exploration& exploration, StatusLine& status) {
    std::vector<Candidate> candidates;
    for (const std::string& name : names) {
        candidates.push_back(candidate_from(name, labs));
    }
    std::vector<NamedRun> runs;
    const std::uint64_t seed = fresh_seed();
    for (const Candidate& one : candidates) {
        status.show(
            fmt::format("running {} ({} of {})…", one.name, runs.size() + 1, candidates.size()));
        Setting setting;
        setting.element = one.lab->element;
        setting.extents = grid.empty() ? counted_case(*one.lab) : parse_grid(grid, *one.lab);
        runs.push_back({{one.name, describe_grid(setting.extents, *one.lab)},
                        explore(*one.lab, one.file, setting, exploration, seed, status)});
    }
    status.clear();
    return compared_table(title_of(runs), runs, exploration);
}

} // namespace kit
