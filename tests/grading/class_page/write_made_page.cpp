// Writes the page of a made class to a file, for a browser: write-made-page FILE STUDENTS [timed].
#include "tests/grading/class_page/made_class.hpp"

#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

int main(int count, char** words) {
    if (count < 3) {
        std::cerr << "write-made-page FILE STUDENTS [timed]\n";
        return 2;
    }
    const bool timed = count > 3 && std::string_view(words[3]) == "timed";
    const kit::GradedClass graded = kit::made_class(std::stoul(words[2]), timed);
    const auto begin = std::chrono::steady_clock::now();
    const std::string page =
        kit::class_page(graded, kit::made_similarity(graded), kit::made_roofs());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    std::ofstream(words[1], std::ios::binary) << page;
    std::cout << graded.students.size() << " students: " << page.size() << " bytes in "
              << taken.count() << " s\n";
}
