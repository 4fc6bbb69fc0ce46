#include "checker/new_lab/marked_texts.hpp"

#include "checker/base/layout.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

/// A long condition in two lines, the second of which begins with an axis: "k >= R".
std::string broken(std::string line) {
    constexpr std::size_t widest = 100;
    if (line.size() <= widest) {
        return line;
    }
    std::size_t at = line.rfind(" && ", widest - 3);
    while (at != line.npos && line.find(" >= ", at) != line.find(' ', at + 4)) {
        at = line.rfind(" && ", at - 1);
    }
    if (at != line.npos) {
        line.replace(at, 4, " &&\n" + repeated(" ", static_cast<int>(line.find(" = ")) + 3));
    }
    return line;
}

void add(std::string& text, std::string_view lines, int indent) {
    for (const std::string& line : split_lines(lines)) {
        text += line.empty() ? "\n" : broken(repeated(" ", indent) + line) + "\n";
    }
}

} // namespace

void MarkedTexts::lines(std::string_view text, int indent) {
    add(texts_.solution, text, indent);
}

void MarkedTexts::part(const Part& part, int indent) {
    const std::string begin = fmt::format("// >>> your part {}: {}\n", ++parts_, part.title);
    const std::string end = fmt::format("// <<< your part {}\n", parts_);
    lines(begin + part.solution + end, indent);
    std::string todo;
    for (const std::string& line : wrap(part.todo, 90 - indent)) {
        todo += "// TODO: " + line + "\n";
    }
    add(texts_.todo, begin + todo + part.start + end, indent);
}

KernelTexts MarkedTexts::texts() const {
    KernelTexts texts{"", texts_.todo};
    std::string last = "{";
    for (const std::string& line : split_lines(texts_.solution)) {
        const bool begins = line.find("// >>> your part") != line.npos && !last.ends_with('{');
        const bool ended =
            last.find("// <<< your part") != last.npos && !trimmed(line).starts_with('}');
        texts.solution += (begins || ended) && !last.empty() && !line.empty() ? "\n" : "";
        texts.solution += line + "\n";
        last = line;
    }
    return texts;
}

} // namespace kit
