// Reads packets from a socket whose other side may close it at any moment.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>

namespace kit {

/// The next packet, without waiting, as recvmsg() says it; 0 only after the last one. Between its look at the queue and
/// its look at the connection the other side may send a packet and close: then Linux says 0 once, and gives the packet
/// when asked again.
inline ssize_t receive_packet(int socket, msghdr& message) {
    const msghdr room = message;
    const ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count != 0) {
        return count;
    }
    message = room;
    return recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
}

} // namespace kit
