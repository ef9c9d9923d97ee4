/* `createLinked`: titles in link cells that no record has make records. */
import { describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { joinChanges } from "#lib/data/spaces/members";
import type { Endpoint } from "#lib/http/endpoint";
import { commit } from "#lib/store/commit";
import { findDisagreements } from "#test/support/links/check-links";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { chance, random } from "#test/support/run/chance";
import { idsOf, linked } from "./support.ts";

const asked = { typecast: true, createLinked: true };
type World = Awaited<ReturnType<typeof linked>>;

const titlesIn = (cell: unknown): string[] =>
  [cell ?? []].flat().map((each) => (each as { title: string }).title);
const namesOf = async ({ as }: World, { tableId }: { tableId: string }) => {
  const { body } = await call(listRecords, { as, params: { tableId }, query: { take: "1000" } });
  return body.records.map(({ name }: { name: string }) => name) as string[];
};
/** Both tables agree about the links. */
const agree = async ({ people, films }: World) =>
  expect(await findDisagreements([people.tableId, films.tableId])).toEqual([]);

const shapes = ["manyMany", "manyOne", "oneMany", "oneOne"].flatMap((relationship) =>
  [false, true].map((isOneWay) => ({ relationship, isOneWay })),
);

describe.each(shapes)("of $relationship, one-way $isOneWay", (options) => {
  test("new titles make records, in the commit that links them; known ones link", async () => {
    const world = await linked(options);
    const { films, people, make, cells } = world;
    const isMany = /Many$/.test(options.relationship);
    const cast = isMany ? 'Ann, Zoe,"Smith, John"' : "Zoe";
    const { status, body } = await make(films, [{ Title: "Up", Cast: cast }], asked);
    const wanted = isMany ? ["Ann", "Zoe", "Smith, John"] : ["Zoe"];
    expect({ status, titles: titlesIn(body.records[0].fields.Cast) }).toEqual({
      status: 201,
      titles: wanted,
    });
    const added = wanted.filter((title) => title !== "Ann");
    expect(await namesOf(world, people)).toEqual(["Ann", "Bob", "Cid", ...added]);
    if (!options.isOneWay)
      for (const title of wanted) expect(titlesIn((await cells(people))[title]?.["Films"])).toEqual(["Up"]);
    await agree(world);
    // they are found from now on, where several records may link to one
    const again = await make(films, [{ Title: "Her", Cast: "Zoe" }], asked);
    expect(again.status).toBe(options.relationship.startsWith("many") ? 201 : 400);
    expect(await namesOf(world, people)).toEqual(["Ann", "Bob", "Cid", ...added]);
  });
});

test("without createLinked nothing changes: a new title is a 400; createLinked needs typecast", async () => {
  const { films, make, people, ...world } = await linked();
  const refused = await make(films, [{ Title: "Up", Cast: "Zoe" }], { typecast: true });
  expect(refusal(refused)).toEqual({ status: 400, paths: ["records[0].fields.Cast"] });
  expect(refusal(await make(films, [{ Title: "Up" }], { createLinked: true }))).toEqual({
    ...{ status: 400, paths: ["createLinked"] },
  });
  expect(await namesOf({ films, make, people, ...world }, people)).toEqual(["Ann", "Bob", "Cid"]);
});

describe("titles", () => {
  test("one record for each, however often and in whatever records a call names it, by PATCH, upsert and paste too", async () => {
    const world = await linked();
    const { as, films, people, make, update } = world;
    const rows = [
      { Title: "1", Cast: "Zoe, Zoe , Yan" },
      { Title: "2", Cast: ["Yan", "zoe", { title: "Zoe" }] },
      { Title: "3", Cast: 7 },
    ];
    const made = await make(films, rows, asked);
    expect(
      made.body.records.map(({ fields }: { fields: { Cast: object[] } }) => titlesIn(fields.Cast)),
    ).toEqual([["Zoe", "Yan"], ["Yan", "zoe", "Zoe"], ["7"]]);
    expect((await update(idsOf(made)[0], "Wim", asked)).status).toBe(200);
    const params = { tableId: films.tableId };
    const upsert = await call(updateRecords, {
      ...{ as, params },
      body: {
        ...asked,
        upsert: { fieldKeys: ["Title"] },
        records: [{ fields: { Title: "2", Cast: "Vic" } }, { fields: { Title: "4", Cast: "Vic, Uma" } }],
      },
    });
    expect(upsert.status).toBe(200);
    const several = idsOf(made).map((id) => ({ id, fields: { Cast: "Tom" } }));
    expect((await call(updateRecords, { as, params, body: { ...asked, records: several } })).status).toBe(
      200,
    );
    const paste = {
      ranges: [
        [1, 0],
        [1, 1],
      ],
      content: "Sam\nSam, Ann",
      createLinked: true,
    };
    expect((await call(pasteCells, { as, params, body: paste })).status).toBe(200);
    expect(await namesOf(world, people)).toEqual([
      ...["Ann", "Bob", "Cid", "Zoe", "Yan", "zoe", "7", "Wim", "Vic", "Uma", "Tom", "Sam"],
    ]);
    await agree(world);
  });

  test("one that two records have, an unknown id, a wrong value: 400 with the path, and nothing is made", async () => {
    const world = await linked({ relationship: "manyMany" });
    const { films, people, make } = world;
    await make(people, [{ Name: "Ann" }]);
    const before = await namesOf(world, people);
    const id = "rec4mSa1Cw6nZ8tQ0Yh";
    const bad = ["New, Ann", { id }, id, `New (${id})`, [{ id: "New" }], true, { other: 1 }];
    for (const cast of bad) {
      const refused = await make(
        films,
        [
          { Title: "good", Cast: "Fresh" },
          { Title: "bad", Cast: cast },
        ],
        asked,
      );
      expect({ cast, status: refused.status, path: refusal(refused).paths[0] }).toEqual({
        ...{ cast, status: 400, path: expect.stringContaining("records[1].fields.Cast") },
      });
    }
    for (const cast of [" ", "", ",", [" "], null, []])
      expect((await make(films, [{ Title: "none", Cast: cast }], asked)).status).toBe(201);
    expect(await namesOf(world, people)).toEqual(before);
  });

  test("of any kind come back: the same call again makes no record more", async () => {
    const world = await linked();
    const { films, people, make } = world;
    const pieces = [
      "a",
      "Ä",
      "ä",
      "😀",
      ",",
      '"',
      "'",
      " ",
      "(",
      ")",
      "rec",
      "1",
      "é",
      "\u0301",
      "\t",
      "=",
      "İ",
      "ß",
    ];
    const title = () => Array.from({ length: 1 + random(6) }, () => pieces[random(pieces.length)]).join("");
    const titles = Array.from({ length: 60 }, title).filter((text) => text.trim() !== "");
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = Array.from({ length: 20 }, (_, i) => ({
      Title: String(i),
      Cast: Array.from({ length: 1 + random(5) }, () => quoted(titles[random(titles.length)] ?? "x")).join(
        chance() < 0.5 ? "," : ", ",
      ),
    }));
    const first = await make(films, rows, asked);
    expect({ status: first.status, body: first.status === 201 ? "" : first.body }).toEqual({
      status: 201,
      body: "",
    });
    const names = await namesOf(world, people);
    const again = await make(films, rows, asked);
    const castOf = ({ body }: typeof first) =>
      body.records.map(({ fields }: { fields: { Cast: object } }) => fields.Cast);
    expect(castOf(again)).toEqual(castOf(first));
    expect(await namesOf(world, people)).toEqual(names);
    expect(new Set(names.map((name) => name.trim())).size).toBe(names.length);
    await agree(world);
  });

  test("of a number, as the field writes it: 1.5 is 1.50, once", async () => {
    const number = { type: "number", name: "No", options: { formatting: { type: "decimal", precision: 2 } } };
    const numbers = await aTable({ name: "Numbers", fields: [number], records: [{ fields: { No: 2 } }] });
    const { owner: as } = numbers;
    const link = {
      type: "link",
      name: "Of",
      options: { relationship: "manyMany", foreignTableId: numbers.tableId },
    };
    const fields = [{ type: "singleLineText", name: "Title" }, link];
    const { tableId } = await aTable({ fields, records: [] }, as, numbers);
    const post = (Of: unknown) =>
      call(createRecords, { as, params: { tableId }, body: { ...asked, records: [{ fields: { Of } }] } });
    expect(titlesIn((await post(["1.5", "1.50", "2", 3])).body.records[0].fields.Of)).toEqual([
      ...["1.50", "2.00", "3.00"],
    ]);
    expect(refusal(await post(["1.5", "x"]))).toMatchObject({ status: 400, paths: ["records[0].fields.Of"] });
    const { body } = await call(listRecords, { as, params: { tableId: numbers.tableId } });
    expect(body.records.map(({ name }: { name: string }) => name)).toEqual(["2.00", "1.50", "3.00"]);
  });
});

describe("rules of the other table", () => {
  const refusedFor = async (fields: object[], title = "New") => {
    const other = await aTable({ name: "Other", fields, records: [] });
    const { owner: as } = other;
    const link = {
      type: "link",
      name: "Of",
      options: { relationship: "manyMany", foreignTableId: other.tableId },
    };
    const text = { type: "singleLineText", name: "Title" };
    const { tableId } = await aTable({ fields: [text, link], records: [] }, as, other);
    const body = { ...asked, records: [{ fields: { Title: "a" } }, { fields: { Of: title } }] };
    const refused = await call(createRecords, { as, params: { tableId }, body });
    return { ...refusal(refused), message: refused.body.message };
  };
  const name = { type: "singleLineText", name: "Name" };

  test.each([
    [
      "a computed primary field",
      [{ type: "formula", name: "F", options: { expression: '"a"' } }],
      /"F", .* is computed/,
    ],
    [
      "a field that must not be empty",
      [name, { type: "number", name: "N", notNull: true }],
      /N must not be empty/,
    ],
    ["a choice that the primary field has not", [{ type: "singleSelect", name: "S" }], /no such choice/],
  ])("%s: 400 with the reason", async (_, fields, reason) => {
    expect(await refusedFor(fields)).toMatchObject({
      ...{ status: 400, paths: ["records[1].fields.Of"], message: expect.stringMatching(reason) },
    });
  });

  test("a title that is too long", async () => {
    expect(await refusedFor([name], "x".repeat(256))).toMatchObject({ status: 400 });
  });

  test("defaults are filled; a filter that a new record does not match refuses it", async () => {
    const kind = { type: "singleLineText", name: "Kind", options: { defaultValue: "person" } };
    const people = await aTable({ name: "People", fields: [name, kind], records: [] });
    const { owner: as } = people;
    const [, { id: kindId }] = people.table.fields;
    const filter = (value: string) => ({
      filter: { conjunction: "and", filterSet: [{ fieldId: kindId, operator: "is", value }] },
    });
    const link = (Name: string, value: string) => ({
      ...{ type: "link", name: Name },
      options: { relationship: "manyMany", foreignTableId: people.tableId, ...filter(value) },
    });
    const fields = [name, link("Yes", "person"), link("No", "dog")];
    const { tableId } = await aTable({ fields, records: [] }, as, people);
    const post = (cells: object) =>
      call(createRecords, { as, params: { tableId }, body: { ...asked, records: [{ fields: cells }] } });
    expect((await post({ Yes: "Zoe" })).status).toBe(201);
    expect(refusal(await post({ No: "Rex" }))).toMatchObject({
      status: 400,
      paths: ["records[0].fields.No"],
    });
    const { body } = await call(listRecords, { as, params: { tableId: people.tableId } });
    expect(body.records.map((each: { fields: object }) => each.fields)).toMatchObject([
      { Name: "Zoe", Kind: "person" },
    ]);
  });
});

test("a link of a table to itself makes records in this table", async () => {
  const made = await aTable({ fields: [{ type: "singleLineText", name: "Name" }], records: [] });
  const { owner: as, tableId } = made;
  const options = { relationship: "manyOne", foreignTableId: tableId };
  await call(createField, { as, params: { tableId }, body: { type: "link", name: "Boss", options } });
  const records = [{ fields: { Name: "Ann", Boss: "Zoe" } }, { fields: { Name: "Bob", Boss: "Zoe" } }];
  const { status, body } = await call(createRecords, {
    as,
    params: { tableId },
    body: { ...asked, records },
  });
  expect({ status, count: body.records.length }).toEqual({ status: 201, count: 2 });
  const { body: page } = await call(listRecords, { as, params: { tableId } });
  const found = page.records.map(({ name, fields }: { name: string; fields: { Boss?: object } }) => [
    name,
    ...titlesIn(fields.Boss),
  ]);
  expect(found.sort()).toEqual([["Ann", "Zoe"], ["Bob", "Zoe"], ["Zoe"]]);
  expect(await findDisagreements([tableId])).toEqual([]);
});

describe("who may", () => {
  test("403: an editor's token without record|create, by PATCH; 400 or 403 where the other base gives no right", async () => {
    const { as, people, films, make, field } = await linked({ isOneWay: true });
    const id = idsOf(await make(films, [{ Title: "Up" }]))[0];
    const scopes = ["record|read", "record|update"] as const;
    const token = await aToken(as.userId, { scopes: [...scopes] });
    const patch = (by: object, more: object = asked) =>
      call(updateRecords, {
        ...{ as: by as typeof as, params: { tableId: films.tableId } },
        body: { ...more, records: [{ id, fields: { Cast: "Zoe" } }] },
      });
    expect((await patch({ token })).status).toBe(403);
    const other = await aTable(
      { name: "Far", fields: [{ type: "singleLineText", name: "Name" }], records: [] },
      as,
    );
    expect(other.baseId).not.toBe(people.baseId);
    const options = { relationship: "manyMany", foreignTableId: other.tableId, isOneWay: true };
    const params = { tableId: films.tableId };
    await call(createField, { as, params, body: { type: "link", name: "Far", options } });
    const editor = await aMember(films.baseId, "editor");
    const far = (by: typeof as) => make2(by, films.tableId, { Far: "New" });
    const refused = await far(editor as typeof as);
    expect({ ...refusal(refused), message: refused.body.message }).toMatchObject({
      ...{
        status: 400,
        paths: ["records[0].fields.Far"],
        message: expect.stringContaining("may not create"),
      },
    });
    await commit(joinChanges(`BASE#${other.baseId}`, editor.userId, "viewer", new Date().toISOString()));
    expect((await far(editor as typeof as)).status).toBe(403);
    expect((await far(as)).status).toBe(201);
    expect(field.id).toMatch(/^fld/);
  });
  const make2 = (as: Awaited<ReturnType<typeof linked>>["as"], tableId: string, fields: object) =>
    call(createRecords, { as, params: { tableId }, body: { ...asked, records: [{ fields }] } });
});

describe("at once", () => {
  test("two calls that make the same new title make one record, which both link", async () => {
    const world = await linked();
    const { films, people, make } = world;
    for (let round = 0; round < 5; round++) {
      const titles = [`Twin ${round}`, `Other ${round}`];
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, i) => make(films, [{ Title: `${i}`, Cast: titles.join(", ") }], asked)),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      const ids = answers.map(({ body }) =>
        body.records[0].fields.Cast.map(({ id }: { id: string }) => id).join(),
      );
      expect(new Set(ids).size).toBe(1);
    }
    const names = await namesOf(world, people);
    expect(new Set(names).size).toBe(names.length);
    await agree(world);
  });

  test("a title whose record was renamed is made again", async () => {
    const world = await linked();
    const { films, people, make, rename } = world;
    const one = await make(films, [{ Title: "a", Cast: "Zoe" }], asked);
    const [{ id }] = one.body.records[0].fields.Cast;
    await rename(people, id, { Name: "Other" });
    const two = await make(films, [{ Title: "b", Cast: "Zoe" }], asked);
    expect(two.body.records[0].fields.Cast[0]).toEqual({ id: expect.not.stringMatching(id), title: "Zoe" });
    await agree(world);
  });

  test("the same request again, with its key, makes nothing twice", async () => {
    const world = await linked();
    const { as, films, people } = world;
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { ...asked, records: [{ fields: { Title: "a", Cast: "Zoe, Yan" } }] };
    const send = () => call(createRecords, { as, params: { tableId: films.tableId }, body, headers });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await namesOf(world, people)).toEqual(["Ann", "Bob", "Cid", "Zoe", "Yan"]);
  });
});

