"""Registry files: what is refused, what may be left out, and data of one's own."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from pride.cli import main
from pride.datasets.fetch import Places
from pride.datasets.prepare import prepare
from pride.datasets.registry import load_own, load_registry
from pride.validation import SettingsError

ROOT = Path(__file__).parents[1]
SCHEMA = yaml.safe_load((ROOT / "workflow/schemas/dataset.schema.yaml").read_text())
SMALLEST = """
datasets:
  mine:
    classes: [well, sick]
    sources: [{ file: mine.csv, parser: table, options: { skip: 1 } }]
"""
TABLE = "a,b,label\n1,2,well\n3,4,sick\n5,6,well\n"


@pytest.fixture
def own(tmp_path):
    """A folder of one's own with a table and its description, as small as may be."""
    folder = tmp_path / "config/own"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(SMALLEST)
    (folder / "mine.csv").write_text(TABLE)
    return folder


def arrays_of(own, name="mine", taken=()):
    entry = load_own(own, SCHEMA, taken)[name]
    return prepare(name, entry, Places(None, cache=own / "cache"))[0]


def described(own, text):
    (own / "mine.yaml").write_text(f"datasets:\n  mine:\n    {text}\n")


def test_a_file_and_its_classes_are_enough(own):
    arrays = arrays_of(own)
    np.testing.assert_array_equal(arrays["X"], [[1, 2], [3, 4], [5, 6]])
    np.testing.assert_array_equal(arrays["y"], [0, 1, 0])


def test_the_example_of_readme_works(own):
    readme = (ROOT / "README.md").read_text()
    section = readme.partition("## Your own data")[2]
    example = section.partition("```yaml")[2].partition("```")[0]
    (own / "mine.yaml").write_text(example)
    (own / "mine.csv").write_text("id,a,b,label\n7,1,2,well\n8,3,4,sick\n")
    arrays = arrays_of(own)
    np.testing.assert_array_equal(arrays["X"], [[1, 2], [3, 4]])
    np.testing.assert_array_equal(arrays["y"], [0, 1])


def test_a_folder_of_ones_own_may_be_absent(tmp_path):
    assert load_own(tmp_path / "own", SCHEMA, ()) == {}


@pytest.mark.parametrize("words", ["yes, no", "no, yes", "on, off", "Y, N", "0, 1"])
def test_labels_stay_as_they_are_written(own, words):
    first, second = words.split(", ")
    (own / "mine.csv").write_text(f"a,b\n1,{first}\n2,{second}\n")
    source = "{ file: mine.csv, parser: table, options: { skip: 1 } }"
    described(own, f"classes: [{words}]\n    sources: [{source}]")
    np.testing.assert_array_equal(arrays_of(own)["y"], [0, 1])


@pytest.mark.parametrize("words", ["yes, no", "on, off", "true, false", "01, 1"])
def test_codes_go_by_words_as_they_are_written(own, words):
    first, second = words.split(", ")
    codes = f"{{ {first}: 1, {second}: 0 }}"
    (own / "mine.csv").write_text(f"{first},{first}\n{second},{second}\n")
    options = f"{{ words: {{ 0: {codes} }}, labels: {codes} }}"
    source = f"{{ file: mine.csv, parser: table, options: {options} }}"
    described(own, f"classes: [a, b]\n    sources: [{source}]")
    arrays = arrays_of(own)
    np.testing.assert_array_equal(arrays["X"], [[1], [0]])
    np.testing.assert_array_equal(arrays["y"], [1, 0])


def test_the_registry_reads_the_same_as_with_plain_yaml():
    """Words that are kept as written must not change what is registered."""
    file = ROOT / "config/datasets.yaml"
    assert load_registry(file) == yaml.safe_load(file.read_text())["datasets"]


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "expected entries below `datasets:`"),
        ("datasets:", "expected entries below `datasets:`"),
        ("mine: {}", "expected entries below `datasets:`"),
        ("datasets: {a: [}", "mine.yaml: cannot be read as YAML"),
        ("datasets: { My-Data: {} }", "expected a name of small letters"),
        ("datasets: { wdbc: 0 }", "wdbc: the name is taken"),
    ],
)
def test_files_of_ones_own_that_are_refused(own, text, message):
    (own / "mine.yaml").write_text(text)
    with pytest.raises(SettingsError, match=message):
        load_own(own, SCHEMA, ["wdbc"])


def test_two_files_of_ones_own_cannot_share_a_name(own):
    (own / "other.yaml").write_text(SMALLEST)
    with pytest.raises(SettingsError, match=r"other\.yaml, mine: the name is taken"):
        load_own(own, SCHEMA, ())


@pytest.mark.parametrize(
    "source, message",
    [
        ("folder: true, parser: table", "parser table reads files, .* image_folders"),
        ("folder: true, parser: idx", "parser idx reads files"),
        (
            "url: 'http://a/', files: [{ name: a }, { name: b }], parser: table",
            "parser table: too many",
        ),
        ("file: a.png, parser: image_folders", "missing a required argument: 'size'"),
        ("file: a.csv, parser: table, options: { skp: 1 }", "did you mean 'skip'"),
    ],
)
def test_a_parser_and_a_source_must_fit(own, source, message):
    described(own, f"classes: [a, b]\n    sources: [{{ {source} }}]")
    with pytest.raises(SettingsError, match=message):
        load_own(own, SCHEMA, ())


@pytest.mark.filterwarnings("ignore:Unknown file type")  # says the reader of R files
@pytest.mark.parametrize("parser", ["ragged_folders", "aligned_faces", "r_list"])
def test_a_parser_that_fails_says_so_and_nothing_crashes(own, parser):
    options = {
        "ragged_folders": "height: 4",
        "aligned_faces": "size: [2, 2], classes: [a, b]",
        "r_list": "name: a",
    }[parser]
    source = f"{{ file: mine.csv, parser: {parser}, options: {{ {options} }} }}"
    described(own, f"classes: [a, b]\n    sources: [{source}]")
    with pytest.raises(OSError, match=r"mine\.csv cannot be read"):
        arrays_of(own)


@pytest.mark.parametrize("home", ["javascript:alert(1)", "data:text/html,x", "a.org"])
def test_a_home_is_a_web_address(own, home):
    described(own, f"home: '{home}'\n    classes: [a, b]\n    sources: []")
    with pytest.raises(SettingsError, match="home"):
        load_own(own, SCHEMA, ())


def test_the_command_line_knows_data_of_ones_own(own, monkeypatch, capsys):
    for part in ("config/datasets.yaml", "workflow/schemas/dataset.schema.yaml"):
        file = own.parents[1] / part
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text((ROOT / part).read_text())
    monkeypatch.chdir(own.parents[1])
    monkeypatch.setenv("PRIDE_CACHE", str(own / "cache"))
    assert main(["data", "list", "mine"]) == 0
    assert capsys.readouterr().out.endswith("to be read\n")
    assert main(["data", "fetch", "mine"]) == 0
    assert main(["data", "verify", "mine"]) == 0
    assert "not registered: " in capsys.readouterr().out
    assert main(["data", "list"]) == 0
    said = capsys.readouterr().out
    assert "at hand (file mine.csv)" in said
    assert "wdbc" in said
    (own / "mine.yaml").write_text(SMALLEST.replace("mine:", "wdbc:"))
    assert main(["data", "list"]) == 2
    assert "wdbc: the name is taken" in capsys.readouterr().err
