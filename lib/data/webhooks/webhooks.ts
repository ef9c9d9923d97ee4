/*
 * Webhooks of a base: whom to tell what happens there.
 *
 *           pk            sk              cost
 *  webhook  BASE#<base>   WEBHOOK#<whk>   all of a base one Query, 1 RCU; written + 2 WCU; an attempt that fails 2 WCU
 *
 * A signature needs the secret itself, so it is stored as it is, encrypted by the store's key like all else; nothing but the answer
 * that makes it ever shows it. What is `failing` is given one event at a time (deliveries.ts).
 *
 * One that was given up has `disabled` with time and reason; who made it is told (tell-of-webhook.ts).
 */

import type { Caller } from "#lib/data/identity/caller";
import * as tables from "#lib/data/schema/tables";
import { newSigningSecret } from "#lib/outgoing/sign";
import { invalid, notFound, pathOf, unknownInside } from "#lib/schemas/basics/error";
import {
  type BaseId,
  newWebhookId,
  type TableId,
  type UserId,
  type WebhookId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { NewWebhook, Webhook } from "#lib/schemas/collaboration/webhook";
import { sortByAge } from "#lib/store/by-age";
import {
  change,
  commit,
  insert,
  type NewItem,
  remove as removal,
  retryOnConflictFrom,
} from "#lib/store/commit";
import { keepSecretId } from "#lib/store/idempotency-records";
import { getItem, type Item, keysStartingWith, readAll } from "#lib/store/store";

interface Kept {
  id: WebhookId;
  baseId: BaseId;
  url: string;
  events: Webhook["events"];
  tableIds?: TableId[];
  /** The one in use first; the one before it is good `until` then. */
  secrets: { secret: string; until?: string }[];
  createdBy: UserId;
  createdTime: string;
  /** Since it has taken nothing; before `until` it is left alone. */
  failing?: { since: string; failures: number; until: string };
  disabled?: { time: string; reason: string };
}
export type WebhookItem = Item & Kept;

const prefix = "WEBHOOK#";
export const webhookKey = (baseId: BaseId, id: WebhookId) => ({ pk: `BASE#${baseId}`, sk: `${prefix}${id}` });
export const idIn = ({ sk }: { sk: string }) => sk.slice(prefix.length) as WebhookId;

export async function find(baseId: BaseId, id: WebhookId): Promise<WebhookItem> {
  const webhook = await getItem<WebhookItem>(webhookKey(baseId, id));
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

/** The oldest first. */
export const list = async (baseId: BaseId): Promise<WebhookItem[]> =>
  (await readAll<WebhookItem>({ pk: `BASE#${baseId}`, ...keysStartingWith(prefix) })).sort(sortByAge);

/** A webhook as answers show it: without its secrets. */
export const show = ({ id, url, events, tableIds, createdBy, createdTime, ...state }: Kept): Webhook => ({
  id,
  url,
  events,
  ...(tableIds && { tableIds }),
  createdBy,
  createdTime,
  ...(state.failing && { failingSince: state.failing.since }),
  ...(state.disabled && { disabled: state.disabled }),
});

/** Makes a webhook, and gives the only copy of its secret that is ever shown. `others` are those of its base. */
export async function create(
  { baseId, others }: { baseId: BaseId; others: WebhookItem[] },
  { url, events, tableIds }: NewWebhook,
  caller: Caller,
): Promise<{ webhook: Kept; secret: string }> {
  if (others.length >= limits.webhooksPerBase)
    throw invalid([
      { path: "", message: `the base has ${others.length} webhooks, the limit is ${limits.webhooksPerBase}` },
    ]);
  if (tableIds) await refuseUnknown(baseId, tableIds);
  const id = newWebhookId();
  const secret = newSigningSecret();
  const webhook: NewItem & Kept = {
    ...webhookKey(baseId, id),
    entity: "webhook",
    id,
    baseId,
    url,
    events,
    ...(tableIds && { tableIds }),
    secrets: [{ secret }],
    createdBy: caller.userId,
    createdTime: caller.now,
  };
  await commit([insert(webhook), ...keepSecretId(caller, id)]);
  return { webhook, secret };
}

async function refuseUnknown(baseId: BaseId, tableIds: TableId[]): Promise<void> {
  const known = new Set((await tables.list(baseId)).map(({ id }) => id));
  const unknown = tableIds.flatMap((id, i) =>
    known.has(id) ? [] : [{ path: pathOf(["tableIds", i]), message: "is no table of this base" }],
  );
  if (unknown.length > 0) throw unknownInside(unknown);
}

const day = 24 * 3600 * 1000;

/** Gives it another secret. The one before signs too for a day; of an older one nothing is left. */
export const rotate = (start: WebhookItem, caller: Caller): Promise<string> =>
  changing(start, async (webhook) => {
    const secret = newSigningSecret();
    const until = new Date(Date.parse(caller.now) + day).toISOString();
    const before = webhook.secrets.slice(0, 1).map((old) => ({ ...old, until }));
    await commit([
      change(webhook, { secrets: [{ secret }, ...before] }),
      ...keepSecretId(caller, webhook.id),
    ]);
    return secret;
  });

/** Those to sign with. */
export const secretsOf = ({ secrets }: WebhookItem, now: string): string[] =>
  secrets.filter(({ until }) => until === undefined || until > now).map(({ secret }) => secret);

/** Its deliveries go by functions/webhook/clear-deliveries.ts. */
export const remove = (start: WebhookItem): Promise<void> =>
  changing(start, (webhook) => commit([removal(webhook)]));

/** Does work with a webhook as it was read, and as it is then when it was changed meanwhile. */
const changing = <Result>(start: WebhookItem, work: (webhook: WebhookItem) => Promise<Result>) =>
  retryOnConflictFrom(start, () => find(start.baseId, start.id), work);
