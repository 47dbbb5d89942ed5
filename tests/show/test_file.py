# SPDX-License-Identifier: Apache-2.0
"""Files are written whole or refused, with the reason of the system and no traceback."""

import os
from pathlib import Path

import pytest

from diffident.errors import Refused
from diffident.show.file import write


def test_a_file_is_written_and_then_replaced_without_a_word(tmp_path, capfd):
    path = tmp_path / "new" / "folder" / "file"
    for content in (b"longer at first", b"short"):
        write(path, content)
        assert path.read_bytes() == content
    assert capfd.readouterr() == ("", "")


def refused(path):
    with pytest.raises(Refused) as refusal:
        write(Path(path), b"content")
    assert refusal.value.code == "cannot_be_written"
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 400
    return refusal.value


def test_a_folder_is_no_file(tmp_path):
    assert "is a directory" in refused(tmp_path).said


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert "file exists" in refused(tmp_path / "file" / "below").said
    assert "not a directory" in refused(tmp_path / "file" / "further" / "below").said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only some systems have a full device")  # noqa: PTH110
def test_a_full_disk_is_told():
    assert "no space left" in refused("/dev/full").said


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000, "line\nbreak/\0"])
def test_a_name_that_cannot_exist_is_refused_in_one_line(tmp_path, name):
    refused(tmp_path / name)
