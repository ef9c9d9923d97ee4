import { describe, expect, test } from "vitest";
import { handler as updateRecords } from "#functions/record/update-records";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const text = (more?: object) => field("Name", "singleLineText", more);
const unique = { unique: true };
const nobody = "rec0000020000000000";

/** A sheet with records of these names, and no empty one. */
async function named(names: string[], fields: object[] = [text(unique), field("No", "number")]) {
  const sheet = await aSheet({ fields });
  const { body } = await sheet.create(names.map((Name) => ({ Name })));
  const records = body.records as Answered[];
  return { ...sheet, records, ids: records.map(({ id }) => id) };
}

const namesIn = ({ body }: { body: { records: Answered[] } }) => body.records.map(({ name }) => name);

describe("the answer", () => {
  test("200: an array of the whole records in the order sent; cells that are not named stay, null empties one", async () => {
    const { create, updateMany, list, owner } = await aSheet();
    const cells = ["a", "b", "c"].map((Name) => ({ Name, Count: 1, Status: "light" }));
    const { records } = (await create(cells)).body;
    const { status, headers, body } = await updateMany([
      { id: records[2].id, fields: { Count: 9 } },
      { id: records[0].id, fields: { Status: null } },
    ]);
    expect({ status, etag: headers["etag"] }).toEqual({ status: 200, etag: undefined });
    const edited = { lastModifiedTime: expect.any(String), lastModifiedBy: owner.userId };
    expect(body).toEqual([
      { ...records[2], fields: { Name: "c", Count: 9, Status: "light" }, ...edited },
      { ...records[0], fields: { Name: "a", Count: 1 }, ...edited },
    ]);
    expect((await list()).body.records).toEqual([body[1], records[1], body[0]]);
  });

  test("200: what is said nothing of stays as it is", async () => {
    const { updateMany, records, ids } = await named(["a", "b"]);
    const { body } = await updateMany([
      { id: ids[0] as string, fields: {} },
      { id: ids[1] as string, fields: { No: 1 } },
    ]);
    expect(body[0]).toEqual(records[0]);
    expect(body[1].lastModifiedTime).toEqual(expect.any(String));
  });

  test("200: choices that typecast makes are one for the whole call", async () => {
    const { create, updateMany, list } = await aSheet();
    const { records } = (await create([{}, {}, {}])).body;
    const changed = records.map(({ id }: Answered, i: number) => ({
      id,
      fields: { Status: i < 2 ? "brand new" : "newer" },
    }));
    expect((await updateMany(changed, { typecast: true })).status).toBe(200);
    const shown = (await list()).body.records.map(({ fields }: Answered) => fields["Status"]);
    expect(shown).toEqual(["brand new", "brand new", "newer"]);
  });

  test("200: a thousand records in one call", async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `n${i}`);
    const { updateMany, ids, walk } = await named(names);
    const { status, body } = await updateMany(ids.map((id, i) => ({ id, fields: { Name: `m${i}`, No: i } })));
    expect({ status, count: body.length }).toEqual({ status: 200, count: 1000 });
    const { records } = await walk();
    expect(records.map(({ fields }) => fields)).toEqual(names.map((_, i) => ({ Name: `m${i}`, No: i })));
  });
});

