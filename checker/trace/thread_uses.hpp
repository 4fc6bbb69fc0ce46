// What a thread read and stored, with the element of the input that each value is of.
#pragma once

#include "checker/trace/finding_thread.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace kit {

/// A read of the thread's, and the input's element that it got, if that is known.
struct ThreadUse {
    std::size_t event = 0;
    std::optional<std::int64_t> element; ///< may be outside the array
    bool is_shared = false;
    bool is_own_place =
        false; ///< in shared memory, where only this thread stores in any plane of the array
};

struct ThreadUses {
    std::vector<ThreadUse> uses;     ///< reads of the input and of shared memory
    std::vector<std::size_t> stores; ///< to the output, by number in Trace::events

    /// A place of shared memory that holds an element of the input, from one store to the next there.
    struct Holding {
        std::size_t store = 0;
        std::optional<std::size_t> until;          ///< nothing: to the end
        std::optional<std::int64_t> until_element; ///< which that store brings
    };

    std::map<std::int64_t, std::vector<Holding>> holders; ///< of each element, the latest last
    bool loads_tile = false;                              ///< the thread stores to shared memory
    bool reads_computed =
        false; ///< from shared memory, which holds no element of the input there, nor 0
};

/// Values that come by an asynchronous copy or from another lane are of no read that is recorded, and a term's cell
/// does not tell of which of several inputs it is.
[[nodiscard]] bool has_hidden_values(const RecordedLaunch& recorded);

/// What shared memory holds is followed over the thread's whole block.
[[nodiscard]] ThreadUses uses_of_thread(const RecordedLaunch& recorded, const TracedThread& thread);

} // namespace kit
