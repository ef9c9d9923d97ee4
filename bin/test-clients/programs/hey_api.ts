/* The twelve steps of README.md with the client that hey-api makes: ./gridless. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { client } from "./gridless/client.gen";
import {
  createField,
  createRecords,
  createTable,
  createView,
  deleteRecord,
  deleteTable,
  getRecord,
  getTable,
  getUser,
  listFields,
  listRecords,
  listRecordsByBody,
  listViews,
  updateRecord,
} from "./gridless/sdk.gen";
import type { CellObject, NewField } from "./gridless/types.gen";

const { GRIDLESS_URL: baseUrl = "", GRIDLESS_TOKEN: token = "", BASE_ID: baseId = "" } = process.env;
client.setConfig({ baseUrl, auth: token });
const done = (step: number, what: string) => console.log(`ok ${step} ${what}`);

const { data: me } = await getUser({ throwOnError: true });
assert.match(me.id, /^usr/);
done(1, "who the token stands for");

const day = { formatting: { date: "YYYY-MM-DD", time: "None" as const, timeZone: "UTC" } };
const price = `fld${randomBytes(8).toString("hex")}`;
const fields: NewField[] = [
  { type: "singleLineText", name: "Name" },
  { type: "longText", name: "Notes" },
  { type: "number", id: price, name: "Price", options: { formatting: { type: "decimal", precision: 1 } } },
  { type: "checkbox", name: "Paid" },
  { type: "rating", name: "Stars", options: { icon: "star", color: "yellowBright", max: 5 } },
  { type: "date", name: "Day", options: day },
  { type: "singleSelect", name: "State", options: { choices: [{ name: "open" }, { name: "closed" }] } },
  { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "new" }, { name: "old" }] } },
  { type: "user", name: "Owner" },
  { type: "attachment", name: "Files" },
  { type: "button", name: "Go", options: { label: "Go", color: "teal" } },
  { type: "autoNumber", name: "Number" },
  { type: "createdTime", name: "Made", options: day },
  { type: "createdBy", name: "Maker" },
  { type: "lastModifiedTime", name: "Changed", options: day },
  { type: "lastModifiedBy", name: "Changer" },
  { type: "formula", name: "Twice", options: { expression: `{${price}} * 2` } },
];
const { data: table } = await createTable({
  path: { baseId },
  body: { name: "Ships", fields, records: [] },
  throwOnError: true,
});
const path = { tableId: table.id };
done(2, "a table with a field of each type");

const { data: link } = await createField({
  path,
  body: { type: "link", name: "Next", options: { relationship: "manyMany", foreignTableId: table.id } },
  throwOnError: true,
});
assert(link.type === "link");
assert.equal(link.options.foreignTableId, table.id);
done(3, "a link field");

const { data: found } = await listFields({ path, throwOnError: true });
const state = found.find((field) => field.name === "State");
assert(state?.type === "singleSelect");
assert.deepEqual(
  state.options.choices.map(({ name }) => name),
  ["open", "closed"],
);
done(4, "fields, each as its type");

const cells = {
  Name: "Argo",
  Notes: "two\nlines",
  Price: 12.5,
  Paid: true,
  Stars: 4,
  Day: "2026-01-31T00:00:00.000Z",
  State: "open",
  Tags: ["new", "old"],
  Owner: { id: me.id },
};
const records = [
  { fields: cells },
  { fields: { Name: "Beagle", Price: 3 } },
  { fields: { Name: "Calypso", Price: 7 } },
];
const { data: made } = await createRecords({ path, body: { records }, throwOnError: true });
const [argo, beagle, calypso] = made.records;
assert(argo && beagle && calypso);
done(5, "records");

const ofArgo = { ...path, recordId: argo.id };
await updateRecord({
  path: ofArgo,
  body: { record: { fields: { Next: [{ id: beagle.id }] } } },
  throwOnError: true,
});
done(6, "a link between two of them");

const { data: record } = await getRecord({ path: ofArgo, throwOnError: true });
const { Price, Twice, Paid, Tags, Day, Next, Owner } = record.fields;
assert.deepEqual([Price, Twice, Paid, Tags, Day], [12.5, 25, true, ["new", "old"], cells.Day]);
assert.deepEqual(Next, [{ id: beagle.id, title: "Beagle" }]);
assert.equal((Owner as CellObject).id, me.id);
done(7, "a record, with cells of each type");

const filter = {
  conjunction: "and" as const,
  filterSet: [{ fieldId: price, operator: "isGreater" as const, value: 5 }],
};
const { data: dear } = await listRecordsByBody({ path, body: { filter }, throwOnError: true });
assert.deepEqual(
  dear.records.map(({ name }) => name),
  ["Argo", "Calypso"],
);
done(8, "a filter");

const names: string[] = [];
for (let cursor: string | undefined; ; ) {
  const query = { take: 2, ...(cursor !== undefined && { cursor }) };
  const { data: page } = await listRecords({ path, query, throwOnError: true });
  names.push(...page.records.map(({ name }) => name));
  if (page.nextCursor === null) break;
  cursor = page.nextCursor;
}
assert.deepEqual(names, ["Argo", "Beagle", "Calypso"]);
done(9, "all pages");

await createView({ path, body: { type: "kanban", name: "Board" }, throwOnError: true });
const { data: views } = await listViews({ path, throwOnError: true });
assert.deepEqual(
  views.map(({ type }) => type),
  ["grid", "kanban"],
);
done(10, "a view");

const wrong = await createRecords({ path, body: { records: [{ fields: { Price: "dear" } }] } });
assert.equal(wrong.error?.data?.issues?.[0]?.path, "records[0].fields.Price");
done(11, "an error that names its place");

await deleteRecord({ path: { ...path, recordId: calypso.id }, throwOnError: true });
await deleteTable({ path: { baseId, ...path }, throwOnError: true });
const gone = await getTable({ path: { baseId, ...path } });
assert.equal(gone.error?.code, "not_found");
done(12, "what was made is gone");
