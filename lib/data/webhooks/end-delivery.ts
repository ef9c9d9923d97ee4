/*
 * Stores the result of an attempt in one commit: the delivery, and the webhook if it begins or stops failing.
 *
 *   taken     ──▶ delivered; the webhook is no longer failing
 *   gone      ──▶ failed; the webhook is disabled
 *   refused   ──▶ due later, at growing intervals; failed after a day, and the webhook is disabled if it accepted nothing that long
 *   no answer ──▶ the same, and other events wait too: the receiver may be dead
 *   not sent  ──▶ due later; the webhook does not change
 *
 * When a receiver answers again, events that waited only for it are due at once (due-deliveries.ts).
 */

import { nextAttempt, verdictOf } from "#lib/outgoing/retries";
import { limits } from "#lib/schemas/basics/limits";
import { msPerDay, msPerMinute } from "#lib/schemas/basics/time-units";
import { type Change, change, commit, retryOnConflictFrom } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { type Attempted, type DeliveryItem, endChanges, waitingUntil } from "./deliveries.ts";
import { type WebhookItem, webhookKey } from "./webhooks.ts";

interface Sent {
  delivery: DeliveryItem;
  webhook: WebhookItem;
}

/** The answer of a receiver, or why there is none. */
export type ReceiverAnswer =
  | { problem: string }
  | { status: number; answer: string; retryAfter?: number | undefined; problem?: undefined };

const msLongestPause = 10 * msPerMinute;

/** Schedules the next turn of a delivery that was not sent, because its receiver does not answer. */
export const postpone = (sent: Sent, now: string): Promise<void> =>
  commitOnce(sent, (delivery, webhook) => later(delivery, { now }) ?? giveUp(delivery, webhook, { now }));

/** Stores the result of an attempt that was made at `now`. Gives whether the receiver answers again after it did not. */
export async function endDelivery(sent: Sent, answered: ReceiverAnswer, now: string): Promise<boolean> {
  let isBack = false;
  await commitOnce(sent, (delivery, webhook) => {
    isBack = answered.problem === undefined && webhook.failing?.until !== undefined;
    return decide({ delivery, webhook }, { sent, answered, now });
  });
  return isBack;
}

interface Attempt {
  /** The members of the webhook when the event was sent. */
  sent: Sent;
  answered: ReceiverAnswer;
  now: string;
}

function decide({ delivery, webhook }: Sent, { sent, answered, now }: Attempt): Change[] {
  const attempted = { attempts: delivery.attempts + 1, lastAttempt: { time: now, ...shown(answered) } };
  const verdict = answered.problem === undefined ? verdictOf(answered.status) : "failed";
  // the answer of a former address says nothing of the present one
  const isFormer = sent.webhook.url !== webhook.url;
  if (verdict === "taken")
    return [
      ...endChanges(delivery, { ...attempted, state: "delivered" }),
      ...(isFormer ? [] : recovered(webhook)),
    ];
  // a test of a disabled webhook
  if (webhook.disabled) return failed(delivery, attempted);
  if (isFormer) return later(delivery, { now, attempted }) ?? failed(delivery, attempted);
  if (verdict === "gone")
    return [...failed(delivery, attempted), ...disabling(webhook, now, "The receiver answered 410 Gone.")];
  const retryAfter = answered.problem === undefined ? answered.retryAfter : undefined;
  const next = later(delivery, { now, retryAfter, attempted });
  if (!next) return giveUp(delivery, webhook, { now, attempted });
  if (answered.problem === undefined) return [...next, ...refusing(webhook, now)];
  // of concurrent attempts only one counts
  const isKnown = webhook.failing?.until && !sent.webhook.failing?.until;
  return [...next, ...(isKnown ? [] : silent(webhook, now))];
}

