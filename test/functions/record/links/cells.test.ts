/* Cells of link fields, over HTTP: both sides of each relationship after every change. */
import { describe, expect, test } from "vitest";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { actionsOf, aLinkNamed } from "#test/support/makers/actions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { idsOf, linked } from "./support.ts";

describe("two-way", () => {
  test("manyMany: both sides show the links, in the order sent, with titles", async () => {
    const { films, people, make, ann, bob, cells, update } = await linked();
    const { status, body } = await make(films, [
      { Title: "Up", Cast: [{ id: bob }, { id: ann }] },
      { Title: "Her" },
    ]);
    expect(status).toBe(201);
    expect(body.records[0].fields.Cast).toEqual([
      { id: bob, title: "Bob" },
      { id: ann, title: "Ann" },
    ]);
    const [up, her] = body.records.map(({ id }: { id: string }) => id);
    expect(await cells(people)).toEqual({
      Ann: { Name: "Ann", Films: [{ id: up, title: "Up" }] },
      Bob: { Name: "Bob", Films: [{ id: up, title: "Up" }] },
      Cid: { Name: "Cid" },
    });
    expect((await update(her, [{ id: bob, title: "ignored" }])).body.fields.Cast).toEqual([
      { id: bob, title: "Bob" },
    ]);
    expect((await update(up, [{ id: ann }])).status).toBe(200);
    expect(await cells(people)).toEqual({
      Ann: { Name: "Ann", Films: [{ id: up, title: "Up" }] },
      Bob: { Name: "Bob", Films: [{ id: her, title: "Her" }] },
      Cid: { Name: "Cid" },
    });
    expect((await update(up, null)).body.fields).toEqual({ Title: "Up" });
    expect((await cells(people))["Ann"]).toEqual({ Name: "Ann" });
  });
});

type Linked = Awaited<ReturnType<typeof linked>>;
const removeFrom = ({ as, people }: Linked, recordId: string) =>
  call(deleteRecord, { as, params: { tableId: people.tableId, recordId } });
const isTaken = (path: string, id: string, holder: string) => ({
  path,
  message: `${id} is already linked to by ${holder}; only one record can link to it`,
});

describe("one record on a side", () => {
  test("manyOne: a cell holds one record, whose cell shows all that link to it", async () => {
    const { films, people, make, ann, bob, cells, update } = await linked({ relationship: "manyOne" });
    const [up, her] = idsOf(
      await make(films, [
        { Title: "Up", Cast: { id: ann } },
        { Title: "Her", Cast: { id: ann } },
      ]),
    );
    expect((await cells(films))["Her"]).toEqual({ Title: "Her", Cast: { id: ann, title: "Ann" } });
    const [shownUp, shownHer] = [
      { id: up, title: "Up" },
      { id: her, title: "Her" },
    ];
    expect((await cells(people))["Ann"]).toEqual({ Name: "Ann", Films: [shownUp, shownHer] });
    await update(up, { id: bob });
    const { Ann, Bob } = await cells(people);
    expect({ Ann, Bob }).toEqual({
      Ann: { Name: "Ann", Films: [shownHer] },
      Bob: { Name: "Bob", Films: [shownUp] },
    });
    expect(refusal(await update(up, [{ id: bob }]))).toEqual({ status: 400, paths: ["record.fields.Cast"] });
  });

  test("oneMany: a record belongs to one; its cell names it; another that takes it is refused", async () => {
    const { films, people, make, ann, bob, cells, update } = await linked({ relationship: "oneMany" });
    const [up, her] = idsOf(
      await make(films, [{ Title: "Up", Cast: [{ id: ann }, { id: bob }] }, { Title: "Her" }]),
    );
    expect((await cells(people))["Bob"]).toEqual({ Name: "Bob", Films: { id: up, title: "Up" } });
    const taken = await update(her, [{ id: bob }]);
    expect([taken.status, taken.body.data.issues]).toEqual([
      400,
      [isTaken("record.fields.Cast[0].id", bob, up)],
    ]);
    expect((await update(up, [{ id: ann }])).status).toBe(200);
    expect((await update(her, [{ id: bob }])).status).toBe(200);
    expect(await cells(people)).toMatchObject({
      Ann: { Films: { title: "Up" } },
      Bob: { Films: { title: "Her" } },
    });
  });

  test("oneOne: each side holds one; a change frees the former partner", async () => {
    const { films, people, make, ann, bob, cells, update } = await linked({ relationship: "oneOne" });
    const [up, her] = idsOf(await make(films, [{ Title: "Up", Cast: { id: ann } }, { Title: "Her" }]));
    const taken = await update(her, { id: ann });
    expect([taken.status, taken.body.data.issues]).toEqual([
      400,
      [isTaken("record.fields.Cast.id", ann, up)],
    ]);
    await update(up, { id: bob });
    expect((await update(her, { id: ann })).status).toBe(200);
    expect(await cells(people)).toMatchObject({ Ann: { Films: { id: her } }, Bob: { Films: { id: up } } });
    expect((await cells(people))["Cid"]).toEqual({ Name: "Cid" });
  });

  test("oneOne: two records of a call exchange their partners", async () => {
    const { as, films, make, ann, bob, cells } = await linked({ relationship: "oneOne" });
    const [up, her] = idsOf(
      await make(films, [
        { Title: "Up", Cast: { id: ann } },
        { Title: "Her", Cast: { id: bob } },
      ]),
    );
    const records = [
      { id: up, fields: { Cast: { id: bob } } },
      { id: her, fields: { Cast: { id: ann } } },
    ];
    const { status } = await call(updateRecords, {
      as,
      params: { tableId: films.tableId },
      body: { records },
    });
    expect(status).toBe(200);
    expect(await cells(films)).toMatchObject({
      Up: { Cast: { title: "Bob" } },
      Her: { Cast: { title: "Ann" } },
    });
  });

  test("400: two records of a call take the same one", async () => {
    const { films, make, ann, cells } = await linked({ relationship: "oneOne" });
    const { status, body } = await make(films, [
      { Title: "Up", Cast: { id: ann } },
      { Title: "Her", Cast: { id: ann } },
    ]);
    expect([status, body.data.issues]).toEqual([
      400,
      [
        {
          path: "records[1].fields.Cast.id",
          message: `${ann} is linked by another record of this call; only one can link to it`,
        },
      ],
    ]);
    expect(await cells(films)).toEqual({});
  });
});

