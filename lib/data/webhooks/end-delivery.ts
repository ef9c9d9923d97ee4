/*
 * What became of an attempt, in one commit: of the delivery, and of the webhook where it begins or ends to fail.
 *
 *   taken    ──▶ delivered; the webhook is well again
 *   gone     ──▶ failed; the webhook is disabled
 *   failed   ──▶ due later, ever less often; after a day failed, and if the webhook has taken nothing for that long it is disabled
 *   not sent ──▶ the same, and the webhook is as it was
 */

import { nextAttempt, verdictOf } from "#lib/outgoing/retries";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, change, commit, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { type Attempted, type DeliveryItem, endChanges, waitingUntil } from "./deliveries.ts";
import { type WebhookItem, webhookKey } from "./webhooks.ts";

interface Sent {
  delivery: DeliveryItem;
  webhook: WebhookItem;
}

/** What a receiver said, or why it said nothing that can be used. */
export type Said =
  | { problem: string }
  | { status: number; answer: string; retryAfter?: number | undefined; problem?: undefined };

const day = 24 * 3600 * 1000;
const longestPause = 10 * 60 * 1000;

/** It was not sent, since its receiver is being left alone. */
export const postpone = (sent: Sent, now: string): Promise<void> =>
  writing(sent, (delivery, webhook) => later(delivery, { now }) ?? giveUp(delivery, webhook, { now }));

/** It was sent at `now`. */
export const endDelivery = (sent: Sent, said: Said, now: string): Promise<void> =>
  writing(sent, (delivery, webhook) => {
    const attempted = { attempts: delivery.attempts + 1, lastAttempt: { time: now, ...shown(said) } };
    const verdict = said.problem === undefined ? verdictOf(said.status) : "failed";
    if (verdict === "taken")
      return [...endChanges(delivery, { ...attempted, state: "delivered" }), ...well(webhook)];
    // somebody wanted to know whether it is well again
    if (webhook.disabled) return failed(delivery, attempted);
    if (verdict === "gone")
      return [
        ...failed(delivery, attempted),
        ...disabling(webhook, now, "It answered 410: nobody is there any more."),
      ];
    const retryAfter = said.problem === undefined ? said.retryAfter : undefined;
    const next = later(delivery, { now, retryAfter, attempted });
    if (!next) return giveUp(delivery, webhook, { now, attempted });
    // of those that were on their way together one counts
    const isKnown = webhook.failing && !sent.webhook.failing;
    return [...next, ...(isKnown ? [] : failing(webhook, now))];
  });

/** Once; nothing if it is another turn by now. */
async function writing(
  { delivery, webhook }: Sent,
  decide: (delivery: DeliveryItem, webhook: WebhookItem) => Change[],
): Promise<void> {
  let known: Sent | undefined = { delivery, webhook };
  await retryOnConflict(async () => {
    const latest = known ?? (await readAgain(delivery));
    known = undefined;
    if (latest?.delivery.version !== delivery.version) return;
    await commit(decide(latest.delivery, latest.webhook));
  });
}

async function readAgain({ pk, sk, baseId, webhookId }: DeliveryItem): Promise<Sent | undefined> {
  const [delivery, webhook] = await Promise.all([
    getItem<DeliveryItem>({ pk, sk }),
    getItem<WebhookItem>(webhookKey(baseId, webhookId)),
  ]);
  // a webhook that was deleted takes its deliveries along
  return delivery && webhook && { delivery, webhook };
}

interface Failed {
  now: string;
  retryAfter?: number | undefined;
  attempted?: Attempted;
}

/** Its next turn; nothing when a day is over. */
function later(delivery: DeliveryItem, { now, retryAfter, attempted }: Failed): Change[] | undefined {
  const turns = delivery.turns + 1;
  const begunTime = delivery.begunTime ?? now;
  const failed = { firstAttemptTime: begunTime, attempts: turns, retryAfter };
  const dueTime = nextAttempt(failed, now, Math.random());
  return dueTime === undefined
    ? undefined
    : waitingUntil(delivery, { ...attempted, turns, begunTime, dueTime, isAsked: undefined }, true);
}

/** Its day is over; if that of the webhook is, too, there will be no others. */
function giveUp(delivery: DeliveryItem, webhook: WebhookItem, { now, attempted = {} }: Failed): Change[] {
  const { lastAttempt = delivery.lastAttempt } = attempted;
  const { since = now } = webhook.failing ?? {};
  const isDead = Date.parse(now) - Date.parse(since) >= day;
  return [
    ...failed(delivery, attempted),
    ...(isDead && !webhook.disabled
      ? disabling(webhook, now, `It has taken nothing since ${since}: ${reasonOf(lastAttempt)}.`)
      : []),
  ];
}

const failed = (delivery: DeliveryItem, attempted: Attempted) =>
  endChanges(delivery, { ...attempted, state: "failed" });

const well = (webhook: WebhookItem): Change[] =>
  webhook.failing || webhook.disabled ? [change(webhook, { failing: undefined, disabled: undefined })] : [];

function failing(webhook: WebhookItem, now: string): Change[] {
  const { since, failures } = webhook.failing ?? { since: now, failures: 0 };
  // as short as can be, so that it is over when the delivery is due that failed
  const next = nextAttempt({ firstAttemptTime: now, attempts: failures + 1 }, now, 0);
  const until = Math.min(Date.parse(next ?? now), Date.parse(now) + longestPause);
  return [
    change(webhook, { failing: { since, failures: failures + 1, until: new Date(until).toISOString() } }),
  ];
}

const disabling = (webhook: WebhookItem, time: string, reason: string): Change[] => [
  change(webhook, { disabled: { time, reason } }),
];

const shown = (said: Said) =>
  said.problem === undefined
    ? {
        status: said.status,
        ...(said.answer && { answer: beginning(said.answer) }),
      }
    : { problem: said.problem };

/** By whole characters: the store takes no half of one. */
const beginning = (answer: string) => Array.from(answer).slice(0, limits.receiverAnswerLength).join("");

const reasonOf = ({ status, problem }: Partial<NonNullable<DeliveryItem["lastAttempt"]>> = {}) =>
  status === undefined ? `it ${problem ?? "was left alone"}` : `it answered ${status}`;
