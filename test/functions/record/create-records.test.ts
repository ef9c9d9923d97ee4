import { describe, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { call } from "#test/support/call";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers";
import { aSheet, field, pathsOf } from "./support.ts";

const text = (more?: object) => field("Name", "singleLineText", more);
const noField = "no field of this table has this key";
const duplicate = "another record has this value, and the field is unique";
const select = (names: string[], more: object = {}) => ({
  options: { choices: names.map((name) => ({ name })), ...more },
});

describe("the answer", () => {
  test("201: full records, in the order sent, without members that have no value", async () => {
    const { create, owner } = await aSheet();
    const before = new Date().toISOString();
    const { status, body, headers } = await create([{ Name: " Ada ", Count: 3, Status: "light" }, {}]);
    expect(status).toBe(201);
    expect(body).toEqual({
      records: [
        {
          id: expect.stringMatching(/^rec000001[0-9A-Za-z]{10}$/),
          name: "Ada",
          fields: { Name: "Ada", Count: 3, Status: "light" },
          autoNumber: 1,
          createdTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          createdBy: owner.userId,
        },
        expect.objectContaining({ name: "", fields: {}, autoNumber: 2 }),
      ],
    });
    expect(body.records[0].createdTime >= before).toBe(true);
    expect(headers["x-request-id"]).toMatch(/\S/);
  });

  test("201: what was made is read back by lists and by itself", async () => {
    const { create, list, get } = await aSheet();
    const { records } = (await create([{ Name: "a" }, { Name: "b" }])).body;
    expect((await list()).body).toEqual({ records, nextCursor: null });
    expect((await get(records[1].id)).body).toEqual(records[1]);
  });

  test.each(["id", "name", "dbFieldName"] as const)(
    "201: keys are those of fieldKeyType %s",
    async (kind) => {
      const { create, table } = await aSheet({ fields: [field("Full name", "singleLineText")] });
      const key = table.fields[0][kind] as string;
      const { status, body } = await create([{ [key]: "Ada" }], { fieldKeyType: kind });
      expect(status).toBe(201);
      expect(body.records[0]).toMatchObject({ name: "Ada", fields: { [key]: "Ada" } });
    },
  );

  test("201: keys are names when nothing is said", async () => {
    const { create } = await aSheet({ fields: [field("Full name", "singleLineText")] });
    expect((await create([{ "Full name": "Ada" }])).body.records[0].fields).toEqual({ "Full name": "Ada" });
  });

  test("201: other members of the body and of a record are passed over", async () => {
    const { send } = await aSheet();
    const record = { fields: { Name: "a" }, id: "recOfMyOwn", autoNumber: 9 };
    const { status, body } = await send({ records: [record], color: "red" });
    expect(status).toBe(201);
    expect(body.records[0].autoNumber).toBe(1);
  });

  test("201: a hundred at once, numbered in a row", async () => {
    const { create, count } = await aSheet();
    const { body } = await create(Array.from({ length: 100 }, (_, i) => ({ Name: `r${i}` })));
    expect(body.records.map((record: { autoNumber: number }) => record.autoNumber)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(await count()).toBe(100);
  });

  test("201: who creates at once gets numbers of his own", async () => {
    const { create, walk } = await aSheet();
    await Promise.all(Array.from({ length: 20 }, (_, i) => create([{ Name: `a${i}` }, { Name: `b${i}` }])));
    const numbers = (await walk()).records.map(({ autoNumber }) => autoNumber);
    expect(new Set(numbers).size).toBe(40);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });
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
    for (const typecast of [false, true])
      expect((await send({ typecast, records: [{ fields: {} }] })).body.records[0].fields).toEqual({});
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
    ["there are too many records", Array.from({ length: 101 }, () => ({ One: "a" }))],
    ["a field is unknown", [{ One: "a", Nope: 1 }]],
  ])("400 or 404: none are made when %s", async (_, records) => {
    const { create } = await aSheet({ fields });
    expect((await create(records, { typecast: true })).status).toBeGreaterThanOrEqual(400);
    expect(pathsOf(await create([{ One: "a" }]))).toEqual(["records[0].fields.One"]);
  });

  test("400: more than a field may have, named at the cell", async () => {
    const { create } = await aSheet({ fields });
    const names = Array.from({ length: 501 }, (_, i) => `c${i}`);
    const answer = await create([{ Some: names.slice(0, 500) }, { Some: names.slice(500) }], {
      typecast: true,
    });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(["records[1].fields.Some"]);
  });
});

