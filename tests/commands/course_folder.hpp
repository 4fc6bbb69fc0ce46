// A copy of two labs for a test to work in as a student does.
#pragma once

#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/course/progress_file.hpp"
#include "tests/run_checker.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>
#include <iterator>

namespace kit {

class CourseFolder : public TemporaryFolder {
public:
    /// Labs 01 and 04 as they are handed out.
    CourseFolder() {
        namespace fs = std::filesystem;
        for (const char* lab : {"01-sample-function", "04-basic-sweep"}) {
            for (const char* part : {"labs", "solutions"}) {
                fs::create_directories(path() / part / lab);
                fs::copy(kit::source_root() / part / lab, path() / part / lab);
            }
            save(lab, skeleton_in(path() / "solutions" / lab));
            const std::string page = std::string("handouts/") + lab + ".md";
            write(page, text_of(kit::source_root() / page));
        }
    }

    [[nodiscard]] static std::string text_of(const std::filesystem::path& file) {
        std::ifstream stream(file, std::ios::binary);
        REQUIRE(stream);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    [[nodiscard]] std::filesystem::path kernel(const std::string& lab) const {
        return path() / "labs" / lab / "kernel.cu";
    }

    void save(const std::string& lab, const std::string& text) const {
        write(std::filesystem::path("labs") / lab / "kernel.cu", text);
    }

    void solve(const std::string& lab) const {
        save(lab, text_of(path() / "solutions" / lab / "kernel.cu"));
    }

    [[nodiscard]] std::filesystem::path progress_file() const {
        return path() / ".lab-progress.json";
    }

    [[nodiscard]] LabProgress of(const std::string& lab) const {
        std::string notice;
        return progress_of(ProgressFile(path()).read(notice), lab);
    }

    /// The checker on these labs, with progress.
    [[nodiscard]] ProcessResult lab(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"--root", path().string()});
        return run_checker(arguments, {"KIT_PROGRESS="});
    }
};

} // namespace kit
