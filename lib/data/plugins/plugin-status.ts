/* The status of a plugin, and the actions that change it. */

import type { Caller } from "#lib/data/identity/caller";
import { invalid } from "#lib/schemas/basics/error";
import type { PluginStatus } from "#lib/schemas/collaboration/plugin";
import { keepAnswer } from "#lib/store/idempotency-records";
import { applyChange, type find } from "./plugins.ts";

type StoredPlugin = NonNullable<Awaited<ReturnType<typeof find>>>;

/** For each action: the new status by present status; from any other status it is a 400. A changed published plugin is reviewed again. */
const transitions = {
  submit: { developing: "reviewing", reviewing: "reviewing", published: "reviewing" },
  publish: { reviewing: "published" },
  /** From reviewing: withdrawn by its maker, or rejected. */
  unpublish: { published: "developing", reviewing: "developing" },
} as const satisfies Record<string, Partial<Record<PluginStatus, PluginStatus>>>;
export type PluginAct = keyof typeof transitions;

/** Throws 400 if the action is not possible from the present status. */
export async function changeStatus(plugin: StoredPlugin, act: PluginAct, caller: Caller): Promise<void> {
  const to: Partial<Record<PluginStatus, PluginStatus>> = transitions[act];
  await applyChange(
    plugin,
    ({ status }) => {
      const next = to[status];
      if (next) return { status: next, lastModifiedTime: caller.now };
      const from = Object.keys(to).join(" or ");
      throw invalid([{ path: "status", message: `must be ${from} to ${act}; is ${status}` }]);
    },
    () => keepAnswer(caller, undefined),
  );
}
