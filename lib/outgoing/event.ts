/* Sending an event to its receiver, and what that said. */
import { limits } from "#lib/schemas/basics/limits";
import { fetchFrom } from "./fetch.ts";

const call = {
  method: "POST",
  maxBytes: 4 * limits.receiverAnswerLength,
  beginning: true,
  // whoever takes longer keeps a function that others wait for
  firstByteWithin: 10_000,
  within: 10_000,
} as const;

type Said =
  | { problem: string }
  | { status: number; answer: string; retryAfter?: number | undefined; problem?: undefined };

export async function sendEvent(url: string, headers: Record<string, string>, body: string): Promise<Said> {
  const outcome = await fetchFrom(url, {
    ...call,
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  if (outcome.problem) return { problem: outcome.problem.message };
  const { status, headers: answered } = outcome;
  const retryAfter = Number(answered["retry-after"] ?? Number.NaN);
  return {
    status,
    answer: outcome.body.toString(),
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  };
}
