/* Records that are looked up by one of the values of a cell: choices, people, links. Each way in which cells change keeps the entries. */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as listIndexes } from "#functions/index/list-indexes";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { addToNumber } from "#lib/store/store";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { runToEnd } from "#test/support/events/jobs";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

const choices = ["a", "b", "c"].map((name, i) => ({ name, id: `cho0000000${i}`, color: "blue" }));
const windowId = "win00000000000000001";

beforeAll(async () => {
  await useOwnStore();
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
});

async function aSheet() {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "multipleSelect", name: "Tags", options: { choices } },
      { type: "user", name: "Who", options: { isMultiple: false } },
      { type: "user", name: "Team", options: { isMultiple: true } },
    ],
  });
  const { owner: as, tableId, baseId } = made;
  const other = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, as, made);
  const params = { tableId };
  const made1 = await call(createField, {
    ...{ as, params },
    body: {
      ...{ type: "link", name: "Links" },
      options: { relationship: "manyMany", foreignTableId: other.tableId },
    },
  });
  expect(made1.status).toBe(201);
  const { body: fields } = await call(listFields, { as, params });
  const idOf = (name: string): string => fields.find((field: { name: string }) => field.name === name)?.id;
  const make = async () => {
    await tendIndexes(tableId, new Date().toISOString());
    for (const { jobId } of (await readSchema(tableId)).indexes) await runToEnd(jobId, baseId);
    await settleAll();
  };
  const create = async (of: { tableId: string }, records: object[]): Promise<string[]> => {
    const body = { records: records.map((each) => ({ fields: each })) };
    const answer = await call(createRecords, { as, params: { tableId: of.tableId }, body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.records.map(({ id }: { id: string }) => id);
  };
  const update = async (of: { tableId: string }, id: string | undefined, cells: object) => {
    const body = { records: [{ id, fields: cells }] };
    const answer = await call(updateRecords, {
      ...{ as, params: { tableId: of.tableId }, body },
      headers: { "x-window-id": windowId },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    await settleAll();
  };
  await addToNumber(counterKey(tableId), recordsWithoutIndex);
  for (const name of ["Tags", "Who", "Team", "Links"])
    expect((await call(declareIndex, { as, params: { ...params, fieldId: idOf(name) } })).status).toBe(200);
  /** The ids that an index names for a filter; the number of records is the same. */
  const find = async (fieldId: string, operator: string, value: unknown): Promise<string[]> => {
    const filter = JSON.stringify({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });
    const { status, headers, body } = await call(listRecords, { as, params, query: { filter } });
    if (status !== 200) throw new Error(JSON.stringify(body));
    expect(headers["x-gridless-plan"]).toMatch(/^index=/);
    const counted = await call(countRecords, { as, params, query: { filter } });
    expect(counted.body).toEqual({ rowCount: body.records.length });
    return body.records.map(({ id }: { id: string }) => id);
  };
  const check = async () => {
    for (const { wrong, left } of await checkIndexes(tableId, async () => {}))
      expect([wrong, left]).toEqual([0, 0]);
  };
  return {
    as,
    tableId,
    baseId,
    params,
    other: { tableId: other.tableId },
    idOf,
    make,
    create,
    update,
    find,
    check,
  };
}

test("choices: any of some, all of some, none; in records older than the index, and changed ones", async () => {
  const sheet = await aSheet();
  const { as, params, make, create, update, find, check } = sheet;
  const ids = await create(sheet, [{ Tags: ["a", "b"] }, { Tags: ["b"] }, {}, { Tags: ["c", "a"] }]);
  await make();
  const [ab, b, none, ca] = ids as [string, string, string, string];
  expect(await find("Tags", "hasAnyOf", ["a"])).toEqual([ab, ca]);
  expect(await find("Tags", "hasAnyOf", ["b", "c"])).toEqual([ab, b, ca]);
  expect(await find("Tags", "hasAllOf", ["a", "b"])).toEqual([ab]);
  expect(await find("Tags", "isExactly", ["a", "c"])).toEqual([ca]);
  expect(await find("Tags", "isEmpty", null)).toEqual([none]);
  await update(sheet, b, { Tags: ["c", "b"] });
  await update(sheet, ab, { Tags: ["b"] });
  await update(sheet, none, { Tags: ["a"] });
  expect(await find("Tags", "hasAnyOf", ["a"])).toEqual([none, ca]);
  expect(await find("Tags", "hasAllOf", ["b", "c"])).toEqual([b]);
  await check();
  const undone = await call(undoOperation, { as, params, headers: { "x-window-id": windowId } });
  expect(undone.body.status).toBe("fulfilled");
  expect(await find("Tags", "isEmpty", null)).toEqual([none]);
  await call(deleteListedRecords, { as, params, body: { recordIds: [ca] } });
  await settleAll();
  expect(await find("Tags", "hasAnyOf", ["a"])).toEqual([]);
  await tellNews();
  const [item] = await recordItems({ as }, params.tableId);
  await bringBack(item?.id ?? "", { as });
  expect(await find("Tags", "hasAnyOf", ["a", "c"])).toEqual([b, ca]);
  const { body: indexes } = await call(listIndexes, { as, params });
  expect(indexes.map(({ orders: [order] }: { orders: object[] }) => order)).toContainEqual({
    ...{ fieldId: sheet.idOf("Tags"), order: "asc", values: true },
  });
  await check();
});

test("people, also Me; each member by the id", async () => {
  const sheet = await aSheet();
  const { as, baseId, make, create, find, check } = sheet;
  const { userId: bob } = await aMember(baseId as never, "editor");
  const { userId: me } = as;
  await make();
  const person = (id: string) => ({ id });
  const ids = await create(sheet, [
    { Who: person(me), Team: [person(me), person(bob)] },
    { Who: person(bob), Team: [person(bob)] },
    {},
  ]);
  const [first, second, third] = ids as [string, string, string];
  expect(await find("Who", "is", me)).toEqual([first]);
  expect(await find("Who", "is", "Me")).toEqual([first]);
  expect(await find("Who", "isAnyOf", [me, bob])).toEqual([first, second]);
  expect(await find("Team", "hasAnyOf", [bob])).toEqual([first, second]);
  expect(await find("Team", "hasAllOf", [bob, "Me"])).toEqual([first]);
  expect(await find("Who", "isEmpty", null)).toEqual([third]);
  await check();
});

test("links, written from both sides; a cell of very many", async () => {
  const sheet = await aSheet();
  const { as, other, params, make, create, update, find, check } = sheet;
  const targets = await create(
    other,
    Array.from({ length: 40 }, (_, i) => ({ Name: `t${i}` })),
  );
  const [one = "", two = "", three = ""] = targets;
  const link = (...all: string[]) => all.map((id) => ({ id }));
  const [a = "", b = "", c = ""] = await create(sheet, [{ Links: link(one, two) }, { Links: link(two) }, {}]);
  await make();
  expect(await find("Links", "hasAnyOf", [one])).toEqual([a]);
  expect(await find("Links", "hasAnyOf", [one, two])).toEqual([a, b]);
  expect(await find("Links", "hasAllOf", [one, two])).toEqual([a]);
  const { body: fields } = await call(listFields, { as, params: other });
  const back = fields.find(({ type }: { type: string }) => type === "link").name;
  await update(other, three, { [back]: link(c, b) });
  expect(await find("Links", "hasAnyOf", [three])).toEqual([b, c]);
  await update(other, two, { [back]: null });
  expect(await find("Links", "isEmpty", null)).toEqual([]);
  expect(await find("Links", "hasAllOf", [three])).toEqual([b, c]);
  // its one entry is read with each look-up
  await update(sheet, c, { Links: link(...targets) });
  expect(await find("Links", "hasAnyOf", [targets[39]])).toEqual([c]);
  expect(await find("Links", "hasAnyOf", [three])).toEqual([b, c]);
  await call(deleteListedRecords, { as, params: other, body: { recordIds: [three] } });
  await settleAll();
  expect(await find("Links", "isEmpty", null)).toEqual([b]);
  // a title may be that of several records
  const filter = JSON.stringify({
    conjunction: "and",
    filterSet: [{ fieldId: "Links", operator: "hasAnyOf", value: ["t0"] }],
  });
  const named = await call(listRecords, { as, params, query: { filter } });
  expect(named.headers["x-gridless-plan"]).toMatch(/^scan/);
  expect(named.body.records.map(({ id }: { id: string }) => id)).toEqual([a, c]);
  await check();
});

test("a field that is converted: another index, and the same records", async () => {
  const sheet = await aSheet();
  const { as, params, idOf, make, create, find, check } = sheet;
  const [a, b] = await create(sheet, [{ Tags: ["a"] }, { Tags: ["b"] }]);
  await make();
  expect(await find("Tags", "hasAnyOf", ["a"])).toEqual([a]);
  const converted = await call(convertField, {
    ...{ as, params: { ...params, fieldId: idOf("Tags") } },
    body: { type: "singleSelect", options: { choices } },
  });
  expect(converted.status).toBe(200);
  await make();
  expect(await find("Tags", "isAnyOf", ["b"])).toEqual([b]);
  await check();
});
