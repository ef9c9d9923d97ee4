/*
 * The documentation page: a file beside the function, made by lib/openapi/page when the functions are bundled. It has no inline script or
 * style, so a strict content security policy works.
 */
import { besideFunction, madeText } from "#lib/http/document";

const text = madeText(() => process.env["GRIDLESS_DOCS"] ?? besideFunction("docs/page.html"));

/** The HTML of the page. */
export const readPage = text.read;

/** From now on, the page is what this gives: where it is no file yet. */
export const readPageFrom = text.readFrom;

/** Allows only what this service itself serves. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Pages of other origins can neither frame this page nor hold a handle of its window; other services learn no address. */
export const pageHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
