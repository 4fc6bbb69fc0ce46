#include "handouts/builder/figures/kinds.hpp"

#include "analytics/print/layout.hpp"
#include "handouts/builder/marker.hpp"

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace kit {

namespace {

const FigureKind& kind_named(std::string_view name) {
    std::vector<std::string> names;
    for (const FigureKind& kind : figure_kinds()) {
        if (kind.name == name) {
            return kind;
        }
        names.emplace_back(kind.name);
    }
    throw MarkerError(fmt::format("There is no figure '{}'; there are {}.", name, join(names)));
}

int read_size(const FigureSize& size, const std::string& text) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < size.least || value > size.most) {
        throw MarkerError(fmt::format("{} must be a whole number from {} to {}, not '{}'.",
                                      size.name, size.least, size.most, text));
    }
    return value;
}

} // namespace

std::span<const FigureKind> figure_kinds() {
    static const std::vector<FigureKind> all = [] {
        std::vector<FigureKind> kinds;
        for (const auto group : {volume_figures(), line_figures(), slice_figures()}) {
            kinds.insert(kinds.end(), group.begin(), group.end());
        }
        return kinds;
    }();
    return all;
}

int tile_outputs(int tile, int radius) {
    const int outputs = tile - 2 * radius;
    if (outputs < 1) {
        throw MarkerError(
            fmt::format("A tile of {} with a halo of {} has no outputs.", tile, radius));
    }
    return outputs;
}

FigureRequest figure_request(std::string_view text) {
    MarkerArguments arguments(split_words(text));
    if (arguments.plain.size() != 1) {
        throw MarkerError("Write a figure like tile-slice block=8 radius=1.");
    }
    FigureRequest request{&kind_named(arguments.plain[0]), {}};
    std::vector<std::string> names;
    for (const FigureSize& size : request.kind->sizes) {
        const auto given = arguments.take(size.name);
        request.sizes.emplace(size.name, given ? read_size(size, *given) : size.usual);
        names.emplace_back(size.name);
    }
    arguments.finish(join(names));
    return request;
}

Drawing draw(const FigureRequest& request) {
    return request.kind->draw(request.sizes);
}

std::string file_name(const FigureRequest& request) {
    std::string name(request.kind->name);
    for (const FigureSize& size : request.kind->sizes) {
        if (const int value = request.sizes.at(std::string(size.name)); value != size.usual) {
            name += fmt::format("-{}-{}", size.name, value);
        }
    }
    return name + ".svg";
}

} // namespace kit
