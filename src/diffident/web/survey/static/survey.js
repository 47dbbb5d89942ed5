// SPDX-License-Identifier: Apache-2.0
// The respondent's page. Answers are read here, randomised by device.js, and forgotten; only the randomised report is
// kept, before it is sent for the first time, and every later try sends the very bytes that were kept.
import { remember, report } from "./device.js";

const plan = JSON.parse(document.getElementById("plan").textContent);
const part = (id) => document.getElementById(id);
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function kept(name) {
  return localStorage.getItem(`diffident ${plan.survey} ${name}`);
}

function keep(name, text) {
  localStorage.setItem(`diffident ${plan.survey} ${name}`, text);
  if (kept(name) !== text) throw new Error("nothing can be kept");
}

function canKeep() {
  try {
    keep("try", "1");
    return true;
  } catch {
    return false;
  }
}

// The name under which a report is kept: one for each invitation and round.
function place(code) {
  return `round ${plan.round} ${plan.invited ? code : ""}`.trim();
}

function ownCode() {
  if (!kept("code")) {
    const drawn = crypto.getRandomValues(new Uint8Array(16));
    keep("code", Array.from(drawn, (byte) => LETTERS[byte & 31]).join(""));
  }
  return kept("code");
}

function typedCode() {
  return part("code").value.replace(/[\s-]/g, "").toUpperCase();
}

function field(question) {
  return part(`q-${question.id}`);
}

function ticked(question) {
  return [...field(question).querySelectorAll("input:checked")].map((each) => parseInt(each.value, 10));
}

function isAsked(question) {
  if (!question.onlyIf) return true;
  const [id, option] = question.onlyIf;
  const earlier = plan.questions.find((each) => each.id === id);
  return isAsked(earlier) && ticked(earlier)[0] === option;
}

// The answer as a whole number, or null where there is none yet.
function answer(question) {
  const asked = isAsked(question);
  if (question.kind === "several_of") {
    const chosen = asked ? ticked(question) : [question.notAsked];
    return chosen.reduce((sum, option) => sum + 2 ** option, 0);
  }
  if (!asked) return question.notAsked;
  if (question.kind !== "number") return ticked(question)[0] ?? null;
  const typed = field(question).querySelector("input").value.trim();
  const step = /^-?\d{1,10}$/.test(typed) ? parseInt(typed, 10) - question.low : -1;
  return step >= 0 && step < question.plan.answers ? step : null;
}

function memo(question) {
  if (!plan.lasting) return [];
  const name = `memo ${question.id}`;
  if (!kept(name)) keep(name, JSON.stringify(remember(question.plan)));
  return JSON.parse(kept(name));
}

function showFields() {
  for (const question of plan.questions) field(question).hidden = !isAsked(question);
}

// Every question that waits for an answer is marked; the first of them is gone to.
function complete() {
  const missing = plan.questions.filter((question) => answer(question) === null);
  for (const question of plan.questions) field(question).querySelector(".missing").hidden = !missing.includes(question);
  if (missing.length) field(missing[0]).querySelector("input").focus();
  return !missing.length;
}

function randomise() {
  const code = plan.invited ? typedCode() : ownCode();
  if (plan.invited && !/^[A-Z2-7]{16}$/.test(code)) return part("code").focus();
  if (kept(place(code))) return showReady(code);
  if (!complete()) return;
  const answers = plan.questions.map((question) => report(question.plan, answer(question), undefined, [], memo(question)));
  const told = { version: plan.version, survey: plan.survey, round: plan.round, answers };
  keep(place(code), JSON.stringify({ code, report: told }));
  showReady(code);
}

function nameOf(question, told) {
  const labels = [...field(question).querySelectorAll("label")].map((each) => each.textContent.trim());
  const name = (option) => (option === question.notAsked ? "–" : labels[option]);
  if (question.kind === "number") return String(told);
  if (question.kind === "several_of") {
    const pairs = [];
    for (let at = 0; at < told.length; at += 2) pairs.push(`${name(told[at])}: ${told[at + 1] ? "✓" : "✗"}`);
    return pairs.join(", ");
  }
  return (Array.isArray(told) ? told : [told]).map(name).join(", ");
}

function showReady(code) {
  const stored = kept(place(code));
  const told = JSON.parse(stored).report.answers;
  part("told").replaceChildren(
    ...plan.questions.flatMap((question, at) => {
      const [term, said] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = field(question).querySelector("legend").textContent;
      said.textContent = nameOf(question, told[at]);
      return [term, said];
    }),
  );
  part("exactly").textContent = stored;
  for (const input of part("questions").querySelectorAll("input")) {
    input.checked = false;
    if (input.type !== "radio" && input.type !== "checkbox") input.value = "";
  }
  part("questions").hidden = true;
  part("ready").hidden = false;
  part("ready-title").focus();
  part("send").onclick = () => send(stored);
}

async function send(stored) {
  part("offline").hidden = part("problem").hidden = true;
  let answered, told;
  try {
    answered = await fetch("/report", { method: "POST", headers: { "content-type": "application/json" }, body: stored });
    told = await answered.json();
  } catch {
    part("offline").hidden = false;
    return;
  }
  if (!answered.ok) {
    part("problem").textContent = `${told.sentence} ${told.remedy}`;
    part("problem").hidden = false;
    return;
  }
  part("receipt").textContent = told.receipt;
  part("ready").hidden = true;
  part("done").hidden = false;
  part("done-title").focus();
}

function begin() {
  if (!part("questions")) return;
  if (!canKeep()) {
    part("no-storage").hidden = false;
    return;
  }
  if (!plan.invited && kept(place(""))) return showReady("");
  part("questions").hidden = false;
  part("questions").addEventListener("change", showFields);
  part("randomise").onclick = randomise;
  showFields();
}

begin();