describe("what is wrong is named", () => {
  test("400: every bad cell with its path and why", async () => {
    const { create } = await aSheet({
      fields: [text(), field("Big number", "number"), field("Done", "checkbox"), field("Stars", "rating")],
    });
    const { status, body } = await create([
      { Name: 5, "Big number": "7" },
      {},
      { Done: "true", Stars: 6, "Big number": { a: 1 } },
    ]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 400, code: "validation_error" });
    expect(body.data).toEqual({
      issues: [
        { path: "records[0].fields.Name", message: "must be text" },
        { path: 'records[0].fields["Big number"]', message: "must be a number" },
        { path: "records[2].fields.Done", message: "must be true or false" },
        { path: "records[2].fields.Stars", message: "must be a whole number from 1 to 5" },
        { path: 'records[2].fields["Big number"]', message: "must be a number" },
      ],
      total: 5,
    });
    expect(body.message).toBe(
      `Validation error: ${body.data.issues.map((i: { path: string; message: string }) => `${i.path}: ${i.message}`).join("; ")}`,
    );
  });

  test("400: the first hundred issues, and how many there are", async () => {
    const { create } = await aSheet();
    const { status, body } = await create(Array.from({ length: 1000 }, () => ({ Name: 1 })));
    expect(status).toBe(400);
    expect(body.data.issues).toHaveLength(100);
    expect(body.data.total).toBe(1000);
    expect(body.message).toMatch(/; and 900 more$/);
  });

  test.each([
    ["a user of another base", "Person", { id: "usr0000000000000000", title: "x" }],
    ["a name for a person", "Person", "Ada"],
    ["one for many", "People", {}],
    ["a choice that is none", "One", "b"],
    ["a choice in other letters", "One", "A"],
    ["an empty list of choices", "Some", []],
    ["a list with a null in it", "Some", ["a", null]],
    ["a number for a choice", "One", 1],
  ])("400: %s", async (_, key, value) => {
    const { create } = await aSheet({
      fields: [
        text(),
        field("Person", "user"),
        field("People", "user", { options: { isMultiple: true } }),
        field("One", "singleSelect", select(["a"])),
        field("Some", "multipleSelect", select(["a"])),
      ],
    });
    const answer = await create([{ [key]: value }]);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([`records[0].fields.${key}`]);
  });

  test("404: every key that names no field, also those that objects have", async () => {
    const { send } = await aSheet();
    const answer = await send(
      '{"records":[{"fields":{"Name":"a"}},{"fields":{"Foo":1,"b c":2,"__proto__":3,"toString":null,"name":4}}]}',
    );
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe("not_found");
    expect(answer.body.data.issues).toEqual(
      ["Foo", "b c", "__proto__", "toString", "name"].map((key) => ({
        path: key === "b c" ? 'records[1].fields["b c"]' : `records[1].fields.${key}`,
        message: noField,
      })),
    );
  });

  test("404: ids and names are not mixed", async () => {
    const { create, table } = await aSheet();
    expect((await create([{ [table.fields[0].id]: "a" }])).status).toBe(404);
    expect((await create([{ Name: "a" }], { fieldKeyType: "id" })).status).toBe(404);
  });

  test("400 comes before 404: cells first, then unknown keys", async () => {
    const { create } = await aSheet();
    const answer = await create([{ Foo: 1 }, { Name: 1 }]);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(["records[1].fields.Name"]);
  });

  test("404: hundreds of thousands of unknown keys, and one of megabytes", async () => {
    const { send } = await aSheet();
    const many = Array.from({ length: 300_000 }, (_, i) => `"${i}":0`).join();
    expect((await send(`{"records":[{"fields":{${many}}}]}`)).body.data.total).toBe(300_000);
    const long = await send(`{"records":[{"fields":{"${"x".repeat(3_000_000)}":0}}]}`);
    expect(long.status).toBe(404);
    expect(JSON.stringify(long.body).length).toBeLessThan(3000);
  });

  test.each([
    ["null", null, ""],
    ["a list", [], ""],
    ["text", "x", ""],
    ["no records", {}, "records"],
    ["records: null", { records: null }, "records"],
    ["records: {}", { records: {} }, "records"],
    ["0 records", { records: [] }, "records"],
    ["1001 records", { records: Array(1001).fill({ fields: {} }) }, "records"],
    ["a record that is none", { records: [{ fields: {} }, 7] }, "records[1]"],
    ["a record without fields", { records: [{}] }, "records[0].fields"],
    ["fields: []", { records: [{ fields: [] }] }, "records[0].fields"],
    ["fields: null", { records: [{ fields: null }] }, "records[0].fields"],
    ["typecast: 'true'", { records: [{ fields: {} }], typecast: "true" }, "typecast"],
    ["fieldKeyType: 'key'", { records: [{ fields: {} }], fieldKeyType: "key" }, "fieldKeyType"],
    ["order, which comes later", { records: [{ fields: {} }], order: { viewId: "viw" } }, "order"],
  ])("400: %s", async (_, body, path) => {
    const { send, count } = await aSheet();
    const answer = await send(JSON.stringify(body));
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([path]);
    expect(await count()).toBe(0);
  });

  test("400: not supported yet: order, and repeating a request safely", async () => {
    const { send } = await aSheet();
    const body = { records: [{ fields: {} }], order: null };
    const answer = await send(body, { headers: { "Idempotency-Key": "a" } });
    expect(answer.status).toBe(400);
    expect(answer.body.data.issues).toEqual([
      { path: "order", message: "the order of new records in a view: not supported yet" },
      { path: "headers.idempotency-key", message: "repeating requests safely: not supported yet" },
    ]);
  });
});

