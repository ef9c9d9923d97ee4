/*
 * Sending one conditional write, or one transaction of many, until it is done or refused.
 *
 *   answer lost ──▶ the same ClientRequestToken again ──▶ done, or refused: then nobody knows whether it will be done yet
 *   disturbed   ──▶ a new token, again
 *   refused     ──▶ by which of the conditions, and by which item
 */
import { AppError } from "#lib/schemas/basics/error";
import { isRefusal, pause, unavailable } from "./retry.ts";

const attempts = 6;

/** A write on its way; `lost` once an answer did not come, so that an earlier sending of it may still be done. */
export interface Sending {
  token: string;
  lost: boolean;
}
export const newSending = (): Sending => ({ token: crypto.randomUUID(), lost: false });

/** The item that a condition found, as the store's protocol has it; none where there was no item. */
export type Image = Record<string, { S?: string; NULL?: boolean }>;

export interface Refusal {
  /** Which of the actions. */
  index: number;
  item: Image | undefined;
}

/** Sends it; gives what was refused, nothing when it is done. Without an answer in the end: 503. */
export async function sendUntilSettled(
  send: (token: string) => Promise<unknown>,
  sending: Sending = newSending(),
): Promise<Refusal[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      await send(sending.token);
      return [];
    } catch (error) {
      if (isProgrammingError(error)) throw error;
      const refusals = isRefusal(error) ? refusalsIn(error) : [];
      if (refusals.length > 0) return refusals;
      if (!isAnswer(error)) sending.lost = true;
      if (!sending.lost) sending.token = crypto.randomUUID();
      if (attempt + 1 >= attempts)
        throw sending.lost || !isConflict(error) ? unavailable(error) : busy(error);
    }
    await pause(attempt);
  }
}

export const busy = (cause: unknown) =>
  new AppError("conflict", "Others are changing the same thing right now; try again", {
    headers: { "retry-after": "1" },
    cause,
  });

/** Whether the store itself said no, so that nothing was written: without an answer, or with "server error", nobody knows. */
const isAnswer = (error: unknown) => (error as { $fault?: string }).$fault === "client";

/** Others were writing the same items at the same moment. */
const isConflict = (error: unknown) =>
  error instanceof Error &&
  ["TransactionCanceledException", "TransactionConflictException"].includes(error.name);

interface CancellationReason {
  Code?: string;
  Item?: Image;
}
const reasonsOf = (error: unknown) =>
  (error as { CancellationReasons?: CancellationReason[] }).CancellationReasons;

/** What the request itself is wrong about: a bug here, not a state of the store. */
const isProgrammingError = (error: unknown) =>
  (error instanceof Error && error.name === "ValidationException") ||
  reasonsOf(error)?.some(({ Code }) => Code === "ValidationError");

/** The conditions that did not hold; none where the store was only disturbed. */
function refusalsIn(error: unknown): Refusal[] {
  const reasons = reasonsOf(error);
  // a single write has one condition, so its refusal is about that
  if (!reasons) return [{ index: 0, item: (error as { Item?: Image }).Item }];
  return reasons.flatMap(({ Code, Item }, index) =>
    Code === "ConditionalCheckFailed" ? [{ index, item: Item }] : [],
  );
}
