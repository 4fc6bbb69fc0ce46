"""A headless Chromium, driven over WebDriver with what Python brings: no package to install."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request


# A script that returns the least contrast of any text with what is behind it, and where.
CONTRAST = """
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const known = new Map();
const numbers = (color) => {
  if (!known.has(color)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    known.set(color, [...canvas.getImageData(0, 0, 1, 1).data]);
  }
  return known.get(color);
};
const over = (top, below) => top.slice(0, 3).map((c, i) => (c * top[3] + below[i] * (255 - top[3])) / 255);
const light = (rgb) => rgb.map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
let least = [21, ''];
for (const one of document.querySelectorAll('body *')) {
  const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (!words || !one.checkVisibility() || one.closest('.spoken') || one.closest('script')) continue;
  const path = [];
  for (let node = one; node; node = node.parentElement) path.unshift(node);
  let behind = [255, 255, 255];
  for (const node of path) behind = over(numbers(getComputedStyle(node).backgroundColor), behind);
  const style = getComputedStyle(one);
  const front = over(numbers(one instanceof SVGElement ? style.fill : style.color), behind);
  const [a, b] = [light(front), light(behind)].sort((x, y) => y - x);
  const contrast = (a + 0.05) / (b + 0.05);
  if (contrast < least[0]) least = [contrast, one.outerHTML.slice(0, 120)];
}
return least;
"""

# A script that returns up to eight pairs of texts that cover each other, and texts that reach out of their drawing. A
# text is where its letters are: its box without the blank above and below, as far as it is not cut off.
OVERLAPS = """
const cuts = (node) => getComputedStyle(node).overflowX !== 'visible' || getComputedStyle(node).overflowY !== 'visible';
const within = (rect, box) => ({ left: Math.max(rect.left, box.left), right: Math.min(rect.right, box.right),
  top: Math.max(rect.top, box.top), bottom: Math.min(rect.bottom, box.bottom) });
const found = [];
const texts = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const one = node.parentElement;
  if (!node.textContent.trim() || !one.checkVisibility() || one.closest('.spoken, script, style, option, title, noscript')) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  const svg = one.closest('svg');
  const boxes = svg ? [one.getBoundingClientRect()] : [...range.getClientRects()];
  for (let box of boxes) {
    if (svg) {
      const frame = svg.getBoundingClientRect();
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        found.push(['out of its drawing', node.textContent.slice(0, 60)]);
    }
    const inset = Math.min(box.height, box.width) * 0.22;
    box = { left: box.left + 1, right: box.right - 1, top: box.top + inset, bottom: box.bottom - inset };
    for (let above = one; above; above = above.parentElement) if (above !== document.documentElement && cuts(above)) box = within(box, above.getBoundingClientRect());
    if (box.right - box.left > 1 && box.bottom - box.top > 1) texts.push({ ...box, node, words: node.textContent.trim().slice(0, 60) });
  }
}
texts.sort((a, b) => a.top - b.top);
for (let i = 0; i < texts.length; ++i) {
  const a = texts[i];
  for (let k = i + 1; k < texts.length && texts[k].top < a.bottom; ++k) {
    const b = texts[k];
    if (a.node !== b.node && a.left < b.right && b.left < a.right) found.push([a.words, b.words]);
  }
}
return found.slice(0, 8);
"""


def is_there():
    return bool(shutil.which("chromedriver") and (shutil.which("chromium") or shutil.which("google-chrome")))


class Browser:
    """One page at a time. `with Browser() as browser:` ends the browser and deletes its profile."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="kit-browser-")
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.address = f"http://127.0.0.1:{self._port()}"
            self._open_session()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_):
        try:
            self._ask("DELETE", "")
        finally:
            self._stop()

    def _stop(self):
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        self.folder.cleanup()

    def _port(self):
        for line in self.driver.stdout:
            if "successfully on port" in line:
                return int(line.split("on port")[1].strip().strip("."))
        raise RuntimeError("chromedriver did not start")

    def _open_session(self):
        arguments = [
            "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--force-color-profile=srgb",
            f"--user-data-dir={self.folder.name}/profile",
        ]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        options = {"args": arguments, "binary": shutil.which("chromium") or shutil.which("google-chrome")}
        # On a loaded machine a script may take longer than the usual 30 seconds.
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                  "timeouts": {"script": 300_000}}
        self.session = ""
        answer = self._ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/" + answer["sessionId"]

    def _ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.address}/session{self.session}{path}", data, {"Content-Type": "application/json"}, method=method)
        # Not through a proxy: the driver is on this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=360) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, path):
        self._ask("POST", "/url", {"url": "about:blank"})
        self._ask("POST", "/url", {"url": "file://" + os.path.abspath(path)})

    def run(self, script, *words):
        """The script's `return`; a promise is waited for."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(words)})

    def devtools(self, command, **parameters):
        return self._ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def press(self, keys):
        """Types with the keyboard, into whatever has the focus."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": steps}]})

    def resize(self, width, height):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def print_pdf(self):
        return base64.b64decode(self._ask("POST", "/print", {"page": {"width": 21, "height": 29.7}}))

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.devtools("Page.captureScreenshot")["data"]))

    def logged(self):
        """What the page said to the console since the last call."""
        return [entry["message"] for entry in self._ask("POST", "/se/log", {"type": "browser"})]

    def requests(self):
        """Addresses that were asked for since the last call, the driver's own blank page left out."""
        addresses = []
        for entry in self._ask("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                addresses.append(message["params"]["request"]["url"])
        return [address for address in addresses if address not in ("about:blank", "data:,")]

    def wait_for(self, script, seconds=10):
        until = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > until:
                raise AssertionError(f"never true: {script}")
            time.sleep(0.02)
