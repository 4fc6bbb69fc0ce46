#include "handouts/builder/sources/sources.hpp"

#include "checker/catalog/catalog.hpp"
#include "checker/catalog/words.hpp"
#include "handouts/builder/problem.hpp"
#include "handouts/builder/sources/lab_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace handouts {

Lookup sources(const std::filesystem::path& root) {
    // Read when a page first asks: a page without labs needs none.
    const auto labs = std::make_shared<std::optional<std::vector<kit::Lab>>>();
    const auto kernel_names = std::make_shared<std::vector<std::string>>(kernel_figure_names());
    return [root, labs, kernel_names](const Call& call) -> Value {
        if (call.name == "answer" || call.name == "chapter") {
            return exercise_answer(call);
        }
        if (call.name == "record") {
            return recorded_cell(root, call);
        }
        if (call.name == "gpu") {
            return gpu_figure(call);
        }
        if (call.name == "lab") {
            if (!*labs) {
                *labs = kit::read_catalog(root);
            }
            return lab_fact(**labs, call);
        }
        if (std::find(kernel_names->begin(), kernel_names->end(), call.name) !=
            kernel_names->end()) {
            return kernel_figure(call);
        }
        throw Unanswerable(
            fmt::format("There is nothing called '{}'; there are answer, chapter, record, gpu, lab "
                        "and the kernels' figures: {}.",
                        call.name, kit::listed(*kernel_names)));
    };
}

} // namespace handouts
