/* Each tool of `POST /mcp` on a store. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import type { Piece } from "#lib/data/jobs/run-job";
import { workAtOnce } from "#lib/data/jobs/work-at-once";
import { tools } from "#lib/mcp/tools/index";
import { pieces } from "#test/support/events/jobs";
import { appendNew, follow } from "#test/support/events/log";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { callTool, useTool } from "#test/support/requests/mcp";
import { inProcessOnly } from "#test/support/run/target";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("the stream is read here, and a job is done");

const owner = await someone();
const place = await aBase(owner);
const { baseId } = place;

const fields = [
  { type: "singleLineText", name: "Title" },
  { type: "longText", name: "Text" },
  { type: "number", name: "Price" },
  { type: "singleSelect", name: "Status", options: { choices: [{ name: "open" }, { name: "done" }] } },
];

/** A table of tickets with these titles. */
async function tickets(...titles: string[]) {
  const records = titles.map((Title, i) => ({ fields: { Title, Price: i + 1, Status: "open" } }));
  const { tableId } = await aTable({ name: `Tickets ${crypto.randomUUID()}`, fields, records }, owner, place);
  const { rows } = await useTool(owner, "query_records", { table: tableId, fields: ["Title"] });
  return { table: tableId, ids: rows.map(([id]: string[]) => id) as string[] };
}

test("list_bases: those of the person, with the role", async () => {
  const { bases } = await useTool(owner, "list_bases", {});
  expect(bases).toEqual([{ id: baseId, name: expect.any(String), role: "owner" }]);
});

test("describe_base: names first, then fields with choices and links, then all options", async () => {
  const { table } = await tickets();
  const link = { type: "link", name: "Next", options: { relationship: "manyMany", foreignTableId: table } };
  await call(createField, { as: owner, params: { tableId: table }, body: link });
  const names = await useTool(owner, "describe_base", { base: baseId });
  expect(names.tables).toContainEqual({ id: table, name: expect.any(String) });
  const { name } = names.tables.find(({ id }: { id: string }) => id === table);
  const brief = await useTool(owner, "describe_base", { base: baseId, detail: "fields", tables: [name] });
  expect(brief.tables[0].fields).toMatchObject([
    { name: "Title", type: "singleLineText", primary: true },
    { name: "Text" },
    { name: "Price", type: "number" },
    { name: "Status", choices: ["open", "done"] },
    { name: "Next", type: "link", many: true, links: table },
    // the other side, in the same table
    {},
  ]);
  const full = await useTool(owner, "describe_base", { base: baseId, detail: "full", tables: [table] });
  expect(full.tables[0].views).toMatchObject([{ type: "grid" }]);
  expect(full.tables[0].fields[2].options).toMatchObject({ formatting: {} });
  const misspelled = await callTool(owner, "describe_base", {
    base: baseId,
    tables: [name.replace("T", "R")],
  });
  expect(misspelled.shown.error.issues).toEqual([
    { path: "tables[0]", message: expect.stringContaining(`did you mean "${name}"?`) },
  ]);
});

test("query_records: a table of rows, by filter, sort, search and cursor", async () => {
  const { table, ids } = await tickets("a", "b", "c");
  const all = { table, sort: [{ field: "Price", order: "desc" }], fields: ["Title", "Price"] };
  const first = await useTool(owner, "query_records", { ...all, limit: 2 });
  expect(first).toMatchObject({
    columns: ["id", "Title", "Price"],
    rows: [
      [ids[2], "c", expect.stringMatching(/^3/)],
      [ids[1], "b", expect.stringMatching(/^2/)],
    ],
  });
  const rest = await useTool(owner, "query_records", { ...all, cursor: first.cursor });
  expect(rest.rows.map(([id]: string[]) => id)).toEqual([ids[0]]);
  expect(rest.cursor).toBeUndefined();
  const byText = await useTool(owner, "query_records", { table, filter: "{Title} = 'b' OR {Price} > 2" });
  expect(byText.rows).toHaveLength(2);
  const filterSet = [{ fieldId: "Title", operator: "is", value: "b" }];
  const byObject = await useTool(owner, "query_records", {
    table,
    filter: { conjunction: "and", filterSet },
  });
  expect(byObject.rows).toHaveLength(1);
  expect((await useTool(owner, "query_records", { table, search: "c" })).rows).toHaveLength(1);
  const wrong = await callTool(owner, "query_records", { table, filter: "{Titel} = 'b'" });
  expect(wrong.shown.error.issues[0]).toEqual({
    path: expect.stringMatching(/^filter/),
    message: expect.stringContaining('"Title"'),
  });
  const unsorted = await callTool(owner, "query_records", { table, sort: [{ field: "Prise" }] });
  expect(unsorted.shown.error.issues[0].path).toMatch(/^sort/);
});

