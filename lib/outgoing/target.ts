/*
 * Whom an address means, before anything is looked up. Only names are called: an IP address has no certificate to prove itself with, and
 * every way to write one (decimal, octal, hexadecimal, short, in other digits) is one by the time URL has parsed it.
 */
import { isIP } from "node:net";
import { isLoopback } from "./addresses.ts";

export interface Target {
  url: URL;
  /** As certificates name it: without brackets and the dot at the end. */
  host: string;
  /** On the machine that we run on. */
  isOwn: boolean;
}

/** Names that mean something in a private network only, or nothing (RFC 6761, 6762, 7686, 8375; ICANN reserved `internal`). */
const privateName =
  /^[^.]*$|\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|test|invalid|onion|arpa)$/;

/** Or what is wrong with it, as the end of a sentence. `mayOwn`: http and any port to the machine that we run on. */
export function targetOf(text: string, mayOwn: boolean): Target | string {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    return "must be an address that begins with https://";
  if (url.username || url.password) return "must not hold a user name or password";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isOwn = mayOwn && (host === "localhost" || isLoopback(host));
  if (isOwn) return { url, host, isOwn };
  if (url.protocol !== "https:") return "must begin with https://";
  if (isIP(host) || privateName.test(host)) return "must name a host on the internet";
  if (!mayCall(Number(url.port || "443"))) return "must be at port 443, or at one from 1024 on";
  return { url, host, isOwn };
}

/** Below 1024 other protocols listen, to whom a request in TLS could be made to mean something. */
const mayCall = (port: number) => port === 443 || port >= 1024;

/** A setting of npm start. */
export const isOwnCalled = () => process.env["GRIDLESS_OUTGOING"] === "loopback";

/** What is wrong with an address that is to be called later, as far as it can be told without calling it. */
export function addressProblem(address: string): string | undefined {
  const target = targetOf(address, isOwnCalled());
  return typeof target === "string" ? target : undefined;
}
