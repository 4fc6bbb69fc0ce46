#include "checker/report/ops_per_byte.hpp"

namespace kit {

namespace {

std::optional<double> ratio(std::optional<std::uint64_t> operations,
                            std::optional<std::uint64_t> bytes) {
    if (!operations || !bytes || *bytes == 0) {
        return {};
    }
    return static_cast<double>(*operations) / static_cast<double>(*bytes);
}

OpsPerByte both(std::optional<std::uint64_t> operations, std::optional<std::uint64_t> loads,
                std::optional<std::uint64_t> stores) {
    std::optional<std::uint64_t> moved;
    if (loads && stores) {
        moved = *loads + *stores;
    }
    return {ratio(operations, loads), ratio(operations, moved)};
}

} // namespace

OpsPerByte counted_ops_per_byte(const TrafficResult& traffic) {
    return both(traffic.operations, traffic.counted.global_load_bytes,
                traffic.counted.global_store_bytes);
}

OpsPerByte predicted_ops_per_byte(const TrafficResult& traffic) {
    return both(traffic.predicted.operations, traffic.predicted.global_load_bytes,
                traffic.predicted.global_store_bytes);
}

} // namespace kit
