// SPDX-License-Identifier: Apache-2.0
// Sends the receipt of a report that is to be deleted.
const part = (id) => document.getElementById(id);

part("withdraw").onclick = async () => {
  part("problem").hidden = true;
  const sent = JSON.stringify({ receipt: part("receipt").value });
  const answered = await fetch("/withdraw", { method: "POST", headers: { "content-type": "application/json" }, body: sent });
  const told = await answered.json();
  part("withdrawn").hidden = !answered.ok;
  if (answered.ok) return;
  part("problem").textContent = `${told.sentence} ${told.remedy}`;
  part("problem").hidden = false;
};
