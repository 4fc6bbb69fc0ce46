#include "checker/grading/model/graded_class.hpp"

namespace kit {

std::string_view name(PointsPart::Kind kind) {
    switch (kind) {
    case PointsPart::Kind::cases: return "cases";
    case PointsPart::Kind::technique: return "technique";
    case PointsPart::Kind::bonus: return "bonus";
    case PointsPart::Kind::late: return "late";
    }
    return "";
}

std::string_view name(GradedLab::State state) {
    switch (state) {
    case GradedLab::State::graded: return "graded";
    case GradedLab::State::missing: return "missing";
    case GradedLab::State::refused: return "refused";
    case GradedLab::State::error: return "error";
    }
    return "";
}

} // namespace kit
