/* Where a request comes from, roughly: what a person needs to recognise a session as theirs. */
import { networkOf } from "#lib/data/identity/network";
import type { Place } from "#lib/data/identity/sessions";

/** Where a session begins, and the address that guesses are counted for. */
export interface SentFrom extends Place {
  sourceIp: string;
}

/** Describes who sends a request. A program that is no browser is named by the first word of its User-Agent. */
export function describeVisitor({
  headers,
  sourceIp,
}: {
  headers: Readonly<Record<string, string | undefined>>;
  sourceIp: string;
}): SentFrom {
  const browser = nameBrowser(headers["user-agent"]);
  const network = networkOf(sourceIp);
  return { sourceIp, ...(browser && { browser }), ...(network && { network }) };
}

/** In this order: most browsers name others too. */
const browsers = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["CriOS/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** A User-Agent in a few words, for example `Firefox on Linux`; `undefined` if it names nothing. */
export function nameBrowser(userAgent = ""): string | undefined {
  const nameIn = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  const words = browser ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return words && (system && browser ? `${words} on ${system}` : words);
}
