/* Colours for code: highlight.js with the three languages of the page. It runs when the page is made; the browser gets plain spans. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import typescript from "highlight.js/lib/languages/typescript";
import { Html } from "#lib/pages/parts/html";

hljs.registerLanguage("sh", bash);
hljs.registerLanguage("json", json);
hljs.registerLanguage("ts", typescript);

/** The code as markup; code in another language stays as it is, escaped. */
export function highlight(code: string, language: string): Html {
  const known = hljs.getLanguage(language) ? language : "plaintext";
  if (known === "plaintext")
    return new Html(code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
  return new Html(hljs.highlight(code, { language: known }).value);
}
