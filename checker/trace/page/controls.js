// The bar below: intervals as bands, buttons, slider and keys; the words of a step, and the list of all. Runs last.
"use strict";

const controls = (() => {
  const { moments, events } = trace;
  const at = (id) => document.getElementById(id);
  const most_listed = 400;
  const beat = 700; // milliseconds, when the steps play
  let timer = null;
  let listed = null; // the stops that the list shows

  function sentence(view) {
    const { stop } = view;
    const who = view.by_warp ? `warp ${view.thread >> 5}` : `thread ${thread_name(view.thread)}`;
    switch (stop.kind) {
    case "begin": return `The beginning: ${who} has done nothing yet.`;
    case "barrier": return `Barrier ${stop.interval + 1}${at_line(stop.barrier.line)}: ${count_of(stop.barrier.arrivals, "thread")} of the block meet. What was written before it, all of them see after it.`;
    case "end": return view.by_warp ? "The end of the block." : `Thread ${thread_name(view.thread)} returns.`;
    default: return view.by_warp ? moment_sentence(stop.moment) : event_sentence(trace.event_of(stop.moment, view.thread));
    }
  }

  function is_bad(view) {
    return view.events.some((event) => moments.outside[view.moment] || (moments.kind[view.moment] === KIND.load && source_of(event).bad));
  }

  function stop_words(stop) {
    return sentence({ stop, by_warp: steps.by_warp, thread: steps.thread });
  }

  function draw_bands() {
    const count = trace.barriers.length + 1;
    const sizes = new Array(count).fill(0);
    for (const stop of steps.stops) if (stop.kind === "access") sizes[Math.min(stop.interval, count - 1)] += 1;
    const many = count > 12;
    const labels = Array.from({ length: count }, (_, interval) => `${interval_name(interval)}: ${count_of(sizes[interval], "step")}`);
    fill(at("bands"), sizes.map((size, interval) => {
      const band = element("button", { type: "button", class: "band", title: labels[interval], "aria-label": `Go to the steps ${labels[interval]}`,
        onclick: () => { const to = steps.stops.findIndex((stop) => stop.kind === "access" && stop.interval === interval);
          const barrier = steps.stops.findIndex((stop) => stop.kind === "barrier" && stop.interval === interval);
          if (to >= 0 || barrier >= 0) steps.go(to >= 0 ? to : barrier); } },
      many ? String(interval) : count === 1 ? count_of(size, "step") : `${interval === 0 ? "before barrier 1" : `after barrier ${interval}`} · ${count_of(size, "step")}`);
      band.style.flexGrow = String(Math.max(1, size));
      return band;
    }));
  }

  function draw_list() {
    const shown = steps.stops.slice(0, most_listed);
    fill(at("list"), shown.map((stop, i) => element("li", {}, element("button", { type: "button", class: "plain", onclick: () => steps.go(i) }, stop_words(stop)))));
    const more = steps.stops.length - shown.length;
    at("list-more").textContent = more > 0 ? `${count_of(more, "more step")} in the slider above.` : "";
    at("list-head").textContent = steps.by_warp ? `The steps of warp ${steps.thread >> 5}` : `The steps of thread ${thread_name(steps.thread)}`;
  }

  function show(view) {
    if (listed !== steps.stops) {
      listed = steps.stops;
      draw_bands();
      draw_list();
      at("slider").max = String(steps.stops.length - 1);
      thread_index(view.thread).forEach((index, axis) => { at("thread-" + "xyz"[axis]).value = String(index); });
      at("by-thread").setAttribute("aria-pressed", String(!view.by_warp));
      at("by-warp").setAttribute("aria-pressed", String(view.by_warp));
      at("by-warp").textContent = `Warp ${view.thread >> 5}`;
    }
    at("slider").value = String(steps.position);
    at("slider").setAttribute("aria-valuetext", `Step ${steps.position} of ${steps.stops.length - 1}`);
    at("place").textContent = `${steps.position} / ${steps.stops.length - 1}`;
    const words = at("now");
    words.textContent = sentence(view);
    words.classList.toggle("bad", is_bad(view));
    for (const one of document.querySelectorAll("#list [aria-current], #bands [aria-current]")) one.removeAttribute("aria-current");
    at("bands").children[Math.min(view.interval, trace.barriers.length)]?.setAttribute("aria-current", "true");
    const row = at("list").children[steps.position];
    if (row !== undefined) {
      row.firstChild.setAttribute("aria-current", "step");
      const box = at("list");
      if (row.offsetTop < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = row.offsetTop - box.clientHeight / 2;
    }
    if (timer !== null && steps.position === steps.stops.length - 1) play();
  }

  function play() {
    if (timer !== null) {
      clearInterval(timer);
      timer = null;
    } else {
      if (steps.position === steps.stops.length - 1) steps.go(0);
      timer = setInterval(() => steps.go(steps.position + 1), beat);
    }
    at("play").textContent = timer === null ? "Play" : "Pause";
  }

  const KEYS = {
    ArrowRight: () => steps.go(steps.position + 1),
    ArrowLeft: () => steps.go(steps.position - 1),
    Home: () => steps.go(0),
    End: () => steps.go(steps.stops.length - 1),
    b: () => steps.next_barrier(),
    " ": play,
    "/": () => { at("search").focus(); at("search").select(); },
    Escape: () => details.release(),
  };

  function on_key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
    const inside = event.target.closest("input, select, textarea, button, summary, a");
    if (inside !== null && (inside.matches("input") || event.key === " ")) return;
    event.preventDefault();
    KEYS[event.key]();
  }

  function choose_thread() {
    const [nx, ny] = trace.threads;
    const [x, y, z] = ["x", "y", "z"].map((axis, i) => Math.max(0, Math.min(trace.threads[i] - 1, Math.trunc(Number(at("thread-" + axis).value)) || 0)));
    steps.choose((z * ny + y) * nx + x);
  }

  function draw_again() {
    drawing.forget();
    drawing.draw_legend(at("legend"));
    steps.show();
  }

  function start() {
    const [nx, ny, nz] = trace.threads;
    const gpu = trace.gpu ? ` · GPU ${trace.gpu.number} of 0 to ${trace.gpu.gpus - 1} · sweep ${trace.gpu.sweep}` : "";
    const has_source = trace.source.length > 0;
    at("about").textContent = `${one_line(trace.file)} · grid ${trace.extents.slice(0, trace.axes).join("×")}${gpu} · block ${block_name(trace.block)} of ${trace.grid.join("×")} · ${nx}×${ny}×${nz} threads`;
    if (trace.left_out > 0) {
      at("left-out").hidden = false;
      at("left-out").textContent = `${count_of(trace.left_out, "later event")} of the block are left out: choose a smaller grid.`;
    }
    if (has_source) source.build(at("source"));
    at("left").hidden = !has_source;
    at("parts").classList.toggle("no-source", !has_source);
    drawing.build(at("figures"));
    drawing.draw_legend(at("legend"));
    race.build(at("race"));
    details.listen();
    for (const listener of [source.show, drawing.draw, details.show, show]) steps.on_change(listener);

    at("play").addEventListener("click", play);
    at("back").addEventListener("click", KEYS.ArrowLeft);
    at("step").addEventListener("click", KEYS.ArrowRight);
    at("barrier").addEventListener("click", KEYS.b);
    at("slider").addEventListener("input", () => steps.go(Number(at("slider").value)));
    at("by-thread").addEventListener("click", () => steps.choose(steps.thread, false));
    at("by-warp").addEventListener("click", () => steps.choose(steps.thread, true));
    ["x", "y", "z"].forEach((axis, i) => {
      at("thread-" + axis).max = String(trace.threads[i] - 1);
      at("thread-" + axis).addEventListener("change", choose_thread);
    });
    at("search").placeholder = has_source ? `line, ${search.example()}` : search.example();
    at("search-form").addEventListener("submit", (event) => {
      event.preventDefault();
      search.run(at("search").value);
    });
    document.addEventListener("keydown", on_key);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw_again);
    matchMedia("print").addEventListener("change", draw_again);

    const first = race.first_access();
    const wanted = trace.wanted_thread ?? (first >= 0 ? events.thread[first] : steps.busiest());
    steps.choose(wanted, false);
    if (first >= 0 && events.thread[first] === wanted) steps.go_to_moment(events.moment[first], wanted);
    else steps.go(1);
    if (first >= 0) details.pin(moments.array[events.moment[first]], events.place[first]);
    document.documentElement.dataset.ready = "true";
  }

  return { start };
})();

controls.start();
