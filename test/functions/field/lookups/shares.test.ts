/* Lookups and rollups through shares: their cells show, and nothing else of the tables that they come from. */
import { beforeEach, describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { aShare } from "#test/functions/share/support";
import { bringBack, trashTable } from "#test/functions/trash/support";
import { runJobsOf } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const text = (name: string) => ({ type: "singleLineText", name });
const id = (name: string) => `fldShare${name}`.padEnd(19, "0");
const secret: Record<string, string> = {};
const cells: Record<string, unknown> = {};

/** The table "far" links to "third". A shared table looks up both: its link is hidden. */
async function aWorld() {
  const third = await aTable({ name: "Third", fields: [text("Hush")], records: [{ fields: { Hush: "x" } }] });
  const { owner } = third;
  const far = await aTable({ name: "Far", fields: [text("Title"), { type: "user", name: "Who" }] }, owner);
  const params = { tableId: far.tableId };
  const add = async (body: object): Promise<string> => {
    const answer = await call(createField, { as: owner, params, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.id;
  };
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: third.table.fields[0].id, operator: "isNot", value: "sesame" }],
  };
  const options = { relationship: "manyOne", foreignTableId: third.tableId, filter };
  const deep = await add({ type: "link", name: "Deep", options });
  const fee = await add({ type: "formula", name: "Fee", options: { expression: `4321 + LEN("abc")` } });
  const [title, who] = far.table.fields.map((field: { id: string }) => field.id);
  const target = { id: third.table.records[0].id };
  const record = { fields: { Title: "far away", Who: { id: owner.userId }, Deep: target } };
  const made = await call(createRecords, { as: owner, params, body: { records: [record] } });
  Object.assign(secret, { third: third.tableId, far: far.tableId, base: far.baseId, deep, fee, title, who });
  Object.assign(secret, { hush: "Hush", sesame: "sesame", expression: "4321 +", link: id("Link") });
  Object.assign(secret, { record: made.body.records[0].id, target: target.id });
  const looks = (type: string, name: string, lookupFieldId: string) => ({
    ...{ type, name, id: id(name), isLookup: true },
    lookupOptions: { foreignTableId: far.tableId, linkFieldId: id("Link"), lookupFieldId },
  });
  const fields = [
    text("Name"),
    {
      ...{ type: "link", name: "Link", id: id("Link") },
      options: { relationship: "manyOne", foreignTableId: far.tableId, isOneWay: true },
    },
    looks("singleLineText", "Text", title),
    looks("user", "Who", who),
    looks("link", "Linked", deep),
    looks("formula", "Fee", fee),
    {
      ...looks("rollup", "Top", fee),
      ...{ isLookup: undefined, options: { expression: "max({values})" } },
    },
  ];
  Object.assign(cells, { Text: "far away", Linked: { title: "x" }, Fee: 4324, Top: 4324 });
  return { owner, fields, records: [{ Name: "a", Link: { id: made.body.records[0].id } }, { Name: "b" }] };
}

let world: Awaited<ReturnType<typeof aWorld>>;
beforeEach(async () => {
  world = await aWorld();
});

/** The answer, which must have nothing of the other tables. */
function quiet<Answer extends { body: unknown }>(answer: Answer): Answer {
  const said = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  expect(Object.entries(secret).filter(([, word]) => said.includes(word))).toEqual([]);
  return answer;
}

describe("a grid", () => {
  let share: Awaited<ReturnType<typeof aShare>>;
  beforeEach(async () => {
    const view = { columnMeta: { [id("Link")]: { hidden: true } } };
    share = await aShare({ ...world, view, shareMeta: { allowCopy: true } });
  });

  test("the view, its page and its records", async () => {
    expect(quiet(await share.get()).status).toBe(200);
    expect(quiet(await share.page()).status).toBe(200);
    const { body } = quiet(await share.records({ fieldKeyType: "name" }));
    expect(body.records[0].fields).toMatchObject({ Name: "a", ...cells });
    expect(body.records[1].fields).toEqual({ Name: "b" });
  });

  test("filters, groups, searches, statistics, copies and people", async () => {
    const filterSet = [{ fieldId: id("Text"), operator: "is", value: "far away" }];
    const found = await share.records({ filter: JSON.stringify({ conjunction: "and", filterSet }) });
    expect(quiet(found).body.records).toHaveLength(1);
    const groupBy = JSON.stringify([{ fieldId: id("Linked"), order: "asc" }]);
    expect(quiet(await share.groups({ groupBy })).status).toBe(200);
    const hits = await share.hits({ "search[]": ["far", "", "true"] });
    expect(quiet(hits).body).toMatchObject([{ fieldId: id("Text") }]);
    const field = JSON.stringify({ [id("Top")]: ["sum"] });
    expect(quiet(await share.statistics({ field })).body.aggregations[0].total.value).toBe(4324);
    const copied = quiet(await share.copy({ ranges: "[[0,0],[5,1]]" }));
    expect(copied.body.content).toContain("far away");
    const people = quiet(await share.people({ fieldId: id("Who") }));
    expect(people.body).toMatchObject([{ userId: world.owner.userId, email: "" }]);
  });

  test("what looks up a link is no link field, and the hidden link is refused", async () => {
    const links = quiet(await share.links({ fieldId: id("Linked") }));
    expect(refusal(links)).toEqual({ status: 400, paths: ["fieldId"] });
    expect(links.body.message).toContain("this is a lookup");
    expect((await share.links({ fieldId: id("Link") })).status).toBe(403);
  });
});