test("a table is named by id, or by name with its base; an unknown name gets the nearest", async () => {
  const { table } = await tickets("a");
  const { tables } = await useTool(owner, "describe_base", { base: baseId });
  const { name } = tables.find(({ id }: { id: string }) => id === table);
  expect((await useTool(owner, "query_records", { base: baseId, table: name })).rows).toHaveLength(1);
  const { bases } = await useTool(owner, "list_bases", {});
  expect((await useTool(owner, "query_records", { base: bases[0].name, table: name })).rows).toHaveLength(1);
  const alone = await callTool(owner, "query_records", { table: name });
  expect(alone.shown.error.issues).toEqual([
    { path: "base", message: expect.stringContaining("is missing") },
  ]);
  const other = await callTool(owner, "query_records", { base: "Sails", table: name });
  expect(other.shown.error.issues[0].path).toBe("base");
  const stranger = await someone();
  const refused = await callTool(stranger, "query_records", { table });
  expect(refused).toMatchObject({ isError: true, shown: { error: { code: "not_found" } } });
});

test("get_record: all cells, linked records expanded, long texts cut only if they must be", async () => {
  const { table, ids } = await tickets("a");
  const text = "x".repeat(60_000);
  await useTool(owner, "update_records", { table, records: [{ id: ids[0], fields: { Text: text } }] });
  const listed = await useTool(owner, "query_records", { table, fields: ["Text"] });
  expect(listed.rows[0][1]).toBe(`${"x".repeat(500)}…(+59500)`);
  const cut = await useTool(owner, "get_record", { table, record: ids[0] });
  expect(cut.record.fields.Text).toBe(`${"x".repeat(10_000)}…(+50000)`);
  const only = await useTool(owner, "get_record", { table, record: ids[0], fields: ["Title"] });
  expect(only.fields).toEqual({ Title: "a" });
  const link = {
    type: "link",
    name: "Next",
    options: { relationship: "manyMany", foreignTableId: table, isOneWay: true },
  };
  await useTool(owner, "change_fields", { table, action: "create", definition: link });
  await useTool(owner, "update_records", { table, records: [{ id: ids[0], fields: { Next: "a" } }] });
  const linked = await useTool(owner, "get_record", {
    table,
    record: ids[0],
    fields: ["Next"],
    expand: ["Next"],
  });
  expect(linked.record?.expanded ?? linked.expanded).toMatchObject({ Next: [{ id: ids[0], name: "a" }] });
});

test("summarize_records: groups with statistics", async () => {
  const { table } = await tickets("a", "b");
  const answer = await useTool(owner, "summarize_records", {
    ...{ base: baseId, table, groupBy: [{ field: "Status" }], filter: "{Price} > 0" },
    ...{ select: [{ fn: "count" }, { field: "Price", fn: "sum" }], sort: [{ name: "count", order: "desc" }] },
  });
  expect(answer).toEqual({ rows: [{ Status: "open", count: 2, "sum(Price)": 3 }], total: 1 });
});

