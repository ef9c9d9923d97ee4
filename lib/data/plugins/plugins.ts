/*
 * A plugin: a page of somebody's that is shown in bases.
 *
 *           pk                 sk              cost
 *  plugin   PLUGIN#<plg>       PLUGIN          get 1 RCU for each 4 KB; made with its copy 2 × 2 WCU for each KB
 *  own      USER#<user>        PLUGIN#<plg>    whoever made it lists full copies: one Query
 *  shelf    PLUGINS#<status>   <plg>           the same of those that others may see: published, and for administrators reviewing
 *
 * Its secret stands in the plugin itself only, as SHA-256. All copies are written together and carry the plugin's version.
 */

import type { Caller } from "#lib/data/identity/caller";
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
import { sortByAge } from "#lib/store/by-age";
import { type Change, change, commit, remove as removal, retryOnConflictFrom } from "#lib/store/commit";
import { type AnswerChanges, keepSecretId } from "#lib/store/idempotency-records";
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
  i18n?: I18n;
  /** As JSON: the store's own numbers, names of members and depth are not those of JSON. */
  config?: string;
  status: PluginStatus;
  pluginUserId?: PluginUserId;
  createdTime: string;
  lastModifiedTime: string;
}
type WithSecret = PluginItem & { secretHash: string; secretEnding: string };

const pluginKey = (id: PluginId) => ({ pk: `PLUGIN#${id}`, sk: "PLUGIN" });
const shelf = (status: PluginStatus) => `PLUGINS#${status}`;

/** With what is kept of its secret. */
export const find = (id: PluginId): Promise<WithSecret | undefined> => getItem<WithSecret>(pluginKey(id));

/** What was read, if the caller made it: to anybody else it is not there. */
export function requireOwn(found: WithSecret | undefined, id: PluginId, userId: UserId): WithSecret {
  if (found?.userId !== userId) throw notFound("plugin", id);
  return found;
}

/** Those that somebody made, the oldest first. */
export const listOf = async (userId: UserId): Promise<PluginItem[]> =>
  (await readAll<PluginItem>({ pk: `USER#${userId}`, ...keysStartingWith("PLUGIN#") })).sort(sortByAge);

export const listOn = async (status: "reviewing" | "published"): Promise<PluginItem[]> =>
  (await readAll<PluginItem>({ pk: shelf(status) })).sort(sortByAge);

/** Makes a plugin, and gives the only clear copy of its secret. */
export async function create(
  input: NewPlugin,
  caller: Caller,
): Promise<{ plugin: PluginItem; secret: string }> {
  const { userId, now } = caller;
  if ((await listOf(userId)).length >= limits.pluginsPerPerson)
    throw invalid([
      { path: "", message: `a person has at most ${limits.pluginsPerPerson} plugins; delete one first` },
    ]);
  const { autoCreateMember, ...described } = asStored(input);
  const id = newPluginId();
  const { secret, kept } = aSecret();
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
  await commit([...made, ...keepSecretId(caller, id)]);
  return { plugin, secret };
}

export const update = (read: WithSecret, input: PluginUpdate, now: string, mark: AnswerChanges<WithSecret>) =>
  applyChange(read, () => ({ ...withoutNull(asStored(input)), lastModifiedTime: now }), mark);

/** Gives it another secret; the one before is good for nothing at once. */
export async function renewSecret(read: WithSecret, caller: Caller): Promise<string> {
  const { secret, kept } = aSecret();
  await applyChange(
    read,
    () => kept,
    () => keepSecretId(caller, read.id),
  );
  return secret;
}

const findAgain = (id: PluginId) => async () => {
  const plugin = await find(id);
  if (!plugin) throw notFound("plugin", id);
  return plugin;
};

/** Changes it as it was read, and as it is then if others have changed it meanwhile. */
export async function applyChange(
  read: WithSecret,
  changed: (plugin: WithSecret) => Partial<WithSecret>,
  mark: AnswerChanges<WithSecret>,
): Promise<WithSecret> {
  return retryOnConflictFrom(read, findAgain(read.id), async (plugin) => {
    const attributes = changed(plugin);
    const result = { ...plugin, ...attributes, version: plugin.version + 1 };
    await commit([change(plugin, attributes), ...moves(copiesOf(plugin), copiesOf(result)), ...mark(result)]);
    return result;
  });
}

export async function remove(plugin: WithSecret): Promise<void> {
  await retryOnConflictFrom(plugin, findAgain(plugin.id), (now) =>
    commit([now, ...copiesOf(now)].map(removal)),
  );
}

/** What lists show of it, without its secret. */
function copiesOf({ secretHash: _, secretEnding: __, ...plugin }: WithSecret): PluginItem[] {
  const { id, userId, status } = plugin;
  const copy = { ...plugin, entity: "pluginCopy" };
  return [
    { ...copy, pk: `USER#${userId}`, sk: `PLUGIN#${id}` },
    ...(status === "developing" ? [] : [{ ...copy, pk: shelf(status), sk: id }]),
  ];
}

/** From one set of copies to another; those at the same place carry the version that the plugin had. */
function moves(before: PluginItem[], after: PluginItem[]): Change[] {
  const at = (items: PluginItem[], { pk }: Item) => items.find((item) => item.pk === pk);
  return [
    ...before.filter((item) => !at(after, item)).map(removal),
    ...after.map((item): Change => {
      const there = at(before, item);
      return there ? { op: "update", before: there, item } : { op: "create", item };
    }),
  ];
}

function aSecret() {
  const secret = newSecret();
  return { secret, kept: { secretHash: hash(secret), secretEnding: secret.slice(-10) } };
}

const asStored = <Input extends Pick<NewPlugin, "config">>({ config, ...input }: Input) => ({
  ...input,
  config: config && JSON.stringify(config),
});

/** As it is where the input does not speak of a member, without it where that is null. */
function withoutNull<Input extends object>(input: Input) {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  // undefined removes an attribute from an item, where the type knows only that it is not there
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? undefined])) as {
    [Name in keyof Input]: NonNullable<Input[Name]>;
  };
}
