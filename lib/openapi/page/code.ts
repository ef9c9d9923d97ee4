/* Blocks of code with a button that copies them; and samples, which the scripts of the page show in several languages. */
import { type Html, html } from "#lib/pages/parts/html";
import { highlight } from "./highlight.ts";

const names: Record<string, string> = { sh: "Shell", json: "JSON", ts: "TypeScript", text: "Text" };

/** Code with its language and a button to copy it; an answer (JSON, text) has no button. */
export function codeBlock(code: string, language: string, title = names[language] ?? language): Html {
  const isRun = ["sh", "ts", "terminal"].includes(language);
  return html`<div class="code"><div class="code-head"><span>${title}</span>${isRun && copyButton}</div><pre><code>${highlight(code.trimEnd(), language)}</code></pre></div>`;
}

/** A call with curl. The script of the page adds the other languages, and remembers which one the reader chose. */
export const sample = (curl: string): Html =>
  html`<div class="code samples"><div class="code-head"><span>curl</span>${copyButton}</div><pre><code>${highlight(curl, "sh")}</code></pre></div>`;

const copyButton = html`<button type="button" class="copy">Copy</button>`;
