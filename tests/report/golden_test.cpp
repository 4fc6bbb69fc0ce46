#include "checker/base/utf8.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/text_report.hpp"
#include "tests/catch.hpp"
#include "tests/golden.hpp"
#include "tests/report/fixtures.hpp"

#include "checker/base/layout.hpp"

using namespace kit;

namespace {

void check_text(const std::string& file, const Lab& lab, const CheckResult& result,
                const TextStyle& style) {
    const std::string text = text_report(lab, result, style);
    check_golden("tests/report/golden/" + file + ".txt", text);
    CHECK(valid_utf8(text) == text);
    if (!style.colour) {
        for (const std::string& line : split_lines(text)) {
            INFO(line);
            CHECK(width_of(line) <= style.width);
        }
    }
}

} // namespace

TEST_CASE("text reports are as accepted", "[golden]") {
    for (const auto& [name, lab, result] : fixtures::all()) {
        check_text(name, lab, result, {false, 80});
    }
}

TEST_CASE("narrow text reports are as accepted", "[golden]") {
    for (const auto& [name, lab, result] : fixtures::all()) {
        check_text(name + "-narrow", lab, result, {false, 48});
    }
}

TEST_CASE("coloured text reports are as accepted", "[golden]") {
    check_text("passed-colour", fixtures::tiling_lab(), fixtures::passed(), {true, 80});
    check_text("several-findings-colour", fixtures::tiling_lab(), fixtures::several_findings(),
               {true, 80});
}

TEST_CASE("JSON reports are as accepted", "[golden]") {
    for (const auto& [name, lab, result] : fixtures::all()) {
        check_golden("tests/report/golden/" + name + ".json", json_report(lab, result));
    }
}

TEST_CASE("a text report keeps to any width", "[golden]") {
    for (const auto& [name, lab, result] : fixtures::all()) {
        for (const int width : {40, 41, 57, 63, 64, 65, 72, 100}) {
            for (const std::string& line : split_lines(text_report(lab, result, {false, width}))) {
                INFO(name << " at " << width << ": " << line);
                CHECK(width_of(line) <= width);
            }
        }
    }
}
