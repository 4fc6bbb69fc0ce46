// The threshold of similarity, held against kernels whose origin is known: the kit's corpus, and
// classes made of students who work by themselves.
#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/grading/similarity/similar_files.hpp"
#include "tests/catch.hpp"
#include "tests/grading/similarity/independent_class.hpp"
#include "tests/submissions/submission.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

using namespace kit;

namespace fs = std::filesystem;

namespace {

const fs::path root = kit::source_root();

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// 0 where they share nothing, and 1 of two files with nothing of their own.
double similarity(const std::string& skeleton, const std::string& one, const std::string& other) {
    SimilarityOptions options;
    options.least = 0;
    options.least_own = 1;
    const Similarities result = similar_files(skeleton, {one, other}, options);
    return result.found.empty() ? 0 : result.found[0].similarity;
}

std::string skeleton_of_lab_05() {
    return kit::skeleton_in(root / "solutions/05-shared-memory-tiling");
}

struct LabFiles {
    std::string skeleton;
    std::string solution;
    std::vector<Submission> written; ///< right/ and wrong/
    std::vector<Submission> changed; ///< at one place, of the solution or of one of the written
};

std::map<int, LabFiles> labs() {
    std::map<int, LabFiles> labs;
    for (const fs::directory_entry& folder : fs::directory_iterator(root / "solutions")) {
        if (folder.is_directory()) {
            LabFiles& lab = labs[std::stoi(folder.path().filename().string())];
            lab.skeleton = kit::skeleton_in(folder.path());
            lab.solution = contents(folder.path() / "kernel.cu");
        }
    }
    for (Submission& submission : read_corpus(root)) {
        LabFiles& lab = labs.at(submission.lab);
        if (submission.origin == Origin::written) {
            lab.written.push_back(std::move(submission));
        } else if (submission.origin == Origin::changed && submission.edits == 1) {
            lab.changed.push_back(std::move(submission));
        }
    }
    return labs;
}

/// In a class where only the last one copied, from the first: how many others are reported, and whether
/// the copy is.
struct Reported {
    std::size_t falsely = 0;
    bool copy = false;
};

Reported reported_in_class(std::size_t students, std::uint64_t seed) {
    std::vector<std::string> kernels = independent_class(skeleton_of_lab_05(), students, seed);
    kernels.push_back(disguised(kernels.front()));
    Reported reported;
    for (const SimilarFiles& similar : similar_files(skeleton_of_lab_05(), kernels).found) {
        const bool of_copy = similar.files.front() == 0 && similar.files.back() == students;
        reported.copy = reported.copy || of_copy;
        reported.falsely += of_copy ? 0 : 1;
    }
    return reported;
}

} // namespace

TEST_CASE("kernels of the corpus written differently are below the threshold", "[similarity]") {
    for (const auto& [number, lab] : labs()) {
        for (std::size_t i = 0; i < lab.written.size(); ++i) {
            INFO(lab.written[i].name);
            CHECK(similarity(lab.skeleton, lab.solution, lab.written[i].text) < 0.71);
            for (std::size_t j = 0; j < i; ++j) {
                CHECK(similarity(lab.skeleton, lab.written[j].text, lab.written[i].text) < 0.71);
            }
        }
    }
}

TEST_CASE("solutions changed at one place are above it", "[similarity]") {
    std::vector<double> similarities;
    for (const auto& [number, lab] : labs()) {
        for (const Submission& changed : lab.changed) {
            double best = similarity(lab.skeleton, lab.solution, changed.text);
            for (const Submission& of : lab.written) {
                if (best > 0.9) {
                    break; // what is asked below does not depend on more
                }
                best = std::max(best, similarity(lab.skeleton, of.text, changed.text));
            }
            similarities.push_back(best);
        }
    }
    std::ranges::sort(similarities);
    REQUIRE(similarities.size() > 500);
    const auto at = [&](double share) {
        return similarities[static_cast<std::size_t>(share *
                                                     static_cast<double>(similarities.size()))];
    };
    CHECK(at(0.05) > 0.8);
    CHECK(at(0.2) > SimilarityOptions().least);
}

TEST_CASE("students who worked by themselves are not reported, a disguised copy is",
          "[similarity]") {
    std::size_t falsely = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Reported reported = reported_in_class(30, seed);
        CHECK(reported.copy);
        falsely += reported.falsely;
    }
    CHECK(falsely <= 1); // of 8,700 pairs
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        falsely += reported_in_class(100, seed).falsely;
    }
    CHECK(falsely <= 15); // of 107,700 pairs
}

TEST_CASE("the first lab is too small to say anything", "[similarity]") {
    const LabFiles lab = labs().at(1);
    CHECK(similar_files(lab.skeleton, {lab.solution, lab.solution}).found.empty());
}

TEST_CASE("a lab of 5,000 is compared in seconds", "[similarity]") {
    const std::vector<std::string> kernels = independent_class(skeleton_of_lab_05(), 5000, 1);
    const auto begin = std::chrono::steady_clock::now();
    const Similarities found = similar_files(skeleton_of_lab_05(), kernels);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    std::cout << "5,000 kernels of lab 05: " << taken.count() << " s, " << found.found.size()
              << " pairs or groups\n";
    CHECK(found.found.size() + found.left_out < 2000); // of 12 million pairs
}
