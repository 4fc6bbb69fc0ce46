// What a shell offers at its prompt: it asks the program, with the words that are typed so far.
#pragma once

#include "checker/command_line/definition.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// What may stand in the place of the word that is being typed.
struct Completions {
    struct Word {
        std::string text;
        std::string help; ///< a line; may be empty
    };

    Kind kind = Kind::words; ///< file or folder: the shell knows its own; else `words`
    std::vector<Word> words; ///< those that begin like what is typed of it
};

/// `typed`: the words after the program's name, without quotes; the last one is being typed, and may be empty. Labs are
/// the folders labs/NN-topic of `root`, or of the folder that --root names.
[[nodiscard]] Completions completions(const Command& program, const std::vector<std::string>& typed,
                                      std::filesystem::path root);

/// A script to be sourced, which completes the program's name however it is called: ./lab, a path, a link or an
/// alias. It asks `program` and passes it the folder of the one that is called as --root; `home` where it finds none.
/// For bash 4.4, or for zsh 5, which may also find it as `_lab` in a folder of fpath.
[[nodiscard]] std::string bash_completion(const std::filesystem::path& program,
                                          const std::filesystem::path& home);
[[nodiscard]] std::string zsh_completion(const std::filesystem::path& program,
                                         const std::filesystem::path& home);

} // namespace kit
