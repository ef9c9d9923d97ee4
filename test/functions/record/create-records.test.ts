import { describe, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { aSheet, field } from "#test/functions/record/support/records";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed, outdated } from "#test/support/store/faults";

const text = (more?: object) => field("Name", "singleLineText", more);
const noField = "is not a field of this table";
const select = (names: string[], more: object = {}) => ({
  options: { choices: names.map((name) => ({ name })), ...more },
});

describe("the response", () => {
  test("201: full records in the order sent, without members that have no value", async () => {
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

  test("201: lists and single reads return what was created", async () => {
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

  test("201: keys are names by default", async () => {
    const { create } = await aSheet({ fields: [field("Full name", "singleLineText")] });
    expect((await create([{ "Full name": "Ada" }])).body.records[0].fields).toEqual({ "Full name": "Ada" });
  });

  test("201: unknown members of the body and of a record are ignored", async () => {
    const { send } = await aSheet();
    const record = { fields: { Name: "a" }, id: "recOfMyOwn", autoNumber: 9 };
    const { status, body } = await send({ records: [record], color: "red" });
    expect(status).toBe(201);
    expect(body.records[0].autoNumber).toBe(1);
  });

  test("201: a hundred in one call, numbered consecutively", async () => {
    const { create, count } = await aSheet();
    const { body } = await create(Array.from({ length: 100 }, (_, i) => ({ Name: `r${i}` })));
    expect(body.records.map((record: { autoNumber: number }) => record.autoNumber)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(await count()).toBe(100);
  });

  test("201: concurrent calls get different numbers", async () => {
    const { create, walk } = await aSheet();
    await Promise.all(Array.from({ length: 20 }, (_, i) => create([{ Name: `a${i}` }, { Name: `b${i}` }])));
    const numbers = (await walk()).records.map(({ autoNumber }) => autoNumber);
    expect(new Set(numbers).size).toBe(40);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });
});

test("201: a call that retries keeps its reserved numbers", async () => {
  const { create } = await aSheet();
  let refusals = 0;
  const sent = await disturbed(
    ({ command }) => (command === "TransactWriteItems" && ++refusals <= 3 ? outdated() : undefined),
    async () => {
      const { body } = await create([{ Status: "new" }, {}], { typecast: true });
      expect(body.records).toMatchObject([{ autoNumber: 1, fields: { Status: "new" } }, { autoNumber: 2 }]);
    },
  );
  expect(sent.filter(({ command }) => command === "UpdateItem")).toHaveLength(1);
  expect((await create([{}])).body.records[0].autoNumber).toBe(3);
});

describe("errors", () => {
  test("400: every bad cell with its path and reason", async () => {
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

  test("400: the first hundred issues, and their total", async () => {
    const { create } = await aSheet();
    const { status, body } = await create(Array(100).fill({ Name: 1, Count: "x" }));
    expect(status).toBe(400);
    expect(body.data.issues).toHaveLength(100);
    expect(body.data.total).toBe(200);
    expect(body.message).toMatch(/; and 100 more$/);
  });

  test.each([
    ["a user of another base", "Person", { id: "usr0000000000000000", title: "x" }],
    ["a name instead of a person", "Person", "Ada"],
    ["a single person instead of a list", "People", {}],
    ["an unknown choice", "One", "b"],
    ["a choice in another case", "One", "A"],
    ["an empty list of choices", "Some", []],
    ["a list that contains null", "Some", ["a", null]],
    ["a number instead of a choice", "One", 1],
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
    expect(refusal(answer).paths).toEqual([`records[0].fields.${key}`]);
  });

  test("404: every key that is not a field, including names of object members", async () => {
    const { send } = await aSheet();
    const answer = await send(
      '{"records":[{"fields":{"Name":"a"}},{"fields":{"Foo":1,"b c":2,"__proto__":3,"toString":null,"name":4}}]}',
    );
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe("not_found");
    expect(answer.body.data.issues).toEqual(
      ["Foo", "b c", "__proto__", "toString", "name"].map((key) => ({
        path: key === "b c" ? 'records[1].fields["b c"]' : `records[1].fields.${key}`,
        message: key === "name" ? 'no field is called "name"; did you mean "Name"?' : noField,
      })),
    );
  });

  test("404: a name where fieldKeyType says id", async () => {
    const { create } = await aSheet();
    expect((await create([{ Name: "a" }], { fieldKeyType: "id" })).status).toBe(404);
  });

  test("400 before 404: bad cells first, then unknown keys", async () => {
    const { create } = await aSheet();
    const answer = await create([{ Foo: 1 }, { Name: 1 }]);
    expect(answer.status).toBe(400);
    expect(refusal(answer).paths).toEqual(["records[1].fields.Name"]);
  });

  test("404: hundreds of thousands of unknown keys, and a key of megabytes", async () => {
    const { send } = await aSheet();
    const many = Array.from({ length: 10_000 }, (_, i) => `"${i}":0`).join();
    expect((await send(`{"records":[${Array(30).fill(`{"fields":{${many}}}`)}]}`)).body.data.total).toBe(
      300_000,
    );
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
    ["an invalid record", { records: [{ fields: {} }, 7] }, "records[1]"],
    ["a record without fields", { records: [{}] }, "records[0].fields"],
    ["fields: []", { records: [{ fields: [] }] }, "records[0].fields"],
    ["fields: null", { records: [{ fields: null }] }, "records[0].fields"],
    ["typecast: 'true'", { records: [{ fields: {} }], typecast: "true" }, "typecast"],
    ["fieldKeyType: 'key'", { records: [{ fields: {} }], fieldKeyType: "key" }, "fieldKeyType"],
    ["order: null", { records: [{ fields: {} }], order: null }, "order"],
  ])("400: %s", async (_, body, path) => {
    const { send, count } = await aSheet();
    const answer = await send(JSON.stringify(body));
    expect(answer.status).toBe(400);
    expect(refusal(answer).paths).toEqual([path]);
    expect(await count()).toBe(0);
  });
});

describe("permissions", () => {
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

  test("404 before 400: stranger, token of another base, unknown table", async () => {
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

test("201 exactly once, whichever call to the store fails, before or after its effect", async () => {
  const { create, walk } = await aSheet({ fields: [text({ unique: true }), field("One", "singleSelect")] });
  const made: string[] = [];
  for (const fault of ["not sent", "answer lost"] as const)
    for (let n = 0; n < 8; n++) {
      const cells = { Name: `${fault} ${n}`, One: `${fault} ${n}` };
      await disturbed(
        (_, i) => (i === n ? fault : undefined),
        async () => expect((await create([cells], { typecast: true })).status).toBe(201),
      );
      made.push(cells.Name);
    }
  expect((await walk()).records.map(({ name }) => name)).toEqual(made);
});
