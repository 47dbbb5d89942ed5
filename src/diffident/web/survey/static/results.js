// SPDX-License-Identifier: Apache-2.0
// Shows new results when a batch is in: the part of the page that changes is asked for again.
const stream = new EventSource("/results/stream");
let shown = null;

stream.addEventListener("results", async ({ data }) => {
  if (shown !== null && shown !== data) {
    const page = new DOMParser().parseFromString(await (await fetch("/results")).text(), "text/html");
    document.getElementById("live").replaceChildren(...page.getElementById("live").childNodes);
  }
  shown = data;
});
