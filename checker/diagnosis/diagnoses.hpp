// What is wrong in one case that ran: a .cpp for each diagnosis, listed in judge.cpp.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/verdict.hpp"
#include "checker/reference/draw.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kit {

/// What a diagnosis may look at. Has references to the caller's values, which must outlive it.
struct Evidence {
    const Lab& lab;
    const CaseData& data; ///< as the kernel got it
    const Observation& observation;
    const std::optional<Comparison>& comparison; ///< absent if the kernel did not run to its end
    bool explains =
        true; ///< whether to say where the wrong cells lie, and which mistake makes them
};

/// Compares the input bit for bit with what the kernel got.
[[nodiscard]] std::optional<Finding> diagnose_input_modified(const Evidence& evidence);

/// The output is not what the stencil gives: how many cells are wrong, of which sort and where. The
/// message names its case, so that it stays true when the findings of several cases become one. The
/// explanations of the wrong cells are kept beside the message, for add_explanation().
[[nodiscard]] std::optional<Finding> diagnose_wrong_output(const Evidence& evidence);

/// Adds the best explanation to the message of a wrong_output finding that has been merged over all its
/// cases. Without one the message stays as it is: no guess.
void add_explanation(Finding& finding);

/// Wrong cells as lines of aligned text, without a line end after the last; empty for no cells. Numbers
/// have as few digits as show got and expected apart in every line.
///
///     cell                 got   expected  allowed error
///     out[1][1][1]    0.253125   -0.91406        1.4e-06
///     out[1][1][2]  never written 0.40625        1.1e-06
[[nodiscard]] std::string wrong_cell_table(const Lab& lab, const std::string& array,
                                           const std::vector<WrongCell>& cells);

/// A right output that was not reached the way the lab teaches: compares the counted loads and shared
/// bytes with what the lab's kernel family needs. Only for right outputs, on grids that are large enough
/// for the family's tiles to matter.
[[nodiscard]] std::optional<Finding> diagnose_technique_missing(const Evidence& evidence);

/// On grids of fewer cells a lab's technique is not judged: 27,000, or those of its largest case.
[[nodiscard]] std::int64_t least_cells_of_technique(const Lab& lab);

} // namespace kit
