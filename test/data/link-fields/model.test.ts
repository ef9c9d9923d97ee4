/* Clients that make, change and delete link fields, tables and what they name at the same time: both tables always agree. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createTable } from "#functions/table/create-table";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as deleteForGood } from "#functions/table/delete-table-permanently";
import { handler as resetTrashItems } from "#functions/trash/reset-trash-items";
import { handler as createView } from "#functions/view/create-view";
import { handler as deleteView } from "#functions/view/delete-view";
import { find, readSchema, type Schema } from "#lib/data/schema/table-schema";
import { relationships } from "#lib/engine/field-types/shared/links";
import type { TableId } from "#lib/schemas/basics/ids";
import type { TrashItem } from "#lib/schemas/tables/trash";
import { bringBack, tableItems, trashedIn } from "#test/functions/trash/support";
import { runJobsOf } from "#test/support/events/jobs";
import { aLink, disagreements } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance } from "#test/support/run/chance";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const pick = <Of>(list: readonly Of[]): Of | undefined => list[Math.floor(chance() * list.length)];
const clients = 6;
const steps = Number(process.env["GRIDLESS_LINK_STEPS"] ?? 25);

test("after many changes at the same time, no table says anything that another does not", async () => {
  const first = await aTable({ name: "A" });
  const { owner: as, baseId } = first;
  const tables: TableId[] = [first.tableId];
  for (const name of ["B", "C"]) tables.push((await aTable({ name }, as, first)).tableId);
  const statuses = new Map<string, number>();

  const schemaOfOne = async (): Promise<Schema | undefined> => {
    const id = pick(tables) as TableId;
    return (await find(id)) ? readSchema(id).catch(() => undefined) : undefined;
  };
  const acts: Record<string, () => Promise<{ status: number } | undefined>> = {
    link: async () => {
      const tableId = pick(tables) as TableId;
      const to = await schemaOfOne();
      if (!to) return undefined;
      const lookup = pick(to.fields.filter(({ type }) => type !== "link"));
      const options = {
        relationship: pick(relationships),
        isOneWay: chance() < 0.4,
        ...(chance() < 0.5 && { lookupFieldId: lookup?.id, visibleFieldIds: [lookup?.id] }),
        ...(chance() < 0.5 && { filterByViewId: pick(to.views)?.id }),
      };
      return call(createField, { as, params: { tableId }, body: aLink({ tableId: to.table.id }, options) });
    },
    plain: async () => {
      const tableId = pick(tables) as TableId;
      return call(createField, { as, params: { tableId }, body: { type: "number" } });
    },
    remove: async () => {
      const schema = await schemaOfOne();
      const field = pick((schema?.fields ?? []).filter(({ isPrimary }) => !isPrimary));
      if (!schema || !field) return undefined;
      return call(deleteField, { as, params: { tableId: schema.table.id, fieldId: field.id } });
    },
    change: async () => {
      const schema = await schemaOfOne();
      const field = pick((schema?.fields ?? []).filter(({ type }) => type === "link"));
      if (!schema || !field) return undefined;
      const { foreignTableId } = field.options as { foreignTableId: TableId };
      const to = await readSchema(foreignTableId).catch(() => undefined);
      const lookup = pick((to?.fields ?? []).filter(({ type }) => type !== "link"));
      const body = { options: { lookupFieldId: lookup?.id } };
      return call(updateField, { as, params: { tableId: schema.table.id, fieldId: field.id }, body });
    },
    view: async () => {
      const schema = await schemaOfOne();
      if (!schema) return undefined;
      const params = { tableId: schema.table.id };
      if (schema.views.length < 3) return call(createView, { as, params, body: { type: "grid" } });
      return call(deleteView, { as, params: { ...params, viewId: pick(schema.views)?.id ?? "" } });
    },
    trash: async () =>
      chance() < 0.3
        ? call(deleteTable, { as, params: { baseId, tableId: pick(tables) as TableId } })
        : undefined,
    restore: async () => {
      const item = pick(await tableItems({ as }, baseId));
      return item && bringBack(item.id, { as });
    },
    back: async () => {
      const tableId = pick(tables) as TableId;
      if (chance() < 0.1) return call(resetTrashItems, { as, query: { resourceId: tableId } });
      if (!(await find(tableId))) return undefined;
      // none if the table goes into the trash meanwhile
      const items: TrashItem[] | undefined = await trashedIn({ as }, tableId);
      const item = pick((items ?? []).filter(({ resourceType }) => resourceType === "field"));
      return item && bringBack(item.id, { as });
    },
    forGood: async () => {
      if (chance() > 0.15) return undefined;
      const fields = [{ type: "singleLineText", name: "Name" }, aLink({ tableId: pick(tables) as TableId })];
      const body = { name: "D", fields, records: [] };
      const { status, body: made } = await call(createTable, { as, params: { baseId }, body });
      if (status === 201) tables.push(made.id);
      return call(deleteForGood, {
        as,
        params: { baseId, tableId: pick(tables.slice(3)) ?? "tbl0000000000000000" },
      });
    },
  };

  async function client(): Promise<void> {
    for (let step = 0; step < steps; step++) {
      const [name, act] = pick(Object.entries(acts)) as [
        string,
        () => Promise<{ status: number } | undefined>,
      ];
      const status = (await act())?.status;
      if (status === undefined) continue;
      const key = `${name} ${status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
      expect(status, name).toBeLessThan(500);
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  await runJobsOf(...tables.map((tableId) => ({ tableId, baseId })));
  console.log(Object.fromEntries([...statuses].sort()));
  expect(await disagreements(...tables)).toEqual([]);
}, 120_000);
