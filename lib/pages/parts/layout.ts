/*
 * The frame of every page: one column, good on a phone and with a screen reader, in the reader's colours. No script; the only
 * style is the one below, which the policy knows by its hash.
 */
import { createHash } from "node:crypto";
import type { Page } from "#lib/http/definition";
import { type Html, html } from "./html.ts";
import { icon } from "./icon.ts";
import { style } from "./style.ts";

interface Content {
  title: string;
  body: Html;
  status?: number;
  /** Room for lists, or for tables; else it is as narrow as a form. */
  wide?: true | "most";
  /** What is not for search engines. */
  unlisted?: true;
  /** What the window is called, where it is not the title: that something went wrong is what a screen reader says first. */
  windowTitle?: string | undefined;
  /** Where forms of the page lead beyond our own address, also by redirect: origins. */
  formsLeadTo?: string[];
  /** Where its images come from: origins. */
  imagesFrom?: string[];
  /** Where the browser goes on its own, at once. */
  goesOnTo?: string;
}

const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

export function layout(content: Content): Page {
  const { title, body, status, wide, windowTitle = title, goesOnTo } = content;
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
<header><a class="brand" href="/"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1 2h4v3H1zm5 0h9v3H6zM1 6h4v3H1zm5 0h9v3H6zM1 10h4v4H1zm5 0h9v4H6z"/></svg>Gridless</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</div>
</body>
</html>
`;
  return {
    ...(status && { status }),
    html: `${head.text}<style>${style}</style>${rest.text}`,
    headers: headersOf(content),
  };
}

function headersOf({ formsLeadTo = [], imagesFrom = [], unlisted }: Content) {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ["img-src 'self' data:", ...imagesFrom].join(" "),
    ["form-action 'self'", ...formsLeadTo].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    // no-referrer would take the Origin from forms too
    "referrer-policy": "same-origin",
    ...(unlisted && { "x-robots-tag": "noindex" }),
  };
}

/** Of pages that one gets to from the account. */
export const backToAccount = html`<ul class="links"><li><a href="/account">Back to your account</a></li></ul>`;
