// The files in the class's folder that do not count, each with the reason: below the grades, closed at first.
"use strict";

function not_recognized_row([student, file, reason]) {
  return element("tr", {},
    element("th", { scope: "row" }, student === null ? element("span", { class: "faint" }, "nobody") : student_link(student)),
    element("td", {}, file ? one_line(file) : ""),
    element("td", {}, one_line(course.text(reason))));
}

function not_recognized_table(title, rows) {
  if (rows.length === 0) return null;
  const MOST = 1000;
  return element("details", {},
    element("summary", {}, `${title}: ${count_of(rows.length, "file")}`),
    element("div", { class: "wide" }, element("table", {},
      element("caption", { class: "spoken" }, title),
      element("thead", {}, element("tr", {}, head_cell("Student"), head_cell("File"), head_cell("Why"))),
      element("tbody", {}, rows.slice(0, MOST).map(not_recognized_row)))),
    rows.length > MOST ? element("p", { class: "faint" }, `and ${whole.format(rows.length - MOST)} more: all of them are in grades.json.`) : null);
}

fill(document.getElementById("not-recognized"),
  not_recognized_table("Not recognized, so not graded", course.not_recognized.filter((one) => !one[3])),
  not_recognized_table("Other attempts at a lab, not graded", course.not_recognized.filter((one) => one[3])));