test("create, update, upsert, delete: ids and names; undo takes each back, the last one first", async () => {
  const { table, ids } = await tickets("a");
  const values = async () =>
    (
      await useTool(owner, "query_records", {
        table,
        fields: ["Title", "Status"],
        sort: [{ field: "Title" }],
      })
    ).rows.map(([, ...cells]: string[]) => cells.filter(Boolean).join());
  const { created } = await useTool(owner, "create_records", {
    ...{ table, records: [{ fields: { Title: "b", Status: "new choice" } }] },
  });
  expect(created).toEqual([{ id: expect.stringMatching(/^rec/), name: "b" }]);
  const updated = await useTool(owner, "update_records", {
    table,
    records: [{ id: ids[0], fields: { Status: "done" } }],
  });
  expect(updated).toEqual({ updated: [{ id: ids[0], name: "a" }] });
  const upserted = await useTool(owner, "upsert_records", {
    ...{
      table,
      match: ["Title"],
      records: [{ fields: { Title: "b", Status: "done" } }, { fields: { Title: "c" } }],
    },
  });
  expect(upserted).toEqual({
    records: [
      { id: created[0].id, name: "b" },
      { id: expect.any(String), name: "c" },
    ],
    created: [upserted.records[1].id],
  });
  expect(await useTool(owner, "delete_records", { table, records: ids })).toEqual({
    deleted: [{ id: ids[0], name: "a" }],
    key: expect.stringMatching(/^del\w{16}$/),
  });
  await tellNews();
  expect(await values()).toEqual(["b,done", "c"]);
  const states = [
    ["a,done", "b,done", "c"],
    ["a,done", "b,new choice"],
    ["a,open", "b,new choice"],
    ["a,open"],
  ];
  for (const state of states) {
    expect(await useTool(owner, "undo", { table })).toEqual({ undone: true });
    expect(await values()).toEqual(state);
  }
  expect(await useTool(owner, "undo", { table })).toMatchObject({ undone: false });
});

test("a deletion without a key answers one: undo with it brings these records back, after later writes too", async () => {
  const { table } = await tickets();
  const records = ["a", "b", "c"].map((Title) => ({ fields: { Title } }));
  const { created } = await useTool(owner, "create_records", { table, records });
  const [a, b, c] = created.map(({ id }: { id: string }) => id);
  const first = await useTool(owner, "delete_records", { table, records: [a] });
  const second = await useTool(owner, "delete_records", { table, records: [b] });
  expect(second.key).not.toBe(first.key);
  await useTool(owner, "update_records", { table, records: [{ id: c, fields: { Title: "d" } }] });
  await tellNews();
  expect(await useTool(owner, "undo", { table, key: first.key })).toEqual({ undone: true });
  const { rows } = await useTool(owner, "query_records", { table, fields: ["Title"] });
  expect(rows.toSorted()).toEqual([
    [a, "a"],
    [c, "d"],
  ]);
  const own = await useTool(owner, "delete_records", { table, records: [c], key: "mine" });
  expect(own.key).toBe("mine");
});

test("a write that is repeated with its key is done once; undo takes it back by the key", async () => {
  const { table } = await tickets();
  const writes: [string, object][] = [
    ["create_records", { records: [{ fields: { Title: "a" } }] }],
    ["upsert_records", { match: ["Title"], records: [{ fields: { Title: "b" } }] }],
  ];
  for (const [name, args] of writes) {
    const key = crypto.randomUUID();
    const first = await useTool(owner, name, { table, ...args, key });
    expect(await useTool(owner, name, { table, ...args, key })).toEqual(first);
    const other = await callTool(owner, name, { table, ...args, typecast: false, key });
    expect(other.shown.error.code).toBe("unprocessable_entity");
  }
  const [one, two] = await Promise.all(
    [0, 1].map(() =>
      callTool(owner, "create_records", { table, records: [{ fields: { Title: "c" } }], key: "twins" }),
    ),
  );
  const count = async () => (await useTool(owner, "query_records", { table })).rows.length;
  expect([one?.isError, two?.isError]).toContain(false);
  expect(await count()).toBe(3);
  expect(await useTool(owner, "undo", { table, key: "twins" })).toEqual({ undone: true });
  expect(await count()).toBe(2);
});

test("writes are all or nothing, and an issue names the record and the field", async () => {
  const { table } = await tickets();
  const records = [{ fields: { Title: "a" } }, { fields: { Prise: 3 } }, { fields: { Price: "x" } }];
  const { shown } = await callTool(owner, "create_records", { table, records: records.slice(0, 2) });
  expect(shown.error.issues).toEqual([
    { path: "records[1].fields.Prise", message: expect.stringContaining('"Price"') },
  ]);
  const { shown: cell } = await callTool(owner, "create_records", {
    table,
    records: [records[0], records[2]],
  });
  expect(cell.error.issues[0].path).toBe("records[1].fields.Price");
  expect((await useTool(owner, "query_records", { table })).rows).toEqual([]);
});

