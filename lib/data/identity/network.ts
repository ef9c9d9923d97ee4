/*
 * The network that a request comes from. An IPv6 customer usually gets 2^64 addresses, so a /64 counts as one network.
 *
 * Loopback does not count: requests to npm start come from the same machine, or from a proxy there that forwards for all clients.
 */
import { isIPv6 } from "node:net";
import { tooMany } from "#lib/schemas/basics/error";
import { describeLimit, type RateLimit, takeCall } from "./rate-limit.ts";
import { hash } from "./token-text.ts";

/** An IPv4 address, or the /64 of an IPv6 address; `undefined` for loopback. */
export function networkOf(ip: string): string | undefined {
  const [, v4 = isIPv6(ip) ? undefined : ip] = /^::ffff:([\d.]+)$/i.exec(ip) ?? [];
  if (v4 !== undefined) return v4.startsWith("127.") ? undefined : v4;
  // URL gives the canonical form, with :: for the longest run of zeros
  const short = new URL(`http://[${ip.split("%", 1)[0]}]`).hostname.slice(1, -1);
  if (short === "::1") return undefined;
  const [head = "", tail] = short.split("::");
  const before = head.split(":").filter(Boolean);
  const behind = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - behind.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...behind];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Default limit of one network for requests without credentials. */
const anonymous: RateLimit = { rate: 1 / 30, burst: 50 };

/** Throws 429 if a network exceeds the limit of `what`. */
export async function limitNetwork(what: string, sourceIp: string, limit = anonymous): Promise<void> {
  const network = networkOf(sourceIp);
  const seconds = network ? await takeCall(hash(`${what} ${network}`), limit, Date.now(), "network") : 0;
  if (seconds > 0) throw tooMany("requests", seconds, describeLimit(limit));
}
