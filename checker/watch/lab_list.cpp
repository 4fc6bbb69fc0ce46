#include "checker/watch/lab_list.hpp"

#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace kit {

std::vector<std::size_t> listed_labs(const State& state) {
    std::vector<std::size_t> listed;
    for (std::size_t i = 0; i < state.labs.size(); ++i) {
        const Lab& lab = state.labs[i];
        const std::string text = in_small_letters(
            fmt::format("{} {} {} {}", lab.id, lab.title, lab.source, lab.summary));
        std::istringstream words(in_small_letters(state.filter));
        bool has_all = true;
        for (std::string word; words >> word;) {
            has_all = has_all && text.find(word) != std::string::npos;
        }
        if (has_all) {
            listed.push_back(i);
        }
    }
    return listed;
}

void choose(State& state, Key key) {
    const std::vector<std::size_t> listed = listed_labs(state);
    if (listed.empty()) {
        return;
    }
    const auto here = std::ranges::find(listed, state.selected);
    auto place =
        here == listed.end() ? std::size_t{0} : static_cast<std::size_t>(here - listed.begin());
    const std::size_t last = listed.size() - 1;
    switch (key) {
    case Key::up: place -= place > 0 ? 1 : 0; break;
    case Key::down: place += place < last ? 1 : 0; break;
    case Key::home: place = 0; break;
    case Key::end: place = last; break;
    default: break;
    }
    state.selected = listed[place];
}

} // namespace kit
