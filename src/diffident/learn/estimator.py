# SPDX-License-Identifier: Apache-2.0
"""What every estimator is: parameters, a fit that pays, a statement of its privacy, and a model that holds no data.

An estimator follows scikit-learn's conventions. It takes limits, classes and lengths from what was declared, never from
data, and learns from noisy sums alone.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from diffident.curator.answer import answered
from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.errors import Refused
from diffident.exact.number import whole
from diffident.learn import frame
from diffident.learn.columns import Columns, Number, columns_of, limits, unit
from diffident.learn.fit import Fit, Lesson, priced
from diffident.learn.layout import Feature, Layout
from diffident.learn.model import Arrays, Model
from diffident.learn.statement import statement
from diffident.question.examples import Examples
from diffident.question.expression import Column, Expression
from diffident.question.limits import Bounds
from diffident.question.words import Derive
from diffident.randomness.source import Source

INSIDE: Final = "column "  # what columns are called behind the words, whatever people call them


class TargetMissing(Refused, ValueError):  # noqa: N818 - a refusal; scikit-learn expects a ValueError
    """A model that learns what belongs to a target, and no target."""

    code = "target_missing"
    sentence = "{model} learns what a target is: it requires y to be passed, but the target y is None."
    remedy = 'Write fit(X, y), or hospital.fit(model, "SELECT age, stay, cost FROM visits", target="cost").'


class Estimator(BaseEstimator):
    """Learns from noisy sums of what each person's rows add.

    `epsilon` (with `delta`) is the price of one fit. With a `curator` it is taken from that curator's promise, and a
    clone shares it; without one each fit is a promise of its own. `bounds` are limits of features: a pair for all, a
    list of pairs, or a mapping from names. `rows_per_person` is with how many rows a person counts.
    """

    has_target: ClassVar[bool] = True
    epsilon: object
    delta: object
    bounds: object
    curator: Curator | None
    rows_per_person: object

    def _keep(self, given: Mapping[str, object]) -> None:
        """Keep parameters as they were given: the local names of a constructor."""
        for name, value in given.items():
            if name not in {"self", "__class__"}:
                setattr(self, name, value)

    @abstractmethod
    def _lesson(self, layout: Layout, terms: Terms) -> Lesson:
        """Return what is learned."""

    @abstractmethod
    def _settle(self, arrays: Arrays) -> None:
        """Take over what was learned, as attributes that end in an underscore."""

    @abstractmethod
    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        """Return how a row becomes integers."""

    def fit(self, X: Any, y: Any = None, *, person: Any = None) -> Self:
        """Pay, and learn from rows in hand; `person` says whose each row is, and without it every row is a person."""
        whose = None if person is None else frame.column(person, X, what="person")
        rows, target = self._checked(X, y)
        names = [f"x{place}" for place in range(rows.shape[1])]
        named = [str(name) for name in getattr(self, "feature_names_in_", names)]
        engine, examples, facts = frame.of(rows, named, self._coded(target), whose)
        most = 1 if person is None else whole(self.rows_per_person or 1, name="rows_per_person", at_least=1)
        terms = Terms(
            examples=examples,
            facts=facts,
            rows_per_person=most,
            person="each row" if person is None else frame.PERSON,
            asked=f"{type(self).__name__}.fit(X, y)",
            once=frame.once(),
        )
        if self.curator is None:
            return self.adopt(self.offer(terms, frame.TARGET).perform(engine, Source.fresh()))
        charged = replace(
            terms, account=self.curator.name, budget=self.curator.promise, delta=self.curator.promise.delta_per_question
        )
        return self.adopt(answered(self.offer(charged, frame.TARGET), engine, self.curator.ledger))

    def offer(self, terms: Terms, target: str | None) -> Fit:
        """Return the fit as an offer: everything public decided, nothing paid and no row read."""
        known = dict(terms.examples.columns)
        if self.has_target and target not in known:
            raise TargetMissing(model=type(self).__name__)
        wanted = str(target) if self.has_target else None
        names = [name for name in known if name != target]
        columns = columns_of(names, terms.facts, limits(self.bounds, names, what="feature"))
        layout = self._layout(
            tuple(feature for column in columns for feature in self._features(column)),
            None if wanted is None else self._target(terms, wanted),
        )
        inside = {name: f"{INSIDE}{place}" for place, name in enumerate([*names, *filter(None, [wanted])])}
        formulas = [each for column in columns for each in column.formulas(Column(inside[column.name]))]
        if wanted is not None:
            formulas.append(self._target_formula(terms, wanted, Column(inside[wanted])))
        kept = Examples(terms.examples.rows, tuple((inner, known[name]) for name, inner in inside.items()))
        rows = Derive(kept.bounded(terms.rows_per_person), tuple(zip(layout.columns, formulas, strict=True)))
        self.columns_: Columns = columns
        self.layout_ = layout
        return priced(terms, rows, layout, self._lesson(layout, terms), epsilon=self.epsilon, delta=self.delta)

    def adopt(self, stored: bytes) -> Self:
        """Become the model that was published: from here on nothing has to do with anybody's rows."""
        model = Model.read(stored)
        self.certificate_ = model.certificate
        self.n_features_in_ = len(self.columns_)
        self._settle(model.arrays)
        return self

    @property
    def privacy_(self) -> str:
        """What the fit promises, in words."""
        check_is_fitted(self, "certificate_")
        return statement(self.certificate_)

    def _features(self, column: Any) -> tuple[Feature, ...]:
        if isinstance(column, Number) and not getattr(self, "fit_intercept", True):
            return (unit(column.bounds, is_centred=False, name=column.name),)
        features: tuple[Feature, ...] = column.features
        return features

    def _target(self, terms: Terms, target: str) -> Feature | int:
        """Return what the target is: a number or classes."""
        raise NotImplementedError

    def _target_formula(self, terms: Terms, target: str, column: Column) -> Expression:
        """Return the target as a number."""
        raise NotImplementedError

    def _coded(self, y: Any) -> Any:
        """Return a target in hand as it is stored."""
        return y

    def _checked(self, X: Any, y: Any) -> Any:
        """Return rows and target as arrays; only shapes and types are looked at."""
        if not self.has_target:
            return self._numbers(X, reset=True), None
        if y is None:
            raise TargetMissing(model=type(self).__name__)
        return self._numbers(X, reset=True), frame.column(y, X)

    def _numbers(self, X: Any, *, reset: bool = False) -> NDArray[np.float64]:
        """Return rows as an array of numbers of any size, missing ones among them; no row at all will do."""
        check: Any = validate_data
        found: NDArray[np.float64] = check(
            self, X, reset=reset, dtype=np.float64, ensure_all_finite=False, ensure_min_samples=0
        )
        return found

    def _matrix(self, X: Any) -> NDArray[np.float64]:
        """Return public rows as the model sees them, the constant last."""
        check_is_fitted(self, "certificate_")
        return self.layout_.matrix(np.column_stack(self._values(X)))

    def _values(self, X: Any) -> Sequence[NDArray[np.float64]]:
        if all(isinstance(column, Number) for column in self.columns_):
            return list(self._numbers(X).T)
        taken = [column.values(np.asarray(X[column.name])) for column in self.columns_]
        return [values for each in taken for values in each]

    def __sklearn_is_fitted__(self) -> bool:
        """Whether it was fitted."""
        return hasattr(self, "certificate_")

    def __sklearn_tags__(self) -> Any:
        """Return what scikit-learn should know: missing numbers are allowed, and two fits differ."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.non_deterministic = True
        if tags.regressor_tags is not None:
            tags.regressor_tags.poor_score = True  # on the two hundred rows of scikit-learn's checks
        if tags.classifier_tags is not None:
            tags.classifier_tags.poor_score = True
        return tags


def bounds_of(given: object, name: str, declared: Bounds | None) -> Bounds | None:
    """Return limits that were given for one column, or those that were declared."""
    if given is None:
        return declared
    return next(iter(limits(given if isinstance(given, Mapping) else {name: given}, [name], what="target").values()))
