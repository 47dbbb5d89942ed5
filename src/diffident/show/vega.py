# SPDX-License-Identifier: Apache-2.0
"""A picture as Vega-Lite: plain JSON that notebooks and web pages draw, with the data, the sentence and the colours in it."""

from typing import Any, Final, assert_never

from diffident.show.picture import Axis, Band, Bars, Curve, Limit, Mark, Picture, Points, Tiles

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v5.json"
Layer = dict[str, Any]


def vega(picture: Picture) -> dict[str, Any]:
    """Return a picture as a Vega-Lite specification."""
    return {
        "$schema": SCHEMA,
        "title": picture.title,
        "description": picture.sentence,
        "width": 480,
        "height": 280,
        "layer": [layer for mark in picture.marks for layer in _layers(mark, picture)],
    }


def _layers(mark: Mark, picture: Picture) -> list[Layer]:
    """Return the layers of a mark: what is uncertain is never drawn without its interval."""
    match mark:
        case Bars():
            return [
                _layer({"type": "bar", "opacity": 0.25}, mark, _sides(picture, "nominal")),
                _rule(mark, picture, "nominal"),
            ]
        case Points():
            return [
                _layer({"type": "point", "filled": True}, mark, _sides(picture, "quantitative")),
                _rule(mark, picture, "quantitative"),
            ]
        case Band():
            sides = {**_sides(picture, "ordinal"), "y": _side("low", picture.y), "y2": {"field": "high"}}
            line = {"type": "line", "interpolate": "step-after"}
            area = {"type": "area", "opacity": 0.25, "interpolate": "step-after"}
            return [_layer(area, mark, sides), _layer(line, mark, _sides(picture, "ordinal"))]
        case Curve():
            return [_layer({"type": "line"}, mark, _sides(picture, "quantitative"))]
        case Limit():
            data = [{mark.along: mark.at}]
            return [
                {
                    "data": {"values": data},
                    "mark": {"type": "rule", "strokeDash": [4, 4]},
                    "encoding": {mark.along: {"field": mark.along, "type": "quantitative"}},
                }
            ]
        case Tiles():
            return _tiles(mark, picture)
        case _:
            assert_never(mark)


def _tiles(mark: Tiles, picture: Picture) -> list[Layer]:
    values = [dict(zip(("up", "x", "y", "low", "high"), row, strict=True)) for row in mark.rows]
    sides = {"x": _side("x", picture.x, "nominal"), "y": _side("up", picture.y, "nominal")}
    colour = {
        "field": "y",
        "type": "quantitative",
        "title": mark.label,
        "scale": {"range": ["#ffffff", mark.hue.value]},
    }
    return [
        {"data": {"values": values}, "mark": "rect", "encoding": {**sides, "color": colour}},
        {"data": {"values": values}, "mark": "text", "encoding": {**sides, "text": {"field": "y"}}},
    ]


def _layer(mark: dict[str, Any], of: Bars | Points | Band | Curve, encoding: dict[str, Any]) -> Layer:
    names = ("label", "x", "y", "low", "high")
    values = [dict(zip(names, row, strict=True)) for row in of.rows]
    return {"data": {"values": values}, "mark": {**mark, "color": of.hue.value}, "encoding": encoding}


def _rule(mark: Bars | Points, picture: Picture, kind: str) -> Layer:
    sides = {"x": _side("x", picture.x, kind), "y": _side("low", picture.y), "y2": {"field": "high"}}
    return _layer({"type": "rule", "strokeWidth": 2}, mark, sides)


def _sides(picture: Picture, kind: str) -> dict[str, Any]:
    return {"x": _side("x", picture.x, kind), "y": _side("y", picture.y)}


def _side(field: str, axis: Axis, kind: str = "quantitative") -> dict[str, Any]:
    scale = {} if axis.scale == "linear" else {"scale": {"type": axis.scale}}
    sort = {} if kind == "quantitative" else {"sort": None}
    return {"field": field, "type": kind, "title": axis.title, **scale, **sort}
