// What a thread used for its cell, beside what the lab's formula asks for there.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/finding_thread.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

struct ElementDue {
    enum class Kind {
        nothing,       ///< the recording does not tell, or both agree
        boundary_cell, ///< the thread computes a cell which nobody computes
        other_element, ///< it reads none, or the wrong one, of an element that is due
        other_place, ///< it reads few of the elements that are due, and shared memory holds the others elsewhere
        one_too_many,  ///< it reads all that is due, and one element besides
        all_read,      ///< it reads all that is due, each once, and nothing else
        index_of_grid, ///< it stores to a tile at the index in the input
    };

    Kind kind = Kind::nothing;
    std::string sentences; ///< with the cell, what is read for it, and what is due; or the like
    /// The source may read what seems not to be read: a load whose value is of no use is not in the program.
    bool may_be_lost = false;
    bool tells_where = false;       ///< it says where an element lies that is not read
    bool is_unloaded = false;       ///< or that no thread of the block loads it
    bool is_plane_unloaded = false; ///< nor any other element of its plane
    bool is_inner = false;          ///< the cell has all its neighbours on the grid
    ThreadPlace who = {};           ///< of boundary_cell: the thread
};

/// What the finding's thread used for the cell that it computes at the access or at the store that the finding is
/// about. `finding`: of this launch. Values in shared memory are followed to the element of the grid that they are of.
/// Nothing for labs of several sweeps.
[[nodiscard]] ElementDue element_due(const Finding& finding, const RecordedLaunch& recorded,
                                     const TracedThread& thread);

/// The same of what a check found, where `record` shows it.
[[nodiscard]] ElementDue element_due(const Finding& checked, const RecordBlock& record);

} // namespace kit
