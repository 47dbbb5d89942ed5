# SPDX-License-Identifier: Apache-2.0
"""A page of pictures can be read without seeing: a sentence in place of each picture, and its table."""

from html.parser import HTMLParser

from diffident.show.page import page
from show.pictures import PICTURE


class Reader(HTMLParser):
    """What a reader of the page meets."""

    def __init__(self, text):
        super().__init__()
        self.images, self.cells, self.open, self.at = [], [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.images.append(dict(attrs))
        elif tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in {"td", "th"}:
            self.cells.append(data)


def read(*shown):
    return Reader(page("A page <&>", shown).decode())


def test_every_picture_has_its_sentence_and_its_table():
    met = read((PICTURE, "one two.svg"))
    assert met.images == [{"src": "one%20two.svg", "alt": PICTURE.sentence}]
    assert met.cells[:5] == ["people (number)", "error (days)", "from", "to", "Ash"]
    assert "<Elm>" in met.cells
    assert len(met.cells) == len(PICTURE.names) * (1 + len(PICTURE.rows)) - 1
    assert met.open == ["html"]


def test_what_could_not_be_drawn_is_still_told():
    met = read((PICTURE, None))
    assert met.images == []
    assert "-4" in met.cells


def test_nothing_written_on_it_becomes_a_tag():
    text = page("<script>", [(PICTURE, 'a"onload="x.svg')]).decode()
    assert "<script" not in text
    assert 'onload="' not in text


def test_a_name_that_is_no_text_is_written_all_the_same():
    assert read((PICTURE, "\udcff.svg")).images[0]["src"] == "%FF.svg"
