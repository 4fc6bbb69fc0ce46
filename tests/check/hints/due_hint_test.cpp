// What is known of the element that a thread lacks goes into the finding's hint.
#include "checker/check/hints/due_hint.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

using Kind = ElementDue::Kind;

Finding finding_of(FindingKind kind) {
    Finding finding;
    finding.kind = kind;
    finding.hint = "As before.";
    return finding;
}

ElementDue due_of(Kind kind) {
    return {.kind = kind, .sentences = "It reads in[3]."};
}

} // namespace

TEST_CASE("a hint stays where the recording tells nothing, and else begins with what it tells") {
    const Finding finding = finding_of(FindingKind::out_of_bounds_shared);
    CHECK(hint_with(finding, due_of(Kind::nothing)) == "As before.");
    CHECK(hint_with(finding, due_of(Kind::other_element)) == "It reads in[3]. As before.");
    CHECK(hint_with(finding, due_of(Kind::index_of_grid)) == "It reads in[3].");
}

TEST_CASE("a race's hint changes only where a barrier does not help alone") {
    const Finding race = finding_of(FindingKind::race_shared);
    CHECK(hint_with(race, due_of(Kind::boundary_cell)) == "As before.");
    CHECK_THAT(hint_with(race, due_of(Kind::other_element)),
               ContainsSubstring("Correct that first"));
}

TEST_CASE("of an element that no thread loads the hint asks about the loads, of a plane about what "
          "comes before the loop") {
    Finding unset = finding_of(FindingKind::uninitialized_shared);
    ElementDue due = due_of(Kind::other_element);
    CHECK_FALSE(lacks_load(unset, due));
    due.is_unloaded = true;
    CHECK(lacks_load(unset, due));
    CHECK_FALSE(settles(unset, due));
    CHECK_THAT(hint_with(unset, due), ContainsSubstring("does a guard leave it out?"));
    due.is_plane_unloaded = true;
    CHECK(settles(unset, due));
    CHECK_THAT(hint_with(unset, due), ContainsSubstring("before its loop"));
    unset.kind = FindingKind::wrong_output;
    CHECK_FALSE(lacks_load(unset, due));
}

TEST_CASE("a sum that may lose what was read is named, but for a kernel that gives no number") {
    Finding wrong = finding_of(FindingKind::wrong_output);
    ElementDue due = due_of(Kind::other_element);
    due.may_be_lost = true;
    CHECK_THAT(hint_with(wrong, due), ContainsSubstring("the sum loses them"));
    wrong.message = "All cells hold no number.";
    CHECK(hint_with(wrong, due) == "It reads in[3].");
}

TEST_CASE("a thread that computes a boundary cell settles it unless the output says more") {
    Finding wrong = finding_of(FindingKind::wrong_output);
    const ElementDue due = due_of(Kind::boundary_cell);
    CHECK(settles(wrong, due));
    CHECK_THAT(hint_with(wrong, due), ContainsSubstring("What lets it pass its guard?"));
    wrong.explanations.emplace_back();
    CHECK_FALSE(settles(wrong, due));
    CHECK(hint_with(wrong, due) == "It reads in[3]. As before.");
}
