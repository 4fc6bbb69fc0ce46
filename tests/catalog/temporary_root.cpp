// Lab folders for tests.
#include "tests/catalog/temporary_root.hpp"

#include "checker/base/errors.hpp"
#include "checker/catalog/catalog.hpp"

namespace fs = std::filesystem;

// The line numbers in the tests' expectations are this text's.
const std::string good_toml = R"(title = "Sweep"
source = "PMPP 8.2"
summary = "One sentence."
points = 10
element = "float"
hints = ["look", "look closer"]

[kernel]
name = "stencil_kernel"
arguments = [
  { name = "in", role = "input" },
  { name = "out", role = "output" },
  { name = "n", role = "side" },
]

[grid]
axes = 3
cube = true
cases = ["3", "120"]

[stencil]
coefficients = "drawn"
points = [
  { offset = [0, 0, 0] },
  { offset = [-1, 0, 0] },
]

[boundary]
rule = "keep"

[traffic]
family = "coarsened"
planes_per_block = 30

[limits]
seconds = 5
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

TemporaryRoot::TemporaryRoot() {
    fs::create_directories(path() / "labs/include");
}

void TemporaryRoot::add_lab(const std::string& folder, const std::string& toml) const {
    write("labs/" + folder + "/lab.toml", toml);
    write("labs/" + folder + "/kernel.cu", "skeleton\n");
    write("solutions/" + folder + "/kernel.cu", "solution\n");
}

void TemporaryRoot::remove(const std::string& name) const {
    fs::remove_all(path() / name);
}

std::string TemporaryRoot::problems() const {
    try {
        (void)kit::read_catalog(path());
    } catch (const kit::KitError& error) {
        std::string text = error.what();
        const std::string own = path().string() + "/";
        for (std::size_t at = 0; (at = text.find(own)) != std::string::npos;) {
            text.erase(at, own.size());
        }
        return text;
    }
    return "";
}
