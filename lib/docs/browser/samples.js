/* The samples: curl or TypeScript, copied with what the page knows. */
import { known, onKnown, serviceUrl } from "./known.js";

const kept = "gridless-language";

export function startSamples() {
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest(".tabs button");
    if (tab) choose(tab.dataset.language);
    const copy = target.closest(".copy");
    if (copy) void copyCode(copy);
  });
  choose(readLanguage());
  const quick = [...document.querySelectorAll("#quick-start pre code")];
  const templates = new Map(quick.map((code) => [code, texts(code)]));
  onKnown(() => {
    for (const [, parts] of templates) for (const { node, text } of parts) node.data = filled(text);
  });
}

const texts = (code) => {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push({ node: walker.currentNode, text: walker.currentNode.data });
  return found;
};

/** One language for all samples, also at the next visit. */
function choose(language) {
  try {
    localStorage.setItem(kept, language);
  } catch {
    // the choice lasts until the page is left
  }
  for (const pre of document.querySelectorAll(".samples pre")) pre.hidden = pre.dataset.language !== language;
  for (const tab of document.querySelectorAll(".tabs button"))
    tab.setAttribute("aria-pressed", String(tab.dataset.language === language));
}

function readLanguage() {
  try {
    return localStorage.getItem(kept) === "ts" ? "ts" : "curl";
  } catch {
    return "curl";
  }
}

async function copyCode(button) {
  const code = button.closest(".code").querySelector("pre:not([hidden])");
  const text = code.closest(".guide") ? code.textContent : filled(code.textContent);
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

/** Puts in what is known, for `$url` and `${url}`. Unknown ids stay variables; so does all of a text that sets the variables itself. */
function filled(text) {
  const values = { url: serviceUrl, ...known };
  if (/^url=/.test(text))
    return text.replaceAll(/^(\w+)="…"$/gm, (line, name) =>
      values[name] ? `${name}="${values[name]}"` : line,
    );
  return text.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (variable, one, other) => values[one ?? other] || variable);
}
