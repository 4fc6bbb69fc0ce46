// Linked before the submission, so that it stands in front of its code and its shared arrays: positions of
// shared arrays are given from the anchor, and an access before the first array falls into its
// room. The distance between two thread-local variables of a program is the same in every thread.

extern "C" {
void kit_first_code() {}

alignas(256) constinit thread_local unsigned char kit_shared_anchor[256] = {};
}
