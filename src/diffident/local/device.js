// SPDX-License-Identifier: Apache-2.0
// What happens on the device of a person: a description, an answer, and the report that may leave.
//
// One plain module without dependencies. `device.py` is the same in Python, line by line; test vectors hold the two
// together. On the way of an answer there are whole numbers only: thresholds count 2^-64 and are BigInts.

export const VERSION = 1;

// Decisions from random bits, 64 at a time, from the browser's generator for cryptography.
export class Draw {
  #words = new BigUint64Array(64);
  #used = 64;

  constructor(word) {
    if (word) this.word = word;
  }

  word() {
    if (this.#used === 64) {
      globalThis.crypto.getRandomValues(this.#words);
      this.#used = 0;
    }
    const drawn = this.#words[this.#used];
    this.#words[this.#used++] = 0n;
    return drawn;
  }

  // Yes with probability threshold / 2^64.
  chance(threshold) {
    return this.word() < threshold;
  }

  // A whole number below n, all alike: what does not fit is drawn again.
  below(n) {
    let mask = 0n;
    while (mask < BigInt(n - 1)) mask = 2n * mask + 1n;
    for (;;) {
      const drawn = this.word() & mask;
      if (drawn < BigInt(n)) return Number(drawn);
    }
  }
}

// Returns what may leave the device: a whole number, or a list of them. `seed` is what the survey assigned to this
// person and is public; `memo` is what `remember` returned once, and stays on the device.
export function report(plan, answer, draw = new Draw(), seed = [], memo = []) {
  if (plan.version !== VERSION) throw new Error("a description of another version: reload the page");
  if (!Number.isInteger(answer) || answer < 0 || answer >= plan.answers)
    throw new Error("the answer is none of those described");
  return KINDS[plan.kind](plan, answer, draw, seed, memo);
}

// Returns a permanent answer for each answer (or cell) there is, to be kept on the device for good. Drawn for all of
// them before the first is needed, it shows nobody who reads the device's memory what was answered.
export function remember({ once }, draw = new Draw()) {
  return Array.from({ length: once.answers }, (_, answer) => KINDS[once.kind](once, answer, draw));
}

function fromWindow(plan, answer, draw) {
  const inside = draw.chance(BigInt(plan.inside));
  const past = inside ? draw.below(plan.width) : plan.width + draw.below(plan.cells - plan.width);
  return (answer + past) % plan.cells;
}

function fromCoin(plan, answer, draw) {
  return Number(draw.chance(BigInt(plan.least) + BigInt(plan.step) * BigInt(answer)));
}

function fromEither(plan, answer, draw) {
  if (draw.chance(BigInt(plan.first))) return fromWindow(plan.window, answer, draw);
  return plan.window.cells + fromCoin(plan.coin, answer, draw);
}

function fromMarks(plan, answer, draw) {
  const kept = BigInt(plan.kept), turned = BigInt(plan.turned), told = [];
  for (let option = 0; option < plan.answers; option++)
    if (draw.chance(option === answer ? kept : turned)) told.push(option);
  return told;
}

function fromSet(plan, answer, draw) {
  const kept = draw.chance(BigInt(plan.kept));
  const others = some(plan.size - Number(kept), plan.answers - 1, draw);
  const told = others.map((other) => (answer + 1 + other) % plan.answers);
  return (kept ? [answer, ...told] : told).sort((one, other) => one - other);
}

// So many of the numbers below `among`, all sets alike (Floyd).
function some(count, among, draw) {
  const taken = new Set();
  for (let last = among - count; last < among; last++) {
    const pick = draw.below(last + 1);
    taken.add(taken.has(pick) ? last : pick);
  }
  return [...taken];
}

function fromHash(plan, answer, draw, [times, plus]) {
  return [times, plus, fromWindow(plan.window, cellOf(plan.prime, plan.window.cells, answer, [times, plus]), draw)];
}

function cellOf(prime, cells, answer, [times, plus]) {
  const hashed = (BigInt(times) * BigInt(answer) + BigInt(plus)) % BigInt(prime);
  return Number(hashed % BigInt(cells));
}

function fromParity(plan, answer, draw, [row]) {
  let sign = 0;
  for (let both = BigInt(row) & BigInt(answer); both; both >>= 1n) sign ^= Number(both & 1n);
  return [row, draw.chance(BigInt(plan.inside)) ? sign : 1 - sign];
}

function fromSeveral(plan, answer, draw) {
  const asked = some(plan.asked, plan.questions, draw).sort((one, other) => one - other);
  return asked.flatMap((question) => [
    question,
    fromWindow(plan.each, Number((BigInt(answer) >> BigInt(question)) & 1n), draw),
  ]);
}

function fromMemo(plan, answer, draw, seed, memo) {
  const place = seed.length ? cellOf(plan.prime, plan.once.cells, answer, seed) : answer;
  const told = fromWindow(plan.again, memo[place], draw);
  return seed.length ? [...seed, told] : told;
}

function fromMarkedMemo(plan, answer, draw, seed, memo) {
  const kept = BigInt(plan.again.kept), turned = BigInt(plan.again.turned), told = [];
  for (let option = 0; option < plan.answers; option++)
    if (draw.chance(memo[answer].includes(option) ? kept : turned)) told.push(option);
  return told;
}

const KINDS = {
  window: fromWindow,
  coin: fromCoin,
  either: fromEither,
  marks: fromMarks,
  set: fromSet,
  hashed: fromHash,
  parity: fromParity,
  sampled: fromSeveral,
  lasting: fromMemo,
  "lasting marks": fromMarkedMemo,
};
