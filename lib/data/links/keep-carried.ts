/* What written records carry of the records that they link (engine/cells/carried-cells.ts). */

import type { RecordItem } from "#lib/data/records/records";
import { carryCells, entryOf, toCarried } from "#lib/engine/cells/carried-cells";
import { setCarried } from "#lib/engine/cells/set-carried";
import type { Carries, Field } from "#lib/engine/fields/field";
import type { RecordId } from "#lib/schemas/basics/ids";
import { readSettledTime } from "#lib/store/settled-time";

/** What a link field carries now; undefined while there may be calls that change cells and do not know that they are carried. */
export const carriesNow = ({ carries }: Pick<Field, "carries">, now: string): Carries | undefined =>
  carries && readSettledTime(carries.since) <= now ? carries : undefined;

interface Linked {
  ids: readonly RecordId[];
  /** Finds what is carried already by the same definition, and is not out of date. */
  known?: ((id: RecordId) => unknown[] | undefined) | undefined;
  find(id: RecordId): RecordItem | undefined;
}

/** Makes a record carry what its cell of a link field needs of these linked records; those that are not found are read by readers. */
export function keepCarried(
  record: RecordItem,
  field: Pick<Field, "id" | "carries">,
  linked: Linked,
  now: string,
): void {
  const carries = record.more?.[field.id] ? undefined : carriesNow(field, now);
  setCarried(record, field.id, carries && toCarried(carries, entriesOf(linked, carries)));
}

const entriesOf = ({ ids, known, find }: Linked, carries: Carries) =>
  ids.flatMap((id): [RecordId, unknown[]][] => {
    const carried = known?.(id);
    const found = carried ? undefined : find(id);
    const entry = carried ?? (found && carryCells(found, carries));
    return entry ? [[id, entry]] : [];
  });

/** Finds what a record carries of a linked one, by the present definition of the field. */
export const carriedOf =
  ({ carried }: RecordItem, { id, carries }: Pick<Field, "id" | "carries">) =>
  (other: RecordId): unknown[] | undefined =>
    carries && entryOf(carried?.[id], carries, other);
