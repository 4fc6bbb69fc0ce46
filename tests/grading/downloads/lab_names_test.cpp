// By what names and texts a lab is recognized, and by which not; and how other encodings become UTF-8.
#include "checker/base/source_text.hpp"
#include "checker/grading/class_folder/lab_names.hpp"
#include "checker/grading/class_folder/platforms/platform_moment.hpp"
#include "checker/grading/model/moment.hpp"
#include "tests/catch.hpp"

#include <tuple>

using namespace kit;

namespace {

std::vector<Lab> some_labs() {
    std::vector<Lab> labs;
    for (const auto& [number, id, title] : std::vector<std::tuple<int, std::string, std::string>>{
             {2, "02-finite-difference", "Finite differences"},
             {3, "03-finite-difference-shared", "Finite differences through shared memory"},
             {5, "05-shared-memory-tiling", "Shared-memory tiling"},
             {12, "12-speed-of-light", "Speed of light"}}) {
        Lab lab;
        lab.number = number;
        lab.id = id;
        lab.title = title;
        labs.push_back(lab);
    }
    return labs;
}

/// "05-shared-memory-tiling", with " copy 2" after it if it is one; "42?" of a lab that does not exist; "".
std::string named_by(const std::string& name) {
    const auto found = lab_in_name(name, some_labs());
    if (!found) {
        return "";
    }
    return (found->lab.empty() ? std::to_string(found->number) + "?" : found->lab) +
           (found->copy > 0 ? " copy " + std::to_string(found->copy) : "");
}

std::string named_in(const std::string& text) {
    std::string by;
    const auto found = lab_in_text(text, some_labs(), by);
    return found ? (found->lab.empty() ? "?" : found->lab) + " by " + by : "";
}

} // namespace

TEST_CASE("names that name a lab") {
    const std::string five = "05-shared-memory-tiling";
    for (const char* name : {"lab5.cu", "lab_05.cu", "Lab 5", "LAB05.CU", "lab-5", "lab5.cu.txt",
                             "lab5_final_v2.cu", "CS101-Lab 5-12345", "05-shared-memory-tiling.cu",
                             "05_shared_memory_tiling", "Shared-Memory Tiling", "5.cu", "05",
                             "05-kernel.cu", "lab5.zip", "my lab5 solution.tar.gz"}) {
        INFO(name);
        CHECK(named_by(name) == five);
    }
    CHECK(names_two_labs("lab4_lab5.cu"));
    CHECK_FALSE(names_two_labs("lab5_lab5.cu"));
    CHECK(named_by("lab5-1.cu") == five + " copy 1");
    CHECK(named_by("lab5 (2).cu") == five + " copy 2");
    CHECK(named_by("lab-5-3.cu") == five + " copy 3");
    CHECK(named_by("05-shared-memory-tiling-1.cu") == five + " copy 1");
    CHECK(named_by("finite-difference-shared") == "03-finite-difference-shared");
    CHECK(named_by("finite-difference.cu") == "02-finite-difference");
    CHECK(named_by("lab42.cu") == "42?");
    CHECK(named_by("lab12.cu") == "12-speed-of-light");
}

TEST_CASE("names that name none, or two") {
    for (const char* name : {"kernel.cu", "kernel-5.cu", "assignment_12345_export", "submission_5",
                             "lab5_lab12.cu", "collab5.cu", "labs", "label5", "12345.cu", "2026.cu",
                             "tiling.cu", "report5.pdf", "", "(", "-1.cu", "lab.cu"}) {
        INFO(name);
        CHECK(named_by(name) == "");
    }
}

TEST_CASE("texts name a lab by their header or by a line LAB:") {
    CHECK(named_in("// Lab 05, shared-memory tiling: a block\n") ==
          "05-shared-memory-tiling by Lab 05");
    CHECK(named_in("\xef\xbb\xbf// Jane Doe\r\n\r\n/* mine\n * Lab 12: fast\n */\n") ==
          "12-speed-of-light by Lab 12");
    CHECK(named_in("#include \"lab.cuh\"\n// LAB: 5\n") == "05-shared-memory-tiling by LAB: 5");
    CHECK(named_in("// Lab 12, speed of light\n// LAB: 05-shared-memory-tiling\n") ==
          "05-shared-memory-tiling by LAB: 05-shared-memory-tiling");
    CHECK(named_in("// LAB: 42\n") == "? by LAB: 42");
    CHECK(named_in("// the first\n// In lab 05 the block was the tile\n") == "");
    CHECK(named_in("int lab = 5;\n// Lab 05, after code\n") == "");
    CHECK(named_in("const char* text = \"LAB: 5\";\n") == "");
    CHECK(named_in("// label 5\n// lab\n// lab: \n") == "");
    CHECK(named_in("") == "");
}

