/* Colours for code: highlight.js with the three languages of the page. It runs when the page is made; the browser gets plain spans. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import typescript from "highlight.js/lib/languages/typescript";
import { Html, html } from "#lib/pages/parts/html";

hljs.registerLanguage("sh", bash);
hljs.registerLanguage("json", json);
hljs.registerLanguage("ts", typescript);

/** The code as markup; code in another language stays as it is. */
export function highlight(code: string, language: string): Html {
  if (!hljs.getLanguage(language)) return html`${code}`;
  const { value } = hljs.highlight(code, { language });
  // punctuation has no colour of its own, and there is much of it
  return new Html(value.replaceAll(/<span class="hljs-punctuation">([^<]*)<\/span>/g, "$1"));
}
