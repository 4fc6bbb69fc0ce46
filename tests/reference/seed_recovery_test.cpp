// An attack on the inputs: from some of them it works out the seed, and with it all others. It succeeds on
// splitmix64, from which inputs were once drawn, and must fail on what is drawn now.
//
// Success shows that the attack works as written. Its failure shows only that this attack is no use any more:
// that there is no other rests on ChaCha.
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

using namespace kit;
using namespace kit::tests;

namespace {

constexpr std::uint64_t step = 0x9E37'79B9'7F4A'7C15u;
constexpr std::uint64_t factors[2] = {0xBF58'476D'1CE4'E5B9u, 0x94D0'49BB'1331'11EBu};

std::uint64_t mix(std::uint64_t bits) {
    bits = (bits ^ bits >> 30) * factors[0];
    bits = (bits ^ bits >> 27) * factors[1];
    return bits ^ bits >> 31;
}

/// The number by which an odd one must be multiplied to give 1: each step doubles the bits that are right.
std::uint64_t inverse(std::uint64_t odd) {
    std::uint64_t result = odd;
    for (int i = 0; i < 5; ++i) {
        result *= 2 - odd * result;
    }
    return result;
}

std::uint64_t without_shift(std::uint64_t bits, int shift) {
    std::uint64_t result = bits;
    for (int known = shift; known < 64; known += shift) {
        result = bits ^ result >> shift;
    }
    return result;
}

std::uint64_t unmix(std::uint64_t bits) {
    bits = without_shift(bits, 31) * inverse(factors[1]);
    bits = without_shift(bits, 27) * inverse(factors[0]);
    return without_shift(bits, 30);
}

/// The key for inputs of a grid, as the kit once derived it: extents, then the purpose 1.
std::uint64_t splitmix_key(std::uint64_t seed, const Extents& extents) {
    for (const std::int64_t purpose : {extents.x, extents.y, extents.z, std::int64_t{1}}) {
        seed = mix(seed ^ mix(static_cast<std::uint64_t>(purpose) + 1));
    }
    return seed;
}

std::uint64_t seed_of(std::uint64_t key, const Extents& extents) {
    for (const std::int64_t purpose : {std::int64_t{1}, extents.z, extents.y, extents.x}) {
        key = unmix(key) ^ mix(static_cast<std::uint64_t>(purpose) + 1);
    }
    return key;
}

template <class T>
T splitmix_input(std::uint64_t key, std::uint64_t cell) {
    const auto bits = static_cast<std::int64_t>(mix(key + (cell + 1) * step));
    return static_cast<T>(static_cast<double>(bits) * 0x1p-63);
}

/// Reads the array like a kernel. The smallest number has lost the fewest bits to rounding: the attack tries
/// these, and tells by other cells whether the key is right.
template <class T>
std::optional<std::uint64_t> recovered_seed(const std::vector<T>& input, const Extents& extents) {
    std::uint64_t smallest = 0;
    for (std::uint64_t cell = 0; cell < input.size(); ++cell) {
        if (std::abs(input[cell]) < std::abs(input[smallest])) {
            smallest = cell;
        }
    }
    const double scaled = static_cast<double>(input[smallest]) * 0x1p63;
    int exponent = 0;
    static_cast<void>(std::frexp(scaled, &exponent));
    const int lost = std::max(exponent - std::numeric_limits<T>::digits, 0);
    REQUIRE(lost < 24);
    const auto middle = static_cast<std::int64_t>(scaled);
    const std::int64_t reach = std::int64_t{1} << lost;
    for (std::int64_t bits = middle - reach; bits <= middle + reach; ++bits) {
        const std::uint64_t key = unmix(static_cast<std::uint64_t>(bits)) - (smallest + 1) * step;
        if (splitmix_input<T>(key, 0) == input[0] && splitmix_input<T>(key, 1) == input[1]) {
            return seed_of(key, extents);
        }
    }
    return std::nullopt;
}

} // namespace

TEMPLATE_TEST_CASE("no seed can be worked out from inputs, as it could with splitmix64", "", float,
                   double) {
    const Extents extents{62, 62, 62};
    const std::uint64_t seed = 0x000A'BCDE'F012'3456u;
    std::vector<TestType> before(static_cast<std::size_t>(extents.cells()));
    const std::uint64_t key = splitmix_key(seed, extents);
    for (std::uint64_t cell = 0; cell < before.size(); ++cell) {
        before[cell] = splitmix_input<TestType>(key, cell);
    }
    CHECK(recovered_seed(before, extents) == seed);

    const Element element = sizeof(TestType) == 8 ? Element::float64 : Element::float32;
    const CaseData now = draw_case(sweep_lab(element), extents, seed);
    CHECK_FALSE(recovered_seed(values<TestType>(now.input), extents));
}
