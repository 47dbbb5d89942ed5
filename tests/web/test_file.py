# SPDX-License-Identifier: Apache-2.0
"""Survey files: what is wrong is refused with its line, and other tools' questions can be taken over."""

from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.exact import declared
from diffident.local import Hybrid, LastingResponse, Response, SeveralOf, SquareWave, SubsetSelection
from diffident.web.survey import draft, file, imported
from web.survey import TEXT, read

HEAD = 'name = "a"\ntitle = "t"\ncontact = "c"\nepsilon = 9\n'
QUESTION = '[[questions]]\nid = "q"\nkind = "yes_no"\ntext = "?"\nepsilon = 1\n'


def parsed(text):
    return file.survey(declared.parse(text, "survey.toml"))


def test_a_survey_is_read():
    survey = read()
    assert [type(each.protocol) for each in survey.questions] == [Response, Response, SeveralOf, Hybrid, SquareWave]
    assert survey.spent == 6
    assert survey.questions[0].no_answer == 2
    assert (survey.questions[1].only_if, survey.questions[1].not_asked) == (("drove", 1), 4)
    assert [words["de"] for words in survey.questions[0].options] == ["Nein", "Ja", "Keine Angabe"]
    assert read(TEXT.replace("epsilon = 2", "epsilon = 1")).digest != survey.digest


def test_many_options_get_a_protocol_that_is_better_for_them():
    options = ", ".join(f'"o{number}"' for number in range(40))
    text = QUESTION.replace("yes_no", "one_of") + f"options = [{options}]\n"
    assert isinstance(parsed(HEAD + text).questions[0].protocol, SubsetSelection)


def test_questions_in_several_rounds_have_a_lifetime():
    (question,) = parsed(HEAD + "rounds = 12\n" + QUESTION + "lifetime = 3\n").questions
    assert isinstance(question.protocol, LastingResponse)
    assert question.spent == Fraction(3)


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", "", "name must be a short name"),
        (HEAD, "", "1 to 100 questions"),
        (HEAD + "colour = 1\n" + QUESTION, ":5", "means nothing here"),
        (HEAD.replace('"a"', '"A b"') + QUESTION, ":1", "short name"),
        (HEAD.replace("9", '"x"') + QUESTION, ":4", "epsilon must be a plain decimal number"),
        (HEAD + 'languages = ["english"]\n' + QUESTION, ":5", "two letters"),
        (HEAD + 'languages = ["en", "de"]\n' + QUESTION, ":2", "wording in each language"),
        (HEAD + "batch = 0\n" + QUESTION, ":5", "batch must be at least 1"),
        (HEAD + 'opens = "2026-01-01"\n' + QUESTION, ":5", "must be a day"),
        (HEAD + "opens = 2026-02-01\ncloses = 2026-01-01\n" + QUESTION, ":6", "closes before it opens"),
        (HEAD + 'invitations = "no"\n' + QUESTION, ":5", "true or false"),
        (HEAD + "questions = 1\n", ":5", "1 to 100 questions"),
        (HEAD + "questions = [1]\n", ":5", "a table is due here"),
        (HEAD + QUESTION.replace("yes_no", "essay"), ":7", "kind must be one of"),
        (HEAD + QUESTION.replace('"q"', "1"), ":6", "short name"),
        (HEAD + QUESTION + QUESTION, "", "q is asked twice"),
        (HEAD + QUESTION + 'options = ["a", "b"]\n', ":10", "yes or no has no other options"),
        (HEAD + QUESTION.replace("yes_no", "one_of"), ":5", "one_of has 2 to 200 options"),
        (HEAD + QUESTION.replace("yes_no", "one_of") + 'options = ["a"]\n', ":10", "2 to 200 options"),
        (HEAD + QUESTION.replace("yes_no", "one_of") + 'options = ["a", "a"]\n', ":10", "two options are the same"),
        (HEAD + QUESTION.replace("yes_no", "number"), ":5", "a number needs its limits"),
        (HEAD + QUESTION.replace("yes_no", "number") + "bounds = [5, 1]\n", ":10", "1 to 100,000 apart"),
        (
            HEAD + QUESTION.replace("yes_no", "number") + "bounds = [0, 5]\nno_answer = true\n",
            ":5",
            "answered by everybody",
        ),
        (HEAD + QUESTION + 'wants = "mean"\n', ":10", "wants is not known here"),
        (HEAD + QUESTION + "lifetime = 3\n", ":10", "several rounds"),
        (HEAD + "rounds = 2\n" + QUESTION, "", "lifetime is missing"),
        (HEAD + "rounds = 2\n" + QUESTION + "lifetime = 1\n", ":11", "more than one of them"),
        (HEAD + QUESTION + 'only_if = { question = "x", is = "Yes" }\n', ":10", "an earlier question"),
        (HEAD.replace("9", "0.5") + QUESTION, ":4", "tell epsilon 1 together"),
        (HEAD + QUESTION + "[margins]\nyoung = 0.4\n", ":10", "add up to 1"),
        (HEAD + QUESTION.replace("epsilon = 1", "epsilon = 11"), ":9", "epsilon must be at most 10"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text, line, part):
    with pytest.raises(Refused) as refused:
        parsed(text)
    assert refused.value.said.startswith(f"survey.toml{line}:")
    assert part in refused.value.said
    assert refused.value.advised