describe("limits", () => {
  test("400: a cell of 400 KB says limit and size, with typecast too", async () => {
    const { create } = await aSheet();
    for (const typecast of [false, true])
      expect((await create([{ Name: "x".repeat(400 * 1024) }], { typecast })).body.data.issues).toEqual([
        { path: "records[0].fields.Name", message: "must have at most 100000 characters, has 409600" },
      ]);
  });

  test("400: a record that is larger than an item of the store", async () => {
    const fields = Array.from({ length: 5 }, (_, i) => field(`F${i}`, "longText"));
    const { create, count } = await aSheet({ fields });
    const cells = Object.fromEntries(fields.map(({ name }) => [name, "x".repeat(100_000)]));
    const answer = await create([{}, cells]);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(["records[1]"]);
    expect(answer.body.message).toContain("has 489 KB, the limit is 380 KB");
    expect(await count()).toBe(0);
  });

  test("400: more changes in one act than a transaction holds; nothing is written", async () => {
    const { create, count } = await aSheet({ fields: [text({ unique: true })] });
    const records = Array.from({ length: 51 }, (_, i) => ({ Name: `${i}` }));
    const { status, body } = await create(records);
    expect({ status, message: body.data.issues[0].message }).toEqual({
      status: 400,
      message: "needs 102 changes in one act, and more than 100 are not supported yet: send less at once",
    });
    expect(await count()).toBe(0);
    expect((await create(records.slice(1))).status).toBe(201);
  });

  test("400: more bytes in one act than a transaction holds, where the answer is small", async () => {
    const names = Array.from({ length: 300 }, (_, i) => i.toString(36));
    const some = Array.from({ length: 80 }, (_, i) => field(`F${i}`, "multipleSelect", select(names)));
    const { create, count } = await aSheet({ fields: [text(), ...some] });
    const cells = Object.fromEntries(some.map(({ name }) => [name, names]));
    const { status, body } = await create(Array.from({ length: 14 }, () => cells));
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringContaining("bytes in one act, and more than 4194304 are not supported yet"),
    });
    expect(await count()).toBe(0);
  });

  test("413: a body over 4 MB", async () => {
    const { send } = await aSheet();
    const answer = await send(`{"records":[{"fields":{"Name":"${"x".repeat(4 * 1024 * 1024)}"}}]}`);
    expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    expect(answer.body.message).toMatch(/has 4194340 bytes, the limit is 4194304/);
  });

  test("413: an answer over 4 MB, known before anything is written", async () => {
    const long = { options: { defaultValue: "x".repeat(100_000) } };
    const { create, count } = await aSheet({ fields: [text(), field("Long", "longText", long)] });
    const answer = await create(Array.from({ length: 50 }, () => ({})));
    expect(answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    expect(answer.body.message).toMatch(/would have \d+ bytes, the limit is 4194304/);
    expect(await count()).toBe(0);
  });

  test.each([
    ["text that is no JSON", "{records:[]}", /^the body is not JSON: /],
    ["half a body", '{"records":[{"fie', /^the body is not JSON: /],
    ["nothing", "", /^the body is empty; send \{\}/],
    ["white space", " \n", /^the body is empty/],
    ["lists in lists in lists", "[".repeat(1e6) + "]".repeat(1e6), /^the body is nested deeper than 100$/],
    [
      "the same with half a surrogate pair",
      `{"a":"\\ud800","b":${"[".repeat(1e6)}${"]".repeat(1e6)}}`,
      /^the body is nested deeper than 100$/,
    ],
  ])("400: %s", async (_, body, message) => {
    const { send } = await aSheet();
    const answer = await send(body);
    expect({ status: answer.status, issues: answer.body.data.issues }).toEqual({
      status: 400,
      issues: [{ path: "", message: expect.stringMatching(message) }],
    });
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "415: content-type %j",
    async (type) => {
      const { send } = await aSheet();
      const answer = await send('{"records":[{"fields":{}}]}', { headers: { "content-type": type } });
      expect(answer).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } });
    },
  );

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.api+json"])(
    "201: content-type %s",
    async (type) => {
      const { send } = await aSheet();
      expect((await send({ records: [{ fields: {} }] }, { headers: { "content-type": type } })).status).toBe(
        201,
      );
    },
  );

  test("400: thousands of people who are nobody", async () => {
    const { create } = await aSheet({
      fields: [text(), field("Who", "user", { options: { isMultiple: true } })],
    });
    const people = Array.from({ length: 100_000 }, (_, i) => ({ id: `usr${String(i).padStart(16, "0")}` }));
    const answer = await create([{ Who: people }]);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(["records[0].fields.Who"]);
  });
});