describe("one-way", () => {
  test.each(["manyMany", "manyOne"])(
    "%s: the other table has no field; the titles follow",
    async (relationship) => {
      const { as, films, people, make, ann, cells } = await linked({ relationship, isOneWay: true });
      const isMany = relationship === "manyMany";
      const cell = (title: string) => (isMany ? [{ id: ann, title }] : { id: ann, title });
      await make(films, [{ Title: "Up", Cast: cell("") }]);
      expect((await cells(films))["Up"]).toEqual({ Title: "Up", Cast: cell("Ann") });
      expect((await cells(people))["Ann"]).toEqual({ Name: "Ann" });
      await call(updateRecord, {
        as,
        params: { tableId: people.tableId, recordId: ann },
        body: { record: { fields: { Name: "Anna" } } },
      });
      expect((await cells(films))["Up"]).toEqual({ Title: "Up", Cast: cell("Anna") });
    },
  );

  test.each(["oneMany", "oneOne"])(
    "%s: another record that takes the target is refused",
    async (relationship) => {
      const { films, make, ann, update, cells } = await linked({ relationship, isOneWay: true });
      const cell = relationship === "oneMany" ? [{ id: ann }] : { id: ann };
      const [up, her] = idsOf(await make(films, [{ Title: "Up", Cast: cell }, { Title: "Her" }]));
      const path = relationship === "oneMany" ? "record.fields.Cast[0].id" : "record.fields.Cast.id";
      expect((await update(her, cell)).body.data.issues).toEqual([isTaken(path, ann, up)]);
      await update(up, null);
      expect((await update(her, cell)).status).toBe(200);
      expect(await cells(films)).toMatchObject({
        Up: { Title: "Up" },
        Her: { Cast: relationship === "oneMany" ? [{ id: ann, title: "Ann" }] : { title: "Ann" } },
      });
    },
  );
});

describe("what else changes", () => {
  test("titles follow a renamed record on both sides", async () => {
    const { as, films, people, make, ann, cells, update } = await linked();
    const [up] = idsOf(await make(films, [{ Title: "Up", Cast: [{ id: ann }] }]));
    await call(updateRecord, {
      as,
      params: { tableId: films.tableId, recordId: up },
      body: { record: { fields: { Title: "Upper" } } },
    });
    expect((await cells(people))["Ann"]).toEqual({ Name: "Ann", Films: [{ id: up, title: "Upper" }] });
    await call(updateRecord, {
      as,
      params: { tableId: people.tableId, recordId: ann },
      body: { record: { fields: { Name: null } } },
    });
    expect((await cells(films))["Upper"]).toEqual({ Title: "Upper", Cast: [{ id: ann }] });
    expect((await update(up, [{ id: ann }])).status).toBe(200);
  });

  test("a link made on the other side is the same link", async () => {
    const { as, films, people, make, ann, bob, cells } = await linked();
    const [up, her] = idsOf(await make(films, [{ Title: "Up" }, { Title: "Her" }]));
    const { status } = await call(updateRecords, {
      as,
      params: { tableId: people.tableId },
      body: {
        records: [
          { id: ann, fields: { Films: [{ id: her }, { id: up }] } },
          { id: bob, fields: { Films: [{ id: up }] } },
        ],
      },
    });
    expect(status).toBe(200);
    expect(await cells(films)).toMatchObject({
      Up: { Cast: [{ title: "Ann" }, { title: "Bob" }] },
      Her: { Cast: [{ title: "Ann" }] },
    });
  });

  test.each(["manyMany", "manyOne", "oneMany", "oneOne"])(
    "%s: a deleted record is in no cell any more",
    async (relationship) => {
      const world = await linked({ relationship });
      const { films, make, ann, bob, cells, update } = world;
      const isMany = relationship.endsWith("Many");
      const both = isMany ? [{ id: ann }, { id: bob }] : { id: ann };
      const [up] = idsOf(await make(films, [{ Title: "Up", Cast: both }]));
      expect((await removeFrom(world, ann)).status).toBe(200);
      expect((await cells(films))["Up"]).toEqual(
        isMany ? { Title: "Up", Cast: [{ id: bob, title: "Bob" }] } : { Title: "Up" },
      );
      const { body } = await update(up, isMany ? [{ id: ann }] : { id: ann });
      expect(body.data.issues).toEqual([
        {
          path: isMany ? "record.fields.Cast[0].id" : "record.fields.Cast.id",
          message: `"${ann}" is no record that this field can link to`,
        },
      ]);
    },
  );

  test("records that are deleted together are in no cell either", async () => {
    const { as, films, people, make, ann, bob, cells } = await linked();
    await make(films, [{ Title: "Up", Cast: [{ id: ann }, { id: bob }] }]);
    const query = { recordIds: [ann, bob] };
    expect((await call(deleteRecords, { as, params: { tableId: people.tableId }, query })).status).toBe(200);
    expect((await cells(films))["Up"]).toEqual({ Title: "Up" });
  });
});

