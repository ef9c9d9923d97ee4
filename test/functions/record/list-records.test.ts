import { beforeAll, describe, expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { counterKey } from "#lib/data/records/record-keys";
import { buildRecord } from "#lib/data/records/records";
import type { FieldId, TableId } from "#lib/schemas/basics/ids";
import { commit, insert } from "#lib/store/commit";
import { addToNumber } from "#lib/store/store";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

type Sheet = Awaited<ReturnType<typeof aSheet>>;

/** Adds `count` records to a sheet without HTTP, numbered after the last ones, with the number as Count. */
async function filled(sheet: Sheet, count: number): Promise<void> {
  const tableId = sheet.tableId as TableId;
  const [name, number] = sheet.table.fields.map(({ id }: { id: string }) => id as FieldId);
  const last = await addToNumber(counterKey(tableId), count);
  const items = Array.from({ length: count }, (_, i) => {
    const n = last - count + 1 + i;
    const cells = { [name]: `r${n}`, [number]: n };
    return insert(buildRecord(tableId, n, cells, sheet.owner.userId, "2026-01-01T00:00:00.000Z"));
  });
  const batches: Promise<void>[] = [];
  for (let i = 0; i < items.length; i += 100) batches.push(commit(items.slice(i, i + 100)));
  await Promise.all(batches);
}

const numbersOf = (records: Answered[]) => records.map(({ autoNumber }) => autoNumber);

describe("pages", () => {
  test("200: in the order of creation, a hundred unless take is set", async () => {
    const sheet = await aSheet();
    await filled(sheet, 150);
    const { status, body } = await sheet.list();
    expect(status).toBe(200);
    expect(numbersOf(body.records)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(body.records[41]).toMatchObject({
      name: "r42",
      fields: { Name: "r42", Count: 42 },
      autoNumber: 42,
    });
    expect(typeof body.nextCursor).toBe("string");
    const next = (await sheet.list({ cursor: body.nextCursor })).body;
    expect(numbersOf(next.records)).toEqual(Array.from({ length: 50 }, (_, i) => i + 101));
    expect(next.nextCursor).toBeNull();
  });

  test("200: an empty table", async () => {
    const { list } = await aSheet();
    expect((await list()).body).toEqual({ records: [], nextCursor: null });
  });

  test.each([1, 2, 5, 9, 10, 11, 1000])(
    "200: nextCursor is null exactly at the end, 10 records %i at a time",
    async (take) => {
      const sheet = await aSheet();
      await filled(sheet, 10);
      const { records, pages } = await sheet.walk(take);
      expect(numbersOf(records)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(pages).toBe(Math.ceil(10 / take));
    },
  );

  test("200: the cursor works after its record, and all before and after it, are deleted", async () => {
    const sheet = await aSheet();
    const { records } = (await sheet.create([{ Name: "a" }, { Name: "b" }, { Name: "c" }])).body;
    const { nextCursor } = (await sheet.list({ take: "2" })).body;
    for (const { id } of records) await sheet.remove(id);
    expect((await sheet.list({ cursor: nextCursor })).body).toEqual({ records: [], nextCursor: null });
    const [later] = (await sheet.create([{ Name: "d" }])).body.records;
    expect((await sheet.list({ cursor: nextCursor })).body).toEqual({ records: [later], nextCursor: null });
  });

  test("200: skip passes over records, alone and after a cursor", async () => {
    const sheet = await aSheet();
    await filled(sheet, 30);
    const page = (await sheet.list({ skip: "10", take: "5" })).body;
    expect(numbersOf(page.records)).toEqual([11, 12, 13, 14, 15]);
    const next = (await sheet.list({ cursor: page.nextCursor, skip: "10", take: "5" })).body;
    expect(next).toMatchObject({
      records: [26, 27, 28, 29, 30].map((autoNumber) => ({ autoNumber })),
      nextCursor: null,
    });
    for (const skip of ["30", "10000"])
      expect((await sheet.list({ skip })).body).toEqual({ records: [], nextCursor: null });
  });

  test("200: pages that would exceed 4 MB end early, with a cursor to the rest", async () => {
    const fields = Array.from({ length: 3 }, (_, i) => field(`F${i}`, "longText"));
    const sheet = await aSheet({ fields });
    // a control character is one byte in the store and six in a response, which holds the first field twice
    const cells = Object.fromEntries(fields.map(({ name }) => [name, `a${"\u0001".repeat(20_000)}`]));
    for (let i = 0; i < 2; i++) await sheet.create([cells, cells, cells, cells, cells, cells, cells]);
    const first = (await sheet.list({ take: "1000" })).body;
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(first.records).toHaveLength(8);
    const rest = (await sheet.list({ take: "1000", cursor: first.nextCursor })).body;
    expect(numbersOf([...first.records, ...rest.records])).toEqual(
      Array.from({ length: 14 }, (_, i) => i + 1),
    );
    expect(rest.nextCursor).toBeNull();
  });
});

describe("3,300 records with gaps, across the end of the first part and into the third bucket", () => {
  let sheet: Sheet;
  const expected: number[] = [];

  beforeAll(async () => {
    sheet = await aSheet();
    await filled(sheet, 2000);
    await addToNumber(counterKey(sheet.tableId as TableId), 15_000);
    await filled(sheet, 1400);
    const { records } = await sheet.walk();
    const gone = records.filter(({ autoNumber: n }) => n % 34 === 0 || Math.abs(n - 1024) < 3);
    for (let i = 0; i < gone.length; i += 20)
      await Promise.all(gone.slice(i, i + 20).map(({ id }) => sheet.remove(id)));
    const lost = new Set(numbersOf(gone));
    expected.push(...numbersOf(records).filter((n) => !lost.has(n)));
  }, 30_000);

  test.each([1000, 333, 100])(
    "200: the cursor finds each record exactly once and in order, %i at a time",
    async (take) => {
      const { records, pages } = await sheet.walk(take);
      expect(expected.length).toBeGreaterThan(3290);
      expect(expected.at(-1)).toBe(18_400);
      expect(numbersOf(records)).toEqual(expected);
      expect(pages).toBe(Math.ceil(expected.length / take));
    },
  );

  test("200: skip finds the same records", async () => {
    for (const skip of [990, 1020, 1960, 3000])
      expect(numbersOf((await sheet.list({ skip: String(skip), take: "50" })).body.records)).toEqual(
        expected.slice(skip, skip + 50),
      );
  });

  test("200: the count is the same", async () => {
    expect(await sheet.count()).toBe(expected.length);
  });
});

test("200: while others create and delete, each record that stays is returned exactly once", async () => {
  const sheet = await aSheet();
  await filled(sheet, 1000);
  const before = (await sheet.walk()).records;
  const doomed = new Set(before.filter((_, i) => i % 3 === 0).map(({ id }) => id));
  let running = true;
  const writers = [
    (async () => {
      for (const id of [...doomed].reverse()) if (running) await sheet.remove(id);
    })(),
    (async () => {
      for (let i = 0; running && i < 60; i++)
        await sheet.create([{ Name: `new ${i}` }, { Name: `newer ${i}` }]);
    })(),
  ];
  for (const take of [37, 100, 250]) {
    const ids = (await sheet.walk(take)).records.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted());
    const seen = new Set(ids);
    for (const { id } of before) if (!doomed.has(id)) expect(seen.has(id)).toBe(true);
  }
  running = false;
  await Promise.all(writers);
});

describe("how records are shown", () => {
  test.each(["id", "name", "dbFieldName"] as const)(
    "200: by fieldKeyType %s, with a projection by the same keys",
    async (kind) => {
      const { create, list, table } = await aSheet({
        fields: [field("A b", "singleLineText"), field("C d", "number")],
      });
      await create([{ "A b": "x", "C d": 1 }]);
      const [first, second] = table.fields.map((each: Record<string, string>) => each[kind]);
      expect((await list({ fieldKeyType: kind })).body.records[0].fields).toEqual({
        [first]: "x",
        [second]: 1,
      });
      const one = (await list({ fieldKeyType: kind, "projection[]": second })).body.records[0];
      expect(one).toMatchObject({ name: "x", fields: { [second]: 1 } });
      expect(Object.keys(one.fields)).toEqual([second]);
    },
  );

  test("200: a key without brackets is a list of one", async () => {
    const { create, list } = await aSheet();
    const { body } = await create([
      { Name: "x", Count: 1 },
      { Name: "y", Count: 2 },
    ]);
    const one = await list(`projection=Count&selectedRecordIds=${body.records[1].id}`);
    expect(one.body.records).toMatchObject([{ name: "y", fields: { Count: 2 } }]);
    expect((await list("projection=Cuont")).status).toBe(404);
  });

  test("200: a projection of several fields keeps the order of the table", async () => {
    const { create, list } = await aSheet();
    await create([{ Name: "x", Count: 1, Status: "light" }]);
    for (const query of [
      "projection[]=Status&projection[]=Name",
      "projection=Status&projection=Name",
      "projection[1]=Name&projection[0]=Status",
    ]) {
      const [record] = (await list(query)).body.records;
      expect(record.name).toBe("x");
      expect(Object.entries(record.fields)).toEqual([
        ["Name", "x"],
        ["Status", "light"],
      ]);
    }
  });

  test("200: cellFormat text", async () => {
    const { create, list, owner } = await aSheet({
      fields: [
        field("Day", "date", {
          options: { formatting: { date: "D/M/YYYY", time: "HH:mm", timeZone: "Asia/Tokyo" } },
        }),
        field("Cost", "number", { options: { formatting: { type: "currency", precision: 2, symbol: "€" } } }),
        field("Done", "checkbox"),
        field("Tags", "multipleSelect", { options: { choices: [{ name: "a, b" }, { name: "c" }] } }),
        field("Who", "user", { options: { isMultiple: true } }),
        field("No", "autoNumber"),
      ],
    });
    const me = { id: owner.userId, title: "" };
    await create([{ Day: "2026-01-31T20:30:00Z", Cost: 1234.5, Done: true, Tags: ["a, b", "c"], Who: [me] }]);
    const [record] = (await list({ cellFormat: "text" })).body.records;
    expect(record).toMatchObject({ name: "1/2/2026 05:30", autoNumber: 1 });
    expect(record.fields).toEqual({
      Day: "1/2/2026 05:30",
      Cost: "€1,234.50",
      Done: "true",
      Tags: '"a, b", c',
      Who: owner.name,
      No: "1",
    });
  });
});

describe("errors", () => {
  test.each([
    ["take=0", "take", "must be from 1 to 1000; got 0"],
    ["take=1001", "take", "must be from 1 to 1000; got 1001"],
    ["take=-1", "take", "must be from 1 to 1000; got -1"],
    ["take=1.5", "take", "must be a whole number"],
    ["take=1e2", "take", "must be a whole number"],
    ["take=", "take", "must be a whole number"],
    ["take=9999999999999999999999", "take", "must be a whole number"],
    ["take[]=5", "take", "must be a string, not a list"],
    ["take=5&take=6", "take", "must be a string, not a list"],
    ["skip=-1", "skip", "must be from 0 to 10000; got -1; to go further, use `cursor`"],
    ["skip=10001", "skip", "must be from 0 to 10000; got 10001; to go further, use `cursor`"],
    ["skip=1000000000", "skip", "must be from 0 to 10000; got 1000000000; to go further, use `cursor`"],
    ["cellFormat=xml", "cellFormat", "must be one of json, text, local"],
    ["fieldKeyType=key", "fieldKeyType", "must be one of name, id, dbFieldName"],
    ["color=red", "color", "is unknown"],
    ["limit=10", "limit", "unknown parameter; the page size is take"],
    ["__proto__=1", "__proto__", "is unknown"],
    ["%F0%9F%98%80=1", '["😀"]', "is unknown"],
    ["cursor=", "cursor", "is not a valid cursor; send nextCursor of the previous page unchanged"],
    ["cursor=nonsense", "cursor", "is not a valid cursor; send nextCursor of the previous page unchanged"],
    [`cursor=${"a".repeat(20_001)}`, "cursor", expect.stringContaining("20000")],
    ["cursor=%00%ff", "cursor", "is not a valid cursor; send nextCursor of the previous page unchanged"],
  ])("400: %s", async (query, path, message) => {
    const { list } = await aSheet();
    const { status, body } = await list(query);
    expect({ status, issues: body.data.issues }).toEqual({ status: 400, issues: [{ path, message }] });
  });

  test("400: all errors at once", async () => {
    const { list } = await aSheet();
    expect(refusal(await list("take=0&skip=x&cellFormat=a&b=1")).paths.sort()).toEqual([
      "b",
      "cellFormat",
      "skip",
      "take",
    ]);
  });

  test("404: each unknown field of the projection", async () => {
    const { list } = await aSheet();
    const { status, body } = await list("projection[]=Foo&projection[]=Name&projection[]=toString");
    expect(status).toBe(404);
    expect(body.data.issues).toEqual(
      [0, 2].map((i) => ({ path: `projection[${i}]`, message: "is not a field of this table" })),
    );
  });

  test("400: a cursor that was cut, changed, or belongs to another table", async () => {
    const [sheet, other] = [await aSheet(), await aSheet()];
    await filled(sheet, 3);
    await filled(other, 3);
    const { nextCursor } = (await sheet.list({ take: "1" })).body;
    for (let length = 0; length < nextCursor.length; length++)
      expect((await sheet.list({ cursor: nextCursor.slice(0, length) })).status).toBe(400);
    for (const cursor of [
      `${nextCursor}A`,
      `${nextCursor}=`,
      ` ${nextCursor}`,
      nextCursor.replace(/.$/, "!"),
    ])
      expect((await sheet.list({ cursor })).status).toBe(400);
    const elsewhere = await other.list({ cursor: nextCursor });
    expect({ status: elsewhere.status, issues: elsewhere.body.data.issues }).toEqual({
      status: 400,
      issues: [{ path: "cursor", message: "is a cursor of another table" }],
    });
  });
});

describe("permissions", () => {
  test.each(["viewer", "commenter"] as const)("200: a %s sees that nothing can be changed", async (role) => {
    const { baseId, tableId, create } = await aSheet();
    await create([{ Name: "x" }]);
    const as = await aMember(baseId, role);
    const ask = (query: string) => call(listRecords, { as, params: { tableId }, query });
    const may = { read: true, update: false };
    expect((await ask("")).body.records).toEqual([
      expect.objectContaining({ permissions: { Name: may, Count: may, Status: may }, undeletable: true }),
    ]);
    expect((await ask("projection[]=Name")).body.records[0].permissions).toEqual({ Name: may });
  });

  test.each(["owner", "creator", "editor"] as const)("200: an %s sees no restrictions", async (role) => {
    const { baseId, tableId, create } = await aSheet();
    await create([{ Name: "x" }]);
    const { body } = await call(listRecords, { as: await aMember(baseId, role), params: { tableId } });
    expect(body.records[0]).not.toHaveProperty("permissions");
    expect(body.records[0]).not.toHaveProperty("undeletable");
  });

  test("404: stranger; 403: token without record|read; both before 400", async () => {
    const { owner, tableId } = await aTable();
    const params = { tableId };
    const query = "color=red";
    expect((await call(listRecords, { as: await someone(), params, query })).status).toBe(404);
    const writing = { token: await aToken(owner.userId, { scopes: ["record|create"] }) };
    expect((await call(listRecords, { as: writing, params, query })).status).toBe(403);
  });
});

describe("a bad cursor is reported last", () => {
  const query = { cursor: "bad" };

  test("401: expired token; 404: caller without a role, unknown table", async () => {
    const { tableId } = await aTable();
    const past = {
      token: await aToken((await someone()).userId, { expiredTime: "2020-01-01T00:00:00.000Z" }),
    };
    expect((await call(listRecords, { as: past, params: { tableId }, query })).status).toBe(401);
    expect((await call(listRecords, { as: await someone(), params: { tableId }, query })).status).toBe(404);
    const nowhere = { tableId: "tblNoSuchTable00000" };
    expect((await call(listRecords, { as: await someone(), params: nowhere, query })).status).toBe(404);
  });
});

test.each(["filterLinkCellCandidate", "filterLinkCellSelected"])(
  "400: %s that is not the id of a field",
  async (name) => {
    const { owner, tableId } = await aTable();
    const answer = await call(listRecords, { as: owner, params: { tableId }, query: { [name]: "x" } });
    expect(refusal(answer)).toEqual({ status: 400, paths: [name] });
    expect(answer.body.message).toContain("must be the id of a link field");
  },
);
