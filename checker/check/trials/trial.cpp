#include "checker/check/trials/trial.hpp"

#include "checker/base/encodings.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/check/emulated_case.hpp"
#include "checker/compile/cache.hpp"
#include "checker/compile/toolchain.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

std::string fresh_answer(const TrialGrids& on, const SubmissionFile& text,
                         const BuildOutcome& built) {
    if (!built.artifact || too_many_variables(*built.artifact, text)) {
        return std::string(trial_not_built);
    }
    const EmulatedProgram program(*built.artifact);
    for (const Case& grid : on.grids) {
        const bool is_counted = grid.extents == counted_case(*grid.variant);
        const EmulatedCase run =
            run_and_judge(*grid.variant, grid.extents, program, text,
                          {on.seed, 1, is_counted ? runtime::watch_all : runtime::watch_errors});
        const auto& found = run.judged.findings;
        if (has_error(found)) {
            return std::string(name(first_finding(found)->kind));
        }
    }
    return std::string(trial_passed);
}

} // namespace

void with_scratch_build(const TrialGrids& on, const SubmissionFile& text,
                        const std::function<void(const BuildOutcome&)>& use) {
    BuildCache cache(BuildCache::default_folder());
    const ScratchFolder folder(BuildCache::default_folder(), ".new-");
    BuildCache scratch(folder.path());
    use(build_in_scratch(on.lab, text, find_host_compiler(), on.files, cache, scratch));
}

std::string remembered_answer(std::string_view purpose, const TrialGrids& on,
                              const SubmissionFile& text,
                              const std::function<std::string()>& make) {
    BuildCache cache(BuildCache::default_folder());
    std::string key =
        fmt::format("{}\n{}\n{}\n", purpose,
                    sha256_of(key_of_build(on.lab, text, find_host_compiler(), on.files)), on.seed);
    for (const Case& grid : on.grids) {
        key += grid.variant->id + " " + describe(grid.extents, *grid.variant) + "\n";
    }
    const std::string name = "answer";
    if (const auto known = cache.find(key)) {
        return try_read_file(*known / name).text;
    }
    const std::string answer = make();
    (void)cache.store(key, [&](const std::filesystem::path& folder) {
        write_file(folder / name, answer);
        return true;
    });
    return answer;
}

std::string answer_to(const TrialGrids& on, const SubmissionFile& text) {
    return remembered_answer("part 1", on, text, [&] {
        std::string answer;
        with_scratch_build(
            on, text, [&](const BuildOutcome& built) { answer = fresh_answer(on, text, built); });
        return answer;
    });
}

} // namespace kit
