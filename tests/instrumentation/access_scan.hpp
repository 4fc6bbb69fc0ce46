// Whether the machine code of a submission tells the runtime of each of its accesses.
#pragma once

#include "tests/instrumentation/machine_code.hpp"
#include "tests/instrumentation/operand_class.hpp"

#include <map>
#include <string>
#include <vector>

namespace kit {

struct AccessScan {
    int functions = 0;
    int announcements = 0;
    int checked_copies = 0; ///< calls of memcpy, memmove and memset
    std::map<OperandClass, int> operands;
    std::vector<std::string> complaints;
};

/// Goes over all functions but the kit's own entries.
AccessScan scan_accesses(const MachineCode& code);

} // namespace kit
