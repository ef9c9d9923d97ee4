/* The quick start: each step's button makes its call and shows the answer below it. */
import { send, show, showFailure } from "./call.js";
import { callOf } from "./described-call.js";
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
    const sent = await send(requestOf(step));
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
  if (path.includes("{tableId}") && !known.tableId)
    return "First make the table of step 2, or choose one of yours above.";
  return "";
}

function requestOf(step) {
  const { method, path, query, body, values } = callOf(step);
  const called = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
  return {
    method,
    path: query.length > 0 ? `${called}?${new URLSearchParams(query)}` : called,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
