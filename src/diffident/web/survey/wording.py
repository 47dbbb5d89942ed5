# SPDX-License-Identifier: Apache-2.0
"""What the pages say, in each language we speak; a survey in another language gets English around its questions."""

import math
from fractions import Fraction
from typing import Final

from diffident.local.counted import Counted
from diffident.privacy.region import Region
from diffident.web.survey.question import Question

ENGLISH: Final = {
    "how": "What happens to my answers?",
    "promise": "Before your answers leave this phone, chance changes some of them. Nobody, not even we, can tell which. "
    "Many answers together still show how common each one is.",
    "guess": "Whoever sees all that you send and guesses one of two possible answers is right at most {most} of 100 "
    "times; without it, 50 times.",
    "stays": "Of 100 answers like yours about {stay} stay as they are; the others become another one.",
    "noisy": "Your number is replaced by one that chance moves so far that it says little about you.",
    "sampled": "Chance picks {asked} of these; only what you say about them is sent, and it may be turned round.",
    "on_paper": "The spinner changes some answers. Nobody, not even we, can tell which. Many answers together still show "
    "how common each one is.",
    "code": "Your code",
    "code_hint": "It stands on your invitation. It is stored apart from your name, and only as a fingerprint.",
    "randomise": "Randomise my answers",
    "ready": "This is what leaves your phone",
    "ready_text": "Your answers were changed by chance and forgotten; they were never sent. What is below is kept on this "
    "phone, and sent as it is, however often you try.",
    "exactly": "Exactly, letter by letter",
    "send": "Send this",
    "done": "Thank you",
    "done_text": "It has arrived and is stored. With this receipt you can withdraw it until the survey closes:",
    "no_script": "This page randomises answers on your phone, and needs JavaScript for that. Nothing was sent. You can "
    "fill in the paper form instead.",
    "no_storage": "This browser does not let the page keep anything, so a second try could tell more about you. "
    "Nothing was sent. Please use another browser or the paper form.",
    "missing": "Please answer this question.",
    "offline": "It did not arrive. It is kept on this phone; try again later.",
    "paper": "Paper form",
    "withdraw": "Withdraw my answers",
    "withdraw_text": "Type your receipt. Your report is deleted, results change with the next batch, and nothing that "
    "was published before shows who you are.",
    "receipt": "Receipt",
    "withdrawn": "Your report is deleted. This invitation opens nothing any more.",
    "contact": "Who asks",
    "total": "All of your answers together tell at most epsilon {epsilon}.",
    "results": "Results",
    "waiting": "No results yet: they are shown when the first {batch} reports are in, and change with every batch.",
    "as_of": "{people} reports",
    "of_invited": "{people} reports of {invited} invited; {missing} of 100 did not answer. Those who answer may differ "
    "from those who do not, and no interval knows by how much.",
    "open_link": "Everybody with the link could answer, also more than once: these are not a sample of anybody.",
    "weighted": "Weighted to the known shares of strata; intervals are widened for it.",
    "fakes": "If one in 100 reports were made up, a share could be off by up to {up} points more.",
    "fakes_mean": "If one in 100 reports were made up, the mean could be off by up to {up} more.",
    "closed": "This survey takes no reports now.",
    "interval": "95 % interval",
    "answer": "Answer",
    "share": "Estimate",
}
GERMAN: Final = {
    "how": "Was geschieht mit meinen Antworten?",
    "promise": "Bevor Ihre Antworten dieses Telefon verlassen, verändert der Zufall einige davon. Niemand, auch wir "
    "nicht, kann sagen, welche. Viele Antworten zusammen zeigen trotzdem, wie häufig jede ist.",
    "guess": "Wer alles sieht, was Sie senden, und zwischen zwei möglichen Antworten rät, hat in höchstens {most} von "
    "100 Fällen recht; ohne das in 50.",
    "stays": "Von 100 Antworten wie Ihrer bleiben etwa {stay}, wie sie sind; die anderen werden zu einer anderen.",
    "noisy": "Ihre Zahl wird durch eine ersetzt, die der Zufall so weit verschiebt, dass sie wenig über Sie sagt.",
    "sampled": "Der Zufall wählt {asked} davon aus; nur was Sie dazu sagen, wird gesendet, vielleicht umgedreht.",
    "on_paper": "Der Kreisel verändert einige Antworten. Niemand, auch wir nicht, kann sagen, welche. Viele Antworten "
    "zusammen zeigen trotzdem, wie häufig jede ist.",
    "code": "Ihr Code",
    "code_hint": "Er steht auf Ihrer Einladung. Gespeichert wird nur ein Fingerabdruck davon, getrennt vom Namen.",
    "randomise": "Meine Antworten verändern lassen",
    "ready": "Das verlässt Ihr Telefon",
    "ready_text": "Ihre Antworten wurden vom Zufall verändert und vergessen; gesendet wurden sie nie. Was hier steht, "
    "bleibt auf diesem Telefon und wird genau so gesendet, so oft Sie es auch versuchen.",
    "exactly": "Genau, Zeichen für Zeichen",
    "send": "Das senden",
    "done": "Danke",
    "done_text": "Es ist angekommen und gespeichert. Mit dieser Quittung können Sie es zurückziehen, bis die Umfrage "
    "schließt:",
    "no_script": "Diese Seite verändert Antworten auf Ihrem Telefon und braucht dafür JavaScript. Es wurde nichts "
    "gesendet. Sie können stattdessen den Papierbogen ausfüllen.",
    "no_storage": "Dieser Browser lässt die Seite nichts behalten; ein zweiter Versuch könnte mehr über Sie verraten. "
    "Es wurde nichts gesendet. Bitte nehmen Sie einen anderen Browser oder den Papierbogen.",
    "missing": "Bitte beantworten Sie diese Frage.",
    "offline": "Es ist nicht angekommen. Es bleibt auf diesem Telefon; versuchen Sie es später noch einmal.",
    "paper": "Papierbogen",
    "withdraw": "Meine Antworten zurückziehen",
    "withdraw_text": "Geben Sie Ihre Quittung ein. Ihr Bericht wird gelöscht, die Ergebnisse ändern sich mit dem "
    "nächsten Schwung, und nichts, was vorher veröffentlicht wurde, zeigt, wer Sie sind.",
    "receipt": "Quittung",
    "withdrawn": "Ihr Bericht ist gelöscht. Diese Einladung öffnet nichts mehr.",
    "contact": "Wer fragt",
    "total": "Alle Ihre Antworten zusammen verraten höchstens Epsilon {epsilon}.",
    "results": "Ergebnisse",
    "waiting": "Noch keine Ergebnisse: Sie erscheinen, wenn die ersten {batch} Berichte da sind, und ändern sich "
    "schwungweise.",
    "as_of": "{people} Berichte",
    "of_invited": "{people} Berichte von {invited} Eingeladenen; {missing} von 100 antworteten nicht. Wer antwortet, "
    "kann anders sein als wer nicht antwortet, und kein Intervall weiß, wie sehr.",
    "open_link": "Jeder mit dem Link konnte antworten, auch mehrmals: Das ist keine Stichprobe.",
    "weighted": "Gewichtet nach bekannten Anteilen der Schichten; die Intervalle sind dafür weiter.",
    "fakes": "Wäre einer von 100 Berichten erfunden, könnte ein Anteil um bis zu {up} Punkte mehr danebenliegen.",
    "fakes_mean": "Wäre einer von 100 Berichten erfunden, könnte der Mittelwert um bis zu {up} mehr danebenliegen.",
    "closed": "Diese Umfrage nimmt zurzeit keine Berichte an.",
    "interval": "95-%-Intervall",
    "answer": "Antwort",
    "share": "Schätzung",
}
LANGUAGES: Final = {"en": ENGLISH, "de": GERMAN}


def phrases(language: str) -> dict[str, str]:
    """Return what the pages say in a language."""
    return LANGUAGES.get(language, ENGLISH)


def promise(question: Question, language: str) -> str:
    """Return what happens to an answer, in one sentence."""
    words, protocol = phrases(language), question.protocol
    if question.bounds is not None:
        return words["noisy"]
    if question.kind == "several_of":
        return words["sampled"].format(asked=getattr(protocol, "asked", 1))
    return words["stays"].format(stay=round(100 * float(protocol.p))) if isinstance(protocol, Counted) else ""


def guess(epsilon: Fraction, language: str) -> str:
    """Return how often a guess is right at best, in one sentence."""
    most = math.ceil(100 * Region.of(min(epsilon, Fraction(10))).best_guess)
    return phrases(language)["guess"].format(most=most)
