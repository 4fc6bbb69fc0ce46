#include "checker/grading/class_folder/lab_candidate.hpp"

namespace kit {

std::string why_second(const LabCandidate& second, const LabCandidate& first) {
    if (second.is_changed != first.is_changed) {
        return "the skeleton as it was handed out, or cannot be read";
    }
    if (second.is_usual != first.is_usual) {
        return "not in the lab's usual place";
    }
    if (second.part->attempt != first.part->attempt) {
        return "an older attempt";
    }
    if (second.is_cuda == first.is_cuda && second.is_whole != first.is_whole) {
        return "not a whole kernel with its launch";
    }
    // Between two whole ones the names say nothing.
    if (second.is_cuda != first.is_cuda ||
        (!first.is_whole && second.is_well_named != first.is_well_named)) {
        return "by its name less likely the kernel";
    }
    if (second.date != first.date || second.is_old != first.is_old) {
        return "older by its name";
    }
    if (second.part->file_number != first.part->file_number || second.copy != first.copy) {
        return "an older attempt by the number in its name";
    }
    return "nothing says which of them is newer";
}

} // namespace kit
