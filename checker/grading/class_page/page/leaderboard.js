// Draws the leaderboard's tables from the page's JSON: one for each lab, the best first.
"use strict";

function board(lab) {
  const ratio = lab.by_speed || lab.reference_sectors > 0;
  const ranked = [...lab.rows];
  if (ratio) { // the reference solution stands where it would be, without a rank
    const behind = ranked.findIndex(([, , value]) => (lab.by_speed ? value < 1 : value > 1));
    ranked.splice(behind < 0 ? ranked.length : behind, 0, [0, "the reference solution", 1]);
  }
  const best = ranked[0][2];
  // The longest bar is the best kernel's.
  const share = (value) => (lab.by_speed ? value / best : best / value);
  const words = lab.by_speed ? `Speed on the ${one_line(lab.gpu)}, in times the reference solution's.`
    : `Sectors of global memory, ${lab.reference_sectors > 0
      ? `in times the reference solution's ${whole.format(lab.reference_sectors)}` : "loaded and stored"}: the fewer, the better.`;
  const rows = ranked.map(([rank, name, value]) => {
    const bar = element("span", { class: "bar", "aria-hidden": "true" }, element("span", {}));
    bar.firstElementChild.style.width = `${100 * share(value)}%`;
    return element("tr", rank > 0 ? {} : { class: "faint" }, element("td", { class: "rank" }, rank > 0 ? whole.format(rank) : "–"),
      element("th", { scope: "row", class: "name", title: one_line(name) }, named(name)),
      element("td", { class: "value" }, bar, ratio ? value.toFixed(2) : whole.format(value)));
  });
  return element("section", {}, element("h2", {}, `${String(lab.number).padStart(2, "0")} ${one_line(lab.title)}`),
    element("p", { class: "faint" }, words),
    element("table", {}, element("caption", { class: "spoken" }, `Leaderboard of lab ${lab.number}`),
      element("thead", {}, element("tr", {}, head_cell("Rank", "rank"), head_cell("Name", "name"),
        head_cell(lab.by_speed ? "Speed" : "Sectors", "value"))),
      element("tbody", {}, rows)));
}

const leaderboard = JSON.parse(document.getElementById("data").textContent);
fill(document.getElementById("labs"), leaderboard.labs.length > 0 ? leaderboard.labs.map(board)
  : element("p", {}, "No kernel has passed yet."));
