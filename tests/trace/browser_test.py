#!/usr/bin/env python3
"""The page of ./lab trace in a browser: steps, choices, keys, search, a race; light, dark, narrow and printed.

Exit code 77, a skip, without Debian's chromium-driver or where it cannot start a browser. KIT_CHECKER is the program
behind ./lab. With KIT_PICTURES=DIR pictures are left there to be looked at.
"""

import glob
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "../browser"))
import browser as driven  # noqa: E402

RIGHT, LEFT, HOME, END, ESCAPE = "\ue014", "\ue012", "\ue011", "\ue010", "\ue00c"

# A step and the frame that shows it, in milliseconds: the longest and the mean of a hundred.
STEPS = """
steps.go(0);
const times = [];
const frames = [];
return (async () => {
  for (let i = 0; i < 100; ++i) {
    const begin = performance.now();
    steps.go(steps.position + 1 < steps.stops.length ? steps.position + 1 : 0);
    times.push(performance.now() - begin);
    await new Promise((done) => requestAnimationFrame(done));
  }
  return [Math.max(...times), times.reduce((sum, one) => sum + one, 0) / times.length];
})();
"""

# Runs before the page: notes when it is drawn, in milliseconds since navigation began.
WATCH = """
new MutationObserver((_, observer) => {
  if (document.documentElement?.dataset.ready) {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.drawnAfter = performance.now(); }));
  }
}).observe(document, { attributes: true, childList: true, subtree: true });
window.alerts = [];
window.alert = (words) => window.alerts.push(words);
"""


def kernel_of(number):
    with open(glob.glob(f"{ROOT}/solutions/{number:02}-*/kernel.cu")[0], encoding="utf-8") as file:
        return file.read()


