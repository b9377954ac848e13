"""A web server on this machine, for tests of downloads."""

import http.server
import threading
from contextlib import contextmanager


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder, in silence."""

    def log_message(self, *_):
        pass


class Pages(http.server.BaseHTTPRequestHandler):
    """Serves contents by their paths, which a subclass names."""

    def do_GET(self):
        content = self.contents.get(self.path)
        if content is None:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def pages(contents):
    """A handler that serves contents by their paths."""
    return type("Contents", (Pages,), {"contents": contents})


class Server(http.server.ThreadingHTTPServer):
    """Says nothing of visitors who leave early."""

    def handle_error(self, *_):
        pass


@contextmanager
def served(handler):
    """The address at which a handler answers."""
    with Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
