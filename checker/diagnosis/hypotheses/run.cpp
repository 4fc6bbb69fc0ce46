#include "checker/diagnosis/hypotheses/run.hpp"

#include "checker/reference/error_bound.hpp"

namespace kit {

Run::Run(const Lab& of_lab, const CaseData& given, const Observation& seen)
    : lab(of_lab), data(given), launch(seen.launch), extents(given.extents),
      input(of_lab.element, given.input), output(of_lab.element, seen.output),
      inner(interior(of_lab, given.extents)), axes(axes_of(of_lab, given.extents)),
      error_factor(kit::error_factor(of_lab)) {}

} // namespace kit
