// Reads the page's data: columns of numbers, in the order in which the reader steps. page_data.hpp documents them.
"use strict";

const KIND = { load: 0, store: 1, atomic: 2, copy: 3 };
const NOBODY = -1;

const trace = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const from = data.moments;
  const count = from.warp.length;
  const moments = {
    count,
    warp: Uint32Array.from(from.warp),
    interval: Uint32Array.from(from.interval),
    line: Int32Array.from(from.line),
    array: Int32Array.from(from.array),
    kind: Uint8Array.from(from.kind, (kind) => kind & 3),
    outside: Uint8Array.from(from.kind, (kind) => kind & 4),
    no_request: Uint8Array.from(from.kind, (kind) => kind & 8),
    bytes: Uint32Array.from(from.bytes),
    lanes: Uint32Array.from(from.lanes),
    sectors: Uint32Array.from(from.sectors),
    least: Uint32Array.from(from.least),
    conflicts: Uint32Array.from(from.conflicts),
    /** Of each moment its first event; of the one after the last, the number of events. */
    first: new Uint32Array(count + 1),
  };
  const events = {
    count: data.events.place.length,
    place: new Float64Array(data.events.place.length), // the element's index
    value: data.events.value,
    writer: new Int32Array(data.events.place.length),
    moment: new Uint32Array(data.events.place.length),
    thread: new Uint16Array(data.events.place.length),
  };
  let event = 0;
  let place = 0;
  for (let moment = 0; moment < count; ++moment) {
    moments.first[moment] = event;
    for (let lane = 0; lane < 32; ++lane) {
      if ((moments.lanes[moment] >>> lane & 1) === 0) continue;
      place += data.events.place[event];
      events.place[event] = place;
      const before = data.events.writer[event];
      events.writer[event] = before === 0 ? NOBODY : event - before;
      events.moment[event] = moment;
      events.thread[event] = moments.warp[moment] * 32 + lane;
      ++event;
    }
  }
  moments.first[count] = event;

  const origins = new Map();
  let origin = 0;
  data.origins.event.forEach((step, i) => {
    origin += step;
    origins.set(origin, data.origins.cell[i]);
  });

  const [nx, ny, nz] = data.threads;
  return {
    lab: data.lab, title: data.title, file: data.file, source: data.source,
    extents: data.extents, axes: data.axes, reach: data.reach, axis_names: data.axis_names,
    grid: data.grid, threads: data.threads, block: data.block,
    gpu: data.gpu,
    /** What an element holds that nothing in the recorded launch wrote. */
    before: data.gpu ? "as it was" : "as before the launch",
    thread_count: nx * ny * nz,
    arrays: data.arrays, moments, events, origins,
    barriers: data.barriers.map(([interval, line, arrivals]) => ({ interval, line, arrivals })),
    /** By the line at which a part begins: what the reference has in this part. */
    reference: new Map(data.reference.map(([line, requests, sectors, conflicts]) => [line, { requests, sectors, conflicts }])),
    ended: data.ended, left_out: data.left_out, findings: data.findings,
    opens_on_first: data.opens_on_first,
    wanted_thread: data.thread,
    /** Of a thread in a moment; -1 if it takes no part. */
    event_of(moment, thread) {
      if (moments.warp[moment] !== thread >> 5 || (moments.lanes[moment] >>> (thread & 31) & 1) === 0) return -1;
      const below = moments.lanes[moment] & ((1 << (thread & 31)) - 1);
      return moments.first[moment] + bits(below);
    },
  };
})();

/** How many bits of a word are set. */
function bits(word) {
  let count = 0;
  for (let rest = word >>> 0; rest !== 0; rest &= rest - 1) ++count;
  return count;
}
