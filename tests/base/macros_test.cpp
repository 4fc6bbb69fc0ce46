#include "checker/base/macros.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

TEST_CASE("a line is shown as its macros make it") {
    const std::string file = "#define N 5\n"                            // 1
                             "#define IDX(i, j) (i * n + j)\n"          // 2
                             "#define AT(i) in[IDX(i, \\\n    0)]\n"    // 3, 4
                             "#define OUT IN - 2\n"                     // 5
                             "sum += in[IDX(i - 1, j)]; // IDX(0, 0)\n" // 6
                             "x = AT(IDX(1, 2)) + N;\n"                 // 7
                             "y = N;\n"                                 // 8
                             "z = 3 * OUT;\n"                           // 9
                             "IDX(1\n"                                  // 10
                             "int IDX;\n"                               // 11
                             "#undef IDX\n"                             // 12
                             "a = IDX(1, 2);\n";                        // 13
    CHECK(expanded_line(file, 6) == "sum += in[(i - 1 * n + j)];");
    CHECK(expanded_line(file, 7) == "x = in[((1 * n + 2) * n + 0)] + 5;");
    CHECK(expanded_line(file, 8).empty()); // a number says no more than its name
    CHECK(expanded_line(file, 9) == "z = 3 * IN - 2;");
    CHECK(expanded_line(file, 10).empty()); // the call goes on in the next line
    CHECK(expanded_line(file, 11).empty());
    CHECK(expanded_line(file, 13).empty());
    CHECK(expanded_line(file, 99).empty());
    CHECK(expanded_line(file, 0).empty());
}

TEST_CASE("no macro makes the expansion long or endless") {
    std::string doubling = "#define A0 x + x\n";
    std::string chain = "#define B0() b\n";
    for (int i = 1; i < 5000; ++i) {
        const std::string number = std::to_string(i);
        const std::string before = std::to_string(i - 1);
        doubling += "#define A" + number + " A" + before + " A" + before + "\n";
        chain += "#define B" + number + "() B" + before + "()\n";
    }
    CHECK(expanded_line(doubling + "A40;\n", 5001).empty());
    CHECK(expanded_line(chain + "B4999();\n", 5001).empty());
    CHECK(expanded_line("#define F(x) F(x) + x\nF(1);\n", 2) == "F(1) + 1;");
    CHECK(expanded_line("#define F(x) x\nF(" + std::string(100000, '(') + ";\n", 2).empty());
    CHECK(expanded_line("#define P(a, b) a##b\nP(1, 2);\n", 2).empty());
    CHECK(expanded_line("#define\n#define (\n#\nx;\n", 4).empty());
}

TEST_CASE("a sum without brackets is torn by a stronger operator beside its macro") {
    const auto torn =
        torn_macro("#define T 16\n#define O T - 2 // outputs\nint b = (n + O - 1) / O;\n");
    REQUIRE(torn);
    CHECK(torn->name == "O");
    CHECK(torn->text == "T - 2");
    CHECK(torn->defined == 2);
    CHECK(torn->used == 3);
    CHECK(torn_macro("#define N n + 2\nint b = a - N;\n"));
    for (const char* whole :
         {"#define O (T - 2)\nint b = n / O;\n", "#define O T - 2\nint b = O + n;\n",
          "#define M -1\nint b = 2 * M;\n", "#define A T * 2\nint b = n * A;\n",
          "#define F(x) x - 2\nint b = n * F(3);\n", "#define O f(T - 2)\nint b = n / O;\n",
          "#define E 1e-5f\nfloat b = n / E;\n", "#define O T - 2\n// n / O\n",
          "#define O\nn / O;\n", "#define\n#define (\n#\nx / y;\n", ""}) {
        INFO(whole);
        CHECK_FALSE(torn_macro(whole));
    }
}
