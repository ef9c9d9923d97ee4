/* A change of a field that keeps its type can change what cells are: indexes that were made of them before end with it. */
import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { addToNumber } from "#lib/store/store";
import { runToEnd } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

interface Shown {
  name: string;
}
type Order = [field: string, order: "asc" | "desc"];

const choices = ["todo", "doing", "done"].map((name, i) => ({ name, id: `cho0000000${i}`, color: "blue" }));
const stars = (max: number) => ({ icon: "star", color: "yellowBright", max });
const rows = [
  { Name: "a", Stars: 5, Status: "todo" },
  { Name: "b", Stars: 2, Status: "doing" },
  { Name: "c", Stars: 4, Status: "done" },
  { Name: "d", Stars: 3 },
  { Name: "e", Status: "todo" },
];

/** A view with an index that is ready; `list` gives the names of its records. */
async function aView(order: Order, filter?: [field: string, operator: string, value: unknown]) {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "rating", name: "Stars", options: stars(5) },
      { type: "singleSelect", name: "Status", options: { choices } },
    ],
    records: rows.map((fields) => ({ fields })),
  });
  const { owner: as, tableId, baseId } = made;
  const params = { tableId };
  const idOf = (name: string): string =>
    made.table.fields.find((field: { name: string }) => field.name === name).id;
  const body = {
    ...{ name: "View", type: "grid", sort: { sortObjs: [{ fieldId: idOf(order[0]), order: order[1] }] } },
    ...(filter && {
      filter: {
        conjunction: "and",
        filterSet: [{ fieldId: idOf(filter[0]), operator: filter[1], value: filter[2] }],
      },
    }),
  };
  const { status, body: view } = await call(createView, { as, params, body });
  expect(status).toBe(201);
  await addToNumber(counterKey(tableId), recordsWithoutIndex);
  const indexes = async () => (await readSchema(tableId)).indexes;
  async function makeIndexes(): Promise<void> {
    await tendIndexes(tableId, new Date().toISOString());
    for (const { jobId, state } of await indexes()) if (state !== "ready") await runToEnd(jobId, baseId);
    expect(await indexes()).toMatchObject([{ state: "ready" }]);
  }
  await makeIndexes();
  const list = async () => {
    const answer = await call(listRecords, { as, params, query: { viewId: view.id } });
    return (answer.body.records as Shown[]).map(({ name }) => name).join("");
  };
  const inField = (name: string) => ({ as, params: { ...params, fieldId: idOf(name) } });
  const create = (fields: object) => call(createRecords, { as, params, body: { records: [{ fields }] } });
  return { list, inField, create, makeIndexes };
}

test.each<[string, Order, Parameters<typeof aView>[1], string, string]>([
  ["the order", ["Stars", "asc"], undefined, "ebdca", "ebacdf"],
  ["the filter", ["Name", "desc"], ["Stars", "is", 3], "d", "fdca"],
])("a rating gets fewer stars: cells of %s are others", async (_, order, filter, before, after) => {
  const { list, inField, create, makeIndexes } = await aView(order, filter);
  expect(await list()).toBe(before);
  const options = stars(3);
  expect((await call(convertField, { ...inField("Stars"), body: { type: "rating", options } })).status).toBe(
    200,
  );
  await create({ Name: "f", Stars: 3 });
  expect(await list()).toBe(after);
  await makeIndexes();
  expect(await list()).toBe(after);
});

test("a rating gets fewer stars, and more again: the cells from before are what they were", async () => {
  const { list, inField, makeIndexes } = await aView(["Stars", "asc"]);
  const convert = async (max: number) => {
    const body = { type: "rating", options: stars(max) };
    expect((await call(convertField, { ...inField("Stars"), body })).status).toBe(200);
  };
  await convert(3);
  await makeIndexes();
  expect(await list()).toBe("ebacd");
  await convert(6);
  expect(await list()).toBe("ebdca");
  await makeIndexes();
  expect(await list()).toBe("ebdca");
});

test.each<[operator: string, value: unknown, before: string, after: string]>([
  ["isEmpty", null, "d", "cdf"],
  ["isNotEmpty", null, "abce", "abe"],
  ["isNot", "todo", "bcd", "bcdf"],
  ["isNoneOf", ["todo"], "bcd", "bcdf"],
])("a choice is removed that the filter does not name: %s", async (operator, value, before, after) => {
  const { list, inField, create, makeIndexes } = await aView(["Name", "asc"], ["Status", operator, value]);
  expect(await list()).toBe(before);
  const options = { choices: choices.slice(0, 2) };
  expect((await call(updateField, { ...inField("Status"), body: { options } })).status).toBe(200);
  await create({ Name: "f" });
  expect(await list()).toBe(after);
  await makeIndexes();
  expect(await list()).toBe(after);
});
