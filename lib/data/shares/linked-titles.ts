/* The records to which a shared view links. Imported only when needed: reading through a view is much code. */

import { visitMatching } from "#lib/data/query/aggregate";
import { planQuery } from "#lib/data/query/query-plan";
import { makeCellReader } from "#lib/engine/cells/cell-reader";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { through } from "./shared-records.ts";
import { type Share, visitorCaller } from "./shares.ts";

/** The records to which the records of the view link, each once. */
export async function listLinked(share: Share, field: Field, now: string): Promise<LinkedRecord[]> {
  const plan = planQuery(share.schema, through(share, { fieldKeyType: "id" }), visitorCaller(now), {
    visited: [field],
  });
  const cellOf = makeCellReader(field, plan.context);
  const linked = new Map<string, LinkedRecord>();
  await visitMatching(plan, (record) => {
    for (const each of (cellOf(record) ?? []) as LinkedRecord[]) linked.set(each.id, each);
  });
  return [...linked.values()];
}
