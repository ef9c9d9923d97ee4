/* Rate limits of a share: for all visitors together, and for one network. */

import { limitNetwork } from "#lib/data/identity/network";
import { describeLimit, type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { tooMany } from "#lib/schemas/basics/error";
import type { Share } from "./shares.ts";

interface ShareLimit {
  use: "files" | "form" | "share";
  /** The plural that the error message uses. */
  what: string;
  ofAll: RateLimit;
  /** The default of `limitNetwork` if left out. */
  ofNetwork?: RateLimit;
}

/** Throws 429, before anything is read or written. Requests refused for their network do not count for the others. */
export async function limitShare(
  { id }: Share,
  sourceIp: string,
  { use, what, ofAll, ofNetwork }: ShareLimit,
): Promise<void> {
  await limitNetwork(use, sourceIp, ofNetwork);
  const seconds = await takeCall(hash(`${use} ${id}`), ofAll, Date.now(), use);
  if (seconds > 0) throw tooMany(what, seconds, describeLimit(ofAll));
}
