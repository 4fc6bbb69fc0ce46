// SECURITY.md says what tests show: each test, case and exploit that it names exists, and each of its statements
// names one.
#include "checker/base/places.hpp"
#include "checker/base/utf8.hpp"
#include "tests/catch.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace security_page {

namespace fs = std::filesystem;

namespace {

const fs::path root = kit::source_root();

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// With every stretch of blanks and line ends, and every break of a long string, as one blank.
std::string on_one_line(const std::string& text) {
    static const std::regex breaks(R"("\s*\n\s*")");
    static const std::regex blanks(R"(\s+)");
    return std::regex_replace(std::regex_replace(text, breaks, ""), blanks, " ");
}

/// Paragraphs, items of lists and rows of tables, each on one line; headings aside.
std::vector<std::string> statements_between(const std::string& begin, const std::string& end) {
    const std::string page = text_of(root / "SECURITY.md");
    const std::size_t from = page.find(begin);
    std::istringstream lines(page.substr(from, page.find(end) - from));
    std::vector<std::string> statements(1);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#' || line[0] == '|' || line.rfind("- ", 0) == 0) {
            statements.emplace_back();
        }
        statements.back() += line[0] == '#' ? "" : (statements.back().empty() ? "" : " ") + line;
    }
    return statements;
}

} // namespace

TEST_CASE("files, exploits and test cases that SECURITY.md names exist") {
    static const std::regex named(
        R"(`((?:tests|checker)/[\w./-]+|hostile/[\w-]+\.cu)`|"([^"]+)\")");
    std::size_t exploits = 0;
    std::size_t cases = 0;
    const std::string page = on_one_line(text_of(root / "SECURITY.md"));
    std::string source; // the test program named last
    for (std::sregex_iterator match(page.begin(), page.end(), named), end; match != end; ++match) {
        const std::string path = (*match)[1];
        const std::string name = (*match)[2];
        INFO("SECURITY.md names " << path << name);
        if (path.rfind("hostile/", 0) == 0) {
            CHECK(fs::exists(root / "tests/exploits" / path));
            CHECK(fs::exists((root / "tests/exploits" / path).replace_extension(".toml")));
            ++exploits;
        } else if (!path.empty()) {
            CHECK(fs::exists(root / path));
            source = path.ends_with("_test.cpp") ? path : source;
        } else {
            INFO("in " << source);
            CHECK(on_one_line(text_of(root / source)).find("TEST_CASE(\"" + name + "\"") !=
                  std::string::npos);
            ++cases;
        }
    }
    CHECK(exploits > 40);
    CHECK(cases > 10);
}

TEST_CASE("each statement of SECURITY.md names a test") {
    for (const std::string& statement :
         statements_between("## Layers of defence", "## Known gaps")) {
        const bool is_frame = statement.empty() || statement.rfind("| layer", 0) == 0 ||
                              statement.rfind("| ---", 0) == 0;
        INFO(statement);
        CHECK((is_frame || statement.find("`tests/") != std::string::npos ||
               statement.find("`hostile/") != std::string::npos));
    }
}

} // namespace security_page
