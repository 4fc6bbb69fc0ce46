#include "checker/model/verdict.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace kit {

std::string_view name(Outcome outcome) {
    constexpr std::string_view names[] = {"passed", "failed", "error"};
    return names[static_cast<std::size_t>(outcome)];
}

namespace {

TrafficIntensity intensity(std::optional<std::uint64_t> operations,
                           std::optional<std::uint64_t> loads,
                           std::optional<std::uint64_t> stores) {
    const auto per = [&](std::uint64_t bytes) {
        return operations && bytes > 0
                   ? std::optional(static_cast<double>(*operations) / static_cast<double>(bytes))
                   : std::nullopt;
    };
    return {per(loads.value_or(0)), loads && stores ? per(*loads + *stores) : std::nullopt};
}

} // namespace

TrafficIntensity counted_intensity(const TrafficResult& traffic) {
    return intensity(traffic.operations, traffic.counted.global_load_bytes,
                     traffic.counted.global_store_bytes);
}

TrafficIntensity predicted_intensity(const TrafficResult& traffic) {
    return intensity(traffic.predicted.operations, traffic.predicted.global_load_bytes,
                     traffic.predicted.global_store_bytes);
}

} // namespace kit
