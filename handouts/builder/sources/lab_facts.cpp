#include "handouts/builder/sources/lab_facts.hpp"

#include "checker/catalog/catalog.hpp"
#include "checker/model/errors.hpp"
#include "handouts/builder/problem.hpp"

#include <fmt/format.h>

namespace handouts {

namespace {

Value whole(std::int64_t value) {
    return Number{value, 0};
}

Value of_all(const std::vector<kit::Lab>& labs, const std::string& fact) {
    if (fact == "count") {
        return whole(static_cast<std::int64_t>(labs.size()));
    }
    if (fact == "points") {
        int sum = 0;
        for (const kit::Lab& lab : labs) {
            sum += lab.points;
        }
        return whole(sum);
    }
    throw Unanswerable(fmt::format("'{}' is no fact of all labs; there are count and points. One "
                                   "lab's are written like lab(5 points).",
                                   fact));
}

std::string cases_of(const kit::Lab& lab) {
    std::string text;
    for (std::size_t i = 0; i < lab.cases.size(); ++i) {
        text += i == 0 ? "" : i + 1 == lab.cases.size() ? " and " : ", ";
        text += kit::describe(lab.cases[i], lab);
    }
    return text;
}

} // namespace

Value lab_fact(const std::vector<kit::Lab>& labs, const Call& call) {
    if (call.words.size() == 1) {
        return of_all(labs, call.words[0]);
    }
    if (call.words.size() != 2) {
        throw Unanswerable("A lab's fact is written like lab(5 points).");
    }
    const kit::Lab* found = nullptr;
    try {
        found = &kit::find_lab(labs, call.words[0]);
    } catch (const kit::UsageError& error) {
        throw Unanswerable(error.what());
    }
    const kit::Lab& lab = *found;
    const std::string& fact = call.words[1];
    if (fact == "points") {
        return whole(lab.points);
    }
    if (fact == "axes") {
        return whole(lab.axes);
    }
    if (fact == "stencil-points") {
        return whole(static_cast<std::int64_t>(lab.stencil.size()));
    }
    if (fact == "steps") {
        return whole(lab.steps);
    }
    if (fact == "seconds") {
        return whole(lab.time_limit_seconds);
    }
    if (fact == "title") {
        return lab.title;
    }
    if (fact == "id") {
        return lab.id;
    }
    if (fact == "source") {
        return lab.source;
    }
    if (fact == "summary") {
        return lab.summary;
    }
    if (fact == "cases") {
        return cases_of(lab);
    }
    throw Unanswerable(fmt::format("'{}' is no fact of a lab; there are points, title, id, source, "
                                   "summary, cases, axes, stencil-points, steps and seconds.",
                                   fact));
}

} // namespace handouts
