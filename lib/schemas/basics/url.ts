/*
 * Addresses of the web, kept as they were sent: redirect URIs are compared letter by letter (RFC 6749, 3.1.2.3). What URL
 * parsers take out or turn round is refused, so that nobody reads another address than a browser opens.
 */
import * as z from "zod";
import { limits } from "./limits.ts";

const schemeAndHost = /^https?:\/\/[^/\\?#]/i;
const takenOut = /[\s\p{Cc}\\]/u;
/** As parsers give it. They let more through, such as `;`, which would mean something else in the policy of a page. */
const plainHost = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;
const uriCharacters = /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/;
/** As it is written: of another way to write the same host not every port would match. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?([/?]|$)/;

const address = (problemOf: (text: string) => string | undefined) =>
  z
    .string()
    // a check that aborts keeps the later ones from looking at megabytes
    .max(limits.urlLength, { abort: true })
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message) context.addIssue({ code: "custom", message });
    })
    .meta({ format: "uri" });

function webProblem(text: string): string | undefined {
  const url = schemeAndHost.test(text) && !takenOut.test(text) ? URL.parse(text) : null;
  if (!url) return "must be an address that begins with http:// or https://";
  if (!plainHost.test(url.hostname)) return "must name one host";
  // https://bank.example@evil.example reads as if it were the bank's
  if (text.split(/[/?#]/)[2]?.includes("@")) return "must not hold a user name or password";
  return undefined;
}

const mailAddress = /^mailto:[^\s\p{Cc}\\]+$/iu;

function linkProblem(text: string): string | undefined {
  if (mailAddress.test(text)) return undefined;
  return webProblem(text) && "must be an address that begins with https://, http:// or mailto:";
}

function redirectProblem(text: string): string | undefined {
  const problem = webProblem(text);
  if (problem) return problem;
  if (!uriCharacters.test(text)) return "must be of the characters of a URI: the host as xn--…, others as %…";
  if (text.includes("#")) return "must not have a fragment (#…)";
  if (!/^https:/i.test(text) && !loopback.test(text))
    return "must begin with https://; http:// is for one's own machine only: 127.0.0.1, [::1] or localhost";
  return undefined;
}

/** What somebody may link to in a text of his: nothing that a browser would run. */
export const LinkAddress = address(linkProblem);
/** What a person may be sent to. */
export const WebAddress = address(webProblem);
/** Where the answer to an application goes: nobody on the way may read it (RFC 9700; RFC 8252, 7.3). */
export const RedirectUri = address(redirectProblem);
