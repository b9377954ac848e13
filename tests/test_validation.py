"""Mistakes in settings are told in one line, with what may have been meant."""

import pandas as pd
import pytest

from pride.validation import SettingsError, check_rows, check_settings

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "seed": {"type": "integer"},
        "id": {"type": "string"},
        "url": {},
        "file": {},
    },
    "oneOf": [{"required": ["url"]}, {"required": ["file"]}],
}


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"url": 1, "sede": 3}, "unknown key 'sede', did you mean 'seed'?"),
        ({"url": 1, "qqq": 3}, "unknown key 'qqq'; known: seed, id, url, file"),
        ({"url": 1, "seed": "x"}, "seed: 'x' is not of type 'integer'"),
        ({"url": 1, "file": 1}, "exactly one of these groups of keys: url or file"),
    ],
)
def test_mistakes_are_explained(settings, message):
    with pytest.raises(SettingsError) as error:
        check_settings(settings, SCHEMA, "here.yaml")
    assert str(error.value) == f"here.yaml: {message}" or message in str(error.value)


def test_right_settings_pass():
    check_settings({"url": 1, "seed": 3}, SCHEMA, "here.yaml")


def test_rows_tell_their_line_and_repeated_names():
    table = pd.DataFrame({"id": ["a", "b"], "url": [1.0, None]})
    with pytest.raises(SettingsError, match=r"t.csv, line 3: expected exactly one"):
        check_rows(table, SCHEMA, "t.csv")
    with pytest.raises(SettingsError, match="more than once: a"):
        check_rows(pd.DataFrame({"id": ["a", "a"], "url": [1, 1]}), SCHEMA, "t.csv")
