// The corpus: right and wrong kernels, each with what the checker must say of it.
//
// A kernel of the corpus is a file `right/<name>.cu` or `wrong/<name>.cu`, or an entry of
// `mutations/<lab>.toml` or `mutations/<lab>-<topic>.toml`, which says how it differs from the lab's
// solution, or an entry of `novices/<lab>.toml`, the same of what novices write, with the words that must help them,
// or an entry of `sources/listings.toml`: a kernel of the texts that the labs follow. A file
// of right/ or wrong/ begins with comments:
//
//     // lab: 5
//     // what: The barrier is missing.
//     // expect: race-shared (wrong-output)
//     // grids: 33                                    optional
//     // explanation: halo-zero                       optional
//
// expect: kinds of findings. The first is the cause, and no other error but those in parentheses
// may come before it. All outside the parentheses must be found, those in parentheses may be: they
// depend on the order in which threads happen to run. "A / B" as the first: one of the two. Any other
// kind is a false accusation.
// "passed" stands for a passed verdict; what follows it are warnings.
//
// grids: the grids to run on, each by itself; "all" for the lab's own. Without it a wrong kernel
// runs on 33 (several tiles on each axis, the last one not full), a right file on all, and a right
// mutation on those with fewer cells than most_cells_of_mutation: the large ones take seconds each, and
// the right files show that nothing is blamed there.
//
// explanation: what the wrong output may be explained by, as ids of explanations, "none" among them if
// there may be none. Without it no explanation may be told: it would be false. Where wrong-output is a
// consequence there may always be none.
//
// A line that ends in `// <-- <kind>` must be named by a finding of that kind. Of the lines that
// end in `// <-? <kind>` at least one must be: a race, say, is named by its store and by whichever
// load met it first.
//
// A mutation, in TOML, has the same keys and these besides; its name is <lab>-<key>:
//
//     [no-barrier]
//     what = "The barrier is missing."
//     edits = [["    __syncthreads();\n", ""]]         what is there, once, and what comes instead
//     expect = "race-shared (wrong-output)"
//     at = ["tile[tz][ty][tx] = in["]               optional: the line with this text, once in the
//                                                   changed kernel, as if marked <-- cause
//     at_any = ["sum += c[1]", "sum += c[3]"]       optional: likewise, as if marked <-? cause
//     of = "right/05-flat-tile.cu"                  optional: what is changed, a path from here,
//                                                   instead of the solution; bases/ holds kernels that
//                                                   serve for nothing else
//
// An entry of novices/ has these besides; its name is <lab>-novice-<key>:
//
//     words = ["each thread has its own"]           must be in the report, up to the end of its first error, or in
//                                                   its notes
//     never = ["__syncthreads"]                     optional: must be nowhere in it
//
// A listing has the keys of a mutation and two more; its name begins with its lab's number, too. It is
// the file `sources/<key>.cu` as it is, or what its edits make of that or of another file:
//
//     source = "PMPP, figure 8.6"
//     lab = 4
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// Lines count from 1.
struct Mark {
    std::string kind;
    int line = 0;
    bool one_of_several = false;
};

struct Expectation {
    std::vector<std::string> kinds;   ///< must be found, the cause first
    std::string instead;              ///< may be found in the first one's place; empty: nothing may
    std::vector<std::string> allowed; ///< may be found
    bool passed = false;
    std::vector<std::string> explanations; ///< one of these, if any is told
    std::vector<Mark> marks;
    std::vector<std::string> words; ///< of a novice's kernel
    std::vector<std::string> never;

    [[nodiscard]] bool allows(const std::string& kind) const;
    /// Whether a wrong output may be explained so; "none": not at all.
    [[nodiscard]] bool allows_explanation(const std::string& id) const;
};

/// Where a kernel of the corpus comes from.
enum class Origin {
    written, ///< right/ and wrong/
    changed, ///< mutations/
    novice,  ///< novices/
    source   ///< sources/
};

struct Submission {
    std::string name;
    Origin origin = Origin::written;
    int lab = 0;
    std::string what;
    std::string text;               ///< of the whole kernel.cu
    std::size_t edits = 0;          ///< of a mutation: places at which it differs
    std::vector<std::string> grids; ///< empty: the lab's
    bool of_novice = false;         ///< from novices/, or the same kernel as one from there
    bool small_grids_only = false;  ///< of the lab's, those up to most_cells_of_mutation
    Expectation expectation;
    std::string expect; ///< as it was written
};

constexpr std::int64_t most_cells_of_mutation = 300'000;

/// Every kernel of the corpus, by name. Throws std::runtime_error naming the kernel when an entry
/// is not well formed or a mutation does not find its text exactly once.
std::vector<Submission> read_corpus(const std::filesystem::path& root);

} // namespace kit
