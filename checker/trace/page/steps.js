// Where the reader is: the chosen thread or its warp, the steps of it, and the step that is shown.
"use strict";

const steps = (() => {
  const { moments, events } = trace;
  const listeners = [];
  let thread = 0;
  let by_warp = false;
  let stops = [];
  let position = 0;

  const of_thread = Array.from({ length: trace.thread_count }, () => []);
  for (let event = 0; event < events.count; ++event) of_thread[events.thread[event]]?.push(events.moment[event]);
  const of_warp = Array.from({ length: Math.ceil(trace.thread_count / 32) }, () => []);
  for (let moment = 0; moment < moments.count; ++moment) of_warp[moments.warp[moment]]?.push(moment);

  /** The time at which the interval is over. */
  function end_of(interval) {
    let low = 0;
    let high = moments.count;
    while (low < high) {
      const middle = low + high >> 1;
      if (moments.interval[middle] <= interval) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Of one choice: its beginning, each access or request, each barrier and its end. */
  function make_stops() {
    const own = by_warp ? of_warp[thread >> 5] : of_thread[thread];
    const ended = trace.ended[thread];
    stops = [{ kind: "begin", time: 0, moment: -1, interval: 0 }];
    let next = 0;
    const until = (time) => {
      for (; next < own.length && own[next] < time; ++next) {
        stops.push({ kind: "access", time: own[next] + 1, moment: own[next], interval: moments.interval[own[next]] });
      }
    };
    for (const barrier of trace.barriers) {
      const time = end_of(barrier.interval);
      until(time);
      if (!by_warp && ended >= 0 && ended <= barrier.interval) break;
      stops.push({ kind: "barrier", time, moment: -1, interval: barrier.interval, barrier });
    }
    until(moments.count);
    const returned = !by_warp && ended >= 0;
    stops.push({ kind: "end", time: returned ? end_of(ended) : moments.count, moment: -1,
      interval: returned ? ended : trace.barriers.length });
  }

  /** How far the thread is from the block's middle. */
  function from_middle(one) {
    return thread_index(one).reduce((sum, index, axis) => sum + Math.abs(index - (trace.threads[axis] - 1) / 2), 0);
  }

  /** The last stop at or before the time. */
  function stop_at(time) {
    let found = 0;
    stops.forEach((stop, i) => { if (stop.time <= time) found = i; });
    return found;
  }

  /** What the chosen thread has read since the last barrier or its last write, up to this step: the stencil's points. */
  function reads_until(time, interval) {
    const most = 32;
    const reads = [];
    const own = of_thread[thread];
    for (let i = own.length - 1; i >= 0 && reads.length < most; --i) {
      if (own[i] >= time) continue;
      if (moments.interval[own[i]] !== interval || moments.kind[own[i]] !== KIND.load) break;
      if (!moments.outside[own[i]]) reads.push(trace.event_of(own[i], thread));
    }
    return reads;
  }

  function view() {
    const stop = stops[position];
    const shown = [];
    if (stop.moment >= 0) {
      if (by_warp) for (let event = moments.first[stop.moment]; event < moments.first[stop.moment + 1]; ++event) shown.push(event);
      else shown.push(trace.event_of(stop.moment, thread));
    }
    return { thread, by_warp, stop, time: stop.time, moment: stop.moment, interval: stop.interval, events: shown,
      reads: stop.moment >= 0 && moments.kind[stop.moment] === KIND.load ? reads_until(stop.time, stop.interval) : [] };
  }

  function show() {
    const now = view();
    for (const listener of listeners) listener(now);
  }

  function go(to) {
    position = Math.max(0, Math.min(stops.length - 1, to));
    show();
  }

  return {
    view, show, go,
    /** Called with the view whenever it changes. */
    on_change(listener) { listeners.push(listener); },
    get position() { return position; },
    get stops() { return stops; },
    get thread() { return thread; },
    get by_warp() { return by_warp; },
    moments_of_thread(one) { return of_thread[one]; },
    /** The time stays. */
    choose(one, warp = by_warp) {
      const time = stops.length === 0 ? 0 : stops[position].time;
      thread = Math.max(0, Math.min(trace.thread_count - 1, one));
      by_warp = warp;
      make_stops();
      go(stop_at(time));
    },
    go_to_moment(moment, one) {
      thread = one;
      make_stops();
      go(stops.findIndex((stop) => stop.moment === moment));
    },
    next_barrier() {
      const next = stops.findIndex((stop, i) => i > position && stop.kind === "barrier");
      go(next < 0 ? stops.length - 1 : next);
    },
    /** The element of the array that stands for the chosen thread: of a shared array what it wrote last, of the grid
     *  the cell that it computes, or else reads. undefined: none. */
    own_cell(array, now) {
      const { shared, grid } = trace.arrays[array];
      const own = of_thread[now.thread];
      const is_write_of = (moment) => moments.kind[moment] !== KIND.load && !moments.outside[moment] &&
        (shared ? moments.array[moment] === array : moments.array[moment] >= 0 && trace.arrays[moments.array[moment]].grid === grid && !trace.arrays[moments.array[moment]].shared);
      const place = (moment) => events.place[trace.event_of(moment, now.thread)];
      if (shared) {
        for (let i = own.length - 1; i >= 0; --i) if (own[i] < now.time && is_write_of(own[i])) return place(own[i]);
        return undefined;
      }
      let last;
      for (const moment of own) {
        if (!is_write_of(moment)) continue;
        last = place(moment);
        if (moment >= now.time - 1) return last;
      }
      if (last !== undefined) return last;
      const read = own.find((moment) => moments.array[moment] === array && !moments.outside[moment]);
      return read === undefined ? undefined : place(read);
    },
    /** The thread with the most accesses; of several the middle one, whose neighbours are in the block. */
    busiest() {
      const most = Math.max(...of_thread.map((own) => own.length));
      const all = of_thread.map((_, one) => one).filter((one) => of_thread[one].length === most);
      return all.reduce((best, one) => (from_middle(one) < from_middle(best) ? one : best), all[0]);
    },
  };
})();
