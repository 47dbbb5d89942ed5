# SPDX-License-Identifier: Apache-2.0
"""Models beside the same without privacy, and how long they take: tables that are made here, delta 1e-6."""

import numpy as np
from clock import race
from report import row
from sklearn import decomposition
from sklearn.cluster import KMeans as PlainKMeans
from sklearn.datasets import load_breast_cancer, load_digits, make_blobs
from sklearn.linear_model import LinearRegression as PlainLine
from sklearn.linear_model import LogisticRegression as PlainLogistic
from sklearn.metrics import roc_auc_score

from diffident.learn import PCA, HistogramBoostingClassifier, KMeans, LinearRegression, LogisticRegression

DELTA = "1e-6"
WIDE = (-3, 3)  # standard deviations that features are declared to span
TRIES = 3


def main() -> None:
    """Measure all of it."""
    classes()
    small_tables()
    lines()
    directions()
    clusters()
    curves()
    seconds()


def classes() -> None:
    for people in (20_000, 200_000):
        random = np.random.default_rng(3)
        X, slope = random.normal(size=(people + 20_000, 20)), random.normal(size=20) * 0.6
        y = (random.random(len(X)) < 1 / (1 + np.exp(-X @ slope))).astype(int)
        plain = PlainLogistic().fit(X[:people], y[:people]).score(X[people:], y[people:])
        for epsilon, goal in ((1, 0.5), ("0.1", 2)):
            given = {"epsilon": epsilon, "delta": DELTA, "bounds": WIDE, "classes": [0, 1]}
            right = [_right(LogisticRegression(**given), X, y, people) for _ in range(TRIES if people < 10**5 else 2)]
            row(
                f"logistic, {people:,} x 20, eps {epsilon}: points lost",
                100 * (plain - np.mean(right)),
                goal=goal,
                unit="",
            )


def small_tables() -> None:
    """Tables that come with scikit-learn; the limits of the first are rough ones, as a codebook would give them."""
    cancer, digits = load_breast_cancer(return_X_y=True), load_digits(return_X_y=True)
    rough = [(0, 2 * float(f"{middle:.1g}") or 1) for middle in np.median(cancer[0], axis=0)]
    for name, table, bounds in (("breast cancer", cancer, rough), ("digits", digits, (0, 16))):
        order = np.random.default_rng(0).permutation(len(table[1]))
        X, y, people = table[0][order], table[1][order], len(order) * 3 // 4
        given = {"epsilon": 1, "delta": DELTA, "bounds": bounds, "classes": sorted(set(y))}
        right = [_right(LogisticRegression(**given), X, y, people) for _ in range(TRIES)]
        row(f"logistic, {name}, eps 1: share wrong", 1 - np.mean(right), unit="")


def lines() -> None:
    for people, features, goal in ((10_000, 10, 0.035), (1_000, 5, 0.07)):
        left, held = [], []
        for seed in range(4 * TRIES):
            random = np.random.default_rng(seed)
            X, slope = random.normal(size=(2 * people, features)), random.normal(size=features)
            slope /= np.linalg.norm(slope)
            y = X @ slope + random.normal(size=2 * people) * np.sqrt(1 / 0.972 - 1)
            given = {"epsilon": 1, "delta": DELTA, "bounds": WIDE, "target_bounds": WIDE}
            model = LinearRegression(**given).fit(X[:people], y[:people])
            left.append(1 - model.score(X[people:], y[people:], public=True))
            low, high = model.coefficient_intervals(0.95).T
            held.append(np.mean((low <= np.append(slope, 0)) & (np.append(slope, 0) <= high)))
        row(
            f"line, {people:,} x {features}, eps 1: share not explained (least squares 0.028)",
            np.mean(left),
            goal=goal,
            unit="",
        )
        row(f"line, {people:,} x {features}: share of 95 % intervals that miss", 1 - np.mean(held), goal=0.07, unit="")


def directions() -> None:
    lost = []
    for seed in range(4 * TRIES):
        random = np.random.default_rng(seed)
        X = random.normal(size=(2000, 2)) @ random.normal(size=(2, 10)) + 0.3 * random.normal(size=(2000, 10))
        X /= X.std()
        found = PCA(2, epsilon="0.5", delta=DELTA, bounds=WIDE).fit(X).components_
        covariance = np.cov(X.T)
        lost.append(1 - np.trace(found @ covariance @ found.T) / np.sort(np.linalg.eigvalsh(covariance))[-2:].sum())
    row("2 of 10 directions, 2,000 people, eps 0.5: share of variance lost", np.mean(lost), goal=0.01, unit="")


def clusters() -> None:
    for people, features, goal in ((10_000, 2, 1.02), (50_000, 8, 1.3)):
        ratios = []
        for seed in range(TRIES):
            X, _ = make_blobs(people, features, centers=8, random_state=seed)
            model = KMeans(8, epsilon=1, delta=DELTA, bounds=(-15, 15)).fit(X)
            plain = PlainKMeans(8, n_init=10, random_state=0).fit(X).inertia_
            ratios.append((model.transform(X).min(axis=1) ** 2).sum() / plain)
        row(
            f"8 clusters, {people:,} x {features}, eps 1: inertia, times that without privacy",
            np.mean(ratios),
            goal=goal,
            unit="",
        )


def curves() -> None:
    random = np.random.default_rng(0)
    X = np.tanh(random.normal(size=(40_000, 10)) / 2)
    margin = 3 * np.abs(X[:, 0]) - 1.2 + 2 * X[:, 1] + np.sin(4 * X[:, 2]) + 1.5 * X[:, 3] * X[:, 4] + (X[:, 5] > 0.3)
    y = (random.random(40_000) < 1 / (1 + np.exp(-margin))).astype(int)
    given = {"epsilon": 1, "delta": DELTA, "bounds": (-1, 1), "classes": [0, 1]}
    line, boosted = (
        roc_auc_score(y[20_000:], kind(**given).fit(X[:20_000], y[:20_000]).decision_function(X[20_000:]))
        for kind in (LogisticRegression, HistogramBoostingClassifier)
    )
    row(
        "boosting, 20,000 x 10, eps 1: points of AUC behind logistic regression",
        100 * (line - boosted),
        goal=-1,
        unit="",
    )


def seconds() -> None:
    random = np.random.default_rng(1)
    X = random.normal(size=(10**6, 20))
    y = X @ random.normal(size=20) * 0.2 + random.normal(size=10**6)
    given = {"epsilon": 1, "delta": DELTA, "bounds": WIDE}
    pairs = {
        "line": (LinearRegression(**given, target_bounds=(-4, 4)), PlainLine(), y),
        "logistic": (LogisticRegression(**given, classes=[0, 1]), PlainLogistic(), (y > 0).astype(int)),
        "2 directions": (PCA(2, **given), decomposition.PCA(2), None),
    }
    for name, (ours, plain, target) in pairs.items():
        fast, slow = race(lambda m=ours, t=target: m.fit(X, t), lambda m=plain, t=target: m.fit(X, t), repeats=2)
        row(f"{name}, 10^6 x 20: seconds beside scikit-learn's", fast, peer=slow, goal=max(1.0, slow))


def _right(model: LogisticRegression, X: np.ndarray, y: np.ndarray, people: int) -> float:
    return float(np.mean(model.fit(X[:people], y[:people]).predict(X[people:]) == y[people:]))
