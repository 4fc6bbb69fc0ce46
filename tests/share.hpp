// One share of what a test goes through by the hundred, for where time is short.
#pragma once

#include "tests/catch.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

/// Every `of`th item, from item `first` on.
struct Share {
    std::size_t first = 0;
    std::size_t of = 1;

    [[nodiscard]] bool has(std::size_t item) const { return item % of == first; }

    /// How many of so many items that is.
    [[nodiscard]] std::size_t size(std::size_t items) const {
        return items / of + (items % of > first ? 1 : 0);
    }
};

/// KIT_TEST_SHARE=2/4: the second quarter. Everything where nothing is said; the test fails where
/// that can't be read, lest it prove less than was asked for.
inline Share share_of_test() {
    const char* text = std::getenv("KIT_TEST_SHARE");
    if (text == nullptr || *text == '\0') {
        return {};
    }
    std::size_t which = 0;
    std::size_t of = 0;
    int length = 0;
    const int read = std::sscanf(text, "%zu/%zu%n", &which, &of, &length);
    INFO("KIT_TEST_SHARE=" << text << " is not like 2/4");
    REQUIRE(read == 2);
    REQUIRE(text[length] == '\0');
    REQUIRE(which >= 1);
    REQUIRE(which <= of);
    return {which - 1, of};
}

/// The items that KIT_TEST_SHARE asks for.
template <class Item>
std::vector<Item> shared_items(std::vector<Item> items) {
    const Share share = share_of_test();
    std::vector<Item> taken;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (share.has(i)) {
            taken.push_back(std::move(items[i]));
        }
    }
    return taken;
}
