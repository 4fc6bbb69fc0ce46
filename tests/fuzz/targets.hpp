// Targets that need more than a line: see targets.cpp. Each takes what libFuzzer makes up.
#pragma once

#include <string>

/// What a submission's program leaves in the memory that it shares with the checker: 500 bytes that spoil the right
/// output of 5³ (they are XORed with it), then a runtime::Reply. Judged and reported as a check does it.
void read_mailbox(const std::string& bytes);

/// The GPU runner's reply, which is reported as a check does it, and its request.
void read_gpu_protocol(const std::string& text);