def write_page(folder, name, lab, kernel, *more):
    source = os.path.join(folder, name + ".cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(kernel)
    page = os.path.join(folder, name + ".html")
    subprocess.run([os.environ["KIT_CHECKER"], "trace", str(lab), source, "--html", page, *more],
                   check=True, capture_output=True, cwd=ROOT)
    return page


class TracePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        hostile = "// </script><script>alert(1)</script><img src=x onerror=alert(2)>\n"
        tiling = kernel_of(5)
        cls.pages = {
            "lab5": write_page(cls.folder.name, "lab5", 5, hostile + tiling),
            "lab7": write_page(cls.folder.name, "lab7", 7, kernel_of(7)),
            "lab10": write_page(cls.folder.name, "lab10", 10, kernel_of(10)),
            "lab3": write_page(cls.folder.name, "lab3", 3, kernel_of(3)),
            "lab14": write_page(cls.folder.name, "lab14", 14, kernel_of(14), "--grid", "6", "--gpus", "2", "--gpu", "1", "--sweep", "1"),
            "no-source": write_page(cls.folder.name, "no-source", 5, tiling, "--no-source"),
            "race": write_page(cls.folder.name, "race", 5, tiling.replace("    __syncthreads();\n", "")),
        }
        cls.browser = driven.Browser().__enter__()
        cls.addClassCleanup(cls.browser.__exit__, None, None, None)
        cls.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)

    def open(self, name):
        self.browser.open(self.pages.get(name, name))
        self.browser.wait_for("return window.drawnAfter !== undefined", 30)

    def setUp(self):
        self.browser.resize(1280, 950)
        self.browser.prefer("light")
        self.browser.logged()
        self.browser.requests()
        self.open("lab5")

    def tearDown(self):
        self.assertEqual([], self.browser.logged(), "the console stays empty")
        self.assertEqual([], self.browser.run("return window.alerts"), "no text is run")
        asked = [address for address in self.browser.requests() if not address.startswith("file://")]
        self.assertEqual([], asked, "nothing outside is asked for")

    def picture(self, name):
        if os.environ.get("KIT_PICTURES"):
            self.browser.picture(os.path.join(os.environ["KIT_PICTURES"], f"trace-{name}.png"))

    def now(self):
        return self.browser.run("return document.getElementById('now').textContent")

    def place(self):
        return self.browser.run("return steps.position")

    def press(self, keys):
        self.browser.run("document.activeElement.blur()")
        self.browser.press(keys)

    def click(self, one):
        self.browser.run("document.getElementById(arguments[0]).click()", one)

    def test_steps_and_back(self):
        self.click("step")
        second = self.now()
        self.assertIn("writes tile", second)
        self.assertEqual("true", self.browser.run(
            "return [...document.querySelectorAll('.code tr')].find((row) => row.textContent.includes('tile[tz][ty][tx] = in'))"
            ".getAttribute('aria-current')"))
        self.click("barrier")
        self.assertIn("512 threads of the block meet", self.now())
        self.click("back")
        self.assertEqual(second, self.now())

    def test_state_is_the_same_from_both_sides(self):
        looks = "return JSON.stringify(figures.map((figure) => figure.views.map((one) => one.looks)))"
        self.browser.run("for (const button of document.querySelectorAll('.more')) button.click(); steps.go(4)")
        forward = self.browser.run(looks)
        self.browser.run("steps.go(steps.stops.length - 1); steps.go(4)")
        self.assertEqual(forward, self.browser.run(looks))

    def test_keyboard(self):
        self.press(HOME)
        self.assertIn("The beginning", self.now())
        self.press(RIGHT + RIGHT)
        self.assertEqual(2, self.place())
        self.press(LEFT)
        self.assertEqual(1, self.place())
        self.press("b")
        self.assertIn("Barrier 1", self.now())
        self.press(END)
        self.assertIn("returns", self.now())
        self.press(HOME + " ")
        self.browser.wait_for("return steps.position > 0")
        self.press(" ")
        self.assertEqual("Play", self.browser.run("return document.getElementById('play').textContent"))

    def test_chooses_a_thread_and_its_warp(self):
        self.browser.run("""
            for (const [axis, value] of [['x', 3], ['y', 2], ['z', 1]]) document.getElementById('thread-' + axis).value = value;
            document.getElementById('thread-z').dispatchEvent(new Event('change'));""")
        self.assertEqual(1 * 64 + 2 * 8 + 3, self.browser.run("return steps.thread"))
        self.click("by-warp")
        self.press(HOME + RIGHT)
        self.assertRegex(self.now(), r"Warp 2 reads in: \d+ lanes, \d+ sectors")
        self.assertGreater(self.browser.run("return steps.view().events.length"), 1)
        self.picture("warp")

    def test_a_cell_has_a_history(self):
        self.press("b" + RIGHT)
        self.browser.run("details.pin(trace.arrays.findIndex(({ name }) => name === 'tile'), 2 * 64 + 2 * 8 + 2)")
        words = self.browser.run("return document.getElementById('details').textContent")
        self.assertIn("tile[2][2][2]", words)
        self.assertIn("written by thread (2,2,2) before barrier 1", words)
        self.browser.run("details.release()")
        box = self.browser.run("""
            const one = figures[0].views.find((one) => !one.node.hidden);
            one.frame.scrollIntoView({ block: 'center' });
            const box = one.cells.getBoundingClientRect();
            return [box.left + 5, box.top + 5]""")
        self.browser.devtools("Input.dispatchMouseEvent", type="mouseMoved", x=box[0], y=box[1])
        self.browser.wait_for("return document.getElementById('details').textContent.includes('Thread (0,0,')")

    def test_cells_have_a_keyboard(self):
        self.browser.run("figures[1].views[0].frame.focus({ focusVisible: true })")
        self.browser.run("figures[1].views.find((one) => !one.node.hidden).frame.focus({ focusVisible: true })")
        before = self.place()
        self.browser.press(RIGHT)
        self.assertIn("tile[", self.browser.run("return document.getElementById('details').textContent"))
        self.assertEqual(before, self.place(), "arrows choose a cell there")

    def test_halo_boundary_and_outside(self):
        self.browser.run("for (const button of document.querySelectorAll('.more')) button.click(); steps.go(steps.stops.length - 1)")
        kinds = """return arguments[0].map((look) => figures[arguments[1]].views.flatMap((one) => one.looks)
            .filter((code) => look === 16 ? (parseInt(code) & 16) !== 0 : (parseInt(code) & 15) === look).length)"""
        halo, never = self.browser.run(kinds, [7, 1], 1)
        self.assertEqual(343 - 125, halo)
        self.assertEqual(512 - 343, never)
        boundary, outside = self.browser.run(kinds, [16, 6], 2)
        self.assertGreater(boundary, 0)
        self.assertGreater(outside, 0)

    def test_search(self):
        find = "document.getElementById('search').value = arguments[0]; document.getElementById('search-form').requestSubmit()"
        self.browser.run(find, "tile[3][3][3]")
        self.assertIn("tile[3][3][3]", self.now())
        self.browser.run(find, "out[(i * n")
        self.assertIn("writes out", self.now())
        line = self.browser.run("return trace.moments.line[0]")
        self.browser.run(find, str(line))
        self.assertIn(f"Line {line}", self.browser.run("return document.getElementById('found').textContent"))
        self.browser.run(find, "no such thing")
        self.assertIn("Nothing found", self.browser.run("return document.getElementById('found').textContent"))
        self.press("/")
        self.assertEqual("search", self.browser.run("return document.activeElement.id"))

    def test_arrays_of_a_templates_other_instances_are_left_out(self):
        self.open("lab3")
        names = self.browser.run("return trace.arrays.filter((array) => array.shared).map(({ name }) => name)")
        self.assertGreater(len(names), 1, "each instance of the template has its own")
        self.assertEqual(1, len(set(names)))
        titles = self.browser.run("return [...document.querySelectorAll('h2, h3')].map((one) => one.textContent)")
        self.assertEqual(1, sum(title.startswith("Shared:") for title in titles), titles)
        find = "document.getElementById('search').value = arguments[0]; document.getElementById('search-form').requestSubmit()"
        self.browser.run(find, f"{names[0]}[3]")
        self.assertIn(f"{names[0]}[3]", self.now())

    def test_a_part_has_the_references_costs(self):
        cells = """return [...[...document.querySelectorAll('.code tr')].find((row) => row.textContent.includes(arguments[0]))
            .querySelectorAll('td')].map((cell) => cell.textContent)"""
        part = self.browser.run(cells, ">>> your part 2")
        line = self.browser.run(cells, "tile[tz][ty][tx] = in")
        self.assertEqual("ref.", part[3])
        self.assertEqual(line[0], part[0], "the same kernel has the same requests")
        self.assertEqual(line[1].split(" ")[0], part[1])

    def test_a_race_opens_at_its_access(self):
        self.open("race")
        words = self.browser.run("return document.getElementById('race').textContent")
        for expected in ("race-shared", "A: thread", "B: thread", "If A writes first", "If B reads first",
                         "no thread has written it", "tile[tz][ty][tx] = in["):
            self.assertIn(expected, words)
        self.assertIn("with no barrier between", self.now())
        self.assertGreater(self.browser.run(
            "return figures[1].views.flatMap((one) => one.looks).filter((code) => parseInt(code) === 10).length"), 0)
        self.browser.run("document.querySelectorAll('.side button')[0].click()")
        self.assertIn("writes tile", self.now())
        self.picture("race")

    def test_students_text_is_text(self):
        self.assertIn("<img src=x onerror=alert(2)>", self.browser.run("return document.getElementById('source').textContent"))
        self.assertEqual(0, self.browser.run("return document.querySelectorAll('img, main script').length"))

    def test_the_list_tells_the_same(self):
        listed = self.browser.run("return [...document.querySelectorAll('#list li')].map((one) => one.textContent)")
        self.assertEqual(self.browser.run("return steps.stops.length"), len(listed))
        self.press(HOME)
        self.assertEqual(listed[0], self.now())
        self.press(RIGHT)
        self.assertEqual(listed[1], self.now())
        self.assertEqual(1, self.browser.run("return document.querySelectorAll('#list [aria-current=step]').length"))

    def test_without_source(self):
        self.open("no-source")
        words = self.browser.run("return document.body.innerText")
        self.assertNotIn("Source, and what each line costs", words)
        self.press(END)
        for where in ("now", "details", "list"):
            self.assertNotIn("line", self.browser.run(f"return document.getElementById('{where}').textContent"))
        self.assertGreater(self.browser.run("return steps.stops.length"), 10)

    def test_is_readable_and_fits(self):
        for name in ("lab5", "lab7", "lab10", "no-source", "race"):
            self.open(name)
            for scheme in ("light", "dark"):
                self.browser.prefer(scheme)
                contrast, where = self.browser.run(driven.CONTRAST)
                self.assertGreaterEqual(contrast, 4.5, f"{name}, {scheme}: {where}")
                self.picture(f"{name}-{scheme}")
            self.browser.prefer("light")
            self.browser.resize(390, 844)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390, name)
            self.picture(f"{name}-narrow")
            self.browser.resize(1280, 950)

    def test_letters_on_cells_are_readable(self):
        pairs = [("ink", "even"), ("ink", "odd"), ("ink", "halo"), ("read-ink", "read"), ("write-ink", "write"), ("raced-ink", "raced")]
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            for ink, paper in pairs:
                contrast = self.browser.run("""
                    const style = getComputedStyle(document.documentElement);
                    const light = (name) => style.getPropertyValue('--cell-' + name).trim().slice(1).match(/../g).map((pair) => parseInt(pair, 16) / 255)
                      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
                    const [a, b] = [light(arguments[0]), light(arguments[1])].sort((x, y) => y - x);
                    return (a + 0.05) / (b + 0.05)""", ink, paper)
                self.assertGreaterEqual(contrast, 4.5, f"{scheme}: {ink} on {paper}")

    def test_slabs_of_several_gpus(self):
        self.open("lab14")
        self.assertIn("GPU 1 of 0 to 1 · sweep 1", self.browser.run("return document.getElementById('about').textContent"))
        titles = self.browser.run("return [...document.querySelectorAll('#figures *')].filter((one) => one.children.length === 0).map((one) => one.textContent)")
        for title in ("Global: float own.in, 6×6×4 cells", "own.in, plane 0", "below.out, plane 3"):
            self.assertIn(title, titles)
        self.assertIn("as it was", self.now())
        self.picture("slabs")

    def test_prints(self):
        pdf = self.browser.print_pdf()
        self.assertTrue(pdf.startswith(b"%PDF"))
        if os.environ.get("KIT_PICTURES"):
            with open(os.path.join(os.environ["KIT_PICTURES"], "trace.pdf"), "wb") as file:
                file.write(pdf)

    def test_large_pages(self):
        """Reports times and fails on none: machines differ, and CI's are shared."""
        coarse = kernel_of(5).replace("float sum = c[0]", "float sum = 0.0f;\n        for (int repeat = 0; repeat < 16; ++repeat) sum += tile[tz][ty][tx];\n        sum = c[0]")
        for name, lab, kernel, more in (("lab5", 5, kernel_of(5), []), ("lab5-loop", 5, coarse, ["--grid", "20", "--block", "1,1,1"]),
                                        ("lab7-20", 7, kernel_of(7), ["--grid", "20"])):
            page = write_page(self.folder.name, "large-" + name, lab, kernel, *more)
            self.open(page)
            longest, mean = self.browser.run(STEPS)
            threads, count, opened = self.browser.run("return [trace.thread_count, trace.events.count, window.drawnAfter]")
            print(f"{name}: {threads} threads, {count:,} accesses: {os.path.getsize(page):,} bytes, drawn after {opened:.0f} ms; "
                  f"a step takes {mean:.1f} ms, the longest {longest:.1f} ms", flush=True)
            self.assertLess(os.path.getsize(page), 3_000_000)


if __name__ == "__main__":
    if not driven.is_there():
        print("skipped: chromium-driver is not installed")
        sys.exit(77)
    try:
        with driven.Browser():
            pass
    except RuntimeError as error:
        print(f"skipped: Chromium cannot be driven here: {error}")
        sys.exit(77)
    unittest.main()
