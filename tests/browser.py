"""A headless Chromium, driven through a pipe: no packages, no network, no ports.

Chromium reads commands of its DevTools protocol from file descriptor 3 and answers on
4, each message being JSON that ends in a zero byte.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
SERIOUS = ("error", "warning", "assert")
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27}


def found():
    """The path of a browser, None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """One page in a browser of its own. What it complains about is in `complaints`."""

    def __init__(self, width=1280, height=900, dark=False):
        self.profile = tempfile.mkdtemp()
        to_browser, self.commands = os.pipe()
        self.answers, from_browser = os.pipe()
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"]
        flags += ["--disable-dev-shm-usage", f"--user-data-dir={self.profile}"]
        launch = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(
            ["bash", "-c", launch, "bash", found(), *flags, "--remote-debugging-pipe"],
            pass_fds=[to_browser, from_browser],
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.unread, self.number, self.session = b"", 0, None
        self.complaints, self.loaded = [], False
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.resize(width, height)
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.ask("Emulation.setEmulatedMedia", features=[theme, still])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def ask(self, method, **params):
        """Give a command and wait for its answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def next_message(self):
        """The next answer or event; complaints and requests are noted on the way."""
        while b"\0" not in self.unread:
            chunk = os.read(self.answers, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has gone away")
            self.unread += chunk
        text, _, self.unread = self.unread.partition(b"\0")
        message = json.loads(text)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, event, told):
        """Remember whether the page is loaded, and all that it should not have done."""
        if event == "Page.loadEventFired":
            self.loaded = True
        elif event == "Runtime.exceptionThrown":
            self.complaints.append(told["exceptionDetails"]["text"])
        elif event == "Runtime.consoleAPICalled" and told["type"] in SERIOUS:
            self.complaints.append(str(told["args"]))
        elif event == "Log.entryAdded" and told["entry"]["level"] in SERIOUS:
            self.complaints.append(told["entry"]["text"])
        elif event == "Network.requestWillBeSent":
            address = told["request"]["url"]
            if not address.startswith(("data:", "file:", "about:")):
                self.complaints.append(f"asked the network for {address}")

    def open(self, file, anchor=""):
        """Open a file of this machine and wait until it is there."""
        self.go(Path(file).resolve().as_uri() + anchor)

    def open_nothing(self):
        """An empty page, so that the next one starts anew."""
        self.go("about:blank")

    def go(self, address):
        """Open an address; one that only moves within the page loads nothing."""
        self.loaded = False
        loads = "loaderId" in self.ask("Page.navigate", url=address)
        while loads and not self.loaded:
            self.next_message()

    def run(self, script):
        """The value of an expression in the page."""
        answer = self.ask(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def resize(self, width, height=900, scale=1):
        """Give the window a size in CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale}
        self.ask("Emulation.setDeviceMetricsOverride", **size, mobile=width < 600)

    def press(self, key):
        """Press and release a key."""
        code = KEYS.get(key, ord(key[0].upper()))
        what = {"key": key, "windowsVirtualKeyCode": code}
        if len(key) == 1 or key == "Enter":
            what["text"] = "\r" if key == "Enter" else key
        self.ask("Input.dispatchKeyEvent", type="keyDown", **what)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **what)

    def picture(self, file, **clip):
        """Save what is to be seen, or a part of it, as PNG."""
        asked = {"clip": clip | {"scale": 1}, "captureBeyondViewport": True}
        answer = self.ask("Page.captureScreenshot", **(asked if clip else {}))
        Path(file).write_bytes(base64.b64decode(answer["data"]))
