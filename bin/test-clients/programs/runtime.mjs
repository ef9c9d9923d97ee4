/* Drives the server with @gridless/client. The same program for each runtime; `RUNTIME` is its name. */
import assert from "node:assert/strict";
import process from "node:process";
import { GridlessError, gridless } from "@gridless/client";

const { GRIDLESS_URL: url, GRIDLESS_TOKEN: token, BASE_ID: baseId, RUNTIME: runtime } = process.env;
const client = gridless({ url, token });
const base = client.base(baseId);
const fields = [
  { type: "singleLineText", name: "Code", unique: true },
  { type: "number", name: "Count" },
  { type: "attachment", name: "Papers" },
];
const { id, name } = await client.request("POST", `/base/${baseId}/table`, {
  body: { name: `Parts of ${runtime}`, fields, records: [] },
});
assert((await base.tables()).some((each) => each.id === id));

const parts = base.table(name);
const key = `parts-${runtime}`;
const rows = Array.from({ length: 1500 }, (_, i) => ({ Code: `A-${i}`, Count: i }));
await parts.create(rows, { key });
await parts.create(rows, { key });
assert.equal(await parts.list().count(), rows.length);
assert.deepEqual(
  (await parts.list().all()).map((each) => each.fields),
  rows,
);

const file = await client.upload(new Blob(["hello"], { type: "text/plain" }), { name: "hello.txt" });
const { created, updated } = await parts.upsert([{ Code: "A-1", Papers: [file] }, { Code: "B-1" }], {
  on: ["Code"],
});
assert.deepEqual([created.length, updated.length], [1, 1]);
const { fields: changed } = await parts.get(updated[0]);
assert.equal(changed.Papers[0].name, "hello.txt");

const error = await parts.create({ Count: "many" }).catch((each) => each);
assert(error instanceof GridlessError);
assert.equal(error.issues[0].path, "records[0].fields.Count");
assert((await parts.undo()) && (await parts.undo({ key })));
assert.equal(await parts.list().count(), 0);

const told = [];
const watching = base.watch({
  tables: [name],
  onReset: () => {},
  onChanges: (changes) => told.push(...changes.map((each) => each.recordId)),
});
watching.done.catch((cause) => {
  throw cause;
});
const until = async (isSo) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
};
await until(() => watching.state === "live");
const { id: written } = await parts.create({ Code: "C-1" });
await until(() => told.includes(written));
watching.close();
await watching.done;
await client.request("DELETE", `/base/${baseId}/table/${id}`);
process.stdout.write(`ok 1 ${runtime}\n`);
