#include "checker/watch/event_queue.hpp"

#include "checker/model/errors.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace kit::watch {

EventQueue::EventQueue() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_ < 0) {
        throw KitError("too many files are open for watch: close some programs and try again");
    }
}

EventQueue::~EventQueue() {
    close(descriptor_);
}

void EventQueue::add(Event&& event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(descriptor_, &one, sizeof one);
}

std::vector<Event> EventQueue::take() {
    const std::lock_guard lock(mutex_);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = read(descriptor_, &count, sizeof count);
    return std::exchange(events_, {});
}

} // namespace kit::watch
