/* What changes of a table mean for what is shown of it. */
import type { RecordChanged, WatchedChange } from "#lib/client/index";
import type { View } from "#lib/schemas/tables/view";
import type { Heard } from "./feed.ts";

/** What a grid reads again. */
export interface RowsChanged {
  /** Records in the order of the view may have come, gone, or got another place. */
  hasMoved: boolean;
  /** The records whose cells changed; undefined for any. */
  recordIds: ReadonlySet<string> | undefined;
  /** Those that another person changed. */
  byOthers: ReadonlySet<string>;
}

type Ordered = Pick<View, "filter" | "sort" | "group">;

const isOfRecord = (change: WatchedChange): change is RecordChanged => change.type.startsWith("record.");

/** What the rows of a view have to do with what was heard; undefined for nothing. */
export function findRowsChanged(
  heard: Heard,
  view: Ordered | undefined,
  userId: string | undefined,
): RowsChanged | undefined {
  if (heard === "all" || heard.some(({ type }) => type === "table.many" || type.startsWith("field.")))
    return { hasMoved: true, recordIds: undefined, byOthers: new Set() };
  const changes = heard.filter(isOfRecord);
  if (changes.length === 0) return undefined;
  return {
    hasMoved: changes.some((change) => movesRows(change, view)),
    recordIds: new Set(changes.map(({ recordId }) => recordId)),
    byOthers: new Set(
      changes.flatMap(({ by, recordId }) => (userId !== undefined && by !== userId ? [recordId] : [])),
    ),
  };
}

/** Whether a change may give a record another place, or take it out of the view. */
function movesRows({ type, fieldIds }: RecordChanged, view: Ordered | undefined): boolean {
  if (type !== "record.updated") return true;
  if (!(view?.filter || view?.sort || view?.group)) return false;
  const order = JSON.stringify([view.filter, view.sort, view.group]);
  return fieldIds?.some((id) => order.includes(id)) ?? true;
}

/** Whether the table, its fields or its views are other ones, or who may read them. */
export const tellsSchema = (heard: Heard): boolean =>
  heard === "all" || heard.some(({ type }) => /^(table|field|view|base|members)\./.test(type));