describe("unique", () => {
  test("201 for exactly one of fifty who want the same value at once; 400 for the others", async () => {
    const { create, list, table } = await aSheet({ name: "Guests", fields: [text({ unique: true })] });
    const answers = await Promise.all(Array.from({ length: 50 }, () => create([{ Name: "x" }])));
    const losers = answers.filter(({ status }) => status !== 201);
    expect(losers).toHaveLength(49);
    for (const { status, body } of losers) {
      expect(status).toBe(400);
      expect(body).toEqual({
        message: `Validation error: records[0].fields.Name: ${duplicate}`,
        status: 400,
        code: "validation_error",
        data: {
          issues: [{ path: "records[0].fields.Name", message: duplicate }],
          total: 1,
          localization: {
            i18nKey: "httpErrors.custom.fieldValueDuplicate",
            context: { tableName: table.name, fieldName: "Name" },
          },
        },
      });
    }
    expect((await list()).body.records).toHaveLength(1);
  });

  test("400: the whole batch, naming each record and field that is taken, by the keys of the request", async () => {
    const { create, table, count } = await aSheet({
      fields: [text({ unique: true }), field("No", "number", { unique: true })],
    });
    await create([{ Name: "a", No: 1 }]);
    const [name, no] = table.fields.map(({ id }: { id: string }) => id);
    const answer = await create([{ [no]: 1 }, { [name]: "b" }, { [name]: "a", [no]: 2 }], {
      fieldKeyType: "id",
    });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer).sort()).toEqual([`records[0].fields.${no}`, `records[2].fields.${name}`]);
    expect(await count()).toBe(1);
    expect((await create([{ Name: "b", No: 2 }])).status).toBe(201);
  });

  test("400: twins in one batch are both named", async () => {
    const { create } = await aSheet({ fields: [text({ unique: true })] });
    const answer = await create([{ Name: "a" }, { Name: "b" }, { Name: " a" }, {}, {}]);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual(["records[0].fields.Name", "records[2].fields.Name"]);
    expect(answer.body.data.localization.i18nKey).toBe("httpErrors.custom.fieldValueDuplicate");
  });

  test.each([
    ["text in other letters", "singleLineText", ["a", "A", "a b", "a  b", "ä", "a\u0308"]],
    ["long text with other line ends", "longText", ["a\nb", "a b", "a\r\nb"]],
    ["numbers", "number", [1, -1, 0, 1.5, 1e21, 1e-7]],
    ["dates", "date", ["2024-01-01", "2024-01-02", "2024-01-01T00:00:00.001Z"]],
  ])("201: values that differ as stored: %s; again 400", async (_, type, values) => {
    const { create } = await aSheet({ fields: [field("Key", type, { unique: true })] });
    const records = values.map((Key) => ({ Key }));
    expect((await create(records)).status).toBe(201);
    for (const record of records) expect((await create([record])).status).toBe(400);
  });

  test.each([
    ["text with white space around it", "singleLineText", " a ", "a\t"],
    ["numbers written otherwise", "number", 0, -0],
    ["one instant in two zones", "date", "2024-01-01T01:00:00+01:00", "2024-01-01T00:00:00Z"],
  ])("400: values that are one as stored: %s", async (_, type, first, second) => {
    const { create } = await aSheet({ fields: [field("Key", type, { unique: true })] });
    expect((await create([{ Key: first }])).status).toBe(201);
    expect((await create([{ Key: second }])).status).toBe(400);
  });

  test("400: a value that typecast makes", async () => {
    const { create } = await aSheet({ fields: [text(), field("No", "number", { unique: true })] });
    await create([{ No: 5 }]);
    const answer = await create([{ No: "$ 5" }], { typecast: true });
    expect({ status: answer.status, paths: pathsOf(answer) }).toEqual({
      status: 400,
      paths: ["records[0].fields.No"],
    });
  });

  test("201: empty cells may repeat, a default may not", async () => {
    const { create } = await aSheet({ fields: [text({ unique: true })] });
    expect((await create([{}, { Name: "" }, { Name: null }])).status).toBe(201);
    const defaults = await aSheet({ fields: [text({ unique: true, options: { defaultValue: "x" } })] });
    expect((await defaults.create([{}])).status).toBe(201);
    expect((await defaults.create([{}])).status).toBe(400);
  });

  test("201: values are unique in their table and field only", async () => {
    const fields = [text({ unique: true }), field("Other", "singleLineText", { unique: true })];
    const [one, two] = [await aSheet({ fields }), await aSheet({ fields })];
    expect((await one.create([{ Name: "a", Other: "a" }])).status).toBe(201);
    expect((await two.create([{ Name: "a" }])).status).toBe(201);
  });
});

