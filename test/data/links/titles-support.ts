/* Tables whose titles are made of other things, and the quiet after changes. */
import { vi } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import { calmDown } from "#test/load/links/together";
import { runJobsOf } from "#test/support/events/jobs";
import { carry } from "#test/support/links/carried";
import { actionsOf } from "#test/support/makers/actions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";

export const text = (name: string) => ({ type: "singleLineText", name });
export const formula = (name: string, expression: string) => ({
  type: "formula",
  name,
  options: { expression },
});

type Made = { tableId: string };

/** The tables A and B of one base, each with Name and Num. */
export async function twoOf() {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  const more: (Made & { baseId: never })[] = [];
  const fields = [text("Name"), { type: "number", name: "Num" }];
  const B = await aTable({ name: "B", fields, records: [] });
  const as = B.owner;
  const A = await aTable({ name: "A", fields, records: [] }, as, B);
  const calm = async () => {
    await tellNews();
    for (let i = 0; i < 3; i++) {
      await carry(A, B, ...more);
      await runJobsOf(A, B);
      await calmDown();
    }
  };
  const trashIn = async (resourceId: string, resourceType: string) =>
    (await call(listTrashItems, { as, query: { resourceId, resourceType } })).body.items;
  return {
    ...{ A, B, as, calm, more, ...actionsOf(as) },
    deleteTable: (made: Made) =>
      call(deleteTable, { as, params: { baseId: B.baseId, tableId: made.tableId } }),
    deleteField: (made: Made, fieldId: string) =>
      call(deleteField, { as, params: { tableId: made.tableId, fieldId } }),
    /** What was deleted last of the base (its tables), or of a table (its fields and records). */
    restore: async (made?: Made) => {
      const items = made ? await trashIn(made.tableId, "table") : await trashIn(B.baseId, "base");
      return call(restoreTrashItem, { as, params: { trashId: items[0].id } });
    },
    rows: async (made: Made, query: Record<string, string> = {}) =>
      (await call(listRecords, { as, params: { tableId: made.tableId }, query })).body.records,
  };
}
