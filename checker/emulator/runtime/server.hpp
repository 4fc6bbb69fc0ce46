// Runs the submission as often as the checker asks for it, each time in a copy of this process.
#pragma once

namespace kit::runtime {

/// Takes requests from the socket of sandbox/server_wire.hpp. Returns in each copy, which has the run's memory
/// open as `file_descriptor`; the process itself ends with the socket. -1 where there is no such socket.
[[nodiscard]] int serve_runs();

} // namespace kit::runtime