test("create_table and change_fields: made, renamed, converted after a preview, deleted", async () => {
  const made = await useTool(owner, "create_table", {
    ...{ base: baseId, name: `Rooms ${crypto.randomUUID()}` },
    fields: [
      { name: "Room", type: "singleLineText" },
      { name: "Seats", type: "singleLineText" },
    ],
  });
  const table = made.table.id;
  expect(made.table.fields).toMatchObject([{ name: "Room" }, { name: "Seats" }]);
  await useTool(owner, "create_records", { table, records: [{ fields: { Room: "A", Seats: "many" } }] });
  const change = { table, field: "Seats" };
  const definition = { type: "number" };
  const preview = await useTool(owner, "change_fields", {
    ...change,
    action: "convert",
    definition,
    preview: true,
  });
  expect(preview.preview).toMatchObject({ records: 1, cells: 1, emptied: 1 });
  const filled = await useTool(owner, "change_fields", { ...change, action: "delete", preview: true });
  expect(filled.preview).toMatchObject({ cells: 1 });
  await useTool(owner, "change_fields", {
    ...change,
    action: "update",
    definition: { description: "chairs" },
  });
  const converted = await useTool(owner, "change_fields", { ...change, action: "convert", definition });
  expect(converted).toEqual({ converted: { id: expect.any(String), name: "Seats", type: "number" } });
  await useTool(owner, "change_fields", { ...change, action: "delete" });
  expect(
    (await useTool(owner, "describe_base", { base: baseId, detail: "fields", tables: [table] })).tables[0]
      .fields,
  ).toHaveLength(1);
  await useTool(owner, "undo", { table });
  const wrong: [object, string][] = [
    [{ action: "create", field: "Room", definition }, "field"],
    [{ action: "update", field: "Room" }, "definition"],
    [{ action: "update", field: "Rom", definition: { name: "x" } }, "field"],
    [{ action: "create", definition, preview: true }, "preview"],
    [{ action: "delete", field: "Seats", key: "k" }, "key"],
  ];
  for (const [args, path] of wrong)
    expect((await callTool(owner, "change_fields", { table, ...args })).shown.error.issues[0].path).toBe(
      path,
    );
});

test("comment and list_comments: the newest, then older ones by the cursor", async () => {
  const { table, ids } = await tickets("a");
  const about = { table, record: ids[0] };
  for (const text of ["one", "two\nlines", "three"]) await useTool(owner, "comment", { ...about, text });
  const newest = await useTool(owner, "list_comments", { ...about, limit: 2 });
  expect(newest.comments.map(({ text }: { text: string }) => text)).toEqual(["two\nlines", "three"]);
  const older = await useTool(owner, "list_comments", { ...about, cursor: newest.cursor });
  expect(older.comments.map(({ text }: { text: string }) => text)).toEqual(["one"]);
});

test("list_changes: from a cursor on, of all tables or of some", async () => {
  const { table } = await tickets();
  const other = await tickets();
  await follow(owner, baseId);
  const { cursor, ...begun } = await useTool(owner, "list_changes", { base: baseId });
  expect(begun).toEqual({
    ...{ changes: [], more: false, reset: false },
    note: expect.stringContaining("`since`"),
  });
  for (const each of [table, other.table])
    await useTool(owner, "create_records", { table: each, records: [{ fields: { Title: "a" } }] });
  await appendNew();
  const since = await useTool(owner, "list_changes", { base: baseId, since: cursor, tables: [table] });
  expect(since.changes).toMatchObject([{ type: "record.created", tableId: table }]);
  expect(since).not.toHaveProperty("note");
});

test("import_csv: a job, and how far it is", async () => {
  const { table } = await tickets();
  const key = crypto.randomUUID();
  const { job } = await useTool(owner, "import_csv", { table, text: "Title,Price\na,1\nb,2\n", key });
  expect(await useTool(owner, "import_csv", { table, text: "Title,Price\na,1\nb,2\n", key })).toEqual({
    job,
  });
  await workAtOnce(job, (each) => (pieces[each.kind] as Piece)(each));
  expect((await useTool(owner, "import_csv", { table, job })).job).toMatchObject({ id: job, state: "done" });
  expect((await useTool(owner, "query_records", { table })).rows).toHaveLength(2);
  const neither = await callTool(owner, "import_csv", { table });
  expect(neither.shown.error.issues[0].path).toBe("text");
});

test("each tool has a test here", async () => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(import.meta.filename, "utf8");
  expect(tools.filter(({ name }) => !text.includes(`"${name}"`))).toEqual([]);
});
