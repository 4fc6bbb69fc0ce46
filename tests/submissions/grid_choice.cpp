#include "tests/submissions/grid_choice.hpp"

#include "checker/catalog/grid_text.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace kit {

namespace {

bool shows(const ShownKind& one, const std::vector<std::string>& grids) {
    return std::ranges::any_of(one.grids, [&](const std::string& grid) {
        return std::ranges::find(grids, grid) != grids.end();
    });
}

} // namespace

std::string grid_text(const Extents& extents, const Lab& lab) {
    const bool equal =
        (lab.axes < 2 || extents.y == extents.x) && (lab.axes < 3 || extents.z == extents.x);
    std::string text = std::to_string(extents.x);
    for (std::size_t axis = 1; axis < lab.axes && !equal; ++axis) {
        text += "x" + std::to_string(extents[axis]);
    }
    return text;
}

std::vector<std::string> candidate_grids(const Lab& lab) {
    std::vector<std::string> grids;
    if (!lab.variants.empty()) {
        return grids;
    }
    for (const Extents& extents : lab.cases) {
        grids.push_back(grid_text(extents, lab));
    }
    if (lab.axes == 3) {
        // 121 - 1 and 122 - 2 are divisible by 6 and by 30, and so are 61 - 1 and 62 - 2.
        for (const char* grid : {"61", "62", "121", "122"}) {
            if (std::ranges::find(grids, grid) == grids.end()) {
                grids.emplace_back(grid);
            }
        }
    }
    std::ranges::stable_sort(grids, [&](const std::string& a, const std::string& b) {
        return parse_grid(a, lab).cells() < parse_grid(b, lab).cells();
    });
    return grids;
}

std::vector<std::string> least_grids(const Lab& lab, const std::vector<ShownKind>& shown) {
    const std::vector<std::string> candidates = candidate_grids(lab);
    std::vector<std::string> kept;
    std::vector<std::string> others;
    for (const std::string& grid : candidates) {
        const bool stays = parse_grid(grid, lab).cells() * lab.steps <= most_cells_of_small_grid ||
                           parse_grid(grid, lab) == counted_case(lab);
        (stays ? kept : others).push_back(grid);
    }
    std::vector<const ShownKind*> open;
    for (const ShownKind& one : shown) {
        if (std::stoi(one.kernel) == lab.number && !shows(one, kept) && shows(one, others)) {
            open.push_back(&one);
        }
    }
    // All choices of the others: there are few.
    std::vector<std::string> best;
    std::int64_t least_cells = -1;
    for (std::size_t choice = 0; choice < std::size_t{1} << others.size(); ++choice) {
        std::vector<std::string> chosen;
        std::int64_t cells = 0;
        for (std::size_t i = 0; i < others.size(); ++i) {
            if ((choice >> i & 1) != 0) {
                chosen.push_back(others[i]);
                cells += parse_grid(others[i], lab).cells();
            }
        }
        const bool complete =
            std::ranges::all_of(open, [&](const ShownKind* one) { return shows(*one, chosen); });
        if (complete && (least_cells < 0 || cells < least_cells)) {
            least_cells = cells;
            best = chosen;
        }
    }
    std::vector<std::string> grids;
    for (const std::string& grid : candidates) {
        for (const auto* part : {&kept, &best}) {
            if (std::ranges::find(*part, grid) != part->end()) {
                grids.push_back(grid);
            }
        }
    }
    return grids;
}

std::vector<ShownKind> read_grids_table(const std::filesystem::path& file) {
    std::ifstream lines(file);
    if (!lines) {
        throw std::runtime_error(file.string() + " cannot be read");
    }
    std::vector<ShownKind> shown;
    std::string line;
    std::getline(lines, line); // names of the columns
    while (std::getline(lines, line)) {
        std::istringstream cells(line);
        ShownKind one;
        std::string grids;
        std::getline(cells, one.kernel, ',');
        std::getline(cells, one.kind, ',');
        std::getline(cells, grids);
        std::istringstream words(grids);
        for (std::string grid; words >> grid;) {
            one.grids.push_back(grid);
        }
        shown.push_back(std::move(one));
    }
    return shown;
}

} // namespace kit
