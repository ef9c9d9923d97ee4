/* Views that show a plugin: a published plugin, or one of the caller's own. */
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import { newPluginInstallId, type PluginId, type UserId } from "#lib/schemas/basics/ids";
import { absoluteAddress } from "#lib/schemas/basics/public-origin";
import type { NewView } from "#lib/schemas/tables/view-changes";
import { find } from "./plugins.ts";

/** The views, with the options that their plugins add. Throws 404 for plugins that the caller may not use, 400 for plugins without views. */
export async function withPlugins(
  views: NewView[],
  userId: UserId,
  pathOfView: (i: number) => PropertyKey[],
): Promise<NewView[]> {
  const ids = views.map(({ options }) => options?.["pluginId"] as PluginId | undefined);
  const pluginIds = [...new Set(ids)].filter((id) => id !== undefined);
  if (pluginIds.length === 0) return views;
  const found = new Map(await Promise.all(pluginIds.map(async (id) => [id, await find(id)] as const)));

  const unknown: Issue[] = [];
  const unsupported: Issue[] = [];
  const complete = views.map((view, i) => {
    const id = ids[i];
    if (id === undefined) return view;
    const plugin = found.get(id);
    const path = pathOf([...pathOfView(i), "options", "pluginId"]);
    if (!plugin || (plugin.userId !== userId && plugin.status !== "published"))
      unknown.push({ path, message: "no such plugin, or it is not published" });
    else if (!plugin.positions.includes("view"))
      unsupported.push({ path, message: "this plugin does not support views" });
    const added = {
      pluginInstallId: newPluginInstallId(),
      pluginLogo: plugin && absoluteAddress(plugin.logo),
    };
    return { ...view, options: { ...added, ...view.options } };
  });
  if (unsupported.length > 0) throw invalid(unsupported);
  if (unknown.length > 0) throw unknownInside(unknown);
  return complete;
}
