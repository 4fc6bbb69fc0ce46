#include "checker/grading/writers/canvas_csv.hpp"
#include "checker/grading/writers/junit_xml.hpp"
#include "checker/grading/writers/moodle_csv.hpp"
#include "checker/grading/writers/sarif.hpp"
#include "tests/catch.hpp"
#include "tests/grading/writers/fixtures.hpp"

#include <ctime>
#include <string>
#include <utility>

using namespace kit;

// A limit of CPU seconds that tells a writer gone quadratic, also under sanitizers and on a busy
// machine; what it takes is a tenth of a second or two.
TEST_CASE("ten thousand students are written at once") {
    const GradedClass graded = fixtures::large_class(10'000);
    for (const auto& [name, writer] : {std::pair{"canvas", &canvas_csv},
                                       {"moodle", &moodle_csv},
                                       {"junit", &junit_xml},
                                       {"sarif", &sarif}}) {
        const std::clock_t started = std::clock();
        const std::string text = writer(graded);
        const double seconds = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
        UNSCOPED_INFO(name << ": " << seconds << " s, " << text.size() << " bytes");
        CHECK(text.size() > 10'000);
        CHECK(seconds < 10);
    }
}