describe("unique values", () => {
  test.each([2, 3, 150])("200: %i records pass their values on in a ring", async (count) => {
    const names = Array.from({ length: count }, (_, i) => `n${i}`);
    const { updateMany, create, list, ids } = await named(names);
    const turned = ids.map((id, i) => ({ id, fields: { Name: names[(i + 1) % count] } }));
    expect((await updateMany(turned)).status).toBe(200);
    expect(namesIn(await list("take=200"))).toEqual([...names.slice(1), names[0]]);
    expect((await create([{ Name: "n1" }])).status).toBe(400);
    // and again, now that guards have had two owners
    const back = ids.map((id, i) => ({ id, fields: { Name: names[i] } }));
    expect((await updateMany(back)).status).toBe(200);
    expect(namesIn(await list("take=200"))).toEqual(names);
    expect((await updateMany([{ id: ids[0] as string, fields: { Name: null } }])).status).toBe(200);
    expect((await create([{ Name: "n0" }])).status).toBe(201);
  });

  test("400: one value for two of a call, for one that another has, and for one that the call leaves its value", async () => {
    const { updateMany, list, ids, table } = await named(["a", "b", "c"]);
    const [a = "", b = ""] = ids;
    const set = (...some: [string, string | undefined][]) =>
      updateMany(some.map(([id, Name]) => ({ id, fields: { ...(Name && { Name }) } })));
    const twins = await set([a, "x"], [b, "x"]);
    expect(refusal(twins).paths).toEqual(["records[0].fields.Name", "records[1].fields.Name"]);
    expect(refusal(await set([a, "x"], [b, "c"])).paths).toEqual(["records[1].fields.Name"]);
    const left = await set([a, "b"], [b, undefined]);
    expect(left.body.data).toMatchObject({
      issues: [{ path: "records[0].fields.Name" }],
      localization: { context: { tableName: table.name, fieldName: "Name" } },
    });
    expect(namesIn(await list())).toEqual(["a", "b", "c"]);
  });

  test("200: one gives a value up, another of the call takes it", async () => {
    const { updateMany, list, ids } = await named(["a", "b"]);
    const [a = "", b = ""] = ids;
    const moved = await updateMany([
      { id: b, fields: { Name: "a" } },
      { id: a, fields: { Name: null } },
    ]);
    expect(moved.status).toBe(200);
    expect(namesIn(await list())).toEqual(["", "a"]);
  });
});

describe("what is wrong is named", () => {
  test("400: every bad cell of every record, also of one that is not there; 404 after that", async () => {
    const { updateMany, list, ids, records } = await named(["a", "b"]);
    const [a = "", b = ""] = ids;
    const wrong = await updateMany([
      { id: a, fields: { Name: 1, No: "x" } },
      { id: b, fields: { Foo: 1 } },
      { id: nobody, fields: { No: "y" } },
    ]);
    expect(refusal(wrong)).toEqual({
      status: 400,
      paths: ["records[0].fields.Name", "records[0].fields.No", "records[2].fields.No"],
    });
    const unknown = await updateMany([
      { id: nobody, fields: { No: 1 } },
      { id: a, fields: { No: 1 } },
      { id: "rec0000030000000000", fields: { "b c": 1 } },
    ]);
    expect(refusal(unknown)).toEqual({
      status: 404,
      paths: ["records[0].id", "records[2].id", 'records[2].fields["b c"]'],
    });
    expect((await list()).body.records).toEqual(records);
  });

  test("400: an id that is there twice, at all its places", async () => {
    const { updateMany, ids } = await named(["a", "b"]);
    const [a = "", b = ""] = ids;
    const answer = await updateMany([a, b, a].map((id) => ({ id, fields: {} })));
    expect(refusal(answer)).toEqual({ status: 400, paths: ["records[0].id", "records[2].id"] });
  });

  test.each([
    ["nothing", {}, ["records"]],
    ["no record", { records: [] }, ["records"]],
    ["no id", { records: [{ fields: {} }] }, ["records[0].id"]],
    ["no id that could be one", { records: [{ id: "x", fields: {} }] }, ["records[0].id"]],
    ["no fields", { records: [{ id: nobody }] }, ["records[0].fields"]],
    ["order: 7", { records: [{ id: nobody, fields: {} }], order: 7 }, ["order"]],
    [
      "an id with upsert",
      { upsert: { fieldKeys: ["Name"] }, records: [{ id: nobody, fields: {} }] },
      ["records[0].id"],
    ],
    ["upsert by nothing", { upsert: { fieldKeys: [] }, records: [{ fields: {} }] }, ["upsert.fieldKeys"]],
    [
      "upsert by four",
      { upsert: { fieldKeys: ["a", "b", "c", "d"] }, records: [{ fields: {} }] },
      ["upsert.fieldKeys"],
    ],
    [
      "upsert by one twice",
      { upsert: { fieldKeys: ["a", "a"] }, records: [{ fields: {} }] },
      ["upsert.fieldKeys[0]", "upsert.fieldKeys[1]"],
    ],
    ["upsert by more", { upsert: { fieldKeys: ["a"], x: 1 }, records: [{ fields: {} }] }, ["upsert.x"]],
  ])("400: %s", async (_, body, paths) => {
    const { sendUpdates } = await aSheet();
    expect(refusal(await sendUpdates(body))).toEqual({ status: 400, paths });
  });

  test("400: 1001 records; If-Match, which is for one record", async () => {
    const { sendUpdates, ids } = await named(["a"]);
    const tooMany = { records: Array.from({ length: 1001 }, () => ({ id: nobody, fields: {} })) };
    expect(refusal(await sendUpdates(tooMany)).paths).toContain("records");
    const body = { records: [{ id: ids[0], fields: {} }] };
    const answer = await sendUpdates(body, { headers: { "if-match": "*" } });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["headers.if-match"] });
  });
});

