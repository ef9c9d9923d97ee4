/*
 * The documentation page, made of the OpenAPI document, docs/guide and README.md: all of it is in the HTML, before any script runs. Build time
 * only: the functions and `npm start` read it as a file. It has no inline script or style, and loads only files of lib/docs.
 */
import type { OpenApiDocument } from "#lib/openapi/shape";
import { html } from "#lib/pages/parts/html";
import { icon } from "#lib/pages/parts/icon";
import { showContents } from "./contents.ts";
import { readGuides } from "./guides.ts";
import { renderMarkdown } from "./markdown.ts";
import { showQuickStart } from "./quick-start.ts";
import { areasOf, showReference } from "./reference.ts";

/** The HTML of /docs. Links are relative: /docs has no slash at its end, so they also work below the path of a stage. */
export function makePage(document: OpenApiDocument): string {
  const guides = readGuides();
  const areas = areasOf(document);
  const about = renderMarkdown(document.info.description, { prefix: "about-", linkTo: (target) => target });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gridless API</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="docs/page.css">
<script type="module" src="docs/start.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu" aria-expanded="false" aria-controls="contents"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1 3h14v2H1zm0 4h14v2H1zm0 4h14v2H1z"/></svg><span>Contents</span></button>
<a class="brand" href="#quick-start"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1 2h4v3H1zm5 0h9v3H6zM1 6h4v3H1zm5 0h9v3H6zM1 10h4v4H1zm5 0h9v4H6z"/></svg>Gridless <span class="soft">API</span></a>
<div class="search" role="search"><input id="search" type="search" placeholder="Search calls and guides" aria-label="Search calls and guides" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><div class="found" hidden><ul id="found" role="listbox" aria-label="Found"></ul><p class="found-note" role="status"></p></div></div>
<a class="who" href="#token"><span class="dot"></span><span class="who-name">No token</span></a>
</header>
<div class="frame">
<nav class="contents" id="contents" aria-label="Contents">${showContents({ guides, areas })}</nav>
<main id="content" tabindex="-1">
<h1>Gridless API</h1>
<p class="lead">Bases hold tables; tables hold fields, views and records. Everything is a call over HTTP with JSON. Make the first one right here.</p>
${showQuickStart()}
<div class="guides">${guides.map((guide) => guide.html)}</div>
<div class="reference"><section id="reference" aria-labelledby="reference-title"><h2 id="reference-title">Reference</h2>
${about.html}
<p>The samples use the variables <code>url</code>, <code>GRIDLESS_TOKEN</code> and ids such as <code>tableId</code>. With a token and a table <a href="#token">chosen above</a>, they have your ids, fields and values. <b>Copy</b> puts in what this page knows.</p></section>
${showReference(document, areas)}</div>
<footer><p class="note">Gridless ${document.info.version} · <a href="openapi.json">OpenAPI document</a> · <a href=".">Start page</a></p></footer>
</main>
</div>
</body>
</html>
`.text;
}
