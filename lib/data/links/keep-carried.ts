/* Keeps in a record the cells of its linked records that lookups need: the record carries them (engine/cells/carried-cells.ts). */

import type { RecordItem } from "#lib/data/records/records";
import { carryCells, entryOf, toCarried } from "#lib/engine/cells/carried-cells";
import { setCarried } from "#lib/engine/cells/set-carried";
import type { Carries, Field } from "#lib/engine/fields/field";
import type { RecordId } from "#lib/schemas/basics/ids";
import { readSettledTime } from "#lib/store/running-calls";

/**
 * The cells that a link field carries now. Undefined until all running calls know the definition: a call that does not could change such a
 * cell unnoticed.
 */
export const carriesNow = ({ carries }: Pick<Field, "carries">, now: string): Carries | undefined =>
  carries && readSettledTime(carries.since) <= now ? carries : undefined;

interface Linked {
  ids: readonly RecordId[];
  /** Finds the cells of a linked record that are carried already, by the same definition, and are up to date. */
  known?: ((id: RecordId) => unknown[] | undefined) | undefined;
  find(id: RecordId): RecordItem | undefined;
}

/**
 * Makes a record carry the cells that its link field needs of these linked records. Of records that were not found it carries nothing;
 * readers read them.
 */
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

/** Finds the cells that a record carries of a linked record, if they were carried by the present definition of the field. */
export const carriedOf =
  ({ carried }: RecordItem, { id, carries }: Pick<Field, "id" | "carries">) =>
  (other: RecordId): unknown[] | undefined =>
    carries && entryOf(carried?.[id], carries, other);
