/*
 * Random calls on a table beside a model, where processes know none, some or all of its columns: fields come, go and come back, records
 * are written, deleted, restored and copied. Every cell is read as it was written.
 */
import { beforeAll, expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { columnsOf, noteColumns } from "#lib/data/schema/columns";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import { ended as endedImport, intoNew } from "#test/functions/csv/support";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { bringBack, trashedIn } from "#test/functions/trash/support";
import { exported, imported, withoutIds } from "#test/support/backups";
import { atAddress } from "#test/support/makers/files";
import { call } from "#test/support/requests/call";
import { chance, random, seedOfRun } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";
import { inProcessOnly } from "#test/support/run/target";
import { forgetColumns } from "#test/support/store/forget-columns";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("processes are told apart by what this one remembers");

beforeAll(useOwnStore);

type Cells = Record<string, unknown>;

const texts = [
  ...["~", "~~", "~@", "~1", "#0", "#12", "null", "__proto__", "text0", "fld0000000000000000"],
  ...[
    "2026-12-07T10:00:00.000Z",
    "~2026-12-07T10:00:00.000Z",
    "2026-02-30T00:00:00.000Z",
    "👩‍👧 \u0301",
    '"[1,2]"',
  ],
  ...[1023, 1024, 1025].flatMap((length) => ["x".repeat(length), `~${"y".repeat(length - 1)}`]),
  ...[`${"😀".repeat(512)}`, `${"😀".repeat(512)}~`, "é".repeat(3000)],
];
const oneOf = <Each>(all: readonly Each[]): Each => all[random(all.length)] as Each;
const choices = ["~", "Open", "~@"].map((name) => ({ name }));
const types: Record<string, { options?: object; value: () => unknown }> = {
  singleLineText: { value: () => oneOf(texts) },
  longText: { value: () => oneOf(texts) },
  number: {
    options: { formatting: { type: "decimal", precision: 5 } },
    value: () => oneOf([0, -1.5, 1e15, 7]),
  },
  checkbox: { value: () => oneOf([true, null]) },
  date: {
    value: () => oneOf(["2026-12-07T10:00:00.000Z", "1969-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z"]),
  },
  rating: { options: { icon: "star", color: "yellowBright", max: 7 }, value: () => 1 + random(7) },
  singleSelect: { options: { choices }, value: () => oneOf(choices).name },
  multipleSelect: { options: { choices }, value: () => oneOf([["~"], ["~@", "Open"], null]) },
};

async function aModel() {
  const sheet = await aSheet({ fields: [field("Name", "singleLineText")], records: [] });
  const { owner: as, params, tableId } = sheet;
  const fields = new Map<string, { id: string; type: string }>();
  const gone = new Map<string, { id: string; type: string }>();
  /** What records have, also in fields that are in the trash. */
  const records = new Map<string, Cells>();
  const deleted = new Map<string, Cells>();
  let made = 0;

  const cellsFor = (): Cells =>
    Object.fromEntries(
      [...fields]
        .filter(() => chance() < 0.5)
        .map(([name, { type }]) => [name, types[type]?.value() ?? null]),
    );
  const shown = (cells: Cells): Cells =>
    Object.fromEntries(Object.entries(cells).filter(([name, cell]) => cell !== null && !gone.has(name)));

  const steps: Record<string, () => Promise<void>> = {
    async addField() {
      const type = oneOf(Object.keys(types));
      const name = `F${made++}`;
      const body = { ...field(name, type), ...(types[type]?.options && { options: types[type].options }) };
      const { status, body: answer } = await call(createField, { as, params, body });
      expect(status).toBe(201);
      fields.set(name, { id: answer.id, type });
    },
    async deleteField() {
      const [name, found] = oneOf([...fields]) ?? [];
      if (!name || !found) return;
      await call(deleteField, { as, params: { ...params, fieldId: found.id } });
      fields.delete(name);
      gone.set(name, found);
    },
    async restoreField() {
      const items = (await trashedIn({ as }, tableId)).filter(({ resourceType }) => resourceType === "field");
      const item = items[0] && oneOf(items);
      if (!item) return;
      expect((await bringBack(item.id, { as })).status).toBe(201);
      for (const [name, found] of gone) {
        if (!JSON.stringify(item).includes(found.id)) continue;
        gone.delete(name);
        fields.set(name, found);
      }
    },
    async renameField() {
      const [, found] = oneOf([...fields]) ?? [];
      if (found)
        await call(updateField, {
          as,
          params: { ...params, fieldId: found.id },
          body: { description: `${made}` },
        });
    },
    async create() {
      const rows = Array.from({ length: 1 + random(3) }, cellsFor);
      const { status, body } = await sheet.create(rows, { fieldKeyType: "name" });
      expect(status).toBe(201);
      for (const [i, { id }] of (body.records as Answered[]).entries()) records.set(id, rows[i] as Cells);
    },
    async update() {
      const [id, cells] = oneOf([...records]) ?? [];
      if (!id) return;
      const written = cellsFor();
      expect((await sheet.update(id, written, { fieldKeyType: "name" })).status).toBe(200);
      records.set(id, { ...cells, ...written });
    },
    async updateAndUndo() {
      const [id] = oneOf([...records]) ?? [];
      if (!id) return;
      const headers = { "x-window-id": "winModel" };
      expect((await sheet.update(id, cellsFor(), { fieldKeyType: "name" }, headers)).status).toBe(200);
      forgetColumns();
      const { body } = await call(undoOperation, { as, params, headers });
      // an update that changed nothing kept no operation
      expect(body.status).toMatch(/fulfilled|empty/);
    },
    async remove() {
      const [id, cells] = oneOf([...records]) ?? [];
      if (!id || !cells) return;
      expect((await sheet.remove(id)).status).toBe(200);
      records.delete(id);
      deleted.set(id, cells);
      await tellNews();
    },
    async restore() {
      const items = (await trashedIn({ as }, tableId)).filter(
        ({ resourceType }) => resourceType === "record",
      );
      const item = items[0] && oneOf(items);
      if (!item) return;
      expect((await bringBack(item.id, { as })).status).toBe(201);
      for (const [id, cells] of deleted) {
        if (!JSON.stringify(item).includes(id)) continue;
        deleted.delete(id);
        records.set(id, cells);
      }
    },
    async forget() {
      const { ids } = columnsOf(tableId as TableId);
      forgetColumns();
      // a process that saw the table some time ago
      const some = ids.slice(0, random(ids.length + 1));
      noteColumns(tableId as TableId, some.map((id) => id.slice(3)).join(","));
    },
  };

  async function check() {
    const { records: all } = await sheet.walk();
    expect(Object.fromEntries(all.map((each) => [each.id, each.fields]))).toEqual(
      Object.fromEntries([...records].map(([id, cells]) => [id, shown(cells)])),
    );
    const [name, found] = [...fields].find(([, { type }]) => type === "singleLineText") ?? [];
    if (!name || !found) return;
    const value = oneOf(texts);
    const filter = { conjunction: "and", filterSet: [{ fieldId: found.id, operator: "is", value }] };
    forgetColumns();
    const { body } = await sheet.list({ filter: JSON.stringify(filter) });
    const folded = (text: unknown) => String(text).toLowerCase();
    expect(body.records.map(({ id }: Answered) => id).sort()).toEqual(
      [...records].flatMap(([id, cells]) => (folded(cells[name]) === folded(value) ? [id] : [])).sort(),
    );
  }
  return { ...sheet, steps, check, fields };
}

test("records are read as they were written, whatever a process knows of the columns", async () => {
  const { steps, check, owner, baseId, tableId, walk } = await aModel();
  const weights = { addField: 3, create: 4, update: 6, updateAndUndo: 3, forget: 5 } as Record<
    string,
    number
  >;
  const names = Object.keys(steps).flatMap((name) => Array.from({ length: weights[name] ?? 1 }, () => name));
  const did: string[] = [];
  for (let i = 0; i < (isWhole ? 600 : 120); i++) {
    const name = oneOf(names);
    did.push(name);
    await steps[name]?.();
    if (i % 10 === 0)
      await check().catch((error: unknown) => {
        throw new Error(`seed ${seedOfRun()}: ${did.join(" ")}`, { cause: error });
      });
  }
  await check();

  const cells = async (id: string) => {
    const { body } = await call(listRecords, { as: owner, params: { tableId: id }, query: { take: "1000" } });
    return body.records.map(({ fields }: Answered) => fields);
  };
  const before = (await walk()).records.map(({ fields }) => fields);
  forgetColumns();
  const copy = await call(duplicateTable, {
    as: owner,
    params: { baseId, tableId },
    body: { name: "Copy", includeRecords: true },
  });
  expect(copy.status).toBe(201);
  forgetColumns();
  expect(await cells(copy.body.id)).toEqual(before);
  forgetColumns();
  const table = (await getItem<TableItem>(tableKey(tableId as TableId))) as TableItem;
  expect(table.columns?.split(",").length).toBeGreaterThan(3);
}, 120_000);

test("a backup, and a table of an exported CSV file, have the same cells", async () => {
  const { owner, baseId, tableId, spaceId, create, walk } = await aSheet({
    fields: [field("Name", "singleLineText"), field("T", "longText"), field("D", "date")],
    records: [],
  });
  const rows = texts.map((T, i) => ({ Name: `n${i}`, T, D: "2026-12-07T10:00:00.000Z" }));
  expect((await create(rows)).status).toBe(201);
  forgetColumns();
  const { bytes } = await exported(owner, baseId);
  forgetColumns();
  const { baseId: newBase, job } = await imported(owner, spaceId, bytes);
  expect(job).toMatchObject({ state: "done" });
  forgetColumns();
  const again = await exported(owner, newBase);
  expect(await withoutIds(again.bytes)).toEqual(await withoutIds(bytes));

  const file = await call(exportTable, { as: owner, params: { tableId }, query: { cellFormat: "json" } });
  const { bytes: csv } = await atAddress(file.headers["location"] ?? "");
  forgetColumns();
  const place = { owner, baseId };
  const { records } = await endedImport(
    place,
    await intoNew(place, { name: "From CSV", text: csv.toString() }),
  );
  const inTable = (await walk()).records.map(({ fields }) => fields["T"]);
  expect(records.map(({ T }) => T)).toEqual(inTable);
});
