#include "checker/base/utf8.hpp"
#include "tests/catch.hpp"
#include "tests/golden.hpp"
#include "tests/grading/writers/samples.hpp"

using namespace kit;

TEST_CASE("what the writers write is as accepted", "[golden]") {
    for (const WrittenFile& file : fixtures::samples()) {
        if (file.path.ends_with(".base64")) {
            continue; // of the .json beside it
        }
        INFO(file.path);
        check_golden("tests/grading/writers/golden/" + file.path, file.text);
        CHECK(valid_utf8(file.text) == file.text);
    }
}
