/* How answers show a plugin: only its maker sees the masked secret. */

import type { Caller } from "#lib/data/identity/caller";
import { maskSecrets } from "#lib/data/oauth/show-client";
import { peopleById } from "#lib/data/records/people";
import { takeFitting } from "#lib/schemas/basics/answer-size";
import type { PluginId } from "#lib/schemas/basics/ids";
import { absoluteAddress } from "#lib/schemas/basics/public-origin";
import type { CenterPlugin, I18n, Plugin, PluginPosition } from "#lib/schemas/collaboration/plugin";
import type { PluginItem } from "./plugins.ts";

/** A plugin as answers show it, without its secret. */
export function show(plugin: PluginItem): Plugin {
  const { positions, config, name, pluginUserId } = plugin;
  const email = `${pluginUserId?.toLowerCase()}@plugin.invalid`;
  return {
    ...described(plugin),
    positions,
    ...(config && { config: JSON.parse(config) as Record<string, unknown> }),
    ...(pluginUserId && { pluginUser: { id: pluginUserId, name, email } }),
  };
}

/** A plugin, as shown to its maker. */
export const showToMaker = (plugin: PluginItem & { secretEnding: string }) => ({
  ...show(plugin),
  secret: maskSecrets({ ending: plugin.secretEnding }),
});

interface PluginFilter {
  positions?: PluginPosition[] | undefined;
  ids?: PluginId[] | undefined;
}

/** The plugins that match, each with its maker (the id as name if the account is gone), as many as fit into an answer. */
export async function showInCenter(
  plugins: PluginItem[],
  { positions, ids }: PluginFilter,
  { userId, may }: Pick<Caller, "userId" | "may">,
): Promise<CenterPlugin[]> {
  const matching = plugins.filter(
    (plugin) =>
      (!ids || ids.includes(plugin.id)) &&
      (!positions || plugin.positions.some((position) => positions.includes(position))),
  );
  const people = await peopleById([...new Set(matching.map(({ userId }) => userId))]);
  return takeFitting(matching, (plugin) => {
    const { name = plugin.userId, avatar, email } = people.byId(plugin.userId) ?? {};
    // the address of another maker is private
    const seen = plugin.userId === userId && may.seeEmails && email;
    const createdBy = { id: plugin.userId, name, ...(seen && { email }), ...(avatar && { avatar }) };
    return { ...described(plugin), createdBy };
  });
}

function described(plugin: PluginItem) {
  const { id, name, description, detailDesc, logo, url, helpUrl, i18n, status } = plugin;
  return {
    id,
    name,
    logo: absoluteAddress(logo),
    status,
    createdTime: plugin.createdTime,
    lastModifiedTime: plugin.lastModifiedTime,
    ...(description && { description }),
    ...(detailDesc && { detailDesc }),
    ...(url && { url }),
    ...(helpUrl && { helpUrl }),
    i18n: (typeof i18n === "string" ? JSON.parse(i18n) : (i18n ?? {})) as I18n,
  };
}
