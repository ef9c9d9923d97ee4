/*
 * The webhooks of a base: which addresses get which events.
 *
 *  entity   pk           sk             cost
 *  webhook  BASE#<base>  WEBHOOK#<whk>  all of a base one Query with their count (identity/counted-list.ts), 1 RCU; made with it 2 × 2 WCU;
 *                                       another write 1 WCU; a failed attempt 2 WCU
 *
 * Signing needs the secret in clear text, so it is stored unhashed (the store encrypts everything at rest). Only the answer that makes
 * a secret shows it. A webhook whose receiver does not answer gets one event at a time (begin-delivery.ts).
 *
 * A webhook that was given up has `disabled` with time and reason; its maker is notified (notify-of-webhook.ts).
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { addCounted, type Counted, countEntries } from "#lib/data/identity/counted-list";
import * as tables from "#lib/data/schema/tables";
import { openLog } from "#lib/data/spaces/access-log/open-log";
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
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import type { NewWebhook, Webhook, WebhookUpdate } from "#lib/schemas/collaboration/webhook";
import {
  type Change,
  change,
  commit,
  insert,
  type NewItem,
  remove as removal,
  retryOnConflictFrom,
} from "#lib/store/commit";
import { keepSecretId } from "#lib/store/idempotency-records";
import { sortByAge } from "#lib/store/item";
import { getItem, type Item, keysStartingWith, readAll } from "#lib/store/store";

interface WebhookAttributes {
  id: WebhookId;
  baseId: BaseId;
  url: string;
  events: Webhook["events"];
  tableIds?: TableId[];
  include?: Webhook["include"];
  /** The secrets. The present one is first; the one before also signs until its `until`. */
  secrets: { secret: string; until?: string }[];
  createdBy: UserId;
  createdTime: string;
  /** Nothing was accepted `since` then. With `until` the last calls had no answer: only one request at a time is sent, from then on. */
  failing?: { since: string; failures?: number; until?: string } | undefined;
  disabled?: { time: string; reason: string } | undefined;
}
export type WebhookItem = Item & WebhookAttributes;

const prefix = "WEBHOOK#";
export const webhookKey = (baseId: BaseId, id: WebhookId) => ({ pk: `BASE#${baseId}`, sk: `${prefix}${id}` });
/** The id of a webhook, from its key. */
export const idIn = ({ sk }: { sk: string }) => sk.slice(prefix.length) as WebhookId;