describe("notNull", () => {
  const fields = [
    text({ notNull: true }),
    field("One", "singleSelect", { notNull: true, ...select(["a"], { preventAutoNewOptions: true }) }),
    field("No", "number", { notNull: true, options: { defaultValue: 1 } }),
  ];

  test("201: defaults count", async () => {
    const { create } = await aSheet({ fields });
    expect((await create([{ Name: "x", One: "a", No: null }])).status).toBe(201);
  });

  test("400: each missing cell, and why for clients that translate", async () => {
    const { create, table } = await aSheet({ fields });
    const { status, body } = await create([{ Name: "x", One: "a" }, { Name: " " }]);
    expect(status).toBe(400);
    expect(body.data).toEqual({
      issues: [
        { path: "records[1].fields.Name", message: "must not be empty" },
        { path: "records[1].fields.One", message: "must not be empty" },
      ],
      total: 2,
      localization: {
        i18nKey: "httpErrors.custom.fieldValueNotNull",
        context: { tableName: table.name, fieldName: "Name" },
      },
    });
  });

  test("400: a cell of the wrong type is named once, for its type", async () => {
    const { create } = await aSheet({ fields });
    const { body } = await create([{ Name: 5, One: "a" }]);
    expect(body.data).toEqual({
      issues: [{ path: "records[0].fields.Name", message: "must be text" }],
      total: 1,
    });
  });

  test("400: where typecast finds nothing", async () => {
    const { create } = await aSheet({ fields });
    expect(pathsOf(await create([{ Name: "x", One: "b", No: "?" }], { typecast: true }))).toEqual([
      "records[0].fields.One",
    ]);
  });
});

describe("who may", () => {
  test("403: viewers and commenters; 201: editors", async () => {
    const { baseId, tableId } = await aTable();
    const params = { tableId };
    const body = { records: [{ fields: {} }] };
    for (const [role, status] of [
      ["viewer", 403],
      ["commenter", 403],
      ["editor", 201],
    ] as const)
      expect((await call(createRecords, { as: await aMember(baseId, role), params, body })).status).toBe(
        status,
      );
  });

  test("404 before 400: a stranger, a token of another base, a table that was never made", async () => {
    const { owner, tableId, baseId } = await aTable();
    const elsewhere = await aBase(owner);
    const tokens = {
      stranger: await someone(),
      otherBase: {
        token: await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [elsewhere.baseId] } }),
      },
    };
    for (const as of Object.values(tokens))
      expect((await call(createRecords, { as, params: { tableId }, body: "nonsense" })).status).toBe(404);
    const params = { tableId: "tbl0000000000000000" };
    expect((await call(createRecords, { as: owner, params, body: {} })).status).toBe(404);
    const named = { token: await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [baseId] } }) };
    expect((await call(createRecords, { as: named, params: { tableId }, body: {} })).status).toBe(400);
    const reading = { token: await aToken(owner.userId, { scopes: ["record|read"] }) };
    expect((await call(createRecords, { as: reading, params: { tableId }, body: {} })).status).toBe(403);
  });
});