test("a form does not ask for them, and ignores what is sent", async () => {
  const shown = ["Text", "Linked", "Fee", "Top"].map((name) => [id(name), { visible: true }]);
  const form = await aShare({
    ...world,
    view: (idOf: (name: string) => string) => ({
      type: "form",
      columnMeta: Object.fromEntries([[idOf("Name"), { visible: true }], ...shown]),
    }),
    shareMeta: { submit: { allow: true } },
  });
  const { body } = quiet(await form.get());
  const asked = body.fields.filter(({ recordCreate }: { recordCreate: boolean }) => recordCreate);
  expect(asked.map(({ name }: { name: string }) => name)).toEqual(["Name"]);
  expect(quiet(await form.page()).status).toBe(200);
  const sent = await form.submit({ Name: "sent", Text: "mine", Fee: 1, Top: 2, Linked: { id: "x" } });
  expect(quiet(sent).status).toBe(201);
  const { records } = (await form.list()).body;
  expect(records.at(-1).fields).toEqual({ Name: "sent" });
});

test("a shared link field does not show how it chooses among the records of the other table", async () => {
  const { owner } = world;
  const far = await aTable({ fields: [text("Key")] }, owner);
  const filterSet = [{ fieldId: far.table.fields[0].id, operator: "isNot", value: "sesame" }];
  const options = {
    ...{ relationship: "manyOne", foreignTableId: far.tableId, isOneWay: true },
    filter: { conjunction: "and", filterSet },
  };
  const share = await aShare({ owner, fields: [text("Name"), { type: "link", name: "L", options }] });
  const { body } = await share.get();
  expect(body.fields[1].options).toMatchObject({ relationship: "manyOne", foreignTableId: far.tableId });
  expect(JSON.stringify(body)).not.toContain("sesame");
});

test.each(["Level", "Top", "Plus"])(
  "records that a shared view hides by %s stay hidden while the other table is in the trash",
  async (by) => {
    const far = await aTable({
      fields: [text("Key"), { type: "number", name: "Level" }],
      records: [{ fields: { Level: 9 } }, { fields: { Level: 1 } }],
    });
    const { owner: as, baseId, tableId } = far;
    const [high, low] = far.table.records.map((record: { id: string }) => ({ id: record.id }));
    const looks = {
      lookupOptions: {
        ...{ foreignTableId: tableId, linkFieldId: id("Link") },
        lookupFieldId: far.table.fields[1].id,
      },
    };
    const options = { relationship: "manyOne", foreignTableId: tableId, isOneWay: true };
    const share = await aShare({
      owner: as,
      fields: [
        text("Name"),
        { type: "link", name: "Link", id: id("Link"), options },
        { type: "number", name: "Level", id: id("Level"), isLookup: true, ...looks },
        { type: "rollup", name: "Top", id: id("Top"), options: { expression: "max({values})" }, ...looks },
        { type: "formula", name: "Plus", id: id("Plus"), options: { expression: `{${id("Level")}} + 1` } },
      ],
      records: [{ Name: "open", Link: high }, { Name: "hidden", Link: low }, { Name: "none" }],
      view: {
        filter: {
          conjunction: "and",
          filterSet: [{ fieldId: id(by), operator: "isGreater", value: 5 }],
        },
      },
    });
    const names = async () => (await share.records()).body.records.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(["open"]);
    const trashId = await trashTable({ as }, { baseId, tableId });
    expect(await names()).toEqual([]);
    expect((await share.rowCount()).body.rowCount).toBe(0);
    expect((await bringBack(trashId, { as })).status).toBe(201);
    await runJobsOf(far);
    expect(await names()).toEqual(["open"]);
  },
);
