import { describe, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { call } from "#test/support/call";
import { disturbed } from "#test/support/faults";
import { aMember, someone } from "#test/support/makers";
import { refusal } from "#test/support/refusal";
import { aSheet, field } from "./support.ts";

const text = (more?: object) => field("Name", "singleLineText", more);
const select = (names: string[], more: object = {}) => ({
  options: { choices: names.map((name) => ({ name })), ...more },
});

describe("cells", () => {
  const everyType = [
    field("Line", "singleLineText"),
    field("Long", "longText"),
    field("Number", "number"),
    field("Done", "checkbox"),
    field("Rating", "rating"),
    field("Date", "date"),
    field("One", "singleSelect", select(["red", "green"])),
    field("Some", "multipleSelect", select(["x", "y", "z"])),
    field("Person", "user"),
    field("People", "user", { options: { isMultiple: true } }),
    field("No", "autoNumber"),
    field("Made", "createdTime"),
    field("Edited", "lastModifiedTime"),
    field("Maker", "createdBy"),
    field("Editor", "lastModifiedBy"),
  ];

  test.each([[false], [true]])("201: every type comes back as it was sent, typecast %s", async (typecast) => {
    const { create, owner, get } = await aSheet({ fields: everyType });
    const me = { id: owner.userId, title: owner.name, email: owner.email };
    const cells = {
      Line: "Zoë 👩‍🚀",
      Long: "a\n\tb",
      Number: -1.25,
      Done: true,
      Rating: 4,
      Date: "2024-02-29T23:59:59.123Z",
      One: "green",
      Some: ["z", "x"],
      Person: me,
      People: [me],
    };
    const { status, body } = await create([cells], { typecast });
    expect(status).toBe(201);
    const [record] = body.records;
    expect(record.fields).toEqual({ ...cells, No: 1, Made: record.createdTime, Maker: me });
    expect((await get(record.id)).body).toEqual(record);
  });

  test("201: typecast makes the best cell of any value", async () => {
    const { create, owner } = await aSheet({ fields: everyType });
    const me = { id: owner.userId, title: owner.name, email: owner.email };
    const { status, body } = await create(
      [
        {
          Line: 12.5,
          Long: ["a", 1],
          Number: "$1,234.50",
          Done: "yes",
          Rating: "9.2",
          Date: 0,
          One: ["blue", "red"],
          Some: "x, new one",
          Person: owner.email,
          People: `${owner.name}, nobody`,
        },
      ],
      { typecast: true },
    );
    expect(status).toBe(201);
    expect(body.records[0].fields).toMatchObject({
      Line: "12.5",
      Long: "a, 1",
      Number: 1234.5,
      Done: true,
      Rating: 5,
      Date: "1970-01-01T00:00:00.000Z",
      One: "blue",
      Some: ["x", "new one"],
      Person: me,
      People: [me],
    });
  });

  test("201: null and what is empty are no cells", async () => {
    const { create } = await aSheet({ fields: everyType });
    const nothing = Object.fromEntries(everyType.map(({ name }) => [name, null]));
    const { body } = await create([nothing, { Line: "  ", Long: "", Done: false, Date: "no date" }]);
    for (const { fields } of body.records) expect(Object.keys(fields)).toEqual(["No", "Made", "Maker"]);
  });

  test("201: values of computed fields are dropped silently, whatever they are", async () => {
    const { create } = await aSheet({ fields: everyType });
    const { status, body } = await create([{ No: 99, Made: {}, Edited: "x", Maker: [1], Editor: false }]);
    expect(status).toBe(201);
    expect(body.records[0].fields.No).toBe(1);
  });

  test("201: defaults fill what is absent or null, with now and me", async () => {
    const { create, owner } = await aSheet({
      fields: [
        text({ options: { defaultValue: "new" } }),
        field("Number", "number", { options: { defaultValue: 7 } }),
        field("Done", "checkbox", { options: { defaultValue: true } }),
        field("When", "date", {
          options: {
            formatting: { date: "YYYY", time: "None", timeZone: "UTC" },
            defaultValue: "now",
          },
        }),
        field("One", "singleSelect", select(["a", "b"], { defaultValue: "b" })),
        field("Some", "multipleSelect", select(["a", "b"], { defaultValue: ["a", "b"] })),
        field("Who", "user", { options: { defaultValue: "me" } }),
        field("All", "user", { options: { isMultiple: true, defaultValue: ["me"] } }),
      ],
    });
    const me = { id: owner.userId, title: owner.name, email: owner.email };
    const { body } = await create([
      {},
      { Name: null, Number: null },
      { Name: "own", Number: 0, Done: false },
    ]);
    const [absent, empty, own] = body.records;
    const all = { Name: "new", Number: 7, Done: true, When: absent.createdTime, One: "b" };
    expect(absent.fields).toEqual({ ...all, Some: ["a", "b"], Who: me, All: [me] });
    expect(empty.fields).toEqual(absent.fields);
    expect(own.fields).toMatchObject({ Name: "own", Number: 0 });
  });

  test("201: any field name is a key, also those that objects have", async () => {
    const names = ["__proto__", "constructor", "toString", "a.b[0]", 'say "hi"', "名前", "👩‍🚀", "x\ny"];
    const { send, list } = await aSheet({ fields: names.map((name) => field(name, "singleLineText")) });
    // an object literal cannot hold a key __proto__
    const cells = `{${names.map((name, i) => `${JSON.stringify(name)}:"v${i}"`).join()}}`;
    const { status, body } = await send(`{"records":[{"fields":${cells}}]}`);
    expect(status).toBe(201);
    expect(body.records[0].name).toBe("v0");
    expect(Object.entries(body.records[0].fields)).toEqual(names.map((name, i) => [name, `v${i}`]));
    expect((await list()).body.records).toEqual(body.records);
  });

  test("201: a person field may be named toString", async () => {
    const { send } = await aSheet({ fields: [text(), field("toString", "user")] });
    const sent = await disturbed(
      () => undefined,
      async () => {
        for (const typecast of [false, true])
          expect((await send({ typecast, records: [{ fields: {} }] })).body.records[0].fields).toEqual({});
      },
    );
    // that of the schema: nobody is looked for
    expect(sent.filter(({ command }) => command === "Query")).toHaveLength(1);
  });

  test("400: somebody who may not open the base; typecast leaves him out", async () => {
    const fields = [text(), field("Who", "user"), field("All", "user", { options: { isMultiple: true } })];
    const { create, owner, baseId } = await aSheet({ fields });
    const [stranger, member] = [await someone(), await aMember(baseId, "viewer")];
    const shown = ({ userId: id, name: title, email }: typeof member) => ({ id, title, email });
    const refused = await create([{ Who: shown(stranger), All: [shown(member), shown(stranger)] }]);
    expect(refusal(refused)).toEqual({
      status: 400,
      paths: ["records[0].fields.Who", "records[0].fields.All"],
    });
    const all = `${stranger.email}, ${member.email}, ${owner.userId}, ${stranger.userId}`;
    const { body } = await create([{ Who: stranger.userId, All: all }], { typecast: true });
    expect(body.records[0].fields).toEqual({ All: [shown(member), shown(owner)] });
  });

  test("201: half a surrogate pair and NUL are no text; everything else stays", async () => {
    const { send } = await aSheet();
    const { status, body } = await send(
      '{"records":[{"fields":{"Name":"a\\ud800b\\u0000c\\u0001\\ud83d\\ude00"}}]}',
    );
    expect(status).toBe(201);
    expect(body.records[0].fields.Name).toBe("a\ufffdbc\u0001😀");
  });

  test("201: the longest text there may be, in characters of any kind", async () => {
    const { create } = await aSheet();
    const longest = "é".repeat(100_000);
    expect((await create([{ Name: longest }])).body.records[0].name).toBe(longest);
  });
});

describe("choices that typecast makes", () => {
  const fields = [text(), field("One", "singleSelect"), field("Some", "multipleSelect")];

  test("201: they are the field's from then on", async () => {
    const { create, list } = await aSheet({ fields });
    const { body } = await create([{ One: "a", Some: "b, c" }, { One: " a " }], { typecast: true });
    expect(body.records.map((record: { fields: object }) => record.fields)).toEqual([
      { One: "a", Some: ["b", "c"] },
      { One: "a" },
    ]);
    expect((await create([{ One: "a", Some: ["c"] }])).status).toBe(201);
    expect((await list()).body.records[0].fields).toEqual({ One: "a", Some: ["b", "c"] });
  });

  test("201: twenty requests that make the same choice at once make one", async () => {
    const { create, list, owner, params } = await aSheet({ fields });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        create([{ One: "new", Some: `new, own ${i}` }], { typecast: true }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const [, one, some] = (await call(listFields, { as: owner, params })).body;
    const namesOf = ({ options }: { options: { choices: { name: string }[] } }) =>
      options.choices.map(({ name }) => name).sort();
    expect(namesOf(one)).toEqual(["new"]);
    expect(namesOf(some)).toEqual(["new", ...Array.from({ length: 20 }, (_, i) => `own ${i}`)].sort());
    for (const { fields } of (await list()).body.records)
      expect(fields).toMatchObject({ One: "new", Some: expect.arrayContaining(["new"]) });
  });

  test("201: none where the field prevents it", async () => {
    const { create } = await aSheet({
      fields: [
        text(),
        field("One", "singleSelect", select(["a"], { preventAutoNewOptions: true })),
        field("Some", "multipleSelect", select(["a"], { preventAutoNewOptions: true })),
      ],
    });
    const { body } = await create([{ One: "b", Some: "a, b" }], { typecast: true });
    expect(body.records[0].fields).toEqual({ Some: ["a"] });
  });

  test.each([
    ["a cell beside is wrong", [{ One: "a" }, { Name: "x".repeat(100_001) }]],
    ["there are too many records", Array.from({ length: 1001 }, () => ({ One: "a" }))],
    ["a field is unknown", [{ One: "a", Nope: 1 }]],
  ])("400 or 404: none are made when %s", async (_, records) => {
    const { create } = await aSheet({ fields });
    expect((await create(records, { typecast: true })).status).toBeGreaterThanOrEqual(400);
    expect(refusal(await create([{ One: "a" }])).paths).toEqual(["records[0].fields.One"]);
  });

  test("400: more than a field may have, named at the cell", async () => {
    const { create } = await aSheet({ fields });
    const names = Array.from({ length: 501 }, (_, i) => `c${i}`);
    const answer = await create([{ Some: names.slice(0, 500) }, { Some: names.slice(500) }], {
      typecast: true,
    });
    expect(answer.status).toBe(400);
    expect(refusal(answer).paths).toEqual(["records[1].fields.Some"]);
  });
});
