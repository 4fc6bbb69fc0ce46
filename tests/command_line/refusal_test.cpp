// What is said about a command line that was refused.
#include "tests/catch.hpp"
#include "tests/command_line/small_program.hpp"

#include <iterator>
#include <sstream>

using namespace kit;

namespace {

std::string said_of(const std::string& line) {
    std::istringstream in(line);
    const std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
    SmallProgram program;
    try {
        return program.app.parse(words) ? "run" : "answered";
    } catch (const Refused& error) {
        return error.what();
    }
}

} // namespace

TEST_CASE("the command that was probably meant") {
    CHECK(said_of("chek 5") == "./lab has no command 'chek'; did you mean 'check'?");
    CHECK(said_of("chek 5 --backend gpu") == said_of("chek 5"));
    CHECK(said_of("count") == "./lab has no command 'count'; did you mean 'counts'?");
    CHECK(said_of("xyz") == "./lab has no command 'xyz'; the commands are: check, counts");
    CHECK(said_of("") == "a command is missing; the commands are: check, counts");
    CHECK(said_of("counts fo") == "./lab counts has no command 'fo'; did you mean 'of'?");
    CHECK(said_of("counts") == "a command is missing; the commands are: of");
}

TEST_CASE("the option that was probably meant") {
    CHECK(said_of("check 5 --bakcend gpu") ==
          "./lab check has no option '--bakcend'; did you mean '--backend'?");
    CHECK(said_of("check 5 --bakend=gpu") ==
          "./lab check has no option '--bakend'; did you mean '--backend'?");
    CHECK(said_of("check 5 -bakcend") ==
          "./lab check has no option '-bakcend'; did you mean '--backend'?");
    CHECK(said_of("check --bakend gpu") ==
          "./lab check has no option '--bakend'; did you mean '--backend'?");
    CHECK(said_of("check 5 --other") ==
          "./lab check has no option '--other'; see ./lab check --help");
    CHECK(said_of("--rot x check 5") == "./lab has no option '--rot'; did you mean '--root'?");
    CHECK(said_of("check 5 --root x") ==
          "--root stands before the command: ./lab --root ... check");
}

TEST_CASE("what is missing, too much or wrong, and where help is") {
    CHECK(said_of("check") == "LAB is required; see ./lab check --help");
    CHECK(said_of("check 5 a b") ==
          "./lab check takes no further word 'b'; see ./lab check --help");
    CHECK(said_of("check 5 --backend cpu") == "--backend takes auto or gpu, not 'cpu'.");
    CHECK_THAT(said_of("check 5 --seed 18446744073709551616"),
               ContainsSubstring("--seed: 18446744073709551616 is out of range; numbers go from 0 "
                                 "to 18446744073709551615"));
}
