#include "checker/sandbox/packets.hpp"
#include "tests/catch.hpp"

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>

using namespace kit;

namespace {

/// The number in the next packet; 0 if the other side has closed and sent none.
int wait_for_number(int socket) {
    int number = 0;
    iovec part{&number, sizeof number};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    ssize_t count = 0;
    do {
        count = receive_packet(socket, message);
    } while (count < 0 && (errno == EAGAIN || errno == EINTR));
    return count == static_cast<ssize_t>(sizeof number) ? number : 0;
}

} // namespace

TEST_CASE("a packet sent right before the end is read") {
    constexpr int rounds = 40'000; // read with recvmsg() alone, one in some ten thousand is lost
    std::atomic<int> theirs{-1};
    std::atomic<bool> is_done{false};
    std::thread sender([&] {
        while (!is_done) {
            const int socket = theirs.exchange(-1);
            if (socket >= 0) {
                const int number = 7;
                [[maybe_unused]] const auto sent =
                    send(socket, &number, sizeof number, MSG_NOSIGNAL);
                close(socket);
            }
        }
    });
    int lost = 0;
    for (int round = 0; round < rounds; ++round) {
        int pair[2];
        REQUIRE(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0);
        theirs = pair[1];
        lost += wait_for_number(pair[0]) == 7 ? 0 : 1;
        close(pair[0]);
    }
    is_done = true;
    sender.join();
    CHECK(lost == 0);
}
