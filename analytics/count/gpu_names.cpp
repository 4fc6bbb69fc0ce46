// What people and drivers call a GPU, and which one of the data file they mean.
#include "analytics/count/gpu.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/nearest_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <utility>

namespace kit {

namespace {

AskMachine machine = nullptr;

/// Letters and digits without what names the maker or the family: "3060LAPTOP" of "NVIDIA GeForce RTX
/// 3060 Laptop GPU".
std::string plain(std::string_view name) {
    std::string letters;
    for (const char letter : name) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte) != 0) {
            letters += static_cast<char>(std::toupper(byte));
        }
    }
    for (const char* word : {"MOBILE", "NOTEBOOK"}) {
        letters = with_replaced(std::move(letters), word, "LAPTOP");
    }
    for (const char* word :
         {"NVIDIA", "GEFORCE", "TESLA", "QUADRO", "JETSON", "RTX", "GTX", "GPU"}) {
        letters = with_replaced(std::move(letters), word, "");
    }
    return letters;
}

/// At most three names: those of which one is the beginning of the other, then those with the fewest
/// letters that differ.
std::vector<std::string> nearest_gpus(const GpuData& data, const std::string& wanted) {
    constexpr std::size_t most = 3;
    constexpr std::size_t telling = 2; // one letter begins too many names
    std::vector<std::string> found;
    std::vector<std::string> left;
    for (const Gpu& gpu : data.gpus) {
        const std::string name = plain(gpu.name);
        const bool near = std::min(name.size(), wanted.size()) >= telling &&
                          (wanted.starts_with(name) || name.starts_with(wanted));
        if (near && found.size() < most) {
            found.push_back(gpu.name);
        } else {
            left.push_back(name);
        }
    }
    while (found.size() < most) {
        const auto next = nearest(wanted, left);
        if (!next) {
            break;
        }
        left.erase(std::ranges::find(left, *next));
        const auto gpu = std::ranges::find_if(
            data.gpus, [&](const Gpu& each) { return plain(each.name) == *next; });
        found.push_back(gpu->name);
    }
    return found;
}

} // namespace

void set_machine_gpu(AskMachine ask) {
    machine = ask;
}

std::optional<Gpu> find_gpu_named(const GpuData& data, std::string_view name) {
    const std::string wanted = plain(name);
    const auto means = [&](const std::string& each) { return plain(each) == wanted; };
    const auto found = std::ranges::find_if(data.gpus, [&](const Gpu& gpu) {
        return means(gpu.name) || std::ranges::any_of(gpu.also, means);
    });
    return found == data.gpus.end() ? std::nullopt : std::optional(*found);
}

Gpu gpu_named(const GpuData& data, std::string_view name) {
    const bool asks = plain(name) == "AUTO";
    if (asks && machine == nullptr) {
        throw BadInput("This program cannot ask for the machine's GPU: name it instead of 'auto'.");
    }
    const std::string said = asks ? machine() : std::string(name);
    if (const auto gpu = find_gpu_named(data, said)) {
        return *gpu;
    }
    const std::vector<std::string> near = nearest_gpus(data, plain(said));
    const std::string hint = near.empty() ? ""
                             : near.size() == 1
                                 ? fmt::format(" The nearest is {}.", near.front())
                                 : fmt::format(" The nearest are {}.", join(near, ", ", " and "));
    throw BadInput("{}{} ./lab analytics gpus lists those that are known.",
                   asks ? fmt::format("This machine's GPU, '{}', is none that the kit knows.", said)
                        : fmt::format("There is no GPU '{}'.", said),
                   hint);
}

} // namespace kit
