"""Downloads are asked for again when they break off, and end in any case."""

import functools
import http.server
import time

import pytest
from local_site import Files, served

from pride.datasets.fetch import SourceError, Unreachable, download

CONTENT = bytes(range(256)) * 40


class Moody(http.server.BaseHTTPRequestHandler):
    """Answers as its list of moods says, one after another, then with the content."""

    moods = ()

    def do_GET(self):
        self.server.asked = asked = getattr(self.server, "asked", 0) + 1
        mood = self.moods[asked - 1] if asked <= len(self.moods) else "well"
        getattr(self, mood)()

    def well(self):
        self.promise(len(CONTENT))
        self.wfile.write(CONTENT)

    def busy(self):
        self.send_error(503)

    def gone(self):
        self.send_error(404)

    def hang_up(self):
        self.close_connection = True

    def cut(self):
        self.promise(len(CONTENT))
        self.wfile.write(CONTENT[:100])

    def trickle(self):
        self.promise(len(CONTENT))
        for byte in CONTENT[:200]:
            self.wfile.write(bytes([byte]))
            time.sleep(0.02)

    def endless(self):
        self.send_response(200)
        self.end_headers()
        for _ in range(100):
            self.wfile.write(CONTENT)

    def boast(self):
        self.promise(1 << 40)

    def promise(self, length):
        self.send_response(200)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, *_):
        pass


def answered(*moods):
    """What is downloaded from a server of these moods, or the error."""
    with served(type("Server", (Moody,), {"moods": moods})) as address:
        return download(f"{address}/file")


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    monkeypatch.setattr("pride.datasets.fetch.PAUSES", (0.01, 0.01))


@pytest.mark.parametrize("mood", ["busy", "hang_up", "cut"])
def test_a_download_that_breaks_off_is_asked_for_again(mood):
    assert answered(mood) == CONTENT
    assert answered(mood, mood) == CONTENT


@pytest.mark.parametrize(
    "mood, words", [("busy", "503"), ("hang_up", "closed"), ("cut", "cut off")]
)
def test_a_server_that_never_answers_well_is_given_up(mood, words):
    with pytest.raises(Unreachable, match=words):
        answered(mood, mood, mood)


def test_what_is_not_there_is_asked_for_once():
    with pytest.raises(SourceError, match=r"404 Not Found; has it moved\?"):
        answered("gone")


def test_a_download_that_trickles_is_given_up(monkeypatch):
    monkeypatch.setattr("pride.datasets.fetch.PATIENCE", 0.3)
    started = time.perf_counter()
    with pytest.raises(Unreachable, match=r"found \d+ after 0 s; it would take"):
        answered("trickle")
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("mood", ["endless", "boast"])
def test_a_download_that_is_too_large_is_refused(mood, monkeypatch):
    monkeypatch.setattr("pride.datasets.fetch.LARGEST", 100_000)
    with pytest.raises(SourceError, match="expected at most 100000 bytes, found more"):
        answered(mood)


def test_a_file_may_be_as_large_as_is_allowed(tmp_path, monkeypatch):
    monkeypatch.setattr("pride.datasets.fetch.LARGEST", len(CONTENT))
    (tmp_path / "file").write_bytes(CONTENT)
    with served(functools.partial(Files, directory=tmp_path)) as address:
        assert download(f"{address}/file") == CONTENT
    assert download((tmp_path / "file").as_uri()) == CONTENT
