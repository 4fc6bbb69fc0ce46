#include "checker/base/descriptor.hpp"

#include "checker/base/errors.hpp"

#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace kit {

namespace {

[[noreturn]] void fail_in_memory(int error) {
    throw KitError("no memory for a file: {}; close some programs and try again",
                   std::strerror(error));
}

} // namespace

void Descriptor::close() {
    if (is_open()) {
        ::close(std::exchange(number_, -1));
    }
}

FileText read_from(const Descriptor& file, std::size_t most) {
    FileText result;
    std::array<char, 65536> buffer;
    while (result.text.size() < most) {
        const std::size_t wanted = std::min(buffer.size(), most - result.text.size());
        const ssize_t count = read(file.number(), buffer.data(), wanted);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            result.error = count < 0 ? errno : 0;
            break;
        }
        result.text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return result;
}

int write_to(const Descriptor& file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = write(file.number(), text.data(), text.size());
        if (count < 0 && errno != EINTR) {
            return errno;
        }
        text.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
    return 0;
}

Descriptor memory_file(const char* name, std::string_view text) {
    Descriptor file(memfd_create(name, MFD_CLOEXEC));
    if (!file.is_open()) {
        fail_in_memory(errno);
    }
    if (const int error = write_to(file, text)) {
        fail_in_memory(error);
    }
    lseek(file.number(), 0, SEEK_SET);
    return file;
}

std::string content_of(const Descriptor& memory_file) {
    lseek(memory_file.number(), 0, SEEK_SET);
    FileText content = read_from(memory_file);
    if (content.error != 0) {
        fail_in_memory(content.error);
    }
    return std::move(content.text);
}

std::string path_of(const Descriptor& file) {
    return fmt::format("/proc/{}/fd/{}", getpid(), file.number());
}

} // namespace kit
