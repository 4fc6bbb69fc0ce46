#include "checker/compile/student_sentences.hpp"

#include "checker/base/layout.hpp"
#include "checker/compile/diagnostics.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kit {

namespace {

/// An error that needs no look at the source.
struct Row {
    std::string_view begins;   ///< of clang's words
    std::string_view contains; ///< anywhere in them
    std::string_view message;  ///< with {} for what stands between the first quotes
    std::string_view hint;
    bool over_fix = false; ///< the hint is better than a fix that clang proposes
};

constexpr std::array rows{
    Row{"expected ';'", "", "A ';' is missing.", ""},
    Row{"expected ')'", "", "A ')' is missing.", ""},
    Row{"expected ']'", "", "A ']' is missing.", ""},
    Row{"expected '(' after 'if'", "", "A '(' is missing.",
        "The condition of an if stands in brackets: if (i < n) { ... }"},
    Row{"expected '('", "", "A '(' is missing.", ""},
    Row{"expected ':' after", "", "A ':' is missing.", ""}, // a case
    Row{"expected ':'", "", "A ':' is missing.",
        "A choice has three parts: condition ? one : other.", true},
    Row{"no matching constructor", "of 'dim3'", "A dim3 has one to three numbers: x, y and z.", ""},
    Row{"constexpr variable", "constant expression",
        "'{}' is constexpr, and its value is known only when the kernel runs.", "Write const."},
    Row{"called object type", "int' is", "Round brackets call a function, and a number is none.",
        "A product needs its '*'. Empty brackets are too many."},
    Row{"C++ requires a type specifier", "", "A declaration has no type.",
        "Write it before the name: int, float, bool."},
    Row{"called object type", "", "Round brackets call a function, and this is none.",
        "Square brackets index an array: in[i]. A product needs its '*'."},
    Row{"type 'Coefficients<", "call operator", "Round brackets call a function, and c is none.",
        "The coefficients are c[0], c[1] and so on."},
    Row{"variable", "implicitly captured", "The lambda does not know '{}'.",
        "Write [&] in place of [] where it begins: then it knows the variables around it.", true},
    Row{"declaration of", "shadows template parameter",
        "'{}' is declared once more: the template gives it its value.", "Leave this line out."},
    Row{"array subscript is not an integer", "", "An index must be a whole number.",
        "Compute it from int variables, without a decimal point."},
    Row{"invalid suffix 'f' on integer", "", "A number with an f at its end needs a decimal point.",
        "Write 0.0f, not 0f."},
    Row{"definition of variable with array type", "", "An array needs a size.",
        "Only dynamic shared memory has none: extern __shared__ float s[];"},
    Row{"array type", "is not assignable", "'=' does not copy an array.",
        "Copy element by element, each thread its own, or exchange indices in place of the "
        "arrays."},
    Row{"expression is not assignable", "",
        "Only a variable or an element of an array can be stored to.",
        "What is to the left of '=' is computed. Compare with '=='."},
    Row{"redefinition of 'launch_config'", "", "The file has 'launch_config' twice.",
        "It may be two kernels, or two labs, pasted into one file: keep one kernel and its "
        "launch_config here, and each lab in a file of its own."},
    Row{"redefinition of", "", "The name '{}' is declared twice.",
        "Where it gets another value, leave its type out; for another variable, take another "
        "name."},
    Row{"unexpected character", "", "The line has a character that C++ does not know.",
        "It was perhaps copied from a text: type operators and quotation marks anew."},
    Row{"non-ASCII characters", "", "The line has a character that C++ does not know.",
        "It was perhaps copied from a text: type operators and quotation marks anew."},
    Row{"extraneous closing brace", "", "There is a '}' too many.",
        "Count the braces of the function above: one '}' more than '{' ends it early."},
    Row{"function definition is not allowed here", "",
        "A function is defined inside another function.",
        "A '}' is missing before it: count the braces of the function above."},
    Row{"indirection requires pointer", "", "A '*' before a number reads through a pointer.",
        "This is no pointer: a product needs something on both sides of the '*'."},
    Row{"unterminated /* comment", "", "A comment begins with /* and never ends.",
        "Write */ where it ends."},
    Row{"cannot initialize an array element of type", "const float *'",
        "An array stands where one of its elements is wanted.",
        "Write an index in brackets behind it."},
    Row{"no member named 'cout'", "", "Kernels cannot print with std::cout.",
        "Use printf(): it is there without an #include."},
    Row{"cannot use 'throw'", "", "A kernel cannot throw or catch exceptions.",
        "A GPU has none: return early, or use assert().", true},
    Row{"cannot use 'try'", "", "A kernel cannot throw or catch exceptions.",
        "A GPU has none: return early, or use assert().", true},
    Row{"reference to overloaded function could not", "",
        "The line names a function but does not call it.",
        "Write parentheses after it, as in __syncthreads();", true},
    Row{"builtin functions must be directly called", "",
        "The line names a function but does not call it.",
        "Write parentheses after it, as in __syncthreads();", true},
    Row{"initialization is not supported for __shared__", "",
        "A __shared__ variable has an initializer.", shared_initializer_hint, true},
    Row{"variable length array", "",
        "An array has an extent that is not known when the file is compiled.",
        "Use a constant, or dynamic shared memory (extern __shared__).", true},
    Row{"no matching function for call to '__syncthreads'", "",
        "__syncthreads() is called with something between its parentheses.",
        "It takes no arguments.", true},
    Row{"void function 'launch_config'", "", "launch_config() returns the grid and the block.",
        "Write LaunchConfig before its name, not void."},
    Row{"no member named", "in 'LaunchConfig'", "A LaunchConfig has no '{}'.",
        "It has grid, the blocks of the launch, block, the threads of one, and shared_bytes.",
        true},
    Row{"void function", "should not return a value", "A kernel gives nothing back by return.",
        "Its result goes into the output's array: store it there."},
    Row{"kernel function type", "must have void return type", "A kernel returns nothing.",
        "Write void before its name: the result goes into the output's array.", true},
    Row{"no viable conversion from returned value", "'LaunchConfig'",
        "launch_config() returns the grid and the block together.",
        "Write both in braces: return {grid, block};"},
    Row{"use of class template", "requires template arguments", "'{}' needs its types and numbers.",
        "They stand in < > behind the name: Coefficients<T, POINTS>."},
    Row{"use of variable template", "requires template arguments",
        "'{}' is a template: it needs its numbers.",
        "They stand in < > behind its name: OUT_TILE<R>."},
    Row{"no member named", "in 'uint3'", "threadIdx, blockIdx, blockDim and gridDim have no '{}'.",
        "Their parts are x, y and z, in small letters."},
    Row{"no member named", "in 'dim3'", "threadIdx, blockIdx, blockDim and gridDim have no '{}'.",
        "Their parts are x, y and z, in small letters."},
    Row{"array has incomplete element type", "",
        "An array of several dimensions needs their extents, and a grid comes as a pointer.",
        "Write const float* for an input and float* for the output, as in the skeleton."},
    Row{"no member named 'vector'", "", "Kernels have no std::vector.",
        "A thread's own array has a fixed extent: float v[3]; where threads share one, "
        "__shared__."},
    Row{"no matching function for call to", "",
        "There is no function '{}' that takes these arguments.",
        "Compare their number and their types with its declaration."},
};

} // namespace

std::string first_quoted(const std::string& error) {
    const auto begin = error.find('\'');
    const auto end = begin == std::string::npos ? begin : error.find('\'', begin + 1);
    return end == std::string::npos ? "" : error.substr(begin + 1, end - begin - 1);
}

std::optional<StudentSentence> sentence_by_words(const std::string& error) {
    const auto row = std::ranges::find_if(rows, [&](const Row& one) {
        return error.starts_with(one.begins) && error.find(one.contains) != std::string::npos;
    });
    return row == rows.end()
               ? std::nullopt
               : std::optional(StudentSentence{
                     with_replaced(std::string(row->message), "{}", first_quoted(error)),
                     std::string(row->hint), row->over_fix});
}

} // namespace kit
