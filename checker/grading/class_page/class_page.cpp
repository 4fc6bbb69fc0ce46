#include "checker/grading/class_page/class_page.hpp"

namespace kit {

std::string class_page(const GradedClass& graded, const std::vector<LabSimilarity>& similar,
                       const ShownSources& sources) {
    return filled_page(class_page_parts(), graded.title, page_data(graded, similar, sources));
}

} // namespace kit
