/*
 * A plugin: a web page of its maker that is shown in bases.
 *
 *  entity      pk                sk            cost
 *  plugin      PLUGIN#<plg>      PLUGIN        get 1 RCU for each 4 KB; made with its copy 2 × 2 WCU for each KB
 *  pluginCopy  USER#<user>       PLUGIN#<plg>  full copies, for the list of its maker: one Query
 *  pluginCopy  PLUGINS#<status>  <plg>         full copies of plugins that others may see: published, and reviewing for administrators
 *
 * Only the plugin itself has its secret, as SHA-256. All copies are written together and have the plugin's version.
 */

import type { Caller } from "#lib/data/identity/caller";
import { addCounted, type Counted, countEntries } from "#lib/data/identity/counted-list";
import { hash } from "#lib/data/identity/token-text";
import { invalid, notFound } from "#lib/schemas/basics/error";
import {
  newPluginId,
  newPluginUserId,
  newSecret,
  type PluginId,
  type PluginUserId,
  type UserId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type {
  I18n,
  NewPlugin,
  PluginPosition,
  PluginStatus,
  PluginUpdate,
} from "#lib/schemas/collaboration/plugin";
import { type Change, change, commit, remove as removal, retryOnConflictFrom } from "#lib/store/commit";
import { type AnswerChanges, keepSecretId } from "#lib/store/idempotency-records";
import { sortByAge } from "#lib/store/item";
import { getItem, type Item, keysStartingWith, readAll } from "#lib/store/store";

export interface PluginItem extends Item {
  id: PluginId;
  userId: UserId;
  name: string;
  description?: string;
  detailDesc?: string;
  logo: string;
  url?: string;
  helpUrl?: string;
  positions: PluginPosition[];
  /** JSON, as it was sent; earlier versions stored a map. */
  i18n?: string | I18n;
  /** JSON text, because DynamoDB's numbers, attribute names and nesting depth differ from those of JSON. */
  config?: string;
  status: PluginStatus;
  pluginUserId?: PluginUserId;
  createdTime: string;
  lastModifiedTime: string;
}
type WithSecret = PluginItem & { secretHash: string; secretEnding: string };

const pluginKey = (id: PluginId) => ({ pk: `PLUGIN#${id}`, sk: "PLUGIN" });
const shelf = (status: PluginStatus) => `PLUGINS#${status}`;

/** A plugin with the hash of its secret, or `undefined`. */
export const find = (id: PluginId): Promise<WithSecret | undefined> => getItem<WithSecret>(pluginKey(id));

/** The plugin that was read; throws 404 unless the caller made it. */
export function requireOwn(found: WithSecret | undefined, id: PluginId, userId: UserId): WithSecret {
  if (found?.userId !== userId) throw notFound("plugin", id);
  return found;
}

/** The plugins of a user, the oldest first. */
export const listOf = async (userId: UserId): Promise<PluginItem[]> =>
  (await readAll<PluginItem>({ pk: `USER#${userId}`, ...keysStartingWith("PLUGIN#") })).sort(sortByAge);

/** All plugins with this status, the oldest first. */
export const listOn = async (status: "reviewing" | "published"): Promise<PluginItem[]> =>
  (await readAll<PluginItem>({ pk: shelf(status) })).sort(sortByAge);

/** How many plugins a user has, for `create`. */
export const countOf = (userId: UserId): Promise<Counted> => countEntries(`USER#${userId}`, "PLUGIN");

function refuseTooMany(plugins: number): void {
  if (plugins < limits.pluginsPerPerson) return;
  throw invalid([
    { path: "", message: `at most ${limits.pluginsPerPerson} plugins per user: delete one first` },
  ]);
}

/**
 * Makes a plugin, and gives the only clear copy of its secret. `start` is what `countOf` read for the request. Throws 400 over
 * `limits.pluginsPerPerson`.
 */
export async function create(
  input: NewPlugin,
  caller: Caller,
  start: Counted,
): Promise<{ plugin: PluginItem; secret: string }> {
  const { userId, now } = caller;
  const { autoCreateMember, ...described } = toStored(input);
  const id = newPluginId();
  const { secret, kept } = generateSecret();
  const plugin: WithSecret = {
    ...pluginKey(id),
    entity: "plugin",
    version: 1,
    id,
    userId,
    ...withoutNull(described),
    ...kept,
    status: "developing",
    createdTime: now,
    lastModifiedTime: now,
    ...(autoCreateMember && { pluginUserId: newPluginUserId() }),
  };
  const made = [plugin, ...copiesOf(plugin)].map((item): Change => ({ op: "create", item }));
  await addCounted(start, refuseTooMany, [...made, ...keepSecretId(caller, id)]);
  return { plugin, secret };
}

/** Changes a plugin; null removes a member. Throws 404 if it was deleted. */
export const update = (
  start: WithSecret,
  input: PluginUpdate,
  now: string,
  answerChanges: AnswerChanges<WithSecret>,
) => applyChange(start, () => ({ ...withoutNull(toStored(input)), lastModifiedTime: now }), answerChanges);

/** Gives it a new secret; the old one stops working at once. */
export async function renewSecret(start: WithSecret, caller: Caller): Promise<string> {
  const { secret, kept } = generateSecret();
  await applyChange(
    start,
    () => kept,
    () => keepSecretId(caller, start.id),
  );
  return secret;
}

const findAgain = (id: PluginId) => async () => {
  const plugin = await find(id);
  if (!plugin) throw notFound("plugin", id);
  return plugin;
};

/** Changes a plugin. After a conflict, reads it and tries again. Throws 404 if it was deleted. */
export async function applyChange(
  start: WithSecret,
  changed: (plugin: WithSecret) => Partial<WithSecret>,
  answerChanges: AnswerChanges<WithSecret>,
): Promise<WithSecret> {
  return retryOnConflictFrom(start, findAgain(start.id), async (plugin) => {
    const attributes = changed(plugin);
    const result = { ...plugin, ...attributes, version: plugin.version + 1 };
    await commit([
      change(plugin, attributes),
      ...copyChanges(copiesOf(plugin), copiesOf(result)),
      ...answerChanges(result),
    ]);
    return result;
  });
}

/** Removes a plugin with its copies. Throws 404 if it was deleted already. */
export async function remove(plugin: WithSecret): Promise<void> {
  await retryOnConflictFrom(plugin, findAgain(plugin.id), (now) =>
    commit([now, ...copiesOf(now)].map(removal)),
  );
}

/** Its copies for lists, without its secret. */
function copiesOf({ secretHash: _, secretEnding: __, ...plugin }: WithSecret): PluginItem[] {
  const { id, userId, status } = plugin;
  const copy = { ...plugin, entity: "pluginCopy" };
  return [
    { ...copy, pk: `USER#${userId}`, sk: `PLUGIN#${id}` },
    ...(status === "developing" ? [] : [{ ...copy, pk: shelf(status), sk: id }]),
  ];
}

/** The changes from one set of copies to another. A copy that keeps its key gets the plugin's version. */
function copyChanges(before: PluginItem[], after: PluginItem[]): Change[] {
  const at = (items: PluginItem[], { pk }: Item) => items.find((item) => item.pk === pk);
  return [
    ...before.filter((item) => !at(after, item)).map(removal),
    ...after.map((item): Change => {
      const there = at(before, item);
      return there ? { op: "update", before: there, item } : { op: "create", item };
    }),
  ];
}

function generateSecret() {
  const secret = newSecret();
  return { secret, kept: { secretHash: hash(secret), secretEnding: secret.slice(-10) } };
}

const toStored = <Input extends Pick<NewPlugin, "config" | "i18n">>({ config, i18n, ...input }: Input) => ({
  ...input,
  i18n: i18n && JSON.stringify(i18n),
  config: config && JSON.stringify(config),
});

/** Null removes a member; members that the input leaves out stay. */
function withoutNull<Input extends object>(input: Input) {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  // undefined removes an attribute from an item; the type says only that it may be absent
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? undefined])) as {
    [Name in keyof Input]: NonNullable<Input[Name]>;
  };
}
