// An expression of a kernel as what it computes, whatever the order and spelling of its parts.
//
// Sums, differences and products are polynomials; comparisons are "polynomial is at least zero"; conditions are
// sets of such comparisons. Anything else is an operation on these, by its hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace kit {

using Hash = std::uint64_t;

/// Another hash for each order of the two.
[[nodiscard]] Hash combined(Hash first, Hash second);

/// The hash of a multiset.
[[nodiscard]] Hash combined_in_any_order(std::vector<Hash> hashes);

/// A sum of products of atoms, which are hashes, with their factors.
class Polynomial {
public:
    Polynomial() = default;
    [[nodiscard]] static Polynomial number(double value);
    [[nodiscard]] static Polynomial atom(Hash hash);

    [[nodiscard]] Polynomial plus(const Polynomial& other, double factor) const;
    /// An atom of its own where the product has too many terms.
    [[nodiscard]] Polynomial times(const Polynomial& other) const;
    [[nodiscard]] Hash hash() const;
    /// The hash of each summand.
    [[nodiscard]] std::vector<Hash> terms() const;
    /// Takes out the summand with this hash, one of terms(). False if there is none.
    bool take_out_term(Hash term);
    [[nodiscard]] bool is_number() const;
    /// Of a number.
    [[nodiscard]] double value() const;

private:
    std::map<std::vector<Hash>, double> terms_;
};

/// What an expression is worth: a polynomial, or a condition.
struct Value {
    /// A comparison and its contrary.
    using Test = std::pair<Hash, Hash>;

    Polynomial polynomial;
    std::vector<Test> tests; ///< not empty: a condition
    bool all = true;         ///< all of the tests have to hold; else one of them

    [[nodiscard]] static Value number(double value);
    [[nodiscard]] static Value atom(Hash hash);
    [[nodiscard]] Polynomial as_polynomial() const;
    [[nodiscard]] Hash hash() const;
    /// This as a condition, if need be "is not zero".
    [[nodiscard]] Value as_condition() const;
    [[nodiscard]] Value negated() const;
    /// One test, which holds if this does.
    [[nodiscard]] Value named() const;
    [[nodiscard]] Value and_or(const Value& other, bool both) const;

    [[nodiscard]] static Value at_least(const Polynomial& more, const Polynomial& less, double by);
    [[nodiscard]] static Value equal(const Polynomial& first, const Polynomial& second);
};

} // namespace kit
