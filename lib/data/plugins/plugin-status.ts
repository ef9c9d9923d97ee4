/* What becomes of a plugin, and by whom. */

import type { Caller } from "#lib/data/identity/caller";
import { invalid } from "#lib/schemas/basics/error";
import type { PluginStatus } from "#lib/schemas/collaboration/plugin";
import { keepAnswer } from "#lib/store/idempotency-records";
import { applyChange, type find } from "./plugins.ts";

type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/** From which status each act leads where; of any other it is a 400. Who sends in what is there changes it and is looked at again. */
const transitions = {
  submit: { developing: "reviewing", reviewing: "reviewing", published: "reviewing" },
  publish: { reviewing: "published" },
  /** Of one that is reviewed: taken back by its maker, or turned down. */
  unpublish: { published: "developing", reviewing: "developing" },
} as const satisfies Record<string, Partial<Record<PluginStatus, PluginStatus>>>;
export type PluginAct = keyof typeof transitions;

export async function changeStatus(plugin: Found, act: PluginAct, caller: Caller): Promise<void> {
  const to: Partial<Record<PluginStatus, PluginStatus>> = transitions[act];
  await applyChange(
    plugin,
    ({ status }) => {
      const next = to[status];
      if (next) return { status: next, lastModifiedTime: caller.now };
      const from = Object.keys(to).join(" or ");
      throw invalid([{ path: "status", message: `is ${status}: ${act} is for what is ${from}` }]);
    },
    () => keepAnswer(caller, undefined),
  );
}
