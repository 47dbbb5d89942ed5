// SPDX-License-Identifier: Apache-2.0
// Replays test vectors with the script of the browser, and prints how many reports are the same.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , script, file] = process.argv;
const { Draw, remember, report } = await import(pathToFileURL(script));

let same = 0;
for (const { plan, answer, seed, words, report: due } of JSON.parse(readFileSync(file, "utf8"))) {
  const next = words.map(BigInt)[Symbol.iterator]();
  const draw = new Draw(() => next.next().value);
  const memo = plan.once ? remember(plan, draw) : [];
  const told = report(plan, answer, draw, seed, memo);
  if (JSON.stringify(told) === JSON.stringify(due) && next.next().done) same += 1;
}
console.log(same);