test("a thousand records, each with a new title, in one call; more new titles are a 400", async () => {
  const world = await linked();
  const { films, people, make } = world;
  const rows = Array.from({ length: 1000 }, (_, i) => ({ Title: `f${i}`, Cast: `p${i}` }));
  expect((await make(films, rows, asked)).status).toBe(201);
  expect((await namesOf(world, people)).length).toBe(1000);
  const many = rows.map(({ Title }, i) => ({ Title, Cast: `x${i}, y${i}` }));
  expect(refusal(await make(films, many, asked))).toEqual({ status: 400, paths: ["createLinked"] });
}, 60_000);

test("a unique title that the field cannot show is a 400, and not a record more", async () => {
  const world = await linked();
  const { as, films, people, make } = world;
  const [nameField] = people.table.fields;
  const params = { tableId: people.tableId, fieldId: nameField.id };
  await call(updateField, { as, params, body: { unique: true } });
  expect((await make(films, [{ Title: "a", Cast: "Zoe" }], asked)).status).toBe(201);
  expect((await make(films, [{ Title: "b", Cast: "Zoe, Yan" }], asked)).status).toBe(201);
  expect(await namesOf(world, people)).toEqual(["Ann", "Bob", "Cid", "Zoe", "Yan"]);
});

describe("a text field that becomes a link", () => {
  const textFilms = async () => {
    const world = await linked();
    const { as, films, people } = world;
    const params = { tableId: films.tableId };
    const { body: field } = await call(createField, {
      ...{ as, params },
      body: { type: "singleLineText", name: "By" },
    });
    await world.make(films, [
      { Title: "1", By: "Ann, Zoe" },
      { Title: "2", By: 'Zoe, "Smith, John"' },
      { Title: "3", By: "(rec4mSa1Cw6nZ8tQ0Yh)" },
      { Title: "4" },
    ]);
    const convert = (endpoint: Endpoint, by: typeof as, relationship: string, more: object) =>
      call(endpoint, {
        ...{ as: by, params: { ...params, fieldId: field.id } },
        body: { type: "link", options: { relationship, foreignTableId: people.tableId }, ...more },
      });
    const found = async () => Object.values(await world.cells(films)).map(({ By }) => titlesIn(By));
    return { ...world, convert, found };
  };

  test.each(["manyMany", "oneMany"])(
    "%s: makes records of new titles, in its commit",
    async (relationship) => {
      const world = await textFilms();
      const { as, people, convert, found } = world;
      const isOnce = relationship === "oneMany";
      const preview = await convert(previewConversion, as, relationship, { createLinked: true });
      expect(preview.body).toMatchObject({ cells: 3, emptied: 1, changed: 0 });
      expect(await namesOf(world, people)).toEqual(["Ann", "Bob", "Cid"]);
      const { status } = await convert(convertField, as, relationship, { createLinked: true });
      expect(status).toBe(isOnce ? 400 : 200);
      if (isOnce) return expect(await namesOf(world, people)).toEqual(["Ann", "Bob", "Cid"]);
      expect(await found()).toEqual([["Ann", "Zoe"], ["Zoe", "Smith, John"], [], []]);
      expect(await namesOf(world, people)).toEqual(["Ann", "Bob", "Cid", "Zoe", "Smith, John"]);
      await agree(world);
    },
  );

  test("where a cell holds one link, the whole text is the title; without createLinked none is made", async () => {
    const world = await textFilms();
    const { as, people, convert, found } = world;
    expect((await convert(convertField, as, "manyOne", { createLinked: true })).status).toBe(200);
    expect(await found()).toEqual([["Ann, Zoe"], ['Zoe, "Smith, John"'], [], []]);
    await agree(world);
    const other = await textFilms();
    expect((await other.convert(convertField, other.as, "manyMany", {})).status).toBe(200);
    expect(await other.found()).toEqual([["Ann"], [], [], []]);
    expect(await namesOf(world, people)).toHaveLength(5);
  });

  test("403 for a token without record|create; 400 for another type", async () => {
    const { as, convert } = await textFilms();
    const token = await aToken(as.userId, { scopes: ["field|update", "field|create", "record|read"] });
    expect((await convert(convertField, { ...as, token }, "manyMany", { createLinked: true })).status).toBe(
      403,
    );
    const refused = await convert(convertField, as, "manyMany", {
      type: "number",
      options: {},
      createLinked: true,
    });
    expect(refusal(refused)).toEqual({ status: 400, paths: ["createLinked"] });
  });
});

test("undo takes the links and the call's own records back; what was made of titles stays", async () => {
  const world = await linked();
  const { as, films, people, cells } = world;
  const key = crypto.randomUUID();
  const params = { tableId: films.tableId };
  const body = { ...asked, records: [{ fields: { Title: "a", Cast: "Zoe, Ann" } }] };
  await call(createRecords, { as, params, body, headers: { "idempotency-key": key } });
  const turn = (endpoint: Endpoint) =>
    call(endpoint, { as, params, query: { idempotencyKey: key } }).then((answer) => answer.body.status);
  expect(await turn(undoOperation)).toBe("fulfilled");
  expect(Object.keys(await cells(films))).toEqual([]);
  expect(await cells(people)).toEqual(
    Object.fromEntries(["Ann", "Bob", "Cid", "Zoe"].map((Name) => [Name, { Name }])),
  );
  await agree(world);
});
