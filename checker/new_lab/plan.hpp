// What an instructor says about a lab of their own, and the files that the kit makes of it.
#pragma once

#include "checker/model/lab.hpp"

#include <string>
#include <vector>

namespace kit {

struct LabPlan {
    int number = 0;
    std::string topic; ///< "box-of-27": the folder is NN-topic
    int axes = 3;
    PointPattern shape = PointPattern::star;
    int radius = 1;                   ///< of a star or box; with points their reach()
    std::vector<StencilPoint> points; ///< only with PointPattern::points
    Element element = Element::float32;
    BoundaryRule boundary = BoundaryRule::keep; ///< not one_sided
    KernelFamily technique = KernelFamily::basic;
};

/// "17-box-of-27".
[[nodiscard]] std::string id_of(const LabPlan& plan);

/// "Box of 27".
[[nodiscard]] std::string title_of(const LabPlan& plan);

/// All terms of the sum, in the order of their coefficients.
[[nodiscard]] std::vector<StencilPoint> points_of(const LabPlan& plan);

/// Threads along each axis that the block has: its input tile, except with the basic technique.
[[nodiscard]] int block_side(const LabPlan& plan);

/// Outputs of a block along each axis.
[[nodiscard]] int output_side(const LabPlan& plan);

/// Throws UsageError where the kit has no kernel for the technique: its tile would have no output or no
/// room in shared memory, or a block marches along an axis that the grid lacks.
void require_possible(const LabPlan& plan);

/// A kernel.cu that passes, with marked parts, and the todo.txt for these parts.
struct KernelTexts {
    std::string solution;
    std::string todo;
};

[[nodiscard]] KernelTexts kernel_texts(const LabPlan& plan);
[[nodiscard]] std::string lab_toml(const LabPlan& plan);

/// The page, its markers without values.
[[nodiscard]] std::string handout_page(const LabPlan& plan);

} // namespace kit
