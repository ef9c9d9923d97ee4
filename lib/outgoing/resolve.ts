/* A host name is resolved once, all its addresses are checked, and only these are connected to. A second lookup could give other addresses. */
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isGlobal, isLoopback } from "./addresses.ts";
import { CallFailed, failureOf } from "./problem.ts";
import type { Target } from "./target.ts";

/** Gives all addresses of a host name; rejects for an unknown name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** The resolver of the machine: hosts file first, then DNS. */
export const bySystem: Resolve = (name) => lookup(name, { all: true });

/** Throws CallFailed if the name cannot be resolved or has an address that is not allowed. */
export async function addressesOf({ host, isOwn }: Target, resolve: Resolve): Promise<LookupAddress[]> {
  const family = isIP(host);
  const found = family
    ? [{ address: host, family }]
    : await resolve(host).catch((error) => {
        throw failureOf(error);
      });
  // all addresses must be allowed: an attacker may mix a private address with public ones
  const mayCall = isOwn ? isLoopback : isGlobal;
  if (found.length === 0 || !found.every(({ address }) => mayCall(address)))
    throw new CallFailed("unreachable", "could not be reached");
  return found;
}

/** A lookup for Node's HTTP modules that gives these addresses instead of resolving again. */
export const resolveTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_name, { all }, answer) => {
    const [first] = addresses;
    if (all) answer(null, addresses);
    else answer(null, first?.address ?? "", first?.family);
  };
