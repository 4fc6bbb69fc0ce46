// Tells which lab a folder's name, a file's name or a source's text names.
#pragma once

#include "checker/model/lab.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct NamedLab {
    std::string lab; ///< id; empty if the number is no lab's
    int number = 0;  ///< as written; 0 if it was named by its topic
    int copy = 0;    ///< 2 of "lab5-2.cu" and "lab5 (2).cu": platforms and browsers count up so
};

/// The lab that a folder's or file's name names: "Lab 5", "lab_05.cu", "05-shared-memory-tiling.cu", "05",
/// "shared memory tiling". Absent if it names none, or two.
[[nodiscard]] std::optional<NamedLab> lab_in_name(std::string_view name,
                                                  const std::vector<Lab>& labs);

/// "lab4_lab5.cu".
[[nodiscard]] bool names_two_labs(std::string_view name);

/// The lab that a source names: by a line "LAB: 5" in one of its first comments, else by the header with which the
/// labs' skeletons begin ("// Lab 05, shared-memory tiling"). `by` becomes "LAB: 5" or "Lab 05".
[[nodiscard]] std::optional<NamedLab> lab_in_text(std::string_view text,
                                                  const std::vector<Lab>& labs, std::string& by);

/// The latest day that a path names, 20261127 of "2026-11-27" or "20261127"; 0 if it names none.
[[nodiscard]] int date_in(std::string path);

/// Whether a path says that what it leads to was put aside: "kernel_old.cu", "backup/kernel.cu".
[[nodiscard]] bool says_old(std::string_view path);

/// What a file is, by its name.
struct SourceName {
    bool is_cuda = false; ///< .cu, also .cu.txt
    bool is_text =
        false; ///< may be a source that was saved under another name: .txt, .cpp, .c, .cuh
    bool is_kernel = false; ///< called kernel, whatever the letters' case and the copy's number
    int copy = 0;           ///< 1 of "kernel-1.cu", "kernel(1).cu" and "kernel (1).cu"
    std::string ending;     ///< ".pdf", in small letters; empty if it has none
};

[[nodiscard]] SourceName source_name(std::string_view name);

/// The quiz's file: "answers.toml", also as browsers and editors save it, "Answers (1).toml", "answers.toml.txt".
[[nodiscard]] bool is_answers_name(std::string_view name);

} // namespace kit
