#include "checker/model/fingerprint.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace kit {

std::string fingerprint_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char letter : text) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    }
    return fmt::format("{:016x}", hash);
}

} // namespace kit
