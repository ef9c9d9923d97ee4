/*
 * The frame of every page: one column, good on a phone and with a screen reader, in the reader's colours. No script; the only
 * style is the one below, which the policy knows by its hash.
 */
import { createHash } from "node:crypto";
import type { Page } from "#lib/http/definition";
import { type Html, html } from "./html.ts";
import { style } from "./style.ts";

interface Content {
  title: string;
  body: Html;
  status?: number;
  /** Where forms of the page lead beyond our own address, also by redirect: origins. */
  formsLeadTo?: string[];
  /** Where its images come from: origins. */
  imagesFrom?: string[];
  /** Where the browser goes on its own, at once. */
  goesOnTo?: string;
}

const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

export function layout({ title, body, status, formsLeadTo = [], imagesFrom = [], goesOnTo }: Content): Page {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    ["img-src 'self'", ...imagesFrom].join(" "),
    ["form-action 'self'", ...formsLeadTo].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${goesOnTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${goesOnTo}">`}
<title>${title} – Gridless</title>
`;
  const rest = html`
</head>
<body>
<main>
<p class="brand">Gridless</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return {
    ...(status && { status }),
    html: `${page.text}<style>${style}</style>${rest.text}`,
    headers: {
      "content-security-policy": policy.join("; "),
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      // no-referrer would take the Origin from forms too
      "referrer-policy": "same-origin",
    },
  };
}
