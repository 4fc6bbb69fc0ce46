#include "checker/model/verdict.hpp"

namespace kit {

std::string_view name(Outcome outcome) {
    switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::error: return "error";
    }
    return "";
}

} // namespace kit