def test_a_draft_is_a_survey():
    survey = parsed(draft.drafted("mine", 'A "title"\n', draft.EXAMPLE))
    assert [each.id for each in survey.questions] == ["drove", "often"]


def test_an_xlsform_is_taken_over(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    survey, choices = book.create_sheet("survey"), book.create_sheet("choices")
    for row in (
        ("type", "name", "label::English (en)", "constraint"),
        ("select_one yn", "Smokes?", "Do you smoke?", None),
        ("select_multiple drinks", "drinks", "What do you drink?", None),
        ("integer", "9age", "Age", ". >= 18 and . <= 99"),
        ("text", "name", "Your name", None),
    ):
        survey.append(row)
    for row in (
        ("list_name", "name", "label"),
        ("yn", "y", "Yes"),
        ("yn", "n", "No"),
        ("drinks", "b", "Beer"),
        ("drinks", "w", "Wine"),
    ):
        choices.append(row)
    book.save(tmp_path / "form.xlsx")
    found = imported.questions(tmp_path / "form.xlsx")
    assert [(each.id, each.kind, each.options or each.bounds) for each in found] == [
        ("smokes", "one_of", ("Yes", "No")),
        ("drinks", "several_of", ("Beer", "Wine")),
        ("q3_9age", "number", (18, 99)),
    ]
    assert parsed(draft.drafted("form", "Form", found)).spent == 3


LSS = """<document><questions><rows>
<row><qid>1</qid><type>Y</type><title>Q1</title><question>&lt;p&gt;Do you smoke?&lt;/p&gt;</question></row>
<row><qid>2</qid><type>L</type><title>Q2</title><question>Which?</question></row>
<row><qid>3</qid><type>M</type><title>Q3</title><question>All?</question></row>
<row><qid>4</qid><type>T</type><title>Q4</title><question>Tell us</question></row>
</rows></questions>
<subquestions><rows><row><qid>5</qid><parent_qid>3</parent_qid><question>Beer</question></row>
<row><qid>6</qid><parent_qid>3</parent_qid><question>Wine</question></row></rows></subquestions>
<answers><rows><row><qid>2</qid><code>A1</code><answer>Red</answer></row>
<row><qid>2</qid><code>A2</code><answer>Blue</answer></row></rows></answers></document>"""


def test_a_limesurvey_structure_is_taken_over(tmp_path):
    (tmp_path / "s.lss").write_text(LSS)
    found = imported.questions(tmp_path / "s.lss")
    assert [(each.kind, each.text, each.options) for each in found] == [
        ("yes_no", "Do you smoke?", ()),
        ("one_of", "Which?", ("Red", "Blue")),
        ("several_of", "All?", ("Beer", "Wine")),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.xlsx", b"no workbook"), ("a.lss", b"<a"), ("a.lss", b"<!DOCTYPE a><a/>"), ("a.lss", b"<a/>"), ("a.txt", b"")],
)
def test_files_without_questions_are_refused(tmp_path, name, text):
    (tmp_path / name).write_bytes(text)
    with pytest.raises(Refused) as refused:
        imported.questions(tmp_path / name)
    assert refused.value.code == "survey_not_imported"
