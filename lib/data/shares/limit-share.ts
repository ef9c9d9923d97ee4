/* How often the address of a share may be used: by all who have it together, and by one network. */

import { limitNetwork } from "#lib/data/identity/network";
import { type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { tooMany } from "#lib/schemas/basics/error";
import type { Share } from "./shares.ts";

interface ShareLimit {
  use: "form" | "share";
  /** What there are too many of. */
  what: string;
  ofAll: RateLimit;
  /** As for whoever is not known, if left out. */
  ofNetwork?: RateLimit;
}

/** 429 before anything is read or written. What one network is refused is not taken from the others. */
export async function limitShare(
  { id }: Share,
  sourceIp: string,
  { use, what, ofAll, ofNetwork }: ShareLimit,
): Promise<void> {
  await limitNetwork(use, sourceIp, ofNetwork);
  const seconds = await takeCall(hash(`${use} ${id}`), ofAll, Date.now());
  if (seconds > 0) throw tooMany(what, seconds);
}
