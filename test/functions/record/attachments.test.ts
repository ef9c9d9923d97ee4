/* Attachments in records: what can be written to a cell, and what responses show. */
import { describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createTable } from "#functions/table/create-table";
import { aFile, anAnnouncement, atAddress, pixel } from "#test/support/makers/files";
import { aBase, aMember, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
const fields = [
  { name: "Name", type: "singleLineText" },
  { name: "Files", type: "attachment" },
];
type Cell = {
  id: string;
  name: string;
  token: string;
  presignedUrl: string;
  smThumbnailUrl?: string;
  lgThumbnailUrl?: string;
}[];

/** A table with an attachment field and helpers for its cells. */
async function aCabinet(place?: Parameters<typeof aTable>[2]) {
  const made = await aTable({ fields }, owner, place);
  const params = { tableId: made.tableId };
  const create = (cells: unknown[], more: object = {}, as: { token: string } = owner) => {
    const records = cells.map((Files) => ({ fields: { Files } }));
    return call(createRecords, { as, params, body: { records, ...more } });
  };
  const put = async (cell: unknown): Promise<{ id: string; cell: Cell }> => {
    const { status, body } = await create([cell]);
    expect(status, JSON.stringify(body)).toBe(201);
    return { id: body.records[0].id, cell: body.records[0].fields.Files };
  };
  const update = (recordId: string, Files: unknown, as: Someone = owner) =>
    call(updateRecord, { as, params: { ...params, recordId }, body: { record: { fields: { Files } } } });
  const get = (recordId: string, query = {}) =>
    call(getRecord, { as: owner, params: { ...params, recordId }, query });
  return { ...made, params, create, put, update, get };
}
const withoutAddresses = (cell: Cell) =>
  cell.map(({ presignedUrl: _, smThumbnailUrl: __, lgThumbnailUrl: ___, ...rest }) => rest);

describe("201: a written attachment", () => {
  test("is the uploaded file under the name that was sent; other sent members are ignored", async () => {
    const { put, get } = await aCabinet();
    const { item, token } = await aFile(owner, { bytes: pixel, type: "image/png", name: "dot.png" });
    const lies = { id: "act0000000000000000", size: 1e9, mimetype: "text/html", width: 9, path: "/etc" };
    const { id, cell } = await put([{ ...lies, ...item, presignedUrl: "https://evil.example" }]);
    expect(withoutAddresses(cell)).toEqual([
      {
        id: expect.stringMatching(new RegExp(`^act${token.slice(0, 10)}[0-9A-Za-z]{6}$`)),
        name: "dot.png",
        token,
        size: pixel.length,
        mimetype: "image/png",
        width: 1,
        height: 1,
        path: `attachments/${token.slice(0, 10)}`,
      },
    ]);
    expect(cell[0]?.id).not.toBe(lies.id);
    const shown = (await get(id)).body.fields.Files as Cell;
    expect(withoutAddresses(shown)).toEqual(withoutAddresses(cell));
    const got = await atAddress(shown[0]?.presignedUrl ?? "");
    expect({ status: got.status, same: got.bytes.equals(pixel) }).toEqual({ status: 200, same: true });
  });

  test("keeps its order, the same file twice, and names of any letters", async () => {
    const { put } = await aCabinet();
    const [one, two] = [await aFile(owner), await aFile(owner, { name: " Übersicht 🚀\n.txt " })];
    const { cell } = await put([two.item, one.item, two.item]);
    expect(cell.map(({ name }) => name)).toEqual(["Übersicht 🚀 .txt", "Hello.txt", "Übersicht 🚀 .txt"]);
    expect(new Set(cell.map(({ id }) => id)).size).toBe(3);
  });

  test("can be sent as it was shown, also by another member", async () => {
    const { put, update, baseId } = await aCabinet();
    const { id, cell } = await put([(await aFile(owner)).item]);
    const editor = await aMember(baseId, "editor");
    const more = await aFile(editor, { name: "more.txt" });
    const { status, body } = await update(id, [...cell, more.item], editor);
    expect(status).toBe(200);
    expect(body.fields.Files.map(({ name }: { name: string }) => name)).toEqual(["Hello.txt", "more.txt"]);
  });

  test("is text as name (token)", async () => {
    const { put, get } = await aCabinet();
    const [one, two] = [await aFile(owner), await aFile(owner, { name: "b" })];
    const { id } = await put([one.item, two.item]);
    const { body } = await get(id, { cellFormat: "text" });
    expect(body.fields.Files).toBe(`Hello.txt (${one.token}),b (${two.token})`);
  });

  test.each([null, []])("%j empties a cell", async (value) => {
    const { put, update } = await aCabinet();
    const { id } = await put([(await aFile(owner)).item]);
    expect((await update(id, value)).body.fields).toEqual({});
  });

  test("with typecast, ids of attachments are accepted as an array or a list; others are a 400", async () => {
    const { put, create } = await aCabinet();
    const { cell } = await put([
      (await aFile(owner, { name: "a" })).item,
      (await aFile(owner, { name: "b" })).item,
    ]);
    const ids = cell.map(({ id }) => id);
    const { body } = await create([ids, ids.join(", "), [ids[1], null], "", cell, ids[0]], {
      typecast: true,
    });
    const names = body.records.map((record: { fields: { Files?: Cell } }) =>
      record.fields.Files?.map(({ name }) => name).join(""),
    );
    expect(names).toEqual(["ab", "ab", "b", undefined, "ab", "a"]);
    const wrong = await create([[ids[1], "act0000000000000000"], "nope", [7]], { typecast: true });
    expect(refusal(wrong)).toEqual({
      status: 400,
      paths: [0, 1, 2].map((i) => `records[${i}].fields.Files`),
    });
  });

  test("can be written with a new table, and to a field created later", async () => {
    const { baseId } = await aBase(owner);
    const { item } = await aFile(owner);
    const made = await call(createTable, {
      as: owner,
      params: { baseId },
      body: { fields, records: [{ fields: { Files: [item] } }] },
    });
    expect(made.status).toBe(201);
    expect(made.body.records[0].fields.Files).toMatchObject([{ name: "Hello.txt", token: item.token }]);
    const params = { tableId: made.body.id };
    const field = await call(createField, { as: owner, params, body: { type: "attachment", name: "More" } });
    expect(field.status).toBe(201);
    expect(field.body).toMatchObject({ type: "attachment", options: {}, isMultipleCellValue: true });
    const records = [{ id: made.body.records[0].id, fields: { More: [item] } }];
    const { status, body } = await call(updateRecords, { as: owner, params, body: { records } });
    expect({ status, more: body[0].fields.More }).toMatchObject({
      status: 200,
      more: [{ token: item.token }],
    });
  });

  test("many files in one call, many of them new, are one commit", async () => {
    const { create, params } = await aCabinet();
    const files = await Promise.all(Array.from({ length: 60 }, () => aFile(owner)));
    const { status } = await create(files.map(({ item }) => [item]));
    expect(status).toBe(201);
    const { body } = await call(listRecords, { as: owner, params });
    expect(body.records.map((record: { fields: { Files: Cell } }) => record.fields.Files[0]?.token)).toEqual(
      files.map(({ token }) => token),
    );
  });

  test("one file can be written by several calls at once", async () => {
    const { create } = await aCabinet();
    const { item } = await aFile(owner);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create([[item]])));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
  });

  test("a repeated Idempotency-Key returns URLs that are valid now", async () => {
    const { params, table } = await aCabinet();
    const { item } = await aFile(owner);
    const asking = {
      as: owner,
      params,
      headers: { "idempotency-key": crypto.randomUUID() },
      body: { records: [{ fields: { Files: [item] } }] },
    };
    const [first, again] = [await call(createRecords, asking), await call(createRecords, asking)];
    expect(table.records).toEqual([]);
    expect(again.body.records[0].id).toBe(first.body.records[0].id);
    const [shown] = again.body.records[0].fields.Files as Cell;
    expect((await atAddress(shown?.presignedUrl ?? "")).status).toBe(200);
  });
});

