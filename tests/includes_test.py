#!/usr/bin/env python3
"""Each file includes what it uses, itself or by a header of ours.

Where files are compiled together, and where another library's headers bring more, no compiler misses an include. A name
counts as missing if some header of ours declares it, or if the standard library does, and no such header is among those
that the file includes directly or through headers of ours.

    includes_test.py SOURCE-ROOT
"""
import collections
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
FOLDERS = ("analytics", "checker", "handouts", "tests")
STANDARD = {name: header for header, names in {
    "algorithm": "all_of any_of clamp copy_if count_if equal fill find find_if lower_bound max max_element min "
                 "min_element mismatch nth_element none_of replace reverse rotate sort stable_sort transform unique "
                 "upper_bound",
    "array": "array", "atomic": "atomic", "bit": "bit_cast popcount countr_zero has_single_bit", "bitset": "bitset",
    "cctype": "isalnum isalpha isdigit isspace", "charconv": "from_chars to_chars", "chrono": "chrono",
    "cmath": "ceil fabs floor frexp isfinite isnan ldexp lround sqrt", "complex": "complex",
    "condition_variable": "condition_variable", "cstdint": "int32_t int64_t uint8_t uint16_t uint32_t uint64_t",
    "cstdio": "FILE fflush fopen fputs snprintf", "cstdlib": "abort getenv strtod strtoll",
    "cstring": "memcmp memcpy memset strcmp strerror strlen", "deque": "deque", "filesystem": "filesystem",
    "fstream": "ifstream ofstream", "functional": "function reference_wrapper", "future": "async future",
    "iostream": "cerr cout", "iterator": "back_inserter istreambuf_iterator", "limits": "numeric_limits", "list": "list",
    "map": "map multimap", "memory": "make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex scoped_lock unique_lock", "numbers": "numbers",
    "numeric": "accumulate gcd iota", "optional": "nullopt optional", "queue": "priority_queue queue",
    "random": "mt19937 mt19937_64", "regex": "regex smatch", "set": "multiset set", "span": "span",
    "sstream": "istringstream ostringstream stringstream", "stdexcept": "invalid_argument logic_error runtime_error",
    "string": "getline stoi string to_string", "string_view": "string_view", "thread": "thread", "tuple": "tie tuple",
    "type_traits": "conditional_t decay_t is_integral_v is_same_v remove_cvref_t", "unordered_map": "unordered_map",
    "unordered_set": "unordered_set", "variant": "get_if holds_alternative monostate variant visit",
    "vector": "vector"}.items() for name in names.split()}
# Libraries by their namespaces.
LIBRARIES = {"fmt": "fmt/", "nlohmann": "nlohmann/", "toml": "toml++/"}
# It is included into a text that defines what it uses.
PART_OF_A_TEXT = "checker/reference/own/program.hpp"


def code_of(text):
    """Without comments and strings."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', '""', text, flags=re.S)
    return re.sub(r"//.*|/\*[^\0]*?\*/", "", text)


class Sources:
    def __init__(self):
        texts = {file.relative_to(ROOT).as_posix(): file.read_text() for folder in FOLDERS
                 for file in (ROOT / folder).rglob("*.?pp")}
        self.code = {name: code_of(text) for name, text in texts.items()}
        self.ours = {name: [own for own in re.findall('#include "(.*)"', text) if own in texts]
                     for name, text in texts.items()}
        self.standard = {name: set(re.findall("#include <(.*)>", text)) for name, text in texts.items()}
        self.types, self.functions = collections.defaultdict(set), collections.defaultdict(set)
        for name in filter(lambda name: name.endswith(".hpp"), texts):
            for declared in re.findall(r"^(?:struct|class|enum class|using) (\w+)", self.code[name], re.M):
                self.types[declared].add(name)
            for declared in re.findall(r"^(?:[\w\[][][\w:<>,&* ]*?[ &*>])?(\w+)\(", self.code[name], re.M):
                self.functions[declared].add(name)
        # The name of a type within a type, of an operator, or of a function of the system says nothing.
        for nested in re.findall(r"^ +(?:struct|class|enum class|using(?= \w+ =)) (\w+)", "\n".join(self.code.values()), re.M):
            self.types.pop(nested, None)
        for other in ("alignas", "decltype"):
            self.functions.pop(other, None)

    def included(self, name):
        """The file, and all headers of ours that it includes."""
        found = {name}
        left = [name]
        while left:
            new = set(self.ours[left.pop()]) - found
            found |= new
            left += new
        return found

    def missing(self, name):
        code = self.code[name]
        included = self.included(name)
        standard = set().union(*(self.standard[header] for header in included))
        for used in sorted(set(re.findall(r"\bstd::(\w+)", code))):
            if used in STANDARD and STANDARD[used] not in standard:
                yield f"std::{used}", f"<{STANDARD[used]}>"
        for library, header in LIBRARIES.items():
            if f"{library}::" in code and not any(each.startswith(header) for each in standard):
                yield f"{library}::", f"<{header}...>"
        used = set(re.findall(r"(?<![\w.>:])[A-Z]\w+\b", code))
        for own in sorted(used & self.types.keys()):
            if not self.types[own] & included and not re.search(rf"\b(?:struct|class|class\.\.\.|enum|using) {own}\b", code):
                yield own, " or ".join(sorted(self.types[own]))
        used = set(re.findall(r"(?<![\w.:>&])[a-z_]\w+(?=\()", code))
        for own in sorted(used & self.functions.keys()):
            defined = rf"[\w>&*\]] [&*]?(?:\w+::)?{own}\b|[ (]{own} ?[{{=;,)]|\b{own}\(.*\)? [:{{]"
            if not self.functions[own] & included and not re.search(defined, code):
                yield own, " or ".join(sorted(self.functions[own]))


def main():
    sources = Sources()
    wrong = [f"{name} uses {used} and does not include {header}" for name in sorted(sources.code)
             if name != PART_OF_A_TEXT for used, header in sources.missing(name)]
    print(f"{len(sources.code)} files, {len(sources.types)} types, {len(sources.functions)} functions")
    print(*wrong, sep="\n")
    return 1 if wrong or len(sources.types) < 400 or len(sources.functions) < 900 else 0


if __name__ == "__main__":
    sys.exit(main())
