// Copies that were made unlike their original on purpose, in classes of students who worked by themselves: which are
// told, and whether anybody else is.
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/similarity/similar_files.hpp"
#include "tests/catch.hpp"
#include "tests/grading/similarity/independent_class.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace kit;

namespace {

const std::filesystem::path kit_folder = kit::source_root();

std::string text_in(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Disguise {
    std::string name;
    std::string kernel;
};

/// The original first. Each kernel follows a line "==== name: what was done".
std::vector<Disguise> disguises(const std::string& file) {
    std::istringstream text(text_in(kit_folder / "tests/grading/similarity/disguises" / file));
    std::vector<Disguise> all;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("==== ")) {
            all.push_back({line.substr(5, line.find(':') - 5), ""});
        } else {
            REQUIRE(!all.empty());
            all.back().kernel += line + "\n";
        }
    }
    return all;
}

struct TestLab {
    std::string number;
    std::string folder;
    std::vector<std::string> (*independent)(const std::string&, std::size_t, std::uint64_t,
                                            std::size_t);
};

const std::vector<TestLab> test_labs{{"05", "05-shared-memory-tiling", independent_class},
                                     {"07", "07-register-tiling", independent_class_07}};

struct Told {
    std::set<std::string> copies; ///< paired with the original
    std::size_t falsely = 0;      ///< pairs without a copy
};

/// A class of `students`, the reference solution, the original and these copies.
Told told(const TestLab& lab, std::size_t students, std::uint64_t seed,
          const std::vector<Disguise>& all) {
    const std::filesystem::path folder = kit_folder / "solutions" / lab.folder;
    std::vector<std::string> texts = lab.independent(skeleton_in(folder), students, seed, 0);
    texts.push_back(text_in(folder / "kernel.cu"));
    const std::size_t original = texts.size();
    for (const Disguise& one : all) {
        texts.push_back(one.kernel);
    }
    Told result;
    for (const SimilarFiles& pair : similar_files(skeleton_in(folder), texts).found) {
        if (pair.files.back() <= original) {
            ++result.falsely;
        } else if (pair.files.front() == original) {
            result.copies.insert(all[pair.files.back() - original].name);
        }
    }
    return result;
}

std::string not_told(const std::vector<Disguise>& all, const std::set<std::string>& copies) {
    std::string names;
    for (std::size_t i = 1; i < all.size(); ++i) {
        names += copies.contains(all[i].name) ? "" : " " + all[i].name;
    }
    return names;
}

} // namespace

// The others are for Dolos and JPlag, which grade --dolos writes a folder for.
TEST_CASE("of thirteen disguises words see through new names and layout", "[similarity]") {
    for (const TestLab& lab : test_labs) {
        const std::vector<Disguise> all = disguises("lab-" + lab.number + ".txt");
        REQUIRE(all.size() == 14);
        const Told result = told(lab, 60, 1, all);
        INFO(lab.number << ", not told:" << not_told(all, result.copies));
        CHECK(result.copies.contains("renamed"));
        CHECK(result.falsely == 0);
    }
}

TEST_CASE("students who worked by themselves are not told", "[similarity]") {
    for (const TestLab& lab : test_labs) {
        std::size_t falsely = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            falsely += told(lab, 65, seed, {disguises("lab-" + lab.number + ".txt")[0]}).falsely;
        }
        std::cout << "lab " << lab.number << ": " << falsely
                  << " pairs of students who worked by themselves, in 20 classes of 65\n";
        CHECK(falsely == 0); // of 43,000 pairs
    }
}

TEST_CASE("students who worked by themselves are different", "[similarity]") {
    for (const TestLab& lab : test_labs) {
        const std::vector<std::string> kernels =
            lab.independent(skeleton_in(kit_folder / "solutions" / lab.folder), 200, 1, 0);
        CHECK(std::set<std::string>(kernels.begin(), kernels.end()).size() == kernels.size());
    }
}

TEST_CASE("a lab of 300 is compared in a second", "[similarity]") {
    for (const TestLab& lab : test_labs) {
        const std::string skeleton = skeleton_in(kit_folder / "solutions" / lab.folder);
        const std::vector<std::string> kernels = lab.independent(skeleton, 300, 1, 0);
        const auto begin = std::chrono::steady_clock::now();
        const Similarities found = similar_files(skeleton, kernels);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        std::cout << "300 kernels of lab " << lab.number << ": " << taken.count() << " s, "
                  << found.found.size() << " pairs, " << found.near.size() << " near\n";
        CHECK(found.found.size() < 20);
    }
}