describe("400", () => {
  const none = "0".repeat(24);
  test.each<[string, unknown, string[]]>([
    ["not an array", "a file", [""]],
    ["an invalid item", ["a file", {}], ["[0]", "[1]"]],
    ["no name", [{ token: none }], ["[0].name"]],
    ["a name of white space", [{ token: none, name: " \n" }], ["[0].name"]],
    ["a name too long", [{ token: none, name: "x".repeat(256) }], ["[0].name"]],
    [
      "unknown tokens",
      [
        { token: none, name: "a" },
        { token: "..", name: "b" },
      ],
      ["[0]", "[1]"],
    ],
  ])("%s", async (_, cell, at) => {
    const { create } = await aCabinet();
    const answer = await create([cell]);
    expect(refusal(answer)).toEqual({
      status: 400,
      paths: at.map((each) => `records[0].fields.Files${each}`),
    });
  });

  test("a file not yet uploaded, a file of another user, and a file of another base", async () => {
    const { create } = await aCabinet();
    const stranger = await someone();
    const elsewhere = await aCabinet();
    const editor = await aMember(elsewhere.baseId, "editor");
    const used = await aFile(editor);
    expect((await elsewhere.create([[used.item]], {}, editor)).status).toBe(201);
    const { token } = await anAnnouncement(owner);
    const answer = await create([[{ token, name: "early" }], [(await aFile(stranger)).item], [used.item]]);
    expect(refusal(answer)).toEqual({
      status: 400,
      paths: [0, 1, 2].map((i) => `records[${i}].fields.Files[0]`),
    });
    expect(answer.body.message).toContain("not found");
    // nor by the id of its attachment
    const byId = await create([`act${used.token.slice(0, 10)}000000`], { typecast: true });
    expect(refusal(byId)).toEqual({ status: 400, paths: ["records[0].fields.Files"] });
  });

  test("an attachment field as primary or unique; an empty notNull cell", async () => {
    const { baseId } = await aBase(owner);
    const files = { name: "Files", type: "attachment" };
    const make = (fields: object[], more = {}) =>
      call(createTable, { as: owner, params: { baseId }, body: { fields, ...more } });
    expect(refusal(await make([files]))).toEqual({ status: 400, paths: ["fields[0].type"] });
    const unique = await make([fields[0] as object, { ...files, unique: true }]);
    expect(refusal(unique)).toEqual({ status: 400, paths: ["fields[1].unique"] });
    const empty = { records: [{ fields: { Files: [] } }] };
    const notNull = await make([fields[0] as object, { ...files, notNull: true }], empty);
    expect(refusal(notNull)).toEqual({ status: 400, paths: ["records[0].fields.Files"] });
  });

  test("more attachments than a record may hold; the maximum is accepted", async () => {
    const { create } = await aCabinet();
    const { item } = await aFile(owner, { name: "a" });
    const many = (count: number) => Array.from({ length: count }, () => item);
    expect(refusal(await create([many(1001)]))).toEqual({ status: 400, paths: ["records[0]"] });
    expect((await create([many(1000)])).status).toBe(201);
  });

  test("more files than one call may name", async () => {
    const { create } = await aCabinet();
    const cells = Array.from({ length: 3 }, (_, k) =>
      Array.from({ length: 900 }, (_, i) => ({
        token: `${k}${String(i).padStart(9, "0")}`.padEnd(24, "x"),
        name: "a",
      })),
    );
    const answer = await create(cells);
    expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
    expect(answer.body.message).toContain("at most 2000 files per call; got 2700");
  });
});