/** Commits the changes once; does nothing if the delivery has moved on to another turn. */
const commitOnce = (
  sent: Sent,
  changesFor: (delivery: DeliveryItem, webhook: WebhookItem) => Change[],
): Promise<void> =>
  retryOnConflictFrom(
    sent,
    () => readAgain(sent.delivery),
    async (latest) => {
      if (latest?.delivery.version !== sent.delivery.version) return;
      await commit(changesFor(latest.delivery, latest.webhook));
    },
  );

async function readAgain({ pk, sk, baseId, webhookId }: DeliveryItem): Promise<Sent | undefined> {
  const [delivery, webhook] = await Promise.all([
    getItem<DeliveryItem>({ pk, sk }),
    getItem<WebhookItem>(webhookKey(baseId, webhookId)),
  ]);
  // deliveries are deleted with their webhook
  return delivery && webhook && { delivery, webhook };
}

interface Failure {
  now: string;
  retryAfter?: number | undefined;
  attempted?: Attempted;
}

/** The changes for its next turn; `undefined` after a day. */
function later(delivery: DeliveryItem, { now, retryAfter, attempted }: Failure): Change[] | undefined {
  const turns = delivery.turns + 1;
  const begunTime = delivery.begunTime ?? now;
  const failed = { firstAttemptTime: begunTime, attempts: turns, retryAfter };
  const dueTime = nextAttempt(failed, now, Math.random());
  return dueTime === undefined
    ? undefined
    : waitingUntil(delivery, { ...attempted, turns, begunTime, dueTime, isAsked: undefined }, true);
}

/** The delivery has failed for a day; disables the webhook if that has been failing for a day, too. */
function giveUp(delivery: DeliveryItem, webhook: WebhookItem, { now, attempted = {} }: Failure): Change[] {
  const { lastAttempt = delivery.lastAttempt } = attempted;
  const { since = now } = webhook.failing ?? {};
  const isDead = Date.parse(now) - Date.parse(since) >= msPerDay;
  return [
    ...failed(delivery, attempted),
    ...(isDead && !webhook.disabled
      ? disabling(webhook, now, `No event was delivered since ${since}: ${reasonOf(lastAttempt)}.`)
      : []),
  ];
}

const failed = (delivery: DeliveryItem, attempted: Attempted) =>
  endChanges(delivery, { ...attempted, state: "failed" });

const recovered = (webhook: WebhookItem): Change[] =>
  webhook.failing || webhook.disabled ? [change(webhook, { failing: undefined, disabled: undefined })] : [];

/** The receiver answers, so other events need not wait. Only the time since when it has accepted nothing is kept. */
function refusing(webhook: WebhookItem, now: string): Change[] {
  const { failing } = webhook;
  if (failing && failing.until === undefined) return [];
  return [change(webhook, { failing: { since: failing?.since ?? now } })];
}

/** The receiver does not answer, so other events wait. */
function silent(webhook: WebhookItem, now: string): Change[] {
  const { since = now, failures = 0 } = webhook.failing ?? {};
  // the shortest pause, so that it is over when the failed delivery is due
  const next = nextAttempt({ firstAttemptTime: now, attempts: failures + 1 }, now, 0);
  const until = Math.min(Date.parse(next ?? now), Date.parse(now) + msLongestPause);
  return [
    change(webhook, { failing: { since, failures: failures + 1, until: new Date(until).toISOString() } }),
  ];
}

const disabling = (webhook: WebhookItem, time: string, reason: string): Change[] => [
  change(webhook, { disabled: { time, reason } }),
];

const shown = (answered: ReceiverAnswer) =>
  answered.problem === undefined
    ? {
        status: answered.status,
        ...(answered.answer && { answer: beginning(answered.answer) }),
      }
    : { problem: answered.problem };

/** Cut at whole characters: the store rejects half a surrogate pair. */
const beginning = (answer: string) => Array.from(answer).slice(0, limits.receiverAnswerLength).join("");

const reasonOf = ({ status, problem }: Partial<NonNullable<DeliveryItem["lastAttempt"]>> = {}) =>
  status === undefined ? `the receiver ${problem ?? "got no requests"}` : `the receiver answered ${status}`;
