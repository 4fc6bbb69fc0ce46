// Kernels of the course, built and recorded: what the tests of traces share.
#pragma once

#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace kit::tests {

inline const Lab& lab_of(int number) {
    static const std::vector<Lab> labs = read_catalog(kit::source_root());
    for (const Lab& lab : labs) {
        if (lab.number == number) {
            return lab;
        }
    }
    throw std::out_of_range("no such lab");
}

/// A lab's solution with a change in its text, built.
class Traced {
public:
    explicit Traced(int lab, const std::string& from = "", const std::string& to = "")
        : lab_(lab_of(lab)), submission_(read_submission(lab_.solution)) {
        if (!from.empty()) {
            const std::size_t at = submission_.text.find(from);
            if (at == std::string::npos) {
                throw std::out_of_range("the solution has no '" + from + "'");
            }
            submission_.text.replace(at, from.size(), to);
        }
        BuildCache cache(BuildCache::default_folder());
        BuildOutcome built =
            build_for_emulator(lab_, submission_, find_host_compiler(), kit_files(), cache);
        artifact_ = std::move(built.artifact).value();
        program_.emplace(artifact_);
    }

    Traced(const Traced&) = delete;
    Traced& operator=(const Traced&) = delete;

    [[nodiscard]] std::vector<Lab> variants() const { return all_variants(lab_); }

    [[nodiscard]] const EmulatedProgram& program() const { return *program_; }

    [[nodiscard]] const SubmissionFile& submission() const { return submission_; }

    /// On a cube, of the lab's first variant.
    [[nodiscard]] RecordedLaunch launch(std::int64_t side,
                                        std::optional<std::uint64_t> block) const {
        static std::vector<std::vector<Lab>> kept; // a recorded launch refers to its lab
        kept.push_back(variants());
        const Lab& lab = kept.back().front();
        const Extents extents{side, lab.axes > 1 ? side : 1, lab.axes > 2 ? side : 1};
        return record_launch(lab, extents, *program_, submission_, 1, block);
    }

private:
    const Lab& lab_;
    SubmissionFile submission_;
    Artifact artifact_;
    std::optional<EmulatedProgram> program_;
};

} // namespace kit::tests
