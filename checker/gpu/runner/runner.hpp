// The runner's work without its process, so that a test can run it on another driver.
#pragma once

#include "checker/gpu/protocol.hpp"
#include "checker/gpu/runner/driver.hpp"

#include <functional>
#include <string>

namespace kit {

/// Runs the request's jobs in order and hands each line of the reply to `reply`, without its line end.
/// Stops after a job that loses the device. Throws KitError if the request's files cannot be read.
void run_jobs(const Driver& driver, const RunnerRequest& request,
              const std::function<void(const std::string&)>& reply);

} // namespace kit
