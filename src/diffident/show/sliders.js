// SPDX-License-Identifier: Apache-2.0
// Two sliders and three linked pictures: error, disclosure odds, interval. All numbers were computed beforehand.
"use strict";

const plan = JSON.parse(document.getElementById("plan").textContent);
const WIDE = 640, HIGH = 300, LEFT = 70, RIGHT = 190, TOP = 14, BOTTOM = 46;
const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "7 4", "2 3"];

function number(value) {
  if (value === 0) return "0";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", { maximumFractionDigits: Math.min(digits, 8) });
}

function make(name, given, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// Between two numbers of a ladder whose logarithms are evenly spaced: the lower one's place, and how far on.
function between(ladder, value) {
  const last = ladder.length - 2;
  let place = ladder.findIndex((rung) => rung > value) - 1;
  if (place < 0) place = value <= ladder[0] ? 0 : last;
  place = Math.min(place, last);
  const on = Math.log(value / ladder[place]) / Math.log(ladder[place + 1] / ladder[place]);
  return [place, Math.min(Math.max(on, 0), 1)];
}

// The error of one way, between the computed ones around; null where one of them is out of reach.
function error(way, epsilon, people) {
  const [row, down] = between(plan.epsilons, epsilon), [column, across] = between(plan.people, people);
  const corners = [[row, column, (1 - down) * (1 - across)], [row, column + 1, (1 - down) * across],
    [row + 1, column, down * (1 - across)], [row + 1, column + 1, down * across]]
    .filter(([, , weight]) => weight > 1e-9).map(([i, j, weight]) => [way.errors[i][j], weight]);
  if (corners.some(([far]) => far === null)) return null;
  if (corners.some(([far]) => far === 0)) return Math.max(...corners.map(([far]) => far));
  return Math.exp(corners.reduce((sum, [far, weight]) => sum + weight * Math.log(far), 0));
}

const odds = (epsilon) => Math.exp(epsilon);
const guess = (epsilon) => Math.min(1, (odds(epsilon) + plan.delta) / (1 + odds(epsilon)));
const finely = (ladder) => Array.from({ length: 81 }, (_, part) => ladder[0] * (ladder.at(-1) / ladder[0]) ** (part / 80));

function frame(id, across, up) {
  const picture = document.getElementById(id);
  picture.replaceChildren();
  picture.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
  const x = (value) => LEFT + across.at(value) * (WIDE - LEFT - RIGHT);
  const y = (value) => HIGH - BOTTOM - up.at(value) * (HIGH - TOP - BOTTOM);
  const line = (given) => picture.append(make("line", { stroke: "#bbb", ...given }));
  line({ x1: LEFT, x2: WIDE - RIGHT, y1: HIGH - BOTTOM, y2: HIGH - BOTTOM });
  line({ x1: LEFT, x2: LEFT, y1: TOP, y2: HIGH - BOTTOM });
  const words = (text, given) => picture.append(make("text", { "font-size": 12, fill: "#222", ...given }, text));
  for (const tick of across.ticks) words(number(tick), { x: x(tick), y: HIGH - BOTTOM + 16, "text-anchor": "middle" });
  for (const tick of up.ticks) words(number(tick), { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" });
  words(across.name, { x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 8, "text-anchor": "middle" });
  words(up.name, { x: 12, y: TOP + (HIGH - TOP - BOTTOM) / 2, "text-anchor": "middle",
    transform: `rotate(-90 12 ${TOP + (HIGH - TOP - BOTTOM) / 2})` });
  return { picture, x, y, words };
}

function logarithmic(name, values) {
  const low = Math.min(...values), high = Math.max(...values), span = Math.log(high / low) || 1;
  const ticks = [];
  for (let power = Math.ceil(Math.log10(low) - 1e-9); power <= Math.log10(high) + 1e-9; power++) ticks.push(10 ** power);
  return { name, ticks: ticks.length ? ticks : [low, high], at: (value) => Math.log(value / low) / span };
}

function linear(name, low, high) {
  const ticks = [0, 1, 2, 3, 4].map((part) => low + ((high - low) * part) / 4);
  return { name, ticks, at: (value) => (value - low) / (high - low || 1) };
}

function path(drawn, points, given) {
  const d = points.map(([a, b], place) => `${place ? "L" : "M"}${drawn.x(a).toFixed(1)} ${drawn.y(b).toFixed(1)}`).join("");
  if (points.length) drawn.picture.append(make("path", { d, fill: "none", "stroke-width": 2, ...given }));
}

function here(drawn, at) {
  drawn.picture.append(make("line", { x1: drawn.x(at), x2: drawn.x(at), y1: TOP, y2: HIGH - BOTTOM,
    stroke: plan.hues.assumed, "stroke-dasharray": "4 4" }));
}

// Labels at the right that keep a line's height from each other.
function labels(drawn, wanted) {
  let free = -Infinity;
  for (const { text, at, hue } of wanted.sort((one, other) => one.at - other.at)) {
    const place = Math.max(at, free);
    drawn.words(text, { x: WIDE - RIGHT + 8, y: place + 4, fill: hue });
    free = place + 14;
  }
}

function style(way) {
  return { stroke: plan.hues[way.hue], "stroke-dasharray": DASHES[way.dash % DASHES.length] };
}

function drawErrors(epsilon, people) {
  const lines = plan.ways.map((way) => [way, plan.people.map((many) => [many, error(way, epsilon, many)])
    .filter(([, far]) => far > 0)]).filter(([, points]) => points.length);
  const all = lines.flatMap(([, points]) => points.map(([, far]) => far));
  if (!all.length) all.push(1);
  const drawn = frame("errors", logarithmic("people", plan.people), logarithmic(`error (${plan.unit})`, all));
  for (const [way, points] of lines) path(drawn, points, style(way));
  here(drawn, people);
  labels(drawn, lines.map(([way, points]) => ({ text: way.who, hue: plan.hues[way.hue], at: drawn.y(points.at(-1)[1]) })));
}

function drawOdds(epsilon) {
  const drawn = frame("odds", logarithmic("epsilon", plan.epsilons), linear("right guesses, of 100", 50, 100));
  path(drawn, finely(plan.epsilons).map((each) => [each, 100 * guess(each)]), { stroke: plan.hues.noise });
  here(drawn, epsilon);
  labels(drawn, [{ text: "at best", hue: plan.hues.noise, at: drawn.y(100 * guess(plan.epsilons.at(-1))) }]);
}

function drawIntervals(epsilon, people) {
  const rows = plan.ways.map((way) => [way, error(way, epsilon, people)]);
  const widest = Math.max(...rows.map(([, far]) => far || 0), plan.least) * 1.15;
  const drawn = frame("intervals", linear(plan.about, plan.centre - widest, plan.centre + widest),
    { name: "", ticks: [], at: (value) => value });
  here(drawn, plan.centre);
  rows.forEach(([way, far], place) => {
    const up = drawn.y(1 - (place + 0.5) / rows.length);
    const text = far === null ? `${way.who}: out of reach` : way.who;
    drawn.words(text, { x: WIDE - RIGHT + 8, y: up + 4, fill: plan.hues[way.hue] });
    if (far === null) return;
    drawn.picture.append(make("line", { x1: drawn.x(plan.centre - far), x2: drawn.x(plan.centre + far), y1: up, y2: up,
      "stroke-width": 5, ...style(way) }));
    drawn.picture.append(make("circle", { cx: drawn.x(plan.centre), cy: up, r: 4, fill: plan.hues[way.hue] }));
  });
}

function told(epsilon, people) {
  const ways = plan.ways.map((way) => {
    const far = error(way, epsilon, people);
    return `${way.who}: ${far === null ? "out of reach" : far === 0 ? "exact" : `about ${number(far)}`}`;
  });
  return {
    errors: `Error kept with ${plan.confidence} at epsilon ${number(epsilon)} and ${number(people)} people. ${ways.join("; ")}.`,
    odds: `At epsilon ${number(epsilon)} one person changes the odds of any outcome at most ${number(odds(epsilon))} times` +
      (plan.delta ? `, but for a probability of ${plan.delta}` : "") + "; " +
      `${Math.ceil(100 * guess(epsilon))} of 100 guesses about them are right at best, and a coin gets 50.`,
    intervals: `What would be reported of ${number(people)} people, with the interval of each way around it.`,
  };
}

function drawAll() {
  const epsilon = Math.exp(Number(document.getElementById("epsilon").value));
  const people = Math.round(Math.exp(Number(document.getElementById("people").value)));
  document.getElementById("epsilon-shown").textContent = number(epsilon);
  document.getElementById("people-shown").textContent = number(people);
  drawErrors(epsilon, people);
  drawOdds(epsilon);
  drawIntervals(epsilon, people);
  for (const [id, sentence] of Object.entries(told(epsilon, people))) {
    document.getElementById(id).setAttribute("aria-label", sentence);
    document.getElementById(`${id}-told`).textContent = sentence;
  }
}

for (const [id, ladder, start] of [["epsilon", plan.epsilons, plan.epsilon], ["people", plan.people, plan.many]]) {
  const slider = document.getElementById(id);
  slider.min = Math.log(ladder[0]);
  slider.max = Math.log(ladder.at(-1));
  slider.step = "any";
  slider.value = Math.log(start);
  slider.addEventListener("input", drawAll);
}
drawAll();
