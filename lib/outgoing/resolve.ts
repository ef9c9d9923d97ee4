/* A name is looked up once, all that it stands for is looked at, and only that is connected to: it may stand for something else a moment later. */
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isGlobal, isLoopback } from "./addresses.ts";
import { CallFailed, failureOf } from "./problem.ts";
import type { Target } from "./target.ts";

export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** As the machine does it: files first, then DNS. */
export const bySystem: Resolve = (name) => lookup(name, { all: true });

export async function addressesOf({ host, isOwn }: Target, resolve: Resolve): Promise<LookupAddress[]> {
  const family = isIP(host);
  const found = family
    ? [{ address: host, family }]
    : await resolve(host).catch((error) => {
        throw failureOf(error);
      });
  // one bad address among good ones is how somebody tries whether all are looked at
  const mayCall = isOwn ? isLoopback : isGlobal;
  if (found.length === 0 || !found.every(({ address }) => mayCall(address)))
    throw new CallFailed("unreachable", "could not be reached");
  return found;
}

/** Instead of asking again. */
export const resolveTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_name, { all }, answer) => {
    const [first] = addresses;
    if (all) answer(null, addresses);
    else answer(null, first?.address ?? "", first?.family);
  };
