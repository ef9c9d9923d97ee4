/* What is sent for a lookup or rollup is ignored; each answer of a write has their cells as they are then. */
import { beforeEach, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const text = (name: string) => ({ type: "singleLineText", name });
type World = Awaited<ReturnType<typeof aWorld>>;

/** Lists whose records link things; one record, "a", links a thing of price 4 on sale in May. */
async function aWorld() {
  const things = await aTable({
    fields: [text("Name"), { type: "number", name: "Price" }, { type: "date", name: "Day" }],
    records: [{ fields: { Name: "tea", Price: 4, Day: "2024-05-06T00:00:00.000Z" } }],
  });
  const { owner: as } = things;
  const fields = [text("Name"), { type: "singleSelect", name: "Kind", options: { choices: [] } }];
  const lists = await aTable({ fields }, as, things);
  const params = { tableId: lists.tableId };
  const add = async (body: object) => {
    const answer = await call(createField, { as, params, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as { id: string };
  };
  const options = { relationship: "manyMany", foreignTableId: things.tableId };
  const link = await add({ type: "link", name: "Things", options });
  const looks = (i: number) => ({
    lookupOptions: {
      ...{ foreignTableId: things.tableId, linkFieldId: link.id },
      lookupFieldId: things.table.fields[i].id,
    },
  });
  const max = { type: "rollup", options: { expression: "max({values})" } };
  const price = await add({ type: "number", name: "Prices", isLookup: true, ...looks(1) });
  const top = await add({ ...max, name: "Top", ...looks(1) });
  const last = await add({ ...max, name: "Last", ...looks(2) });
  await add({ type: "formula", name: "Twice", options: { expression: `{${top.id}} * 2` } });
  const [tea] = things.table.records.map(({ id }: { id: string }) => ({ id }));
  const records = [{ fields: { Name: "a", Things: [tea] } }];
  const made = await call(createRecords, { as, params, body: { records } });
  const at = { ...params, recordId: made.body.records[0].id as string };
  return { as, things, params, at, tea, computed: { price, top, last } };
}

const shown = { Prices: [4], Top: 4, Last: "2024-05-06T00:00:00.000Z", Twice: 8 };
const sent = { Prices: "zz", Top: 5, Last: null, Twice: {} };

let world: World;
beforeEach(async () => {
  world = await aWorld();
});

test.each([true, false])(
  "updates, typecast %s: the answer and the record have the cells",
  async (typecast) => {
    const { as, at, params } = world;
    for (const fields of [{ Name: "b" }, sent, { Name: "c", ...sent }]) {
      const one = await call(updateRecord, { as, params: at, body: { typecast, record: { fields } } });
      expect(one).toMatchObject({ status: 200, body: { fields: shown } });
      const body = { typecast, records: [{ id: at.recordId, fields }] };
      const many = await call(updateRecords, { as, params, body });
      expect(many).toMatchObject({ status: 200, body: [{ fields: shown }] });
      expect((await call(getRecord, { as, params: at })).body.fields).toMatchObject(shown);
    }
  },
);

test.each([true, false])("new records, typecast %s: the answer has the cells", async (typecast) => {
  const { as, params, at, tea } = world;
  const records = [{ fields: { Name: "n", Things: [tea], ...sent } }];
  const answer = await call(createRecords, { as, params, body: { typecast, records } });
  expect(answer).toMatchObject({ status: 201, body: { records: [{ fields: shown }] } });
  const copied = await call(duplicateRecord, { as, params: at, body: {} });
  expect(copied.status).toBe(201);
});

test("a choice that typecast adds is in the answer, beside the cells of other tables", async () => {
  const { as, at } = world;
  const body = { typecast: true, record: { fields: { Kind: "new" } } };
  const answer = await call(updateRecord, { as, params: at, body });
  expect(answer).toMatchObject({ status: 200, body: { fields: { Kind: "new", ...shown } } });
});

test("records are not found by them: an upsert that names one is refused with its path", async () => {
  const { as, params } = world;
  for (const key of ["Prices", "Top", "Last", "Twice"]) {
    const body = { upsert: { fieldKeys: [key] }, records: [{ fields: { Name: "u", [key]: 4 } }] };
    const answer = await call(updateRecords, { as, params, body });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["upsert.fieldKeys[0]"] });
  }
});

test("the tag of a record names what is written in it: it stays when a looked-up cell changes", async () => {
  const { as, at, things, tea } = world;
  const before = await call(getRecord, { as, params: at });
  const params = { tableId: things.tableId, recordId: tea.id };
  await call(updateRecord, { as, params, body: { record: { fields: { Price: 6 } } } });
  const after = await call(getRecord, { as, params: at });
  expect(after.body.fields).toMatchObject({ Prices: [6], Top: 6, Twice: 12 });
  expect(after.headers["etag"]).toBe(before.headers["etag"]);
  // so who has seen the old price can still write his own cells, and gets the new price
  const headers = { "if-match": before.headers["etag"] as string };
  const body = { record: { fields: { Name: "mine" } } };
  const written = await call(updateRecord, { as, params: at, body, headers });
  expect(written).toMatchObject({ status: 200, body: { fields: { Name: "mine", Top: 6 } } });
});
