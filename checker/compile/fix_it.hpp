// What clang++ proposes to write instead, of which it prints a line for each place.
#pragma once

#include "checker/compile/submission_file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Columns count bytes, from 1.
struct FixIt {
    std::string file;
    int line = 0;
    int begin = 0;
    int end = 0; ///< the column after the last one that is replaced; `begin` if text is only added
    std::string text; ///< what is written there
};

/// Reads `fix-it:"file":{line:begin-line:end}:"text"`. Nothing where a line has another form, where the place is in
/// more than one line, or where the text is not a piece of one line in ASCII.
[[nodiscard]] std::optional<FixIt> fix_it(std::string_view printed);

/// Gathers what is proposed for an error or a warning, from the lines that follow it.
class ProposedFixes {
public:
    /// An error or a warning; its fixes come next.
    void begin() {
        fixes_.clear();
        open_ = true;
    }

    /// A note on it. Of what notes propose, only the first fix counts that would change what the code does.
    void note(std::string_view text);

    /// True if the line is a fix of this error or warning, which is kept.
    bool take(std::string_view printed);

    [[nodiscard]] const std::vector<FixIt>& fixes() const { return fixes_; }

private:
    std::vector<FixIt> fixes_;
    bool open_ = false;
};

/// "Perhaps: write 'blockIdx' for 'blockIx'." for an error in this line of the file. Empty if there is no fix or one
/// that a sentence cannot hold: elsewhere than in one line of the file, or long.
[[nodiscard]] std::string fix_sentence(const std::vector<FixIt>& fixes,
                                       const SubmissionFile& submission, int line);

/// What clang++ printed without the source lines that it showed below each message: such a line is the student's, and
/// may look like a message. `compiled`: the text of kernel.cu.
[[nodiscard]] std::string without_source_lines(std::string_view printed, std::string_view compiled);

} // namespace kit
