// Lab folders found, named and read.
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"

#include "checker/base/errors.hpp"
#include "tests/catalog/temporary_root.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace kit;

TEST_CASE("the kit's own labs are read") {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    const Lab& lab = find_lab(labs, "7");
    CHECK(lab.id == "07-register-tiling");
    CHECK(lab.number == 7);
    CHECK(lab.source == "PMPP 8.5");
    CHECK(lab.points == 20);
    CHECK(kernel_declaration(lab) ==
          "__global__ void stencil_kernel(const float* in, float* out, int n)");
    CHECK(lab.axes == 3);
    CHECK(lab.cube);
    CHECK(lab.cases.size() == 6);
    CHECK(counted_case(lab) == Extents{120, 120, 120});
    CHECK(lab.boundary == BoundaryRule::keep);
    CHECK(reach(lab) == 1);
    REQUIRE(lab.traffic);
    CHECK(lab.traffic->family == KernelFamily::register_tiled);
    CHECK(lab.traffic->planes_per_block == 30);
    CHECK(lab.hints.size() == 3);
    CHECK(std::filesystem::exists(lab.skeleton));
    CHECK(std::filesystem::exists(lab.solution));
}

TEST_CASE("the chapter's sweeps have their points in the formula's order") {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    for (const char* name : {"4", "5", "6", "7"}) {
        const Lab& lab = find_lab(labs, name);
        INFO(lab.id);
        std::vector<std::array<int, 3>> offsets;
        for (const StencilPoint& point : lab.stencil) {
            offsets.push_back(point.offset);
            CHECK_FALSE(point.coefficient);
        }
        CHECK(offsets ==
              std::vector<std::array<int, 3>>{
                  {0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}});
    }
}

TEST_CASE("labs are sorted by number, folders that are no labs are passed over") {
    const TemporaryRoot root;
    root.add_lab("12-speed", good_toml);
    root.add_lab("03-halo", good_toml);
    root.write("labs/README.md", "");
    root.write("labs/.vscode/settings.json", "");
    const std::vector<Lab> labs = read_catalog(root.path());
    REQUIRE(labs.size() == 2);
    CHECK(labs[0].id == "03-halo");
    CHECK(labs[1].number == 12);
    CHECK(labs[1].solution == root.path() / "solutions/12-speed/kernel.cu");
}

TEST_CASE(
    "a skeleton is the solution with the parts of todo.txt; a student's file may be missing then") {
    const TemporaryRoot root;
    root.add_lab("03-halo", good_toml);
    root.write("solutions/03-halo/kernel.cu", "a\n// >>> your part 1\nb\n// <<< your part 1\n"
                                              "c\n// >>> your part 2\nd\n// <<< your part 2\n");
    root.write("solutions/03-halo/todo.txt", "// >>> your part 1\n// TODO\n// <<< your part 1\n");
    root.remove("labs/03-halo/kernel.cu");
    const std::vector<Lab> labs = read_catalog(root.path());
    // The part that todo.txt lacks is empty: nothing of a solution is handed out.
    CHECK(skeleton_text(labs.at(0)) == "a\n// >>> your part 1\n// TODO\n// <<< your part 1\n"
                                       "c\n// >>> your part 2\n// <<< your part 2\n");
}

TEST_CASE("what is missing from the folders is said of all labs at once") {
    const TemporaryRoot root;
    for (const char* folder : {"01-a", "02-b", "03-c", "03-d", "4-e", "05-F"}) {
        root.add_lab(folder, good_toml);
    }
    root.remove("labs/01-a/lab.toml");
    root.remove("labs/02-b/kernel.cu");
    root.remove("solutions/02-b");
    const std::string problems = root.problems();
    CHECK_THAT(problems, ContainsSubstring("labs/01-a/lab.toml: missing"));
    CHECK_THAT(problems, ContainsSubstring("labs/02-b/kernel.cu: missing"));
    CHECK_THAT(problems, ContainsSubstring("solutions/02-b/kernel.cu: missing"));
    CHECK_THAT(problems, ContainsSubstring("labs/03-d: has the same number as 03-c"));
    CHECK_THAT(problems, ContainsSubstring("labs/4-e: the folder's name must be two digits"));
    CHECK_THAT(problems, ContainsSubstring("labs/05-F: the folder's name must be"));
    CHECK(std::ranges::count(problems, '\n') == 5);
}

TEST_CASE("a root without labs is an error that says what belongs there") {
    const TemporaryRoot root;
    CHECK_THAT(root.problems(), ContainsSubstring("labs: contains no lab"));
    root.remove("labs");
    CHECK_THAT(root.problems(), ContainsSubstring("cannot be read (No such file or directory)"));
}

namespace {

std::string refusal(const std::vector<Lab>& labs, const char* name) {
    try {
        (void)find_lab(labs, name);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("a lab is found by number and by folder") {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    for (const char* name : {"5", "05", "05-shared-memory-tiling"}) {
        CHECK(find_lab(labs, name).number == 5);
    }
}

TEST_CASE("an unknown lab is refused with the one meant and all there are") {
    const std::vector<Lab> labs = read_catalog(kit::source_root());
    CHECK_THAT(refusal(labs, "05-shared-memory-tilling"),
               ContainsSubstring("Did you mean 05-shared-memory-tiling?"));
    CHECK_THAT(refusal(labs, "register-tilng"),
               ContainsSubstring("Did you mean 07-register-tiling?"));
    CHECK_THAT(refusal(labs, "thread"), ContainsSubstring("Did you mean 06-thread-coarsening?"));
    CHECK_THAT(refusal(labs, "coarsening"), !ContainsSubstring("Did you mean")); // 06 or 08?
    const std::string far = refusal(labs, "99");
    CHECK_THAT(far, ContainsSubstring("There is no lab \"99\". Give a lab's number"));
    CHECK_THAT(far, ContainsSubstring("04-basic-sweep, 05-shared-memory-tiling"));
    CHECK_THAT(refusal(labs, ""), ContainsSubstring("There is no lab \"\". Give"));
    CHECK_THAT(refusal(labs, "5x"), ContainsSubstring("There is no lab \"5x\"."));
}
