// A number together with the arithmetic that gives it, so that what is written and what is computed cannot
// differ.
#pragma once

#include "checker/base/exact.hpp"
#include "checker/base/extents.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kit {

/// An exact value and its formula in the signs that calculate() reads, written twice: for a line of a
/// derivation, where earlier results stand as numbers ("20³"), and spelled out down to the numbers of the
/// question ("⌈(120 − 1)/(8 − 2·1)⌉³"). Operations throw as those of Rational do.
class StatedFormula {
public:
    /// A number by itself; implicit, because every integer is a formula.
    StatedFormula(std::int64_t number);

    [[nodiscard]] const Rational& value() const { return value_; }

    /// The number of a count. Precondition: the value is an integer.
    [[nodiscard]] std::int64_t count() const { return value_.numerator(); }

    /// "2·7 − 1".
    [[nodiscard]] const std::string& text() const { return writings_[0].text; }

    /// As text(), and with blanks around the sign of a fraction: "187,200 / 73,728".
    [[nodiscard]] std::string line() const;

    [[nodiscard]] const std::string& spelled_out() const { return writings_[1].text; }

    /// The same number as the result of an earlier line.
    [[nodiscard]] StatedFormula result() const;

    /// The same number with these words as its text.
    [[nodiscard]] StatedFormula called(const std::string& words) const;

    friend StatedFormula operator+(const StatedFormula& a, const StatedFormula& b);
    friend StatedFormula operator-(const StatedFormula& a, const StatedFormula& b);
    friend StatedFormula operator*(const StatedFormula& a, const StatedFormula& b);
    friend StatedFormula operator/(const StatedFormula& a, const StatedFormula& b);

    /// ⌈a/b⌉ and ⌊a/b⌋. Throw BadInput unless b > 0.
    friend StatedFormula rounded_up(const StatedFormula& a, const StatedFormula& b);
    friend StatedFormula rounded_down(const StatedFormula& a, const StatedFormula& b);

    /// The product along two or three axes; equal factors as a power: "15³".
    friend StatedFormula product(const std::array<StatedFormula, 2>& axes);
    friend StatedFormula product(const std::array<StatedFormula, 3>& axes);

private:
    /// How tightly the outermost parts bind: a sum is put in parentheses within a product.
    enum class Binding { sum, quotient, product, power, atom };

    struct Writing {
        std::string text;
        Binding binding = Binding::atom;
        std::size_t slash = std::string::npos; ///< of a fraction: the position of its sign

        /// The text as part of a formula that binds so tightly.
        [[nodiscard]] std::string within(Binding outer) const;
    };

    using Writings = std::array<Writing, 2>;

    StatedFormula(const Rational& value, Writings writings);

    template <class Write>
    static StatedFormula joined(const Rational& value, const StatedFormula& a,
                                const StatedFormula& b, Write write);

    Rational value_;
    Writings writings_;
};

/// The sizes along each axis, as numbers.
[[nodiscard]] std::array<StatedFormula, 3> along_axes(const Extents& sizes);

/// What a formula for each axis comes to.
[[nodiscard]] Extents extents_of(const std::array<StatedFormula, 3>& axes);

} // namespace kit
