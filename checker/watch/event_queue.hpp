// Events from the check's thread, for a loop that waits for files.
#pragma once

#include "checker/watch/state.hpp"

#include <mutex>
#include <vector>

namespace kit::watch {

class EventQueue {
public:
    /// Throws KitError when the system has no descriptor left.
    EventQueue();
    ~EventQueue();
    EventQueue(const EventQueue&) = delete;
    EventQueue& operator=(const EventQueue&) = delete;

    /// From any thread.
    void add(Event&& event);

    /// All that came, in order.
    [[nodiscard]] std::vector<Event> take();

    /// Readable while there is something to take.
    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    int descriptor_;
    std::mutex mutex_;
    std::vector<Event> events_;
};

} // namespace kit::watch
