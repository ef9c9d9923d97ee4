/*
 * Checks an address before its name is resolved. Only host names are allowed: IP addresses have no certificates. Every notation of an IP
 * address (decimal, octal, hexadecimal, short, other digits) is recognized, because URL parsing normalizes it.
 */
import { isIP } from "node:net";
import { isLoopback } from "./addresses.ts";

export interface Target {
  url: URL;
  /** In the form of certificates: without brackets, and without a dot at the end. */
  host: string;
  /** It is this machine. */
  isOwn: boolean;
}

/** Names that exist only in private networks or nowhere (RFC 6761, 6762, 7686, 8375; ICANN reserved `internal`). */
const privateName =
  /^[^.]*$|\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|test|invalid|onion|arpa)$/;

/** The target, or a predicate that says what is wrong with the address. `mayOwn`: this machine is allowed, with http and any port. */
export function targetOf(text: string, mayOwn: boolean): Target | string {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    return "must be an address that begins with https://";
  if (url.username || url.password) return "must not contain a user name or password";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isOwn = mayOwn && (host === "localhost" || isLoopback(host));
  if (isOwn) return { url, host, isOwn };
  if (url.protocol !== "https:") return "must begin with https://";
  if (isIP(host) || privateName.test(host)) return "must name a host on the internet";
  if (!mayCall(Number(url.port || "443"))) return "must have port 443, or a port from 1024 up";
  return { url, host, isOwn };
}

/** Ports below 1024 belong to other protocols, which could misinterpret a TLS request as one of their own. */
const mayCall = (port: number) => port === 443 || port >= 1024;

/** Whether calls to this machine are allowed; npm start sets this. */
export const isOwnCalled = () => process.env["GRIDLESS_OUTGOING"] === "loopback";

/** What is wrong with an address that the operator set; it may be on this machine. */
export function ownAddressProblem(address: string): string | undefined {
  const target = targetOf(address, true);
  return typeof target === "string" ? target : undefined;
}

/** What is wrong with an address that will be called later, as far as it can be checked without a call; undefined if nothing. */
export function addressProblem(address: string): string | undefined {
  const target = targetOf(address, isOwnCalled());
  return typeof target === "string" ? target : undefined;
}
