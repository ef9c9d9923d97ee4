/* @gridless/client: the records of a table, against a server that runs. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientWorld, clientWorld, failure, manyPeople, type People } from "./support/client-world.ts";

let world: ClientWorld;
beforeAll(async () => {
  world = await clientWorld();
});
afterAll(() => world.end());

const people = async (more: object[] = []) => world.base.table<People>((await world.makeTable(more)).id);

describe("lists", () => {
  test("2,500 records: one by one over pages, by the page, the first, all, and counted", async () => {
    const table = await people();
    const rows = manyPeople(2500);
    await table.create(rows);
    const names: (string | undefined)[] = [];
    for await (const { fields } of table.list()) names.push(fields.Name);
    expect(names).toEqual(rows.map(({ Name }) => Name));

    const first = await table.list({ take: 900 }).page();
    expect(first.records).toHaveLength(900);
    const second = await table.list({ take: 900 }).page({ cursor: first.nextCursor });
    expect(second.records[0]?.fields.Name).toBe("Person 900");
    const third = await table.list().page({ cursor: second.nextCursor, take: 900 });
    expect(third).toMatchObject({ nextCursor: null, records: { length: 700 } });

    const old = table.list({
      filter: {
        conjunction: "and",
        filterSet: [{ fieldId: "Age", operator: "isGreaterEqual", value: 2490 }],
      },
      orderBy: [{ fieldId: "Age", order: "desc" }],
      projection: ["Age"],
    });
    expect((await old.first())?.fields).toEqual({ Age: 2499 });
    expect((await old.all()).map(({ fields }) => fields.Age)).toEqual(
      Array.from({ length: 10 }, (_, i) => 2499 - i),
    );
    expect(await old.count()).toBe(10);
    expect(await table.list().count()).toBe(2500);
    expect(await table.list({ filterByTql: "{Age} < 3", skip: 1 }).all()).toHaveLength(2);
    expect(await table.list({ filterByFormula: "MOD({Age}, 500) = 3" }).count()).toBe(5);
    expect(await table.list({ filterByFormula: "{Age} < 3" }).all()).toHaveLength(3);
    expect(await table.list({ search: ["PERSON 249", "Name", true] }).count()).toBe(11);
    const ids = second.records.slice(0, 5).map(({ id }) => id);
    expect(await table.list({ selectedRecordIds: ids }).count()).toBe(5);
    expect(await table.list({ filterByTql: "{Age} < 0" }).first()).toBeUndefined();
  });

  test("rows of statistics of a base", async () => {
    const { id } = await world.makeTable([]);
    await world.base.table<People>(id).create(manyPeople(30));
    const select = [
      { fn: "count", as: "people" },
      { field: "Age", fn: "max" },
    ];
    expect(
      await world.base.query<{ people: number }>({ table: id, filterByFormula: "{Age} < 20", select }),
    ).toEqual({ rows: [{ people: 20, "max(Age)": 19 }], total: 1 });
    expect(await failure(world.base.query({ table: id, orderBy: [{ name: "x" }] }))).toMatchObject({
      status: 400,
    });
  });

  test("a filter that is too long for an address is counted too", async () => {
    const table = await people();
    await table.create(manyPeople(3));
    const items = Array.from({ length: 90 }, (_, i) => ({
      fieldId: "Name",
      operator: "isNot",
      value: `No one ${i}`,
    }));
    expect(await table.list({ filter: { conjunction: "and", filterSet: items } }).count()).toBe(3);
  });

  test("a loop that is left asks for no further page", async () => {
    const table = await people();
    await table.create(manyPeople(5));
    const seen: string[] = [];
    for await (const { name } of table.list({ take: 2 })) {
      seen.push(name);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual(["Person 0", "Person 1", "Person 2"]);
  });
});

describe("a table", () => {
  test("is found by its name; a name that there is not says which there are", async () => {
    const { id, name } = await world.makeTable();
    expect(await world.base.tables()).toContainEqual(expect.objectContaining({ id, name }));
    await world.base.table(name).create({ Name: "Ada" });
    expect(await world.base.table(id).list().count()).toBe(1);
    const error = await failure(world.base.table("Peple").list().count());
    expect(error).toMatchObject({
      status: 404,
      code: "not_found",
      message: expect.stringContaining(`"${name}"`),
    });
  });

  test("has cells by the keys that were asked for", async () => {
    const { id } = await world.makeTable();
    const [field] = await world.client.request<{ id: string }[]>("GET", `/table/${id}/field`);
    const byId = world.base.table(id, { keys: "id" });
    const key = field?.id ?? "";
    expect((await byId.create({ [key]: "Ada" })).fields).toMatchObject({ [key]: "Ada" });
    expect((await byId.list().first())?.fields[key]).toBe("Ada");
  });
});

describe("one record", () => {
  test("is created, read, changed, emptied and deleted", async () => {
    const table = await people();
    const made = await table.create({ Name: "Ada", Age: 36 });
    expect(made).toMatchObject({ name: "Ada", fields: { Name: "Ada", Age: 36, No: 1 } });
    expect(await table.get(made.id)).toEqual(made);
    const changed = await table.update({ id: made.id, fields: { Age: null } });
    expect(changed.fields).toEqual({ Name: "Ada", No: 1 });
    await table.delete(made.id);
    expect(await failure(table.get(made.id))).toMatchObject({ status: 404, code: "not_found" });
  });

  test("a whole record that was read can be sent back", async () => {
    const table = await people();
    const made = await table.create({ Name: "Ada", Born: "1815-12-10" });
    expect((await table.update(made)).fields).toEqual(made.fields);
  });

  test("text is read as people write it, if asked", async () => {
    const table = world.base.table((await world.makeTable()).id);
    expect((await table.create({ Name: "Ada", Age: "1,234.5" }, { typecast: true })).fields["Age"]).toBe(
      1234.5,
    );
  });
});

describe("lists of rows", () => {
  test("2,500 rows are changed, upserted and deleted, in their order", async () => {
    const table = await people();
    const made = await table.create(manyPeople(2500));
    expect(made.map(({ name }) => name)).toEqual(manyPeople(2500).map(({ Name }) => Name));
    const changed = await table.update(
      made.map(({ id, fields }) => ({ id, fields: { Age: (fields.Age ?? 0) + 1 } })),
    );
    expect(changed.map(({ fields }) => fields.Age)).toEqual(manyPeople(2500).map(({ Age }) => Age + 1));

    const rows = [{ Name: "New", Age: 1 }, ...manyPeople(2000), { Name: "Newer" }];
    const { records, created, updated } = await table.upsert(rows, { on: ["Name"] });
    expect(records.map(({ name }) => name)).toEqual(rows.map(({ Name }) => Name));
    expect(created).toEqual([records[0]?.id, records.at(-1)?.id]);
    expect(updated).toHaveLength(2000);

    await table.delete(made.slice(100).map(({ id }) => id));
    expect(await table.list().count()).toBe(102);
  });

  test("no rows are no request; one row is upserted alone", async () => {
    const table = await people();
    expect(await table.create([])).toEqual([]);
    await table.delete([]);
    const { created } = await table.upsert({ Name: "Ada" }, { on: ["Name"] });
    expect(created).toHaveLength(1);
  });

  test("rows may come from a generator", async () => {
    const table = await people();
    async function* rows() {
      for (let i = 0; i < 30; i++) yield { Name: `Row ${i}` };
    }
    expect(await table.create(rows(), { size: 7 })).toHaveLength(30);
    expect(await table.list().count()).toBe(30);
  });

  test("rows of many bytes are cut before a request is too large", async () => {
    const table = world.base.table((await world.makeTable([{ type: "longText", name: "Text" }])).id);
    const rows = Array.from({ length: 120 }, (_, i) => ({ Name: `Long ${i}`, Text: "字".repeat(50_000) }));
    expect(await table.create(rows)).toHaveLength(120);
  });
});

describe("the same key", () => {
  test("makes nothing twice, and gives the same records", async () => {
    const table = await people();
    const rows = manyPeople(2500);
    const once = await table.create(rows, { key: "import-1" });
    const again = await table.create(rows, { key: "import-1" });
    expect(again).toEqual(once);
    expect(await table.list().count()).toBe(2500);
  });

  test("goes on where a call ended, and says what is done", async () => {
    const table = await people();
    const rows: object[] = manyPeople(2500);
    const good = [...rows];
    rows[2003] = { Name: "Person 2003", Age: "old" };
    const error = await failure(table.create(rows, { key: "import-2" }));
    expect(error).toMatchObject({
      status: 400,
      code: "validation_error",
      message: "Validation error: records[2003].fields.Age: must be a number (2000 rows before are done)",
      issues: [{ path: "records[2003].fields.Age", message: "must be a number" }],
      key: "import-2",
      done: { rows: 2000, records: { length: 2000 } },
    });
    expect(await table.list().count()).toBe(2000);
    const made = await table.create(good, { key: "import-2" });
    expect(made).toHaveLength(2500);
    expect(await table.list().count()).toBe(2500);
  });

  test("with other rows is refused: nothing is made of them", async () => {
    const table = await people();
    await table.create(manyPeople(10), { key: "import-3" });
    const error = await failure(table.create(manyPeople(11), { key: "import-3" }));
    expect(error).toMatchObject({ status: 422, code: "unprocessable_entity", done: { rows: 0 } });
    expect(await table.list().count()).toBe(10);
  });

  test("that is no key, and a size that is none, are refused before anything is sent", async () => {
    const table = await people();
    await expect(table.create([{ Name: "Ada" }], { key: "schlüssel" })).rejects.toThrow("visible ASCII");
    await expect(table.create([{ Name: "Ada" }], { size: 1001 })).rejects.toThrow("from 1 to 1000");
    expect(await table.list().count()).toBe(0);
  });
});

describe("errors", () => {
  test("a wrong cell of one row names it, with the id of the request", async () => {
    const table = world.base.table((await world.makeTable()).id);
    const error = await failure(table.create({ Name: "Ada", Age: "old" }));
    expect(error).toMatchObject({
      name: "GridlessError",
      status: 400,
      issues: [{ path: "records[0].fields.Age" }],
    });
    expect(error.requestId).toMatch(/./);
  });

  test("an id that there is not, deep in a deletion, is named by its place in the whole list", async () => {
    const table = await people();
    const made = await table.create(manyPeople(1200));
    const ids = made.map(({ id }) => id);
    const error = await failure(table.delete([...ids.slice(0, 1100), "rec4mSa1Cw6nZ8tQ0Yh"]));
    expect(error).toMatchObject({ status: 404, issues: [{ path: "recordIds[1100]" }], done: { rows: 1000 } });
  });

  test("a number that JSON cannot hold is refused, and empties no cell", async () => {
    const table = await people();
    const error = await failure(
      table.create([{ Name: "Ada" }, { Name: "Bob", Age: Number.NaN }], { size: 1 }),
    );
    expect(error).toMatchObject({
      code: "stopped",
      message: expect.stringContaining("row 1: Age is NaN"),
      done: { rows: 1 },
    });
  });

  test("rows that cannot be read end the call, which says what is done", async () => {
    const table = await people();
    function* rows() {
      yield* manyPeople(3);
      throw new Error("the file is broken");
    }
    const error = await failure(table.create(rows(), { size: 2 }));
    expect(error).toMatchObject({
      code: "stopped",
      message: "the file is broken (2 rows before are done)",
      done: { rows: 2 },
    });
  });

  test("a wrong token, an address that is none, and one where no server is", async () => {
    const { gridless } = await import("#lib/client/index");
    const wrong = gridless({ url: world.url, token: "wrong" });
    expect(await failure(wrong.request("GET", "/auth/user"))).toMatchObject({
      status: 401,
      code: "unauthorized",
    });
    expect(() => gridless({ url: "tables.example.org", token: "x" })).toThrow("must be an address");
    expect(() => gridless({ url: world.url, token: "" })).toThrow("token is missing");
    const nowhere = gridless({ url: "http://127.0.0.1:1", token: "x" });
    const error = await failure(nowhere.request("GET", "/auth/user"));
    expect(error).toMatchObject({
      status: 0,
      code: "connection_lost",
      message: expect.stringContaining("does not answer"),
    });
  });
});
