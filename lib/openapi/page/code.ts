/* Blocks of code with a button that copies them; and samples, which show the same call in two languages. */
import { type Html, html } from "#lib/pages/parts/html";
import { highlight } from "./highlight.ts";

const names: Record<string, string> = { sh: "Shell", json: "JSON", ts: "TypeScript", text: "Text" };

/** Code with its language and a button to copy it; an answer (JSON, text) has no button. */
export function codeBlock(code: string, language: string, title = names[language] ?? language): Html {
  const isRun = ["sh", "ts", "terminal"].includes(language);
  return html`<div class="code"><div class="code-head"><span>${title}</span>${isRun && copyButton}</div><pre><code>${highlight(code.trimEnd(), language)}</code></pre></div>`;
}

/** The same call with curl and in TypeScript. The page shows one, and remembers which. */
export const samples = ({ curl, typescript }: Samples): Html =>
  html`<div class="code samples"><div class="code-head"><span class="tabs"><button type="button" data-language="curl" aria-pressed="true">curl</button><button type="button" data-language="ts" aria-pressed="false">TypeScript</button></span>${copyButton}</div><pre data-language="curl"><code>${highlight(curl, "sh")}</code></pre><pre data-language="ts" hidden><code>${highlight(typescript, "ts")}</code></pre></div>`;

export interface Samples {
  curl: string;
  typescript: string;
}

const copyButton = html`<button type="button" class="copy">Copy</button>`;
