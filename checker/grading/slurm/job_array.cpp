#include "checker/grading/slurm/job_array.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/places.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/command_line/shell_quoted.hpp"
#include "checker/grading/slurm/slurm_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <random>
#include <utility>

namespace kit {

namespace fs = std::filesystem;

namespace {

/// For the compiler, the emulated arrays of the largest grid with their shadows, and a GiB for the
/// submission.
constexpr const char* memory = "3G";

/// Of a log: a few lines of a terminal.
constexpr std::size_t longest_words = 300;

constexpr double compiling_seconds = 60;
/// nvcc, warm-up, and launches until the times agree, on the cases of a lab.
constexpr double gpu_seconds = 900;

/// In a file's name, sbatch replaces what follows a '%'.
std::string without_patterns(const std::string& path) {
    std::string text;
    for (const char letter : path) {
        text += letter == '%' ? "%%" : std::string(1, letter);
    }
    return text;
}

bool is_option(const std::string& word, const char* name) {
    const std::string option = name;
    return option.size() == 2 ? word.rfind(option, 0) == 0 && word.rfind("--", 0) != 0
                              : word.substr(0, word.find('=')) == option;
}

bool asks_for_gpu(const std::vector<std::string>& options) {
    return std::any_of(options.begin(), options.end(), [](const std::string& word) {
        return word.rfind("--gres", 0) == 0 || word.rfind("--gpus", 0) == 0 ||
               word.rfind("-G", 0) == 0;
    });
}

void refuse_own(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        for (const char* own :
             {"--array", "-a", "--output", "-o", "--error", "-e", "--job-name", "-J", "--open-mode",
              "--wrap", "--wait", "-W", "--clusters", "-M", "--uid", "--export", "--propagate"}) {
            if (is_option(word, own)) {
                throw UsageError(fmt::format(
                    "--slurm: the kit sets {} itself; you may add options such as --partition, "
                    "--account, --time and --mem",
                    own));
            }
        }
    }
}

} // namespace

std::vector<std::string> sbatch_options(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = '\0';
    for (const char letter : text + " ") {
        if (quote != '\0' ? letter == quote : letter == '"' || letter == '\'') {
            quote = quote != '\0' ? '\0' : letter;
            in_word = true;
        } else if (quote == '\0' && letter == ' ') {
            if (in_word) {
                words.push_back(std::exchange(word, ""));
            }
            in_word = false;
        } else {
            word += letter;
            in_word = true;
        }
    }
    if (quote != '\0') {
        throw UsageError(fmt::format("--slurm: a quote {} is not closed", quote));
    }
    refuse_own(words);
    return words;
}

int most_minutes(const std::vector<const Lab*>& labs, const CheckSettings& settings) {
    double most = 0;
    for (const Lab* lab : labs) {
        double seconds = 0;
        for (const Lab& variant : all_variants(*lab)) {
            const double cases = static_cast<double>(variant.cases.size());
            seconds += compiling_seconds + cases * lab->time_limit_seconds * settings.jobs;
        }
        most = std::max(most, seconds);
    }
    most += settings.backend == Backend::emulator ? 0 : gpu_seconds;
    return static_cast<int>(std::ceil(most / 60));
}

std::string fresh_array_name() {
    std::random_device random;
    return fmt::format("lab-{:06x}{:06x}", random() & 0xffffff, random() & 0xffffff);
}

std::vector<std::string> sbatch_arguments(const JobArrayRequest& request, const fs::path& folder,
                                          std::size_t count) {
    std::vector<std::string> arguments{
        "--parsable",
        fmt::format("--array=0-{}{}", count - 1,
                    request.at_once > 0 ? fmt::format("%{}", request.at_once) : ""),
        fmt::format("--job-name={}", folder.filename().string()),
        "--output=" + without_patterns(folder.string()) + "/%a.log",
        // A failed node or a preempted job only costs time.
        "--requeue",
        "--open-mode=append",
        "--export=ALL",
        // The limits of this terminal must not apply to the job.
        "--propagate=NONE",
        "--ntasks=1",
        "--cpus-per-task=1",
        fmt::format("--mem={}", memory),
        fmt::format("--time={}", request.minutes),
    };
    if (request.gpu && !asks_for_gpu(request.options)) {
        // One GPU for each job; other jobs use the node's other GPUs.
        arguments.emplace_back("--gres=gpu:1");
    }
    arguments.insert(arguments.end(), request.options.begin(), request.options.end());
    arguments.push_back((folder / "task.sh").string());
    return arguments;
}

std::string task_script(const fs::path& folder) {
    return fmt::format("#!/bin/sh\n"
                       "# One submission, checked in a job of Slurm.\n"
                       "exec {} grade-task {} \"$SLURM_ARRAY_TASK_ID\"\n",
                       shell_quoted(own_program().string()),
                       shell_quoted(plan_file(folder).string()));
}

SubmittedArray submit_array(const SlurmPlan& plan, const std::string& name,
                            const JobArrayRequest& request) {
    const fs::path folder = array_folder(plan.results, name);
    replace_file(plan_file(folder), plan_text(plan));
    replace_file(folder / "task.sh", task_script(folder));
    const SlurmAnswer answer =
        run_slurm_program("sbatch", sbatch_arguments(request, folder, plan.tasks.size()));
    SubmittedArray submitted;
    submitted.job = answer.output.substr(0, answer.output.find_first_of(";\n"));
    if (!answer.succeeded) {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
        submitted.refusal = answer.refusal.empty() ? "sbatch gave no reason" : answer.refusal;
    }
    return submitted;
}

fs::path array_folder(const fs::path& results, const std::string& name) {
    return results / "slurm" / name;
}

fs::path log_file(const fs::path& folder, std::size_t index) {
    return folder / fmt::format("{}.log", index);
}

std::string last_words(const fs::path& folder, std::size_t index) {
    std::string line;
    for (const char letter : read_file_if_there(log_file(folder, index)).value_or("")) {
        line += letter == '\n' ? "; " : std::string(1, letter);
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == ';')) {
        line.pop_back();
    }
    return line.size() > longest_words ? "..." + line.substr(line.size() - longest_words) : line;
}

std::size_t most_tasks() {
    const SlurmAnswer answer = run_slurm_program("scontrol", {"show", "config"});
    const std::size_t most = most_tasks_from(answer.output);
    if (most == 0) {
        throw KitError("--executor slurm: this cluster takes no job arrays (MaxArraySize is 0)");
    }
    return most;
}

std::size_t most_tasks_from(const std::string& config) {
    // "MaxArraySize            = 1001": the greatest index is one less.
    constexpr std::size_t usual = 1001;
    const std::size_t found = config.find("MaxArraySize");
    if (found == std::string::npos) {
        return usual;
    }
    const std::size_t digits = config.find_first_of("0123456789\n", found);
    std::size_t most = usual;
    if (digits != std::string::npos) {
        std::from_chars(config.data() + digits, config.data() + config.size(), most);
    }
    return most;
}

} // namespace kit
