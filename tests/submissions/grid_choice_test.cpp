// Each lab has the grids that grid_choice.hpp chooses from grids.csv. After a new wrong kernel, or to renew the lines of
// those with 05- in their name:
//
//     KIT_CORPUS=05- build/tests/submissions/test-submissions '[.write-grids]'
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "tests/catch.hpp"
#include "tests/parallel.hpp"
#include "tests/run_checker.hpp"
#include "tests/submissions/grid_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

using namespace kit;
using nlohmann::json;

namespace {

/// Adds the grid to every kind of finding that a check finds on it.
void check_on(const std::string& grid, const Submission& submission, const std::string& file,
              std::map<std::string, std::vector<std::string>>& grids_of_kind) {
    const ProcessResult result =
        run_checker({"check", std::to_string(submission.lab), file, "--backend", "emulator",
                     "--seed", "11", "--grid", grid, "--format", "json"},
                    {"KIT_SANDBOX=none"});
    const json report = json_if_any(result.output);
    if (report.is_discarded()) {
        throw std::runtime_error(submission.name + ": no report: " + result.errors);
    }
    for (const json& finding : report["findings"]) {
        std::vector<std::string>& grids = grids_of_kind[finding["kind"].get<std::string>()];
        if (grids.empty() || grids.back() != grid) {
            grids.push_back(grid);
        }
    }
}

std::vector<ShownKind> shown_by(const Submission& submission, const Lab& lab,
                                const std::string& file) {
    std::map<std::string, std::vector<std::string>> grids_of_kind;
    for (const bool small : {true, false}) {
        for (const std::string& grid : candidate_grids(lab)) {
            if ((parse_grid(grid, lab).cells() <= most_cells_of_mutation) == small) {
                check_on(grid, submission, file, grids_of_kind);
            }
        }
        bool all = true;
        for (const std::string& kind : submission.expectation.kinds) {
            all = all && grids_of_kind.count(kind) > 0;
        }
        if (all) {
            break; // what a large grid would show is known
        }
    }
    std::vector<ShownKind> shown;
    for (const std::string& kind : submission.expectation.kinds) {
        shown.push_back({submission.name, kind, grids_of_kind[kind]});
    }
    return shown;
}

const std::filesystem::path& table() {
    static const auto path = kit::source_root() / "tests/submissions/grids.csv";
    return path;
}

/// The wrong kernels that compile, of labs whose grids are chosen.
std::vector<Submission> wrong_kernels(const std::vector<Lab>& labs) {
    std::vector<Submission> corpus = read_corpus(kit::source_root());
    std::erase_if(corpus, [&](const Submission& one) {
        const auto& kinds = one.expectation.kinds;
        return one.expectation.passed || kinds.empty() || kinds[0] == "build-error" ||
               kinds[0] == "unsupported-feature" ||
               candidate_grids(find_lab(labs, std::to_string(one.lab))).empty();
    });
    return corpus;
}

using Table = std::map<std::string, std::vector<ShownKind>>; ///< by kernel

Table known_table() {
    Table known;
    for (ShownKind& one : read_grids_table(table())) {
        known[one.kernel].push_back(one);
    }
    return known;
}

} // namespace

TEST_CASE("a lab has the least grids that show what any grid shows of the wrong kernels") {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    const Table known = known_table();
    for (const Submission& kernel : wrong_kernels(labs)) {
        INFO("KIT_CORPUS=" << kernel.name
                           << " build/tests/submissions/test-submissions '[.write-grids]'");
        CHECK(known.count(kernel.name) == 1);
    }
    for (const Lab& lab : labs) {
        if (lab.variants.empty()) {
            INFO(lab.id);
            std::vector<std::string> grids;
            for (const Extents& extents : lab.cases) {
                grids.push_back(grid_text(extents, lab));
            }
            std::vector<std::string> least = least_grids(lab, read_grids_table(table()));
            std::ranges::sort(grids);
            std::ranges::sort(least);
            CHECK(grids == least);
        }
    }
}

TEST_CASE("writes the table of grids anew", "[.write-grids]") {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    const char* part = std::getenv("KIT_CORPUS");
    Table shown = std::filesystem::exists(table()) ? known_table() : Table();
    Table kept;
    std::vector<Submission> corpus;
    for (Submission& kernel : wrong_kernels(labs)) {
        if (part != nullptr && kernel.name.find(part) == std::string::npos) {
            kept[kernel.name] = shown[kernel.name];
        } else {
            corpus.push_back(std::move(kernel));
        }
    }
    const ScratchFolder folder;
    std::vector<std::vector<ShownKind>> found(corpus.size());
    in_parallel(corpus.size(), [&](std::size_t i) {
        const std::string file = (folder.path() / (corpus[i].name + ".cu")).string();
        std::ofstream(file, std::ios::binary) << corpus[i].text;
        found[i] = shown_by(corpus[i], find_lab(labs, std::to_string(corpus[i].lab)), file);
    });
    for (std::size_t i = 0; i < corpus.size(); ++i) {
        kept[corpus[i].name] = std::move(found[i]);
    }
    std::ofstream file(table());
    file << "kernel,kind,grids\n";
    std::vector<ShownKind> all;
    for (const auto& [name, kinds] : kept) {
        for (const ShownKind& one : kinds) {
            file << fmt::format("{},{},{}\n", one.kernel, one.kind, fmt::join(one.grids, " "));
            all.push_back(one);
        }
    }
    for (const Lab& lab : labs) {
        if (lab.variants.empty()) {
            fmt::print("{}: {}\n", lab.id, fmt::join(least_grids(lab, all), ", "));
        }
    }
}
