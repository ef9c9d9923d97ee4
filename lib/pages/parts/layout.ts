/*
 * The frame of every page: one column that works on a phone and with a screen reader, light or dark as the system is set. The only style is
 * lib/pages/parts/style.ts, which the content security policy allows by its hash. No page needs a script; one has it for large files.
 */
import { createHash } from "node:crypto";
import type { Page } from "#lib/http/definition";
import { Html, html } from "./html.ts";
import { icon } from "./icon.ts";
import { style } from "./style.ts";

interface Content {
  title: string;
  body: Html;
  status?: number;
  /** Wide enough for lists (true) or tables ("most"); otherwise as narrow as a form. */
  wide?: true | "most";
  /** Search engines must not list the page. */
  unlisted?: true;
  /** The title of the window if it differs from `title`. A screen reader reads it first, so it names an error. */
  windowTitle?: string | undefined;
  /** Other origins to which the forms of the page lead, also by redirect. */
  formsLeadTo?: string[];
  /** Other origins from which the page loads images. */
  imagesFrom?: string[];
  /** The origins whose pages may show this one in a frame, or `*`; none if left out. */
  framedBy?: readonly string[];
  /** What is above the title. */
  above?: Html;
  /** A script for what the page can do better with it, and where it may send something. */
  script?: { text: string; connectsTo: string[] };
  /** The address that the browser opens at once. */
  goesOnTo?: string;
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const styleHash = hashOf(style);

/** A page with its headers, among them the content security policy. */
export function layout(content: Content): Page {
  const { title, body, status, wide, windowTitle = title, goesOnTo, above, framedBy = [], script } = content;
  const head = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${goesOnTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${goesOnTo}">`}
<title>${windowTitle} – Gridless</title>
<link rel="icon" href="${icon}">
`;
  const rest = html`
</head>
<body>
<div class="${wide === "most" ? "frame wide most" : wide ? "frame wide" : "frame"}">
<header><a class="brand" href="/"${framedBy.length > 0 && html` target="_blank" rel="noopener"`}><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1 2h4v3H1zm5 0h9v3H6zM1 6h4v3H1zm5 0h9v3H6zM1 10h4v4H1zm5 0h9v4H6z"/></svg>Gridless</a></header>
<main>
${above}<h1>${title}</h1>
${body}
</main>
</div>
${
  script &&
  html`<script>${new Html(script.text)}</script>
`
}</body>
</html>
`;
  return {
    ...(status && { status }),
    html: `${head.text}<style>${style}</style>${rest.text}`,
    headers: headersOf(content),
  };
}

function headersOf({ formsLeadTo = [], imagesFrom = [], unlisted, framedBy = [], script }: Content) {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ["img-src 'self' data:", ...imagesFrom].join(" "),
    ...(script
      ? [`script-src ${hashOf(script.text)}`, ["connect-src 'self'", ...script.connectsTo].join(" ")]
      : []),
    ["form-action 'self'", ...formsLeadTo].join(" "),
    "base-uri 'none'",
    `frame-ancestors ${framedBy.join(" ") || "'none'"}`,
  ];
  return {
    "content-security-policy": policy.join("; "),
    ...(framedBy.length === 0 && { "x-frame-options": "DENY" }),
    "x-content-type-options": "nosniff",
    // with no-referrer, browsers would also send no Origin with forms
    "referrer-policy": "same-origin",
    ...(unlisted && { "x-robots-tag": "noindex" }),
  };
}

/** For the pages that the account page links to. */
export const backToAccount = html`<ul class="links"><li><a href="/account">Back to your account</a></li></ul>`;
