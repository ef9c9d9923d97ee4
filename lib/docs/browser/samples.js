/* The samples: a call in the language that the reader chose, with what the page knows; and buttons that copy. */
import { coloured } from "./colours.js";
import { callOf } from "./described-call.js";
import { element } from "./element.js";
import { known, onKnown, serviceUrl } from "./known.js";
import { languages } from "./languages.js";
import { jsonOf } from "./literals.js";
import { answerOfMine } from "./my-examples.js";

const kept = "gridless-language";
let language = readLanguage();

export function startSamples() {
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest(".tabs button");
    if (tab) choose(tab.dataset.language);
    const copy = target.closest(".copy");
    if (copy) void copyCode(copy);
  });
  // an operation is written when it opens: toggle does not bubble
  document.addEventListener(
    "toggle",
    ({ target }) => target.open && target.matches(".op") && write(target),
    true,
  );
  onKnown(writeAll);
  writeAll();
}

const writeAll = () => document.querySelectorAll(".step, .op[open]").forEach(write);

/** Writes the sample of an operation or a step, and its answer. */
function write(place) {
  const block = place.querySelector(".samples");
  const head = block.querySelector(".code-head span");
  if (!head.classList.contains("tabs")) addTabs(head);
  for (const tab of head.children)
    tab.setAttribute("aria-pressed", String(tab.dataset.language === language));
  const call = callOf(place);
  setCode(block.querySelector("code"), languages[language].write(call), language);
  for (const code of place.querySelectorAll(".examples .code:not(.samples) code")) {
    if (!originals.has(code)) originals.set(code, code.textContent);
    const answer = known.my && answerOfMine(call, JSON.parse(originals.get(code)), known.my);
    setCode(code, answer ? jsonOf(answer) : originals.get(code), "json");
  }
}

/** What stood in answers when the page came. */
const originals = new WeakMap();

function setCode(code, text, shownIn) {
  if (code.textContent !== text) code.replaceChildren(...coloured(text, shownIn));
}

function addTabs(head) {
  head.className = "tabs";
  head.replaceChildren(
    ...Object.entries(languages).map(([name, { title }]) => {
      const tab = element("button", { type: "button" }, [title]);
      tab.dataset.language = name;
      return tab;
    }),
  );
}

/** One language for all samples, also at the next visit. */
function choose(name) {
  language = name;
  try {
    localStorage.setItem(kept, language);
  } catch {
    // the choice lasts until the page is left
  }
  writeAll();
}

function readLanguage() {
  try {
    const name = localStorage.getItem(kept);
    return Object.hasOwn(languages, name) ? name : "curl";
  } catch {
    return "curl";
  }
}

async function copyCode(button) {
  const block = button.closest(".code");
  const code = block.querySelector("code");
  const text = block.matches(".samples")
    ? languages[language].write(callOf(block.closest(".step, .op"), true))
    : withVariables(code.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // no clipboard without https: the code is selected instead
    getSelection().selectAllChildren(code);
    button.textContent = "Selected";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, 2000);
}

/** A text that sets the variables itself gets what is known. */
function withVariables(text) {
  if (!text.startsWith("url=")) return text;
  const token = known.token && (known.writesToken ? known.token : "$GRIDLESS_TOKEN");
  const values = { url: serviceUrl, ...known, token };
  return text.replaceAll(/^(\w+)="…"$/gm, (line, name) =>
    values[name] ? `${name}="${values[name]}"` : line,
  );
}
