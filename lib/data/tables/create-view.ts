/* Creates a view. */

import type { Caller } from "#lib/data/identity/caller";
import { withPlugins } from "#lib/data/plugins/plugin-views";
import { logShare } from "#lib/data/schema/log-shares";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { readSchema, type Schema, type ViewItem } from "#lib/data/schema/table-schema";
import {
  buildView,
  createChanges,
  hashOf,
  hasOpenShare,
  refuseTakenShares,
  refuseUnlistable,
  show,
} from "#lib/data/schema/views";
import { sealWith } from "#lib/data/write/keep-operation";
import { makeViewKeys } from "#lib/engine/fields/field-keys";
import { checkView } from "#lib/engine/views/check-view";
import { viewWithIds } from "#lib/engine/views/field-ids";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { NewView } from "#lib/schemas/tables/view-changes";
import { commit, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";

/** Creates the view. If two calls use one name at the same time, the later view becomes "… 2". Throws 400 for a taken shareId. */
export function createView(schema: Schema, input: NewView, caller: Caller): Promise<ViewItem> {
  const { userId: maker, now } = caller;
  const tableId = schema.table.id;
  let hashing: Promise<string | undefined> | undefined;
  let installed: NewView | undefined;
  return retryOnConflictFrom(
    schema,
    () => readSchema(tableId),
    async (latest) => {
      const { fields, views } = latest;
      const issues = [...checkView(input, fields), ...refuseTooManyViews(latest)];
      if (issues.length > 0) throw invalid(issues);
      hashing ??= hashOf(input);
      installed ??= (await withPlugins([input], maker, () => []))[0] as NewView;
      const view = buildView(viewWithIds(installed, makeViewKeys(fields)), {
        tableId,
        fields,
        views,
        maker,
        now,
        passwordHash: await hashing,
      });
      await addView(view, latest, caller).catch(refuseTakenShares(() => "shareId"));
      return view;
    },
  );
}

/** An issue if the table has as many views as it may have. */
export function refuseTooManyViews({ views }: Schema): Issue[] {
  if (views.length < limits.viewsPerTable) return [];
  return [{ path: "", message: `the table has ${views.length} views, the limit is ${limits.viewsPerTable}` }];
}

/** Commits a new view, with the answer for a repeated request. */
export async function addView(view: ViewItem, latest: Schema, caller: Caller): Promise<void> {
  const { table, views } = latest;
  refuseUnlistable([...views, view]);
  const entries = hasOpenShare(view) ? await logShare("share.enabled", view, table) : [];
  const changes = raiseVersions([...createChanges(view), ...entries], [table]);
  const done = { schema: { did: "createView", view: view.id } } as const;
  await commit(await sealWith(caller)(changes, done, keepAnswer(caller, show(view), [view.id]), latest));
}
