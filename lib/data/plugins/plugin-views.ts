/* Views that show a plugin: one that is published, or the caller's own. */
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import { newPluginInstallId, type PluginId, type UserId } from "#lib/schemas/basics/ids";
import type { NewView } from "#lib/schemas/tables/view";
import { find } from "./plugins.ts";

/** The views with what their plugins add to the options; a plugin that is not for the caller is one that is not there. */
export async function withPlugins(
  views: NewView[],
  userId: UserId,
  pathOfView: (i: number) => PropertyKey[],
): Promise<NewView[]> {
  const ids = views.map(({ options }) => options?.["pluginId"] as PluginId | undefined);
  const asked = [...new Set(ids)].filter((id) => id !== undefined);
  if (asked.length === 0) return views;
  const found = new Map(await Promise.all(asked.map(async (id) => [id, await find(id)] as const)));

  const unknown: Issue[] = [];
  const unfit: Issue[] = [];
  const complete = views.map((view, i) => {
    const id = ids[i];
    if (id === undefined) return view;
    const plugin = found.get(id);
    const path = pathOf([...pathOfView(i), "options", "pluginId"]);
    if (!plugin || (plugin.userId !== userId && plugin.status !== "published"))
      unknown.push({ path, message: "is no plugin that you could use" });
    else if (!plugin.positions.includes("view"))
      unfit.push({ path, message: "is a plugin, and not made for views" });
    const added = { pluginInstallId: newPluginInstallId(), pluginLogo: plugin?.logo };
    return { ...view, options: { ...added, ...view.options } };
  });
  if (unfit.length > 0) throw invalid(unfit);
  if (unknown.length > 0) throw unknownInside(unknown);
  return complete;
}
