#include "checker/grading/class_page/class_page.hpp"

namespace kit {

std::string class_page(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
                       const std::vector<GpuRoof>& roofs, const ShownSources& sources) {
    return filled_page(class_page_parts(), graded.title,
                       page_data(graded, similar, roofs, sources));
}

} // namespace kit
