/*
 * Sends one conditional write, or one transaction, until it is done or refused.
 *
 *   answer lost ──▶ retry with the same ClientRequestToken ──▶ done, or refused: then it is unknown whether the lost attempt counts
 *   disturbed   ──▶ (TransactionConflict, throttling) retry with a new token; for 10 seconds if a partition takes no more
 *   refused     ──▶ the conditions that did not hold, with the items that they met
 */
import { AppError } from "#lib/schemas/basics/error";
import {
  hasErrorName,
  isRefusal,
  isThrottled,
  pause,
  refuseDamaged,
  startPatience,
  unavailable,
} from "./retry.ts";

const maxAttempts = 6;

/** A write that is being sent. `lost`: an attempt got no answer, so it may have taken effect, or may still take effect. */
export interface Sending {
  token: string;
  lost: boolean;
}
export const newSending = (): Sending => ({ token: crypto.randomUUID(), lost: false });

/** The stored item that a condition met, in DynamoDB's wire format. */
export type Image = Record<string, { S?: string; NULL?: boolean }>;

/** A condition of a write that did not hold. */
export interface Refusal {
  /** The index of the action in the transaction; 0 for a single write. */
  index: number;
  /** `undefined` if no item existed. */
  item: Image | undefined;
}

/**
 * Sends a write until it is done or refused. Returns the refusals; an empty list means done. Throws 503 if the store does not
 * answer after 6 attempts, or 10 seconds of throttling, 409 if other writers disturbed all of them.
 */
export async function sendUntilSettled(
  send: (token: string) => Promise<unknown>,
  sending: Sending = newSending(),
): Promise<Refusal[]> {
  // what a partition takes in a second may be less than one commit writes
  const isOver = startPatience(10);
  for (let attempt = 0; ; attempt++) {
    try {
      await send(sending.token);
      return [];
    } catch (error) {
      if (isProgrammingError(error)) throw error;
      refuseDamaged(error);
      const refusals = isRefusal(error) ? refusalsIn(error) : [];
      if (refusals.length > 0) return refusals;
      if (!isAnswer(error)) sending.lost = true;
      if (!sending.lost) sending.token = crypto.randomUUID();
      if (attempt + 1 >= maxAttempts && (isOver() || !isTooMuch(error)))
        throw sending.lost || !isConflict(error) ? unavailable(error) : busy(error);
    }
    await pause(attempt);
  }
}

/** The 409 for a write that other writers disturbed until the retries were used up. */
export const busy = (cause: unknown) =>
  new AppError("conflict", "Other requests are changing the same data; retry", {
    headers: { "retry-after": "1" },
    cause,
  });

/** Whether the store itself rejected the request, so that nothing was written. Without an answer, or after a server error, that is unknown. */
const isAnswer = (error: unknown) => (error as { $fault?: string }).$fault === "client";

/** Whether other requests were writing the same items at the same time. */
const isConflict = hasErrorName("TransactionCanceledException", "TransactionConflictException");

interface CancellationReason {
  Code?: string;
  Item?: Image;
}
const reasonsOf = (error: unknown) =>
  (error as { CancellationReasons?: CancellationReason[] }).CancellationReasons;

/** Whether a partition took no more writes at the moment. */
const isTooMuch = (error: unknown) =>
  isThrottled(error) || reasonsOf(error)?.some(({ Code }) => Code === "ThrottlingError");

/** Whether the request itself is invalid: a bug of ours, not a state of the store. */
const isProgrammingError = (error: unknown) =>
  (error instanceof Error && error.name === "ValidationException") ||
  reasonsOf(error)?.some(({ Code }) => Code === "ValidationError");

/** The conditions that did not hold; empty if other writers only disturbed the transaction. */
function refusalsIn(error: unknown): Refusal[] {
  const reasons = reasonsOf(error);
  // a single write has only one condition
  if (!reasons) return [{ index: 0, item: (error as { Item?: Image }).Item }];
  return reasons.flatMap(({ Code, Item }, index) =>
    Code === "ConditionalCheckFailed" ? [{ index, item: Item }] : [],
  );
}
