/* Why a call got no answer that can be used, in words that tell nothing of the network that we run in. */

/**
 * refused      the address itself is none that is called
 * unreachable  no such name, nobody there, a private address, broken off: which of them is nobody's business, or this would be a way
 *              to look around behind the firewall
 * untrusted    reached, and its certificate is not good for the name
 * late         reached or not, there was no whole answer in time
 * tooLarge     reached, and what it answers has more bytes than asked for
 * packed       reached, and it compresses what was asked for as it is
 * leadsOn      reached, and it redirects once too often
 */
export type Reason = "refused" | "unreachable" | "untrusted" | "late" | "tooLarge" | "packed" | "leadsOn";

/** `message` is the end of a sentence whose beginning is the address. */
export interface Problem {
  reason: Reason;
  message: string;
}

/** Thrown inside this folder only: whoever calls gets the problem. */
export class CallFailed extends Error {
  readonly problem: Problem;

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "CallFailed";
    this.problem = { reason, message };
  }
}

/** Of what Node says about a connection. */
export function failureOf(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|LEAF_SIGNATURE/.test(code)
    ? new CallFailed("untrusted", "has no certificate that is good for its name", error)
    : new CallFailed("unreachable", "could not be reached", error);
}
