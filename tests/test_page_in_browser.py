"""The page in a real browser: it loads, filters, links and fits everywhere."""

import re
from pathlib import Path

import browser
import pytest

ROOT = Path(__file__).parents[1]
NO_BROWSER = f"no browser here; looked for {', '.join(browser.NAMES)}"
pytestmark = pytest.mark.skipif(not browser.found(), reason=NO_BROWSER)
ROWS = "[...document.querySelectorAll('tr[data-verdict]')]"
SEEN = f"{ROWS}.filter(row => row.checkVisibility())"


@pytest.fixture(
    scope="module",
    params=["committed", pytest.param("smoke", marks=pytest.mark.slow)],
)
def file(request):
    """The committed page, and that of the small build."""
    if request.param == "smoke":
        return request.getfixturevalue("built") / "results/scorecard.html"
    return ROOT / "results/scorecard.html"


@pytest.fixture(scope="module")
def window():
    with browser.Page() as page:
        yield page


@pytest.fixture
def page(window, file):
    """The page, opened afresh."""
    window.open_nothing()
    window.open(file)
    return window


def rows(page):
    return page.run(f"{SEEN}.length")


def click(page, selector):
    page.run(f"document.querySelector({selector!r}).click()")


def wait(page):
    page.run("new Promise(done => setTimeout(done, 100))")


def test_it_loads_without_complaints_or_network(page):
    assert page.run("document.title").startswith("Pride")
    assert page.complaints == []


def test_every_figure_loads(page):
    script = """Promise.all([...document.images].map(
        image => image.decode().then(() => image.naturalWidth > 100, () => false)))"""
    loaded = page.run(script)
    assert len(loaded) > 5
    assert all(loaded)
    assert page.run("[...document.images].every(image => image.alt.length > 10)")


def test_filters_show_what_they_say(page):
    assert rows(page) == 0  # tables are folded at first
    click(page, "button[data-verdict=differs]")
    differing = rows(page)
    assert 0 < differing < page.run(f"{ROWS}.length")
    assert page.run(f"{SEEN}.every(row => row.dataset.verdict === 'differs')")
    assert page.run("document.getElementById('found').value").startswith(
        f"{differing} "
    )
    click(page, "button[data-paper=margin2004]")
    assert 0 < rows(page) <= differing
    assert page.run(f"{SEEN}.every(row => row.dataset.paper === 'margin2004')")
    click(page, "button[data-verdict=agrees]")
    counted = page.run("document.querySelector('#margin2004 .counts').textContent")
    agrees, differs = map(int, re.findall(r"\d+", counted)[:2])
    assert rows(page) == agrees + differs


def test_search_narrows_and_escape_widens(page):
    page.press("/")
    assert page.run("document.activeElement.id") == "search"
    for letter in "simba":
        page.press(letter)
    assert page.run("document.getElementById('search').value") == "simba"
    assert rows(page) > 0
    assert page.run(f"{SEEN}.every(row => /simba/i.test(row.id + row.textContent))")
    page.press("Escape")
    assert rows(page) == 0
    assert page.run("document.getElementById('found').value") == ""


def test_links_lead_somewhere(page):
    script = """[...document.querySelectorAll('a[href^="#"]')].map(
        link => link.hash.slice(1)).filter(name => !document.getElementById(name))"""
    assert page.run(script) == []


def test_a_link_to_a_row_unfolds_it_and_lifts_filters(page, file):
    anchor = page.run(f"{ROWS}.find(row => row.dataset.verdict === 'agrees').id")
    row = f"document.getElementById({anchor!r})"
    page.open(file, f"#{anchor}")
    wait(page)
    assert page.run(f"{row}.checkVisibility()")
    assert 0 <= page.run(f"{row}.getBoundingClientRect().top") < 900
    click(page, "button[data-verdict=differs]")
    assert not page.run(f"{row}.checkVisibility()")
    page.run("location.hash = ''")
    page.run(f"location.hash = {anchor!r}")
    wait(page)
    assert page.run(f"{row}.checkVisibility()")


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
def test_nothing_is_wider_than_the_window(page, width):
    page.resize(width)
    page.run("document.querySelectorAll('details').forEach(part => part.open = true)")
    widest = page.run("document.documentElement.scrollWidth")
    page.resize(1280)
    assert widest <= width


def test_the_keyboard_reaches_the_filters(page):
    reached = []
    while "differs" not in reached and len(reached) < 60:
        page.press("Tab")
        reached.append(page.run("document.activeElement.textContent.trim()"))
    assert reached[0] == "Skip to the papers"
    assert reached[-1] == "differs"
    page.press("Enter")
    assert page.run("document.activeElement.getAttribute('aria-pressed')") == "true"
    assert rows(page) > 0


def test_dark_is_dark_and_print_is_light_and_unfolded(file):
    with browser.Page(dark=True) as page:
        page.open(file)
        ground = "getComputedStyle(document.body).backgroundColor"
        assert max(map(int, re.findall(r"\d+", page.run(ground)))) < 60
        page.ask("Emulation.setEmulatedMedia", media="print")
        assert page.run(ground) == "rgb(255, 255, 255)"
        assert not page.run("document.querySelector('.tools').checkVisibility()")
        page.run("dispatchEvent(new Event('beforeprint'))")
        folded = "[...document.querySelectorAll('details')].filter(part => !part.open)"
        assert page.run(f"{folded}.length") == 0
        page.run("dispatchEvent(new Event('afterprint'))")
        assert page.run(f"{folded}.length") > 0
        assert page.complaints == []
