#include "checker/emulator/runtime/equal_writes.hpp"

#include <atomic>
#include <cstring>

namespace kit::runtime {

namespace {

/// At most 4 bytes.
std::uint32_t value_at(std::uintptr_t address, std::uint32_t bytes) {
    std::uint32_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
    return value;
}

/// Stores beyond these count as unequal: 100 MB.
constexpr std::size_t most_stores = 4'000'000;

} // namespace

void EqualWrites::on_racing_store(Event* race, std::uintptr_t address, std::uint32_t bytes,
                                  Stores stores) {
    if (race != nullptr && begun_.size() < most_stores) {
        begun_.push_back(
            {race, address, value_at(address, bytes), static_cast<std::uint8_t>(bytes), stores});
    }
}

bool EqualWrites::is_equal(const Store& store) {
    return value_at(store.address, store.bytes) == store.value;
}

void EqualWrites::compare() {
    for (const Store& store : begun_) {
        std::vector<Store>& list = store.stores == Stores::of_a_block ? of_block_ : of_launch_;
        if (is_equal(store) && list.size() < most_stores) {
            list.push_back(store);
        }
    }
    begun_.clear();
}

void EqualWrites::confirm(std::vector<Store>& stores) {
    for (const Store& store : stores) {
        if (is_equal(store)) {
            // Workers share the events.
            std::atomic_ref(store.race->equal_writes).fetch_add(1, std::memory_order_relaxed);
        }
    }
    stores.clear();
}

} // namespace kit::runtime
