#include "checker/emulator/runtime/equal_writes.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <tuple>

namespace kit::runtime {

namespace {

/// At most 4 bytes.
std::uint32_t value_at(std::uintptr_t address, std::uint32_t bytes) {
    std::uint32_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
    return value;
}

/// Stores beyond these count as unequal: 160 MB.
constexpr std::size_t most_stores = 4'000'000;

} // namespace

void EqualWrites::on_racing_store(Event* race, std::uintptr_t address, std::uint32_t bytes,
                                  Stores stores) {
    if (race != nullptr && begun_.size() < most_stores) {
        begun_.push_back(
            {race, address, value_at(address, bytes), static_cast<std::uint8_t>(bytes), stores, 1});
    }
}

bool EqualWrites::is_equal(const Store& store) {
    return value_at(store.address, store.bytes) == store.value;
}

void EqualWrites::compare() {
    for (const Store& store : begun_) {
        std::vector<Store>& list = store.stores == Stores::of_a_block ? of_block_ : of_launch_;
        if (is_equal(store)) {
            if (list.size() == most_stores && merges_) {
                merge(list);
                merges_ = list.size() < most_stores / 2; // else there is little to gain
            }
            if (list.size() < most_stores) {
                list.push_back(store);
            }
        }
    }
    begun_.clear();
}

void EqualWrites::merge(std::vector<Store>& stores) {
    const auto key = [](const Store& store) {
        return std::tuple(store.address, store.race, store.value, store.bytes);
    };
    std::ranges::sort(stores, [&](const Store& a, const Store& b) { return key(a) < key(b); });
    std::size_t kept = 0;
    for (const Store& store : stores) {
        if (kept > 0 && key(stores[kept - 1]) == key(store)) {
            stores[kept - 1].count += store.count;
        } else {
            stores[kept++] = store;
        }
    }
    stores.resize(kept);
}

void EqualWrites::confirm(std::vector<Store>& stores) {
    for (const Store& store : stores) {
        if (is_equal(store)) {
            // Workers share the events.
            std::atomic_ref(store.race->equal_writes)
                .fetch_add(store.count, std::memory_order_relaxed);
        }
    }
    stores.clear();
}

} // namespace kit::runtime
