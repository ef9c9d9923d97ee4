/* The changes of a history item in few bytes: each is read as it was written, also by who knows other columns, and as it was before. */
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as restore } from "#functions/trash/restore-trash-item";
import { parseColumns } from "#lib/data/schema/columns";
import { historyPartitions } from "#lib/data/trash/history";
import type { ChangedCell } from "#lib/engine/cells/changed-cells";
import { sizeOfItem } from "#lib/local/embedded/values/size";
import { newFieldId, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import type { HistoryEntry } from "#lib/schemas/records/history";
import { packHistory, parseChanges, unpackChange } from "#lib/schemas/records/packed-changes";
import { client, type Item, readAll, storeName } from "#lib/store/store";
import { aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("reads the items of the store");

beforeAll(useOwnStore);

const ids = Array.from({ length: 6 }, newFieldId);
const textOf = (some: readonly string[]) => some.map((id) => id.slice(3)).join(",");

const unpackAll = (packed: string, columns: readonly string[]) =>
  parseChanges<ChangedCell>(packed).map((change) => unpackChange(change, columns));

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "~", "~~", "~@", "~1", "#3", "\ud800", "x~\udfff", "2026-02-30T00:00:00.000Z", "👩‍👧"),
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
);
const anyCell = fc.oneof(
  anyText,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  fc.boolean(),
  fc.array(anyText, { maxLength: 3 }),
  fc.constant([{ id: "rec1" as RecordId, title: "~" }]),
);
const anyChange = fc.record(
  {
    fieldId: fc.constantFrom(...ids),
    before: anyCell,
    after: anyCell,
    isCut: fc.constant(true as const),
    shapes: fc.tuple(fc.nat(20), fc.nat(20)),
  },
  { requiredKeys: ["fieldId"] },
);

test("changes are read as they were packed, whether their fields had columns then or not", () => {
  fc.assert(
    fc.property(
      fc.array(anyChange),
      fc.nat(ids.length),
      fc.integer({ min: 20, max: 400 }),
      (drawn, count, bytes) => {
        // JSON has no -0
        const changes = JSON.parse(JSON.stringify(drawn)) as ChangedCell[];
        const texts = packHistory(changes, parseColumns(textOf(ids.slice(0, count))), bytes);
        expect(texts.flatMap((text) => unpackAll(text, ids))).toEqual(changes);
        const isSmall = (text: string) => Buffer.byteLength(text) <= bytes || JSON.parse(text).length === 1;
        expect(texts.every(isSmall)).toBe(true);
      },
    ),
  );
});

test("a column that the writer of the history did not know is kept; one that the reader does not know is nothing", () => {
  const [packed = ""] = packHistory([{ fieldId: "#2", after: 1 }], parseColumns(), 100);
  expect(unpackAll(packed, ids)).toEqual([{ fieldId: ids[2], after: 1 }]);
  expect(unpackAll(packed, ids.slice(0, 2))).toEqual([undefined]);
});

const choices = ["Open", "Done", "Late"].map((name) => ({ name }));
const twelve = [
  ...["Name", "Mail", "Notes", "City", "Street", "Country"].map((name) => field(name, "singleLineText")),
  field("State", "singleSelect", { options: { choices } }),
  field("Due", "date"),
  field("Met", "date"),
  ...["Price", "Count", "Stars"].map((name) => field(name, "number")),
];
const row = (i: number) => ({
  ...Object.fromEntries(
    ["Name", "Mail", "Notes", "City", "Street", "Country"].map((name) => [name, `${name} ${i}`]),
  ),
  ...{
    State: i % 2 ? "Open" : "Done",
    Due: `2026-12-0${i}T10:00:00.000Z`,
    Met: `2026-01-0${i}T00:00:00.000Z`,
  },
  ...{ Price: 19.5 + i, Count: i, Stars: i },
});

async function edited() {
  const sheet = await aSheet({ fields: twelve });
  const { body } = await sheet.create([row(1)]);
  const recordId = body.records[0].id as RecordId;
  await sheet.update(recordId, row(2));
  await sheet.update(recordId, { Name: "~", Due: "2027-01-31T00:00:00.000Z", Count: null });
  await tellNews();
  const params = { tableId: sheet.tableId as TableId, recordId };
  const [pk = ""] = historyPartitions(params.tableId, recordId);
  const stored = () => readAll({ pk });
  const shown = async () =>
    (await call(listRecordHistory, { as: sheet.owner, params })).body.historyList as HistoryEntry[];
  const fieldIds = new Map(
    sheet.table.fields.map(({ name, id }: { name: string; id: string }) => [name, id]),
  );
  return { ...sheet, params, stored, shown, idOf: (name: string) => fieldIds.get(name) as string };
}

/** The item as it was stored before changes were packed. */
const inOldForm = (item: Item, fields: { id: string }[]): Item => ({
  ...item,
  changes: unpackAll(
    item["changes"] as string,
    fields.map(({ id }) => id),
  ),
});

test("an edit of twelve cells takes half the bytes, one of three seven tenths, and items from before are read as well", async () => {
  const { table, stored, shown } = await edited();
  const items = await stored();
  const old = items.map((item) => inOldForm(item, table.fields));
  const sizes = items.map((item, i) => sizeOfItem(item as never) / sizeOfItem(old[i] as never));
  expect(sizes.map((size) => Math.ceil(size * 20) / 20)).toEqual([0.7, 0.55]);
  const before = await shown();
  expect(before).toHaveLength(15);
  for (const Item of old) await client().send(new PutCommand({ TableName: storeName(), Item }));
  expect(JSON.stringify(await stored())).toContain('"fieldId":"fld');
  expect(await shown()).toEqual(before);
});

test("a field that is deleted has no history, and has it again when it is restored", async () => {
  const { owner: as, params, shown, idOf } = await edited();
  const fieldId = idOf("Count");
  const before = await shown();
  await call(deleteField, { as, params: { ...params, fieldId } });
  expect(await shown()).toEqual(before.filter((each) => each.fieldId !== fieldId));
  const { body } = await call(listTrashItems, { as, query: { tableId: params.tableId } });
  const [{ id }] = body.items;
  await call(restore, { as, params: { trashId: id } });
  expect(await shown()).toEqual(before);
});

test("a field that is converted shows what was before in its present form", async () => {
  const { owner: as, params, shown, idOf } = await edited();
  const fieldId = idOf("Price");
  await call(convertField, { as, params: { ...params, fieldId }, body: { type: "singleLineText" } });
  const [price] = (await shown()).filter((each) => each.fieldId === fieldId);
  expect([price?.before.data, price?.after.data]).toEqual(["20.50", "21.50"]);
});
