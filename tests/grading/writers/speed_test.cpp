#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"
#include "tests/grading/writers/fixtures.hpp"

#include <ctime>
#include <string>
#include <utility>

using namespace kit;

namespace {

/// CPU seconds.
double seconds_of(std::string (*writer)(const GradedClass&), const GradedClass& graded) {
    const std::clock_t started = std::clock();
    CHECK(writer(graded).size() > graded.students.size());
    return static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
}

} // namespace

// Ten times the students take ten times as long, or a hundred times by a writer gone quadratic.
TEST_CASE("thousands of students are written at once") {
    const GradedClass few = fixtures::large_class(500);
    const GradedClass many = fixtures::large_class(5'000);
    for (const auto& [name, writer] : {std::pair{"canvas", &canvas_csv}, {"moodle", &moodle_csv}}) {
        const double small = seconds_of(writer, few);
        const double large = seconds_of(writer, many);
        UNSCOPED_INFO(name << ": " << small << " s, then " << large << " s");
        CHECK(large < 40 * small);
    }
}
