// What proves the errata: every command that an entry names runs from the kit's folder and prints what
// the entry says, on a copy of a kernel with the entry's changes where it has some.
#include "analytics/questions/errata.hpp"
#include "checker/base/places.hpp"
#include "tests/analytics/command_run.hpp"
#include "tests/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace kit;

namespace {

/// A table's gaps and a sentence's line ends are blanks to who compares.
std::string with_single_blanks(const std::string& text) {
    std::string result;
    for (const char letter : text) {
        const bool blank = letter == ' ' || letter == '\n';
        if (!blank || (!result.empty() && result.back() != ' ')) {
            result += blank ? ' ' : letter;
        }
    }
    return result;
}

std::string changed_copy(const Erratum& erratum) {
    std::ifstream file(kit::source_root() / erratum.file);
    REQUIRE(file.good());
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    for (const SourceChange& change : erratum.changes) {
        CAPTURE(change.from);
        const std::size_t at = text.find(change.from);
        REQUIRE(at != std::string::npos);
        REQUIRE(text.find(change.from, at + 1) == std::string::npos);
        text.replace(at, change.from.size(), change.to);
    }
    return text;
}

std::string output_of(const std::string& line) {
    FILE* const pipe = popen(line.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
        text.append(buffer.data(), count);
    }
    pclose(pipe);
    return text;
}

} // namespace

TEST_CASE("every command of the errata prints what its entry says") {
    REQUIRE(std::getenv("KIT_CHECKER") != nullptr);
    const TemporaryFolder folder;
    for (const Erratum& each : errata()) {
        CAPTURE(each.source, each.claim, each.command);
        std::string command = each.command;
        if (!each.file.empty()) {
            const auto copy = folder.write("COPY.cu", changed_copy(each));
            command.replace(command.find("COPY.cu"), std::string("COPY.cu").size(), copy.string());
        }
        const bool of_the_kit = command.compare(0, 5, "grep ") != 0;
        const std::string shown = with_single_blanks(
            output_of(std::string("cd '") + kit::source_root().string() + "' && " +
                      (of_the_kit ? "\"$KIT_CHECKER\" " : "") + command + " 2>&1"));
        CHECK_THAT(shown, ContainsSubstring(with_single_blanks(each.prints)));
    }
}
