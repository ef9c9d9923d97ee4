import { describe, expect, test } from "vitest";
import * as users from "#lib/data/identity/users";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { aSheet, field } from "#test/functions/record/support/records";
import { aMember, someone } from "#test/support/makers/makers";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

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

  test.each([[false], [true]])(
    "201: every type is returned as it was sent, typecast %s",
    async (typecast) => {
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
    },
  );

  test("201: typecast converts any value to the best cell", async () => {
    const { create, owner } = await aSheet({ fields: everyType });
    const me = { id: owner.userId, title: owner.name, email: owner.email };
    const { status, body } = await create(
      [
        {
          Line: 12.5,
          Long: ["a", 1],
          Number: "$1,234.50",
          Done: "yes",
          Rating: "4.0",
          Date: 0,
          One: ["blue", "red"],
          Some: "x, new one",
          Person: owner.email,
          People: `${owner.name}, ${owner.email}`,
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
      Rating: 4,
      Date: "1970-01-01T00:00:00.000Z",
      One: "blue",
      Some: ["x", "new one"],
      Person: me,
      People: [me],
    });
  });

  test("201: null and empty values give no cell", async () => {
    const { create } = await aSheet({ fields: everyType });
    const nothing = Object.fromEntries(everyType.map(({ name }) => [name, null]));
    const { body } = await create([nothing, { Line: "  ", Long: "", Done: false, Date: "" }]);
    for (const { fields } of body.records) expect(Object.keys(fields)).toEqual(["No", "Made", "Maker"]);
  });

  test.each(["tomorrow", "2026-02-30", "2026", "31/12/2026", 5, true])(
    "400: %j is not a date, at its cell, when records are created, updated and upserted",
    async (value) => {
      const { create, updateMany, update, upsert, list } = await aSheet({ fields: everyType });
      const { records } = (await create([{ Line: "a", Date: "2026-01-31" }])).body;
      const [{ id }] = records;
      const at = (path: string) => ({ status: 400, paths: [path] });
      expect(refusal(await create([{}, { Date: value }]))).toEqual(at("records[1].fields.Date"));
      expect(refusal(await update(id, { Date: value }))).toEqual(at("record.fields.Date"));
      expect(refusal(await updateMany([{ id, fields: { Date: value } }]))).toEqual(
        at("records[0].fields.Date"),
      );
      expect(refusal(await upsert(["Line"], [{ Line: "a", Date: value }]))).toEqual(
        at("records[0].fields.Date"),
      );
      expect((await list()).body.records).toEqual(records);
    },
  );

  test("400: with typecast every value that cannot be read is named; nothing is emptied", async () => {
    const { create, update, get } = await aSheet({ fields: everyType });
    const wrong = {
      ...{ Number: "many", Rating: "none", Date: "tomorrow", One: {}, Some: [{}] },
      ...{ Person: "nobody", People: ["nobody"] },
    };
    const names = Object.keys(wrong);
    const answer = await create([wrong], { typecast: true });
    expect(refusal(answer)).toEqual({ status: 400, paths: names.map((name) => `records[0].fields.${name}`) });
    const made = await create([{ Number: 1, Rating: 2, Date: "2026-01-31" }]);
    const [record] = made.body.records;
    const edit = await update(record.id, wrong, { typecast: true });
    expect(refusal(edit)).toEqual({ status: 400, paths: names.map((name) => `record.fields.${name}`) });
    expect((await get(record.id)).body).toEqual(record);
  });

  test("201: with typecast blank text empties a cell of any type", async () => {
    const { create } = await aSheet({ fields: everyType });
    const blank = Object.fromEntries(everyType.map(({ name }) => [name, " "]));
    const { body } = await create([blank], { typecast: true });
    expect(Object.keys(body.records[0].fields)).toEqual(["No", "Made", "Maker"]);
  });

  test("201: values of computed fields are ignored", async () => {
    const { create } = await aSheet({ fields: everyType });
    const { status, body } = await create([{ No: 99, Made: {}, Edited: "x", Maker: [1], Editor: false }]);
    expect(status).toBe(201);
    expect(body.records[0].fields.No).toBe(1);
  });

  test("201: default values fill what is absent, with now and me; null is an empty cell", async () => {
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
      Object.fromEntries(
        ["Name", "Number", "Done", "When", "One", "Some", "Who", "All"].map((name) => [name, null]),
      ),
      { Name: "own", Number: 0, Done: false },
    ]);
    const [absent, empty, own] = body.records;
    const all = { Name: "new", Number: 7, Done: true, When: absent.createdTime, One: "b" };
    expect(absent.fields).toEqual({ ...all, Some: ["a", "b"], Who: me, All: [me] });
    expect(empty.fields).toEqual({});
    // an explicit false is kept
    const { Done: _, ...others } = { ...all, Some: ["a", "b"], Who: me, All: [me] };
    expect(own.fields).toEqual({ ...others, Name: "own", Number: 0 });
  });

  test("201: any field name is a key, including names of object members", async () => {
    const names = ["__proto__", "constructor", "toString", "a.b[0]", 'say "hi"', "名前", "👩‍🚀", "x\ny"];
    const { send, list } = await aSheet({ fields: names.map((name) => field(name, "singleLineText")) });
    // an object literal cannot have a key __proto__
    const cells = `{${names.map((name, i) => `${JSON.stringify(name)}:"v${i}"`).join()}}`;
    const { status, body } = await send(`{"records":[{"fields":${cells}}]}`);
    expect(status).toBe(201);
    expect(body.records[0].name).toBe("v0");
    expect(Object.entries(body.records[0].fields)).toEqual(names.map((name, i) => [name, `v${i}`]));
    expect((await list()).body.records).toEqual(body.records);
  });

  test("201: a user field may be named toString", async () => {
    const { send } = await aSheet({ fields: [text(), field("toString", "user")] });
    const sent = await disturbed(
      () => undefined,
      async () => {
        for (const typecast of [false, true])
          expect((await send({ typecast, records: [{ fields: {} }] })).body.records[0].fields).toEqual({});
      },
    );
    // the one of the schema: no person is looked up
    expect(sent.filter(({ command }) => command === "Query")).toHaveLength(1);
  });

  test.each([false, "false", 0])("201: a checkbox that is explicitly false stays empty: %j", async (Done) => {
    const { create, update, upsert } = await aSheet({
      fields: [text(), field("Done", "checkbox", { options: { defaultValue: true } })],
    });
    const typecast = typeof Done !== "boolean";
    const [record] = (await create([{ Name: "a", Done }], { typecast })).body.records;
    expect(record.fields).toEqual({ Name: "a" });
    const made = await upsert(["Name"], [{ Name: "b", Done }, { Name: "c" }], { typecast });
    const cells = made.body.records.map(({ fields }: { fields: object }) => fields);
    expect(cells).toEqual([{ Name: "b" }, { Name: "c", Done: true }]);
    expect((await update(record.id, { Done: true })).body.fields).toEqual({ Name: "a", Done: true });
    expect((await update(record.id, { Done }, { typecast })).body.fields).toEqual({ Name: "a" });
  });

  test("201: typecast finds people by me, by an e-mail address in any case; a name does not override these", async () => {
    const { create, owner, baseId } = await aSheet({ fields: [text(), field("Who", "user")] });
    // a user may have this name
    const [member, thief] = [await aMember(baseId, "viewer"), await aMember(baseId, "viewer")];
    await retryOnConflict(async () => {
      const user = await users.find(thief.userId);
      if (user) await commit([change(user, { name: member.email })]);
    });
    const whoIs = async (Who: string) =>
      (await create([{ Who }], { typecast: true })).body.records?.[0].fields.Who.id;
    expect(await whoIs("me")).toBe(owner.userId);
    expect(await whoIs(member.email)).toBe(member.userId);
    expect(await whoIs(member.email.toUpperCase())).toBe(member.userId);
    expect(await whoIs(member.name)).toBe(member.userId);
    expect(await whoIs(member.name.toUpperCase())).toBeUndefined();
  });

  test("400: a user who may not open the base, with typecast too", async () => {
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
    const cast = await create([{ Who: stranger.userId, All: all }], { typecast: true });
    expect(refusal(cast)).toEqual(refusal(refused));
    const known = `${member.email}, ${owner.userId}`;
    const { body } = await create([{ All: known }], { typecast: true });
    expect(body.records[0].fields).toEqual({ All: [shown(member), shown(owner)] });
  });

  test("201: control characters and pairs of surrogates stay", async () => {
    const { send } = await aSheet();
    const { status, body } = await send('{"records":[{"fields":{"Name":"b\\u0001\\ud83d\\ude00"}}]}');
    expect(status).toBe(201);
    expect(body.records[0].fields.Name).toBe("b\u0001😀");
  });

  test("201: the longest allowed text, in characters of any kind", async () => {
    const { create } = await aSheet();
    const longest = "é".repeat(100_000);
    expect((await create([{ Name: longest }])).body.records[0].name).toBe(longest);
  });
});