TEST_CASE("the latest day that a path names") {
    CHECK(date_in("nov/2026-11-20/lab5_20261127.cu") == 20261127);
    CHECK(date_in("2026_11_20.zip/kernel.cu") == 20261120);
    CHECK(date_in("ada_101_9001_kernel.cu") == 0);
    CHECK(date_in("20261399/120261127/2026-11-2") == 0);
}

TEST_CASE("what a file is, by its name") {
    for (const char* name : {"kernel.cu", "Kernel.CU", "kernel.cu.txt"}) {
        INFO(name);
        CHECK((source_name(name).is_cuda && source_name(name).is_kernel));
        CHECK(source_name(name).copy == 0);
    }
    for (const char* name : {"kernel-2.cu", "kernel(2).cu", "kernel (2).cu", "kernel (2).cu.txt"}) {
        INFO(name);
        CHECK((source_name(name).is_cuda && source_name(name).is_kernel));
        CHECK(source_name(name).copy == 2);
    }
    CHECK(source_name("helper.cu").is_kernel == false);
    CHECK((source_name("kernel.txt").is_text && !source_name("kernel.txt").is_cuda));
    CHECK(source_name("Report.PDF").ending == ".pdf");
    CHECK_FALSE(source_name("Report.PDF").is_text);
}

TEST_CASE("UTF-16 and Latin-1 become UTF-8; all else stays") {
    const auto in_utf16 = [](const std::u16string& text, bool big, bool mark) {
        std::string bytes;
        for (const char16_t unit : (mark ? u"\xfeff" : u"") + text) {
            const char low = static_cast<char>(unit & 0xFF);
            const char high = static_cast<char>(unit >> 8);
            bytes += big ? std::string{high, low} : std::string{low, high};
        }
        return bytes;
    };
    const std::string utf8 = "// \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80 kernel\n";
    for (const bool big : {false, true}) {
        const SourceText marked =
            as_utf8(in_utf16(u"// \u00e4\u20ac\U0001F600 kernel\n", big, true));
        CHECK(marked.text == utf8);
        CHECK(marked.converted_from == "UTF-16");
        CHECK(as_utf8(in_utf16(u"#include <x>\n", big, false)).text == "#include <x>\n");
    }
    CHECK(as_utf8("// \xe4\x80\n").text == "// \xc3\xa4\xe2\x82\xac\n");
    CHECK(as_utf8("// \xe4\x80\n").converted_from == "Latin-1");
    for (const std::string& same : {utf8, std::string(), std::string("a"), std::string(64, '\0'),
                                    std::string("\x7f"
                                                "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0\xff",
                                                21)}) {
        CHECK(as_utf8(same).text == same);
        CHECK(as_utf8(same).converted_from == "");
    }
    CHECK(as_utf8("\xff\xfe").text == "");
    CHECK(as_utf8(std::string("\xff\xfe\0\xd8"
                              "a\0",
                              6))
              .text == "\xef\xbf\xbd"
                       "a");
}

TEST_CASE("times as platforms write them in words") {
    const auto is = [](const char* text, const char* moment) {
        INFO(text);
        CHECK(written_moment(text) == parse_moment(moment));
    };
    is("Tuesday, 24 November 2026, 7:30 PM", "2026-11-24 19:30");
    is("Sunday, 1 March 2026, 12:05 AM", "2026-03-01 00:05");
    is("Nov 24, 2026 730 PM", "2026-11-24 19:30");
    is("Dienstag, 24. November 2026, 19:30", "2026-11-24 19:30");
    is("Donnerstag, 5. März 2026, 08:00", "2026-03-05 08:00");
    is("mardi 4 août 2026, 09:15", "2026-08-04 09:15");
    is("mercoledì, 1 luglio 2026, 23:59", "2026-07-01 23:59");
    is("jueves, 31 de diciembre de 2026, 10:00", "2026-12-31 10:00");
    for (const char* no : {"-", "", "Tuesday", "31 June 2026, 10:00", "24 November 2026"}) {
        INFO(no);
        CHECK_FALSE(written_moment(no));
    }
}

TEST_CASE("times as platforms write them") {
    const auto text_of = [](const std::string& text) {
        const auto moment = platform_moment(text);
        return moment ? moment_text(*moment) : "";
    };
    CHECK(text_of("2026-11-20 22:59:30.123456789 Z") == "2026-11-20T22:59:30Z");
    CHECK(text_of("2026-11-20 22:59:30 UTC") == "2026-11-20T22:59:30Z");
    CHECK(text_of("2017-06-01T14:22:32.365935-07:00") == "2017-06-01T21:22:32Z");
    CHECK(text_of("2026-11-20 22:59:30.5 +0100\n") == "2026-11-20T21:59:30Z");
    for (const char* none :
         {"", "2026-11-20 22:59:30", "yesterday", "2026-11-20 22:59:30 ../../etc",
          "2026-11-20 22:59:30 Mars/Base", "2026-99-20 22:59:30 Z"}) {
        CHECK(text_of(none) == "");
    }
}
