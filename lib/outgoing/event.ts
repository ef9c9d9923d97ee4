/* Sends an event to its receiver. */
import { limits } from "#lib/schemas/basics/limits";
import { fetchFrom } from "./fetch.ts";
import { readRetryAfter } from "./retry-after.ts";

const call = {
  method: "POST",
  maxBytes: 4 * limits.receiverAnswerLength,
  beginning: true,
  // a slow receiver occupies a function that other deliveries wait for
  firstByteWithin: 10_000,
  within: 10_000,
} as const;

type Delivered =
  | { problem: string }
  | { status: number; answer: string; retryAfter?: number | undefined; problem?: undefined };

/** The status and the beginning of the response, with Retry-After in seconds; or `problem` if there was no response. */
export async function sendEvent(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Delivered> {
  const outcome = await fetchFrom(url, {
    ...call,
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  if (outcome.problem) return { problem: outcome.problem.message };
  const { status, headers: answered } = outcome;
  const retryAfter = readRetryAfter(answered["retry-after"], Date.now());
  return {
    status,
    answer: outcome.body.toString(),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
