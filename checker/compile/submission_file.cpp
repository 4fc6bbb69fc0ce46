#include "checker/compile/submission_file.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/text_scanner.hpp"
#include "checker/base/whole_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_submission = std::size_t{1} << 20;

} // namespace

std::string SubmissionFile::line(int number) const {
    std::size_t begin = 0;
    for (int i = 1; i < number && begin != std::string::npos; ++i) {
        begin = text.find('\n', begin);
        begin = begin == std::string::npos ? begin : begin + 1;
    }
    if (number < 1 || begin == std::string::npos) {
        return "";
    }
    std::string line = text.substr(begin, text.find('\n', begin) - begin);
    if (!line.empty() && line.back() == '\r') {
        line.pop_back();
    }
    return line;
}

SubmissionFile read_submission(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
        throw UsageError("{}: there is no such file; give the path of a kernel.cu", path.string());
    }
    if (status.type() == fs::file_type::directory) {
        throw UsageError("{}: this is a directory; give the kernel.cu in it", path.string());
    }
    if (status.type() != fs::file_type::regular) {
        throw UsageError("{}: this is no ordinary file; give the path of a kernel.cu",
                         path.string());
    }
    FileText file = try_read_file(path, largest_submission + 1);
    if (file.error != 0) {
        throw UsageError("{}: cannot be read: {}", path.string(), std::strerror(file.error));
    }
    return {.shown_path = path.string(), .text = std::move(file.text)};
}

SubmissionFile for_element(SubmissionFile submission, Element element) {
    const bool says_so = submission.text.find("LAB_ELEMENT") != std::string::npos;
    if (element != Element::float32 && !says_so) {
        submission.text = with_word_replaced(submission.text, "float", cpp_name(element));
    }
    return submission;
}

std::optional<Finding> refuse_text(const SubmissionFile& submission) {
    const std::string& text = submission.text;
    if (std::ranges::all_of(text, [](unsigned char letter) { return std::isspace(letter) != 0; })) {
        return refusal_finding(submission, 0, "The file is empty.",
                               "Start from the lab's skeleton, labs/<lab>/kernel.cu.");
    }
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
        return refusal_finding(
            submission, 0, "The file is text in UTF-16, which compilers do not read.",
            "Save it as UTF-8. PowerShell's > and some settings of Notepad write "
            "UTF-16.");
    }
    if (text.find('\0') != std::string::npos) {
        return refusal_finding(submission, 0, "The file is binary data, not the text of a kernel.",
                               "Hand in the source, kernel.cu, not what a compiler made of it.");
    }
    if (text.size() > largest_submission) {
        return refusal_finding(submission, 0, "The file is larger than 1 MiB.",
                               "A kernel.cu has some hundred lines: is this the right file?");
    }
    const std::size_t merge = ("\n" + text).find("\n<<<<<<< ");
    if (merge != std::string::npos && text.find("\n>>>>>>> ", merge) != std::string::npos) {
        return refusal_finding(
            submission,
            static_cast<int>(
                std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(merge), '\n')) +
                1,
            "The file has the marks of a merge that was not finished.",
            "Between <<<<<<< and ======= is one version, from there to >>>>>>> the other: keep "
            "one of them and remove the marks.");
    }
    return std::nullopt;
}

Finding refusal_finding(const SubmissionFile& submission, int line, std::string message,
                        std::string hint) {
    return {.kind = FindingKind::build_error,
            .message = std::move(message),
            .lines = {{submission.shown_path, line, 0, submission.line(line)}},
            .hint = std::move(hint)};
}

Finding assembly_refusal(const SubmissionFile& submission, int line) {
    Finding finding =
        refusal_finding(submission, line, "The emulator does not support inline PTX (asm).",
                        "No lab needs it: what a kernel reads and writes must be seen by the "
                        "checker.");
    finding.kind = FindingKind::unsupported_feature;
    return finding;
}

} // namespace kit