describe("at once", () => {
  test("200 or 409: batches over the same records lose nothing and stand in nobody's way for good", async () => {
    const names = Array.from({ length: 120 }, (_, i) => `n${i}`);
    const writers = ["A", "B", "C", "D"];
    const { updateMany, ids, walk } = await named(names, [
      text(unique),
      ...writers.map((name) => field(name, "number")),
    ]);
    const answers = await Promise.all(
      writers.map((writer, w) => {
        const own = w % 2 === 0 ? ids : ids.toReversed();
        return updateMany(own.map((id) => ({ id, fields: { [writer]: w } })));
      }),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const done = writers.flatMap((writer, w) => (answers[w]?.status === 200 ? [[writer, w] as const] : []));
    const { records } = await walk();
    expect(records.map(({ fields }) => fields)).toEqual(
      names.map((Name) => ({ Name, ...Object.fromEntries(done) })),
    );
  });

  test("200 or 404: a batch and the deletion of one of its records; nothing is done by half", async () => {
    const { updateMany, remove, list, ids } = await named(["a", "b", "c"]);
    const [edited, removed] = await Promise.all([
      updateMany(ids.map((id, i) => ({ id, fields: { No: i } }))),
      remove(ids[1] as string),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(edited.status);
    const left = (await list()).body.records.map(({ fields }: Answered) => fields["No"]);
    expect(left).toEqual(edited.status === 200 ? [0, 2] : [undefined, undefined]);
  });
});

test("404: a record of another table, a stranger; 403: roles and scopes too low, for upsert one more", async () => {
  const { owner, params, baseId, ids, list, records } = await named(["a"]);
  const other = await aSheet({}, owner);
  const body = { records: [{ id: ids[0], fields: { Name: "b" } }] };
  const elsewhere = await other.sendUpdates(body);
  expect(refusal(elsewhere)).toEqual({ status: 404, paths: ["records[0].id"] });
  const onlyUpdate = { token: await aToken(owner.userId, { scopes: ["record|update"] }) };
  const refused = [
    [404, await someone()],
    [403, await aMember(baseId, "viewer")],
    [403, { token: await aToken(owner.userId, { scopes: ["record|create"] }) }],
  ] as const;
  for (const [status, as] of refused)
    expect((await call(updateRecords, { as, params, body })).status).toBe(status);
  const upsert = { upsert: { fieldKeys: ["Name"] }, records: [{ fields: { Name: "z" } }] };
  expect((await call(updateRecords, { as: onlyUpdate, params, body: upsert })).status).toBe(403);
  expect((await list()).body.records).toEqual(records);
  expect((await call(updateRecords, { as: onlyUpdate, params, body })).status).toBe(200);
});
