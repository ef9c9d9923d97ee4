/*
 * The script of a page with a form that asks for files. The page works without it, for files that fit into one request; it sends larger ones to
 * the storage before the answers, and names them in these. It is text, because it runs in the browser; its hash is in the page's policy.
 */
import { limits } from "#lib/schemas/basics/limits";

/** Sends the files of a form one after the other. `data-files` of the form is the address at which they are announced. */
export const fileScript = `"use strict";
const form = document.querySelector("form[data-files]");
const status = form.querySelector("[role=status]");
const button = form.querySelector("button[type=submit]");
const inputs = [...form.querySelectorAll("input[type=file]")];
const arrived = new WeakSet();
async function send(input, file) {
  if (arrived.has(file)) return;
  if (file.size > ${limits.formFileBytes}) throw new Error(file.name + " is larger than ${limits.formFileBytes / 1024 ** 2} MB.");
  status.textContent = "Sending " + file.name + " …";
  const contentType = /^[\\w.+-]+\\/[\\w.+-]+$/.test(file.type) ? file.type : "application/octet-stream";
  const said = await fetch(form.dataset.files, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ fieldId: input.name, contentType, contentLength: file.size }),
  });
  const answer = await said.json();
  if (!said.ok) throw new Error(file.name + " was refused: " + answer.message);
  const sent = await fetch(answer.url, { method: answer.uploadMethod, headers: { "content-type": contentType }, body: file });
  if (!sent.ok) throw new Error(file.name + " could not be sent (" + sent.status + ").");
  const named = document.createElement("input");
  Object.assign(named, { type: "hidden", name: input.name, value: file.name.replace(/[\\r\\n]+/g, " ") + " (" + answer.token + ")" });
  input.before(named);
  arrived.add(file);
}
form.addEventListener("submit", async (event) => {
  const chosen = inputs.flatMap((input) => [...input.files]);
  if (chosen.reduce((sum, file) => sum + file.size, 0) <= ${limits.typedFilesBytes}) return;
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  try {
    for (const input of inputs) {
      for (const file of [...input.files]) await send(input, file);
      // what has arrived is not sent with the answers once more
      input.value = "";
      input.required = false;
    }
    form.submit();
  } catch (error) {
    status.textContent = error instanceof TypeError ? "The network does not answer: try again." : error.message;
    button.disabled = false;
  }
});
`;
