// What the checker and a submission's program say to each other on the socket that the program is started with.
//
// The program waits, and makes a copy of itself for each run that is asked for: a new process for each run, without
// a new sandbox, which takes ten times as long to make. No code of the submission runs before the copy is made.
#pragma once

#include <cstdint>

namespace kit {

/// Where the program finds the socket, of the type SOCK_SEQPACKET. Its end ends the program.
inline constexpr int server_socket = 3;

/// Files that come with a StartRun, in this order.
enum RunFile : unsigned {
    run_file_memory,  ///< the memory that the run shares with the checker
    run_file_output,  ///< its standard output
    run_file_errors,  ///< its standard error
    run_file_control, ///< a socket of the run's own
    run_file_count,
};

/// Asks for a run.
struct StartRun {
    std::uint64_t memory_bytes; ///< limit of its address space
};

/// What comes back on the run's own socket. In the other direction, one std::int32_t is a signal for the run.
struct RunNews {
    enum Kind : std::int32_t {
        started, ///< said by the run itself, so that its process is known
        refused, ///< there is no run; `value` is errno
        ended,   ///< `value` is its status, as of waitpid()
    };

    std::int32_t kind;
    std::int32_t value;
};

} // namespace kit
