# SPDX-License-Identifier: Apache-2.0
"""Freedman's experiment: features are chosen that agree with the label, on data in which nothing agrees with anything."""

import numpy as np

from diffident.invented.coins import coins
from diffident.learn.reuse import NotPrivate, Thresholdout
from diffident.randomness.source import Source

FEATURES = 1_000
KEPT = 300


def agreement(data):
    """Return for each feature how often it is equal to the label."""
    features, labels = data
    return (features == labels[:, None]).mean(axis=0)


def voting(trained, told, rows):
    """Return a classifier: features that both say are far from a coin vote, those first that are furthest."""
    far = 1 / np.sqrt(rows) / 2
    agreed = ((trained - 0.5) * (told - 0.5) > 0) & (abs(trained - 0.5) > far) & (abs(told - 0.5) > far)
    chosen = np.flatnonzero(agreed)
    chosen = chosen[np.argsort(-abs(trained[chosen] - 0.5))][:KEPT]
    votes = np.sign(trained[chosen] - 0.5)

    def accuracy(data):
        features, labels = data
        return ((2.0 * features[:, chosen] - 1) @ votes > 0) == labels

    return accuracy


def experiment(number, rows=10_000):
    """Return what the plain holdout says of its classifier, what Thresholdout says of its own, and fresh data of that."""
    training, holdout, fresh = (coins(3 * number + part, rows=rows, features=FEATURES) for part in range(3))
    trained, held = agreement(training), agreement(holdout)
    guard = Thresholdout(
        *(NotPrivate(each, because="invented") for each in (training, holdout)), rows=rows, source=Source.replay(number)
    )
    told = np.array([guard.settle(float(ours), float(theirs)) for ours, theirs in zip(trained, held, strict=True)])
    careless, careful = voting(trained, held, rows), voting(trained, told, rows)
    return careless(holdout).mean(), guard.ask(careful), careful(fresh).mean()
