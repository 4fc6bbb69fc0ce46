#include "checker/model/fingerprint.hpp"

#include <fmt/format.h>

namespace kit {

std::string fingerprint_of(std::string_view text) {
    return fmt::format("{:016x}", hash_of(text));
}

} // namespace kit
