/* Finds the records of a query by values, if it has a filter and the table has indexes (indexed/look-up.ts), and says what was chosen (lib/store/meter.ts). */

import { beginUnits, tellPlan } from "#lib/store/meter";
import { chooseNote } from "./choose-note.ts";
import type { LookedUp, Sought } from "./indexed/look-up.ts";
import type { QueryPlan } from "./query-plan.ts";

/** The records that may match; undefined if no index has few of them. Code for indexes is imported only when needed. */
export async function lookUpRecords(
  plan: Sought & Pick<QueryPlan, "selected">,
): Promise<LookedUp | undefined> {
  const { schema, look, selected } = plan;
  if (selected || look.filters.length === 0) return undefined;
  beginUnits();
  const found = schema.indexes.length > 0 && (await (await import("./indexed/look-up.ts")).lookUp(plan));
  tellPlan(found ? `index=${found.index.id}; entries=${found.entries}` : "scan");
  if (found) chooseNote(plan)?.indexed(found.index);
  return found || undefined;
}
