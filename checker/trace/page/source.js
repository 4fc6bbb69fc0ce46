// The source with the current line, and what each line costs in this block.
"use strict";

const source = (() => {
  const { moments, events } = trace;
  const rows = new Map(); // by line
  let current = null;

  /** Requests, sectors, least sectors, bank conflicts and threads of each line. */
  const costs = new Map();
  for (let moment = 0; moment < moments.count; ++moment) {
    const line = moments.line[moment];
    if (!costs.has(line)) costs.set(line, { requests: 0, sectors: 0, least: 0, conflicts: 0, shared: false, threads: new Set() });
    const cost = costs.get(line);
    for (let event = moments.first[moment]; event < moments.first[moment + 1]; ++event) cost.threads.add(events.thread[event]);
    if (moments.no_request[moment]) continue;
    cost.requests += 1;
    cost.sectors += moments.sectors[moment];
    cost.least += moments.least[moment];
    cost.conflicts += moments.conflicts[moment];
    cost.shared ||= trace.arrays[moments.array[moment]]?.shared === true;
  }
  const barrier_lines = new Map();
  for (const { line } of trace.barriers) barrier_lines.set(line, (barrier_lines.get(line) ?? 0) + 1);

  function amount(value, kind) {
    return element("td", { class: "amount" + (kind ? " " + kind : "") }, value);
  }

  function reference_cells(line) {
    const { requests, sectors, conflicts } = trace.reference.get(line);
    const words = `The reference in this part: ${count_of(requests, "request")}, ${count_of(sectors, "sector")}, ${count_of(conflicts, "bank conflict")}`;
    return [requests, sectors, conflicts].map((value) => element("td", { class: "amount of-reference", title: words }, whole.format(value)))
      .concat(element("td", { class: "amount of-reference", title: words }, "ref."));
  }

  function cells_of(line) {
    if (trace.reference.has(line)) return reference_cells(line);
    const cost = costs.get(line);
    if (cost === undefined) {
      const passed = barrier_lines.get(line);
      if (passed === undefined) return element("td", { colspan: 4 });
      return element("td", { colspan: 4, class: "amount" }, passed === 1 ? "barrier" : `${passed} barriers`);
    }
    const wasted = cost.sectors > cost.least;
    return [
      amount(whole.format(cost.requests)),
      amount(cost.sectors === 0 ? "–" : wasted ? [whole.format(cost.sectors), element("span", { class: "least" }, ` (${whole.format(cost.least)})`)] : whole.format(cost.sectors), wasted ? "dear" : ""),
      amount(cost.shared ? whole.format(cost.conflicts) : "–", cost.conflicts > 0 ? "dear" : ""),
      amount(whole.format(cost.threads.size)),
    ];
  }

  /** A line wraps, and its indent takes half its width. */
  function code_of(text) {
    const words = text.trimStart();
    const indent = text.slice(0, text.length - words.length).replaceAll("\t", "    ").length;
    const code = element("code", {}, visible(words) || " ");
    code.style.setProperty("--indent", `${indent / 2}ch`); // the page's policy forbids style attributes
    return code;
  }

  function build(box) {
    const head = [["Line", "of the source"], ["Req.", "requests of warps"], ["Sect.", "sectors of 32 bytes, in brackets how many would hold the bytes"],
      ["Confl.", "bank conflicts: passes through shared memory beyond the ideal"], ["Thr.", "threads that come by"], ["Code", ""]];
    box.append(element("table", { class: "code" },
      element("thead", {}, element("tr", {}, head.map(([word, meaning]) => element("th", { scope: "col", title: meaning || null }, word)))),
      element("tbody", {}, trace.source.map((text, i) => {
        const line = i + 1;
        const used = costs.has(line) || barrier_lines.has(line);
        const row = element("tr", { class: used ? "used" : null },
          element("th", { scope: "row" }, used
            ? element("button", { type: "button", class: "line", "aria-label": `Line ${line}: go to its next step`, onclick: () => search.to_line(line) }, line)
            : String(line)),
          cells_of(line), element("td", { class: "text" }, code_of(text)));
        rows.set(line, row);
        return row;
      }))));
  }

  function show(view) {
    const line = view.moment >= 0 ? moments.line[view.moment] : view.stop.barrier?.line ?? 0;
    if (current?.line === line) return;
    current?.row?.removeAttribute("aria-current");
    const row = rows.get(line);
    current = { line, row };
    if (row === undefined) return;
    row.setAttribute("aria-current", "true");
    // Only inside its box: the page itself stays where it is.
    const box = document.getElementById("source");
    const top = row.offsetTop - box.querySelector("thead").offsetHeight;
    if (top < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = Math.max(0, top - box.clientHeight / 3);
    }
  }

  return { build, show };
})();
