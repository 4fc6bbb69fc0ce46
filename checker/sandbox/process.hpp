// Runs one program as a child, within limits of time, memory and output.
//
// Everything untrusted runs through here, including the compiler on a student's file, and is confined
// if the machine can do that.
#pragma once

#include "checker/base/errors.hpp"
#include "checker/sandbox/confinement.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct ProcessLimits {
    double seconds = 10; ///< wall clock, or of processor time
    /// The time limit counts the processor time of the program and what it starts, however long others keep it
    /// waiting; the clock counts only for one that waits for something else (watched_program.hpp). For programs
    /// that compute.
    bool counts_processor_time = false;
    std::uint64_t memory_bytes = 2ull << 30;   ///< address space; 0: no limit
    std::uint64_t file_bytes = 64ull << 20;    ///< of any file it writes
    std::size_t output_bytes = 16u << 20;      ///< printed in all; more ends it
    std::size_t kept_output_bytes = 64u << 10; ///< of each stream, from the start
    bool yields_to_others = false;             ///< runs in the time that others leave
};

struct ProcessRequest {
    std::vector<std::string> command; ///< the program's path and its arguments
    std::filesystem::path directory;  ///< to run in
    int inherited_file = -1;          ///< passed on as descriptor 3; -1: no file
    ProcessLimits limits;
    std::vector<std::string> passed_variables = {}; ///< of our environment, besides PATH
    /// Absent: the program is the kit's own, and sees what we see. If the machine cannot confine it
    /// (no_confinement() says why), the program runs anyway, within its limits.
    std::optional<Confinement> confinement = {};
    /// The program is not run without its confinement.
    bool confinement_must_hold = false;
};

struct ProcessResult {
    enum class End { exited, killed_by_signal, out_of_time, too_much_output };

    End end = End::exited;
    int code = 0;                        ///< exit status or signal
    std::string output;                  ///< standard output, from its beginning
    std::string errors;                  ///< standard error, likewise
    bool cut = false;                    ///< not all was kept
    std::uint64_t peak_memory_bytes = 0; ///< resident, of the child alone; 0 of a confined one
    double seconds = 0;                  ///< wall clock
};

/// Runs the command without standard input and with a minimal environment, in a new session
/// without a terminal; all of its processes are gone when this returns. At the time limit the program
/// gets SIGTERM and, a moment later, SIGKILL. Throws KitError when it cannot be started, and ProcessesStopped.
ProcessResult run_process(const ProcessRequest& request);

/// A program was ended by stop_processes(), or not started after it.
struct ProcessesStopped : KitError {
    using KitError::KitError;
};

/// Until allow_processes(), ends all programs that any thread runs, with all that they started, and
/// starts no other: for a check whose result is not needed any more. Its run_process() throws within
/// some 20 ms. Both are safe from any thread.
void stop_processes();
void allow_processes();

} // namespace kit
