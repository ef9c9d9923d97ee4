/*
 * Link fields whose relationship is being changed (lib/data/link-fields/change-links.ts). From the commit that requests the change until
 * the job has ended:
 *
 *   sidesOf      gives the sides as they were before the change
 *   refused      cells of the field, deleting records that it links, restoring records of both tables: 409
 *   followers    bring titles up to date, nothing else
 *
 * So when the calls that began before have ended, no call changes these links, and the job can copy them to where the new relationship
 * stores them.
 */

import { type LinkSide, storedAs } from "#lib/data/records/link-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { AppError } from "#lib/schemas/basics/error";
import { runTogether } from "#lib/store/retry";
import { othersIn, ownItems } from "./link-ends.ts";
import { isLink, sidesOf, sidesOfDependent } from "./link-items.ts";

type Linked = Pick<Schema, "table" | "fields" | "dependents">;

/** The sides that this table has in links whose relationship is being changed: where the links are stored before the change. */
export function changingSides({ table, fields, dependents }: Linked): LinkSide[] {
  const sides = [
    ...fields.flatMap((field) =>
      isLink(field) && field.options.storage?.from ? [sidesOf(field, table.id).own] : [],
    ),
    ...dependents.flatMap((item) => (item.options.storage?.from ? [sidesOfDependent(item).back] : [])),
  ];
  return [...new Map(sides.map((side) => [storedAs(side), side])).values()];
}

/** Throws 409 if one of these records has links whose relationship is being changed. */
export async function refuseLinked(sides: LinkSide[], records: RecordItem[]): Promise<void> {
  const pairs = records.flatMap((record) => sides.map((side) => ({ record, side })));
  await runTogether(
    pairs,
    async ({ record, side }) => {
      if (othersIn(side, record, await ownItems(side, record.id)).length > 0)
        throw beingChanged(`the record ${record.id} has links`);
    },
    16,
  );
}

/** The 409 for a call that has to wait until the change has ended. */
export const beingChanged = (what: string): AppError =>
  new AppError(
    "conflict",
    `The relationship of a link field is being changed, and ${what}; try again when the field is no longer isPending`,
    { headers: { "retry-after": "30" } },
  );
