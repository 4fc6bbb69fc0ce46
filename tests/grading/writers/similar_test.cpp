// Tests of checker/grading/writers/similar_pairs.cpp: the pairs of similar kernels as a table.
#include "checker/grading/writers/formats.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

std::vector<LabSimilarity> two_pairs() {
    LabSimilarity lab;
    lab.lab = "05-shared-memory-tiling";
    lab.students = {"ada", "=cmd()", "b,ob", "bad\xff", "the kit's solution"};
    lab.result.found = {{{0, 1, 2}, 1, false, {{3, 3}, {5, 9}}, {{4, 8}}, 0.5}};
    lab.result.near = {{{3, 4}, 0.89999, true, {}, {{1, 2}}, 0}};
    lab.result.too_small = 2;
    LabSimilarity other;
    other.lab = "07-register-tiling";
    other.not_compared = "files cannot be compared: ended by a signal";
    return {lab, other};
}

} // namespace

TEST_CASE("similar pairs are a table that runs no formula", "[similar]") {
    CHECK(similar_csv(two_pairs()) ==
          "Lab,Student,Other student,Similarity,Reported,By,Same names,Lines,Other lines\n"
          "05-shared-memory-tiling,ada,'=cmd(),100.0,yes,words,50.0,3 5 to 9,4 to 8\n"
          "05-shared-memory-tiling,ada,\"b,ob\",100.0,yes,words,50.0,3 5 to 9,\n"
          "05-shared-memory-tiling,bad\xef\xbf\xbd,the kit's solution,89.9,no,Dolos,0.0,,1 to "
          "2\n");
    CHECK(similar_csv({}) ==
          "Lab,Student,Other student,Similarity,Reported,By,Same names,Lines,Other lines\n");
}
