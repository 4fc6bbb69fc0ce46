#include "checker/base/encodings.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("SHA-256 is what FIPS 180-4's examples say") {
    CHECK(sha256_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("base64 is that of RFC 4648") {
    CHECK(base64_of("").empty());
    CHECK(base64_of("f") == "Zg==");
    CHECK(base64_of("fo") == "Zm8=");
    CHECK(base64_of("foo") == "Zm9v");
    CHECK(base64_of("foobar") == "Zm9vYmFy");
    CHECK(base64_of("\xFF\xFE\xFD\xFC") == "//79/A==");
}

TEST_CASE("what is not plain becomes a percent escape") {
    CHECK(percent_encoded("100%41 \xe9/", is_letter_or_digit) == "100%2541%20%E9%2F");
}
