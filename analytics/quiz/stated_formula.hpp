// A number together with the arithmetic that gives it, so that what the quiz writes and what it
// computed cannot differ.
#pragma once

#include "checker/base/exact.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace kit {

/// An exact value and its formula in the signs that calculate() reads: "⌈(120 − 1)/6⌉³". Operations
/// throw as those of Rational do.
class StatedFormula {
public:
    /// A number by itself; implicit, because every integer is a formula.
    StatedFormula(std::int64_t number);

    [[nodiscard]] const Rational& value() const { return value_; }

    /// "2·7 − 1".
    [[nodiscard]] const std::string& text() const { return text_; }

    friend StatedFormula operator+(const StatedFormula& a, const StatedFormula& b);
    friend StatedFormula operator-(const StatedFormula& a, const StatedFormula& b);
    friend StatedFormula operator*(const StatedFormula& a, const StatedFormula& b);
    friend StatedFormula operator/(const StatedFormula& a, const StatedFormula& b);

    /// ⌈a/b⌉ and ⌊a/b⌋. Throw BadInput unless b > 0.
    friend StatedFormula rounded_up(const StatedFormula& a, const StatedFormula& b);
    friend StatedFormula rounded_down(const StatedFormula& a, const StatedFormula& b);

    /// The product along the axes; equal factors as a power: "30²·16", "15³".
    friend StatedFormula product(const std::array<StatedFormula, 2>& axes);
    friend StatedFormula product(const std::array<StatedFormula, 3>& axes);

private:
    /// How tightly the outermost parts bind: a sum is put in parentheses within a product.
    enum class Binding { sum, quotient, product, power, atom };

    StatedFormula(Rational value, std::string text, Binding binding);

    /// The text as part of a formula that binds so tightly.
    [[nodiscard]] std::string within(Binding binding) const;

    Rational value_;
    std::string text_;
    Binding binding_ = Binding::atom;
};

} // namespace kit
