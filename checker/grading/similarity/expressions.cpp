#include "checker/grading/similarity/expressions.hpp"

#include <algorithm>
#include <bit>

namespace kit {

namespace {

constexpr std::size_t most_terms = 24;
constexpr std::size_t most_factors = 8;
constexpr std::size_t most_tests = 64;

constexpr Hash of_sum = 0x5d1;
constexpr Hash of_product = 0x5d2;
constexpr Hash of_set = 0x5d3;
constexpr Hash of_at_least = 0x5d4;
constexpr Hash of_holding = 0x5d5;
constexpr Hash of_all = 0x5d7;
constexpr Hash of_any = 0x5d8;

Hash hash_of_term(const std::vector<Hash>& atoms, double factor) {
    Hash hash = combined(of_product, std::bit_cast<std::uint64_t>(factor));
    for (const Hash atom : atoms) {
        hash = combined(hash, atom);
    }
    return hash;
}

} // namespace

Hash combined(Hash first, Hash second) {
    Hash hash = (first ^ (second + 0x632be59bd9b4e019U)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
    hash = (hash + first) * 0xbf58476d1ce4e5b9U;
    return hash ^ (hash >> 32U);
}

Hash combined_in_any_order(std::vector<Hash> hashes) {
    std::sort(hashes.begin(), hashes.end());
    Hash hash = of_set;
    for (const Hash one : hashes) {
        hash = combined(hash, one);
    }
    return hash;
}

Polynomial Polynomial::number(double value) {
    Polynomial result;
    if (value != 0) {
        result.terms_[{}] = value;
    }
    return result;
}

Polynomial Polynomial::atom(Hash hash) {
    Polynomial result;
    result.terms_[{hash}] = 1;
    return result;
}

Polynomial Polynomial::plus(const Polynomial& other, double factor) const {
    if (terms_.size() + other.terms_.size() > most_terms) {
        return atom(combined_in_any_order(
            {combined(of_sum, hash()),
             combined(combined(of_sum, other.hash()), std::bit_cast<std::uint64_t>(factor))}));
    }
    Polynomial result = *this;
    for (const auto& [atoms, by] : other.terms_) {
        double& sum = result.terms_[atoms];
        sum += by * factor;
        if (sum == 0) {
            result.terms_.erase(atoms);
        }
    }
    return result;
}

Polynomial Polynomial::times(const Polynomial& other) const {
    Polynomial result;
    const auto opaque = [&] { return atom(combined_in_any_order({hash(), other.hash()})); };
    if (terms_.size() * other.terms_.size() > most_terms) {
        return opaque();
    }
    for (const auto& [mine, factor] : terms_) {
        for (const auto& [others, by] : other.terms_) {
            std::vector<Hash> atoms = mine;
            atoms.insert(atoms.end(), others.begin(), others.end());
            if (atoms.size() > most_factors) {
                return opaque();
            }
            std::sort(atoms.begin(), atoms.end());
            double& sum = result.terms_[atoms];
            sum += factor * by;
            if (sum == 0) {
                result.terms_.erase(atoms);
            }
        }
    }
    return result;
}

Hash Polynomial::hash() const {
    Hash hash = of_sum;
    for (const auto& [atoms, factor] : terms_) {
        hash = combined(hash, hash_of_term(atoms, factor));
    }
    return hash;
}

std::vector<Hash> Polynomial::terms() const {
    std::vector<Hash> hashes;
    for (const auto& [atoms, factor] : terms_) {
        hashes.push_back(hash_of_term(atoms, factor));
    }
    return hashes;
}

bool Polynomial::take_out_term(Hash term) {
    for (auto one = terms_.begin(); one != terms_.end(); ++one) {
        if (hash_of_term(one->first, one->second) == term) {
            terms_.erase(one);
            return true;
        }
    }
    return false;
}

bool Polynomial::is_number() const {
    return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.empty());
}

double Polynomial::value() const {
    return terms_.empty() ? 0 : terms_.begin()->second;
}

Value Value::number(double value) {
    return {Polynomial::number(value), {}, true};
}

Value Value::atom(Hash hash) {
    return {Polynomial::atom(hash), {}, true};
}

Polynomial Value::as_polynomial() const {
    return tests.empty() ? polynomial : Polynomial::atom(hash());
}

Hash Value::hash() const {
    if (tests.empty()) {
        return polynomial.hash();
    }
    if (tests.size() == 1) {
        return tests.front().first;
    }
    std::vector<Hash> hashes;
    for (const Test& test : tests) {
        hashes.push_back(test.first);
    }
    return combined(all ? of_all : of_any, combined_in_any_order(std::move(hashes)));
}

Value Value::as_condition() const {
    return tests.empty() ? equal(polynomial, {}).negated() : *this;
}

Value Value::negated() const {
    Value result = as_condition();
    result.all = !result.all;
    for (Test& test : result.tests) {
        std::swap(test.first, test.second);
    }
    return result;
}

Value Value::named() const {
    return {{}, {{combined(of_holding, hash()), combined(of_holding, negated().hash())}}, true};
}

Value Value::and_or(const Value& other, bool both) const {
    Value result;
    result.all = both;
    for (const Value& part : {as_condition(), other.as_condition()}) {
        if ((part.all == both || part.tests.size() == 1) &&
            result.tests.size() + part.tests.size() <= most_tests) {
            result.tests.insert(result.tests.end(), part.tests.begin(), part.tests.end());
        } else {
            result.tests.emplace_back(part.hash(), part.negated().hash());
        }
    }
    return result;
}

Value Value::at_least(const Polynomial& more, const Polynomial& less, double by) {
    // Of whole numbers, a > b is a >= b + 1, and not a >= b is b >= a + 1.
    const Polynomial difference = more.plus(less, -1).plus(Polynomial::number(by), -1);
    const Polynomial contrary = less.plus(more, -1).plus(Polynomial::number(1 - by), -1);
    return {{},
            {{combined(of_at_least, difference.hash()), combined(of_at_least, contrary.hash())}},
            true};
}

Value Value::equal(const Polynomial& first, const Polynomial& second) {
    // An index that is compared so is at its least, zero, or its greatest: "t == 0" is "t < 1".
    const bool is_zero = second.is_number() && second.value() == 0;
    return is_zero ? at_least(second, first, 0) : at_least(first, second, 0);
}

} // namespace kit
