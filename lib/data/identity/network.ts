/*
 * The network that a request comes from: who is given an IPv6 address is given 2^64 of them, so they count as one.
 *
 * Loopback is no network: npm start is asked from its own machine, or by a proxy there that stands for everybody.
 */
import { isIPv6 } from "node:net";
import { tooMany } from "#lib/schemas/basics/error";
import { type RateLimit, takeCall } from "./rate-limit.ts";
import { hash } from "./token-text.ts";

export function networkOf(ip: string): string | undefined {
  const [, v4 = isIPv6(ip) ? undefined : ip] = /^::ffff:([\d.]+)$/i.exec(ip) ?? [];
  if (v4 !== undefined) return v4.startsWith("127.") ? undefined : v4;
  // URL writes each address in one way only, with :: for the longest row of zeros
  const short = new URL(`http://[${ip.split("%", 1)[0]}]`).hostname.slice(1, -1);
  if (short === "::1") return undefined;
  const [head = "", tail] = short.split("::");
  const before = head.split(":").filter(Boolean);
  const behind = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - behind.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...behind];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** What anybody may ask for without being known, so often from one network. */
const anonymous: RateLimit = { rate: 1 / 30, burst: 50 };

/** 429 where a network asks for it too often. */
export async function limitNetwork(what: string, sourceIp: string, limit = anonymous): Promise<void> {
  const network = networkOf(sourceIp);
  const seconds = network ? await takeCall(hash(`${what} ${network}`), limit, Date.now()) : 0;
  if (seconds > 0) throw tooMany("requests", seconds);
}
