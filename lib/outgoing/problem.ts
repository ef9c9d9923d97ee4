/* Why a call failed, in words that reveal nothing about the network that we run in. */

/**
 * refused      the address is not allowed
 * unreachable  unknown name, no connection, a private address, or the connection broke. These are not told apart, because otherwise
 *              callers could explore the network behind the firewall
 * untrusted    the certificate is not valid for the name
 * late         no complete response in time
 * tooLarge     the response has more bytes than allowed
 * packed       the response is compressed although the request did not allow it
 * leadsOn      too many redirects
 */
export type Reason = "refused" | "unreachable" | "untrusted" | "late" | "tooLarge" | "packed" | "leadsOn";

/** `message` is a predicate; its subject is the address. */
export interface Problem {
  reason: Reason;
  message: string;
}

/** Thrown inside this folder only; callers of `fetchFrom` get the problem as a value. */
export class CallFailed extends Error {
  readonly problem: Problem;

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "CallFailed";
    this.problem = { reason, message };
  }
}

/** Translates an error of Node's network modules. */
export function failureOf(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|LEAF_SIGNATURE/.test(code)
    ? new CallFailed("untrusted", "has no valid certificate for its name", error)
    : new CallFailed("unreachable", "could not be reached", error);
}
