// Two similar kernels beside each other, with what they have in common marked.
"use strict";

const pair_page = (() => {
  const box = () => document.getElementById("pair");

  function address(lab, place) {
    return `#/pair/${encodeURIComponent(course.labs[lab].id)}/${place + 1}`;
  }

  /** The pair that the address names: its lab's place and its entry; null if there is none. */
  function chosen() {
    const [, id, place] = location.hash.slice(2).split("/").map((part) => {
      try { return decodeURIComponent(part); } catch { return ""; }
    });
    const lab = course.labs.findIndex((one) => one.id === id);
    const found = course.similar.find((one) => one.lab === lab)?.found[Number(place) - 1];
    return found ? { lab, found } : null;
  }

  function source_of(student, lab) {
    return typeof student === "string" ? null : course.students[student].labs.find((one) => one.place === lab)?.source ?? null;
  }

  function lines_of(file, ranges, who) {
    const is_common = (number) => ranges.some(([first, last]) => first <= number && number <= last);
    return numbered_lines(file, who, (number, line) => [element("span", { class: is_common(number) ? "line common" : "line" }, line)]);
  }

  function side(student, lab, ranges) {
    const name = typeof student === "string" ? student : course.students[student].name;
    const file = source_of(student, lab);
    return element("section", { class: "side source" },
      element("h3", {}, student_link(student)),
      element("p", { class: "faint" }, ranges.length > 0 ? `In common: ${line_words(ranges)}` : "No line in common."),
      file !== null ? lines_of(file, ranges, one_line(name))
        : element("p", {}, typeof student === "string" ? "This file is not on the page." : "The source is not on this page."));
  }

  function draw() {
    const pair = chosen();
    if (!pair) {
      fill(box(), element("p", {}, "There is no such pair. ", element("a", { href: "#/similar" }, "All pairs")));
      return;
    }
    const [students, similarity, names, first, second, by_dolos] = pair.found;
    fill(box(),
      element("nav", { class: "beside", "aria-label": "Other pairs" }, element("a", { href: "#/similar" }, "All pairs")),
      element("h2", { id: "head-pair", tabindex: "-1" }, lab_name(course.labs[pair.lab]), " ",
        element("span", { class: "faint" }, `${percent(similarity)} alike${by_dolos ? " to Dolos" : ""}, ${percent(names)} of names the same`)),
      element("p", {}, element("span", { class: "common sample" }, "Marked"), " lines are in both files, however they are written; what the skeleton gives is not marked. ",
        students.length > 2 ? `${count_of(students.length - 2, "further file")} with the same words: the first two are shown.` : null),
      element("div", { class: "sides" }, side(students[0], pair.lab, first), side(students[1], pair.lab, second)));
    for (const source of box().querySelectorAll("pre")) { // to what is in common
      const first_common = source.querySelector(".common");
      if (first_common) source.scrollTop = first_common.getBoundingClientRect().top - source.getBoundingClientRect().top - 40;
    }
  }

  return { draw, address };
})();