/** A webhook; throws 404 if the base has no such webhook. */
export async function find(baseId: BaseId, id: WebhookId): Promise<WebhookItem> {
  const webhook = await getItem<WebhookItem>(webhookKey(baseId, id));
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

/** The webhooks of a base, the oldest first. */
export const list = async (baseId: BaseId): Promise<WebhookItem[]> =>
  (await readAll<WebhookItem>({ pk: `BASE#${baseId}`, ...keysStartingWith(prefix) })).sort(sortByAge);

/** How many webhooks a base has, for `create`. */
export const countIn = (baseId: BaseId): Promise<Counted> => countEntries(`BASE#${baseId}`, "WEBHOOK");

/** A webhook as answers show it: without its secrets. */
export const show = ({
  id,
  url,
  events,
  tableIds,
  include,
  createdBy,
  createdTime,
  ...state
}: WebhookAttributes): Webhook => ({
  id,
  url,
  events,
  ...(tableIds && { tableIds }),
  ...(include && { include }),
  createdBy,
  createdTime,
  ...(state.failing && { failingSince: state.failing.since }),
  ...(state.disabled && { disabled: state.disabled }),
});

/**
 * Makes a webhook, and gives the only copy of its secret that is ever shown. `start` is what `countIn` read for the request. Throws 400
 * over `limits.webhooksPerBase`, 404 for tables of other bases.
 */
export async function create(
  { baseId, start }: { baseId: BaseId; start: Counted },
  { url, events, tableIds, include }: NewWebhook,
  caller: Caller,
): Promise<{ webhook: WebhookAttributes; secret: string }> {
  refuseTooMany(start.count);
  const [log] = await Promise.all([openLog(`BASE#${baseId}`), tableIds && refuseUnknown(baseId, tableIds)]);
  const id = newWebhookId();
  const secret = newSigningSecret();
  const webhook: NewItem & WebhookAttributes = {
    ...webhookKey(baseId, id),
    entity: "webhook",
    id,
    baseId,
    url,
    events,
    ...(tableIds && { tableIds }),
    ...(include && { include }),
    secrets: [{ secret }],
    createdBy: caller.userId,
    createdTime: caller.now,
  };
  const entry = log.entry("webhook.created", { subject: subjectOf(webhook), after: detailsOf(webhook) });
  await addCounted(start, refuseTooMany, [insert(webhook), entry, ...keepSecretId(caller, id)]);
  return { webhook, secret };
}

/** An address may hold a secret in its path, so the access log has only its host. */
const subjectOf = ({ id, url }: WebhookAttributes) =>
  ({ type: "webhook", id, name: URL.parse(url)?.host }) as const;

const detailsOf = ({ url, events, tableIds, include }: WebhookAttributes) => ({
  host: URL.parse(url)?.host,
  events,
  ...(tableIds && { tableIds }),
  ...(include && { include }),
});

function refuseTooMany(count: number): void {
  const most = limits.webhooksPerBase;
  if (count < most) return;
  throw invalid([{ path: "", message: `the base has ${count} webhooks, the limit is ${most}` }]);
}

async function refuseUnknown(baseId: BaseId, tableIds: TableId[]): Promise<void> {
  const known = new Set((await tables.list(baseId)).map(({ id }) => id));
  const unknown = tableIds.flatMap((id, i) =>
    known.has(id) ? [] : [{ path: pathOf(["tableIds", i]), message: "is not a table of this base" }],
  );
  if (unknown.length > 0) throw unknownInside(unknown);
}

/** Changes a webhook, with what `mark` adds. What is known of a receiver is forgotten with its address. */
export const update = (
  start: WebhookItem,
  { url, events, include }: WebhookUpdate,
  mark: (changed: WebhookItem) => Change[],
): Promise<WebhookItem> =>
  retryOnWebhook(start, async (webhook) => {
    const isElsewhere = url !== undefined && url !== webhook.url;
    const changes = {
      ...(isElsewhere && { url, failing: undefined, disabled: undefined }),
      ...(events && { events }),
      ...(include && { include }),
    };
    const changed = { ...webhook, ...changes };
    const log = await openLog(`BASE#${webhook.baseId}`);
    const told = {
      before: detailsOf(webhook),
      after: { ...detailsOf(changed), ...(isElsewhere && { isNewAddress: true }) },
    };
    const isSame = isDeepStrictEqual(told.before, told.after);
    const entry = log.entry("webhook.changed", { subject: subjectOf(changed), ...told });
    await commit([change(webhook, changes), ...(isSame ? [] : [entry]), ...mark(changed)]);
    return changed;
  });

/** Gives the webhook a new secret. The former one also signs for another day; older ones are removed. */
export const rotate = (start: WebhookItem, caller: Caller): Promise<string> =>
  retryOnWebhook(start, async (webhook) => {
    const secret = newSigningSecret();
    const until = timeAfter(caller.now, msPerDay);
    const before = webhook.secrets.slice(0, 1).map((old) => ({ ...old, until }));
    const log = await openLog(`BASE#${webhook.baseId}`);
    await commit([
      change(webhook, { secrets: [{ secret }, ...before] }),
      log.entry("webhook.secretRotated", { subject: subjectOf(webhook) }),
      ...keepSecretId(caller, webhook.id),
    ]);
    return secret;
  });

/** The secrets to sign with at this time. */
export const secretsOf = ({ secrets }: WebhookItem, now: string): string[] =>
  secrets.filter(({ until }) => until === undefined || until > now).map(({ secret }) => secret);

/** Removes a webhook; functions/webhook/clear-deliveries.ts then removes its deliveries. */
export const remove = (start: WebhookItem): Promise<void> =>
  retryOnWebhook(start, async (webhook) => {
    const log = await openLog(`BASE#${webhook.baseId}`);
    const told = { subject: subjectOf(webhook), before: detailsOf(webhook) };
    await commit([removal(webhook), log.entry("webhook.deleted", told)]);
  });

/** Runs `work` with a webhook. After a conflict, reads it and runs `work` again. */
const retryOnWebhook = <Result>(start: WebhookItem, work: (webhook: WebhookItem) => Promise<Result>) =>
  retryOnConflictFrom(start, () => find(start.baseId, start.id), work);