test("titles of any type are the cells as text, also a box that is unchecked later", async () => {
  const formatting = { type: "percent", precision: 1 };
  const goods = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "checkbox", name: "Box" },
      { type: "number", name: "Part", options: { formatting } },
      {
        type: "date",
        name: "Day",
        options: { formatting: { date: "D/M/YYYY", time: "None", timeZone: "UTC" } },
      },
      { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "a, b" }, { name: "c" }] } },
    ],
    records: [{ fields: { Name: "x", Box: true, Part: 0.0145, Day: "2024-04-03", Tags: ["a, b", "c"] } }],
  });
  const { owner: as, table } = goods;
  const { add, make, list, update } = actionsOf(as);
  const orders = await aTable({ fields: [{ type: "singleLineText", name: "No" }], records: [] }, as, goods);
  const id: string = table.records[0].id;
  for (const { id: lookupFieldId, name } of table.fields)
    await add(orders, aLinkNamed(name, goods, { lookupFieldId, isOneWay: true }));
  const names: string[] = table.fields.map(({ name }: { name: string }) => name);
  await make(orders, [Object.fromEntries(names.map((name) => [name, [{ id }]]))]);
  const asText = async () => (await list(goods, { cellFormat: "text" }))[0];
  const titles = async () => {
    const [cells] = await list(orders);
    return Object.fromEntries(
      Object.entries(cells as Record<string, { title?: string }[]>).flatMap(([name, [link]]) =>
        link?.title === undefined ? [] : [[name, link.title]],
      ),
    );
  };
  expect(await asText()).toMatchObject({ Box: "true", Part: "1.5%", Day: "3/4/2024" });
  expect(await titles()).toEqual(await asText());
  await update(goods, id, { Box: false });
  expect(await titles()).toEqual(await asText());
  expect(await titles()).not.toHaveProperty("Box");
});

describe("refused", () => {
  test("400: unknown records, records of other tables, and repeated ones, each by its path", async () => {
    const { films, make, ann } = await linked();
    const { body } = await make(films, [{ Title: "Up" }]);
    const [{ id: up }] = body.records;
    const none = "rec0000090000000000";
    const { status, body: refused } = await make(films, [
      { Cast: [{ id: ann }, { id: none }, { id: up }, { id: ann }, { id: 5 }, "x"] },
    ]);
    expect(status).toBe(400);
    const at = (i: number) => `records[0].fields.Cast[${i}]`;
    const isNone = (id: string) => `"${id}" is no record that this field can link to`;
    expect(refused.data.issues).toEqual([
      { path: `${at(1)}.id`, message: isNone(none) },
      { path: `${at(2)}.id`, message: isNone(up) },
      { path: `${at(3)}.id`, message: `must not repeat ${ann}` },
      { path: at(4), message: 'must be a record: {"id":"rec…"}' },
      { path: at(5), message: 'must be a record: {"id":"rec…"}' },
    ]);
  });

  test("typecast: by title, by id, in a text with commas; an unknown title is a 400", async () => {
    const { films, make, ann, bob, update } = await linked();
    const [up] = idsOf(await make(films, [{ Title: "Up" }]));
    const typecast = { typecast: true };
    const both = [
      { id: bob, title: "Bob" },
      { id: ann, title: "Ann" },
    ];
    expect((await update(up, "Bob, Ann", typecast)).body.fields.Cast).toEqual(both);
    expect((await update(up, [ann, "Bob"], typecast)).body.fields.Cast).toEqual(both.toReversed());
    expect((await update(up, "Bob, Zoe", typecast)).body.data.issues).toEqual([
      {
        path: "record.fields.Cast",
        message: '"Zoe" is neither the id nor the title of a record that this field can link to',
      },
    ]);
  });
});
