/*
 * Web addresses, kept exactly as sent: redirect URIs are compared character by character (RFC 6749, 3.1.2.3). Characters that
 * URL parsers remove or replace are refused, so that the address people read is the one a browser opens.
 */
import * as z from "zod";
import { limits } from "./limits.ts";

const schemeAndHost = /^https?:\/\/[^/\\?#]/i;
const takenOut = /[\s\p{Cc}\\]/u;
/** The host as URL parsers give it. They allow more characters, for example `;`, which would end a directive of a page's CSP. */
const plainHost = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;
const uriCharacters = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/;
/** The host as it is written: with other spellings of the same host, not every port would match. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?([/?]|$)/;

const address = (problemOf: (text: string) => string | undefined) =>
  z
    .string()
    // aborts, so that later checks do not read megabytes
    .max(limits.urlLength, { abort: true })
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message) context.addIssue({ code: "custom", message });
    })
    .meta({ format: "uri" });

function webProblem(text: string): string | undefined {
  const url = schemeAndHost.test(text) && !takenOut.test(text) ? URL.parse(text) : null;
  if (!url) return "must be a URL that begins with http:// or https://";
  if (!plainHost.test(url.hostname)) return "must name one host";
  // https://bank.example@evil.example looks like an address of the bank
  if (text.split(/[/?#]/)[2]?.includes("@")) return "must not hold a user name or password";
  return undefined;
}

const mailAddress = /^mailto:[^\s\p{Cc}\\]+$/iu;

function linkProblem(text: string): string | undefined {
  if (mailAddress.test(text)) return undefined;
  return webProblem(text) && "must be a URL that begins with https://, http:// or mailto:";
}

function redirectProblem(text: string): string | undefined {
  const problem = webProblem(text);
  if (problem) return problem;
  if (!uriCharacters.test(text))
    return "must contain URI characters only: write the host as xn--… and other characters as %…";
  if (text.includes("#")) return "must not have a fragment (#…)";
  if (!/^https:/i.test(text) && !loopback.test(text))
    return "must begin with https://; http:// is allowed for 127.0.0.1, [::1] and localhost only";
  return undefined;
}

/** A link in a comment: nothing that a browser would run, such as `javascript:`. */
export const LinkAddress = address(linkProblem);
/** An address that people may be sent to. */
export const WebAddress = address(webProblem);
/** The address that receives an authorization code. It must be encrypted or on the same machine (RFC 9700; RFC 8252, 7.3). */
export const RedirectUri = address(redirectProblem);
