/* The contents at the left: quick start, guides with their headings, areas with their operations, schemas. */
import { type Html, html } from "#lib/pages/parts/html";
import type { Guide } from "./guides.ts";
import type { Area } from "./reference.ts";

interface Contents {
  guides: readonly Guide[];
  areas: readonly Area[];
}

/** A list of links. The lists below guides and areas can be opened. */
export const showContents = ({ guides, areas }: Contents): Html => html`<ul>
<li><a href="#quick-start">Quick start</a></li>
<li><a href="#terminal">In a terminal</a></li>
</ul>
<h2 id="contents-guides">Guides</h2>
<ul>${guides.map(({ id, title, about, headings }) =>
  group(
    id,
    title,
    headings
      .filter(({ level }) => level === 3)
      .map(({ id, text }) => html`<li><a href="#${id}">${unescaped(text)}</a></li>`),
    about,
  ),
)}</ul>
<h2 id="contents-reference">Reference</h2>
<ul><li><a href="#reference">About all calls</a></li>${areas.map(({ id, title, operations }) =>
  group(
    id,
    title,
    operations.map(
      ({ method, operation }) =>
        html`<li><a href="#${operation.operationId}" title="${operation.operationId}"><span>${operation.summary}</span><small class="method ${method.toLowerCase()}">${method}</small></a></li>`,
    ),
  ),
)}<li><a href="#schemas">Schemas</a></li></ul>`;

function group(id: string, title: string, items: readonly Html[], about = ""): Html {
  const link = html`<a href="#${id}"><span>${title}${about && html` <small>${about}</small>`}</span></a>`;
  if (items.length === 0) return html`<li>${link}</li>`;
  return html`<li class="group">${link}<button type="button" class="opener" aria-expanded="false" aria-controls="in-${id}" aria-label="What is in ${title}"></button><ul id="in-${id}" hidden>${items}</ul></li>`;
}

/** Headings come as escaped HTML. */
const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
