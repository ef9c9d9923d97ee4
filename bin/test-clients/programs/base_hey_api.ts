/* The document of one base with the client that hey-api makes of it, ./gridless: a table with its own field names. */
import assert from "node:assert/strict";
import { client } from "./gridless/client.gen";
import { createRecordsInOddThings, listRecordsInOddThings } from "./gridless/sdk.gen";
import type { OddThingsNewFields } from "./gridless/types.gen";

const { GRIDLESS_URL: baseUrl = "", GRIDLESS_TOKEN: token = "", NAMES = "[]" } = process.env;
client.setConfig({ baseUrl, auth: token });
const done = (step: number, what: string) => console.log(`ok ${step} ${what}`);
const names: string[] = JSON.parse(NAMES);

const { data: page } = await listRecordsInOddThings({ throwOnError: true });
const fields = page.records[0]?.fields;
assert.deepEqual([fields?.Title, fields?.Count, fields?.Twice], ["first", 3, 6]);
assert.equal(fields?.['"quotes" \\ */ {x} $y `z`'], names[0]);
const read = new Map(Object.entries(fields ?? {}));
assert.deepEqual(
  names.map((name) => read.get(name)),
  names,
);
done(7, "a record, with the fields of the table as members");

const cells: OddThingsNewFields = {
  ...{ Title: "hey-api", Count: 1, State: '"' as const },
  // of its own: each object inherits another
  constructor: "",
  ...Object.fromEntries(names.map((name) => [name, `${name}!`])),
};
const { data: made } = await createRecordsInOddThings({
  body: { records: [{ fields: cells }] },
  throwOnError: true,
});
const written = new Map(Object.entries(made.records[0]?.fields ?? {}));
for (const [name, value] of Object.entries(cells)) assert.equal(written.get(name), value);
done(8, "a record with each of its names");

// @ts-expect-error no choice of the field
const wrong: OddThingsNewFields = { Count: 1, constructor: "", State: "other" };
const refused = await createRecordsInOddThings({ body: { records: [{ fields: wrong }] } });
assert.equal(refused.error?.data?.issues?.[0]?.path, "records[0].fields.State");
done(9, "a choice that the field does not have: refused by the types, and with its place");
