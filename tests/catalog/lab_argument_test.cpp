// Where a lab is expected, its number, its name, and any path in its folder will do.
#include "checker/base/errors.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "tests/catalog/temporary_root.hpp"
#include "tests/catch.hpp"

using namespace kit;
namespace fs = std::filesystem;

namespace {

struct TwoLabs : TemporaryRoot {
    TwoLabs() {
        add_lab("04-basic", good_toml);
        add_lab("05-tiled", good_toml);
        labs = read_catalog(path());
    }

    std::vector<Lab> labs;
};

/// Works in another folder for as long as it lives.
struct InFolder {
    explicit InFolder(const fs::path& folder) : before(fs::current_path()) {
        fs::current_path(folder);
    }

    ~InFolder() { fs::current_path(before); }

    InFolder(const InFolder&) = delete;
    InFolder& operator=(const InFolder&) = delete;

    fs::path before;
};

std::string own_refusal(const std::vector<Lab>& labs, const std::string& text) {
    try {
        (void)own_lab(labs, text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("a number and a name are a lab without a file") {
    const TwoLabs root;
    for (const char* text : {"5", "05", "05-tiled"}) {
        const LabArgument named = lab_or_file(root.labs, text);
        CHECK(named.lab->number == 5);
        CHECK(named.file.empty());
    }
    CHECK_THAT(own_refusal(root.labs, "05-tilde"), ContainsSubstring("Did you mean 05-tiled?"));
}

TEST_CASE("a path is its folder's lab, absolute or relative, from any folder") {
    const TwoLabs root;
    const fs::path own = root.path() / "labs/05-tiled/kernel.cu";
    CHECK(lab_or_file(root.labs, own.string()).lab->number == 5);
    CHECK(lab_or_file(root.labs, own.string()).file == own);
    CHECK(lab_or_file(root.labs, own.parent_path().string() + "/").file.empty());
    {
        const InFolder in(root.path());
        CHECK(lab_or_file(root.labs, "labs/05-tiled/kernel.cu").file == "labs/05-tiled/kernel.cu");
        CHECK(own_lab(root.labs, "labs/05-tiled").number == 5);
        CHECK(own_lab(root.labs, "./labs/04-basic/../05-tiled/kernel.cu").number == 5);
    }
    const InFolder in(own.parent_path());
    for (const char* text : {"kernel.cu", ".", "./kernel.cu", "../05-tiled/kernel.cu"}) {
        INFO(text);
        CHECK(own_lab(root.labs, text).number == 5);
    }
    CHECK(own_lab(root.labs, "../04-basic/kernel.cu").number == 4);
    CHECK(is_own_file(root.labs[1], "kernel.cu"));
    CHECK_FALSE(is_own_file(root.labs[0], "kernel.cu"));
    // The file need not be there: reset restores it.
    fs::remove(own);
    CHECK(own_lab(root.labs, "kernel.cu").number == 5);
}

TEST_CASE("a file in another tree is that lab's, but not for commands on the lab's own file") {
    const TwoLabs root;
    const TemporaryFolder other;
    other.write("ada/05-tiled/kernel.cu", "");
    const std::string file = (other.path() / "ada/05-tiled/kernel.cu").string();
    CHECK(lab_or_file(root.labs, file).lab->number == 5);
    CHECK(lab_or_file(root.labs, file).file == file);
    CHECK(lab_or_file(root.labs, (other.path() / "ada/05-tiled").string()).file == file);
    CHECK_THAT(own_refusal(root.labs, file),
               ContainsSubstring("labs/05-tiled, the folder of lab 5"));
}

TEST_CASE("a path that belongs to no lab is refused with what to do") {
    const TwoLabs root;
    for (const char* text : {"mine.cu", "/tmp/kernel.cu", "labs/06-none/kernel.cu", ".."}) {
        INFO(text);
        CHECK_THAT(own_refusal(root.labs, text),
                   ContainsSubstring(std::string(text) + " belongs to no lab: it is not in"));
    }
}

TEST_CASE("a lab knows its handout, if there is one") {
    const TemporaryRoot root;
    root.add_lab("04-basic", good_toml);
    CHECK(read_catalog(root.path())[0].handout.empty());
    root.write("handouts/04-basic.md", "# A\n");
    CHECK(read_catalog(root.path())[0].handout == root.path() / "handouts/04-basic.md");
}
