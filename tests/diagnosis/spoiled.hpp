// A run whose output a test spoils, by a slow model of its own.
#pragma once

#include "checker/diagnosis/diagnoses.hpp"
#include "checker/reference/comparison.hpp"
#include "tests/diagnosis/cases.hpp"

#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kit::tests {

using Cell = std::array<std::int64_t, 3>;

/// A run to spoil, on a grid of three different extents.
struct Spoiled {
    explicit Spoiled(const Lab& of = sweep_lab(), const Extents& extents = {11, 13, 17}) : lab(of) {
        lab.cube = false;
        data = draw_case(lab, extents, 7);
        observation = right_observation(lab, data);
        observation.launch.block = {4, 4, 4};
        observation.launch.grid = {3, 4, 5};
    }

    [[nodiscard]] float in(std::int64_t index) const {
        float value = 0;
        std::memcpy(&value, &data.input[static_cast<std::size_t>(index) * sizeof value],
                    sizeof value);
        return value;
    }

    [[nodiscard]] float in(const Cell& cell) const {
        return in(data.extents.index(cell[0], cell[1], cell[2]));
    }

    [[nodiscard]] float out(const Cell& cell) const {
        float value = 0;
        const std::int64_t index = data.extents.index(cell[0], cell[1], cell[2]);
        std::memcpy(&value, &observation.output[static_cast<std::size_t>(index) * sizeof value],
                    sizeof value);
        return value;
    }

    void set(const Cell& cell, double value) {
        set_cell(observation.output, data.extents.index(cell[0], cell[1], cell[2]),
                 static_cast<float>(value));
    }

    /// As if no thread had written the cell.
    void leave(const Cell& cell) {
        const std::uint64_t poison = poison_of(lab.element);
        std::memcpy(
            &observation
                 .output[static_cast<std::size_t>(data.extents.index(cell[0], cell[1], cell[2])) *
                         sizeof(float)],
            &poison, sizeof(float));
    }

    /// Σ of coefficient(term) · value(term, neighbour).
    [[nodiscard]] double sum(const Cell& cell,
                             const std::function<double(std::size_t)>& coefficient,
                             const std::function<double(std::size_t, const Cell&)>& value) const {
        double result = 0;
        for (std::size_t term = 0; term < lab.stencil.size(); ++term) {
            const auto& offset = lab.stencil[term].offset;
            result += coefficient(term) *
                      value(term, {cell[0] + offset[0], cell[1] + offset[1], cell[2] + offset[2]});
        }
        return result;
    }

    [[nodiscard]] double sum_with(const Cell& cell, const std::vector<double>& coefficients) const {
        return sum(
            cell, [&](std::size_t term) { return coefficients[term]; },
            [&](std::size_t, const Cell& from) { return in(from); });
    }

    [[nodiscard]] double
    sum_of(const Cell& cell, const std::function<double(std::size_t, const Cell&)>& value) const {
        return sum(
            cell, [&](std::size_t term) { return data.coefficients[term]; }, value);
    }

    /// Calls work(cell) for each inner cell.
    template <class Work>
    void for_inner(const Work& work) const {
        const Extents& e = data.extents;
        const std::int64_t r = reach(lab);
        for (std::int64_t z = lab.axes > 2 ? r : 0; z < e.z - (lab.axes > 2 ? r : 0); ++z) {
            for (std::int64_t y = lab.axes > 1 ? r : 0; y < e.y - (lab.axes > 1 ? r : 0); ++y) {
                for (std::int64_t x = r; x < e.x - r; ++x) {
                    work(Cell{x, y, z});
                }
            }
        }
    }

    [[nodiscard]] Finding finding() const {
        const std::optional<Comparison> comparison = compare(lab, data, observation.output);
        return diagnose_wrong_output({lab, data, observation, comparison}).value();
    }

    /// "id key" of the best explanation; empty where there is none.
    [[nodiscard]] std::string explanation() const {
        const Finding told = finding();
        return told.explanations.empty()
                   ? ""
                   : told.explanations.front().id + " " + told.explanations.front().key;
    }

    [[nodiscard]] std::string message() const {
        Finding told = finding();
        add_explanation(told);
        return told.message;
    }

    Lab lab;
    CaseData data;
    Observation observation;
};

} // namespace kit::tests
