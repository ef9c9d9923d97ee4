/* The quick start: each step's button makes its call and shows the answer below it. */
import { send, show, showFailure } from "./call.js";
import { known } from "./known.js";

export function startQuickStart() {
  for (const step of document.querySelectorAll(".step"))
    step.querySelector(".run").addEventListener("click", () => run(step));
}

async function run(step) {
  const note = step.querySelector(".run-note");
  const lack = missing(step);
  note.textContent = lack;
  if (lack) {
    if (!known.token) document.querySelector("#token-input").focus();
    return;
  }
  const button = step.querySelector(".run");
  const box = step.querySelector(".answer");
  button.disabled = true;
  try {
    const sent = await send(callOf(step));
    show(box, sent);
    step.classList.toggle("done", sent.answer.ok);
  } catch (error) {
    showFailure(box, error);
  } finally {
    button.disabled = false;
  }
}

/** What a step lacks, as a sentence. */
function missing({ dataset: { path } }) {
  if (!known.token) return "First put a token into the box above.";
  if (path.includes("{baseId}") && !known.baseId) return "Your token reaches no base. Make a token for one.";
  if (path.includes("{tableId}") && !known.tableId) return "First make the table of step 2.";
  return "";
}

function callOf(step) {
  const { method, path } = step.dataset;
  const [plain, query] = path.split("?filter=");
  const called = plain.replaceAll(/\{(\w+Id)\}/g, (_, name) => encodeURIComponent(known[name]));
  return {
    method,
    path: query ? `${called}?${new URLSearchParams({ filter: query })}` : called,
    body: step.querySelector(".body-example")?.textContent,
  };
}
