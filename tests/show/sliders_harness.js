// SPDX-License-Identifier: Apache-2.0
// Runs the script of a page without a browser: elements remember what they are told.
"use strict";
const fs = require("fs");
const [, , script, data, moves] = process.argv;
const elements = new Map();

function element() {
  return {
    attributes: {}, children: [], listeners: {}, textContent: "", value: "0",
    setAttribute(name, value) { this.attributes[name] = String(value); },
    append(...more) { this.children.push(...more); },
    replaceChildren() { this.children = []; },
    addEventListener(name, act) { this.listeners[name] = act; },
  };
}

globalThis.document = {
  createElementNS: element,
  getElementById(id) {
    if (!elements.has(id)) elements.set(id, element());
    return elements.get(id);
  },
};
document.getElementById("plan").textContent = data;
new Function(fs.readFileSync(script, "utf8"))();
const told = JSON.parse(moves).map(([epsilon, people]) => {
  document.getElementById("epsilon").value = String(Math.log(epsilon));
  document.getElementById("people").value = String(Math.log(people));
  document.getElementById("epsilon").listeners.input();
  const ids = ["errors", "odds", "intervals"];
  return ids.map((id) => [document.getElementById(id).attributes["aria-label"], document.getElementById(id).children.length]);
});
console.log(JSON.stringify(told));
