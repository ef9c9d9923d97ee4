import { describe, expect, test } from "vitest";
import { handler as uploadAttachment } from "#functions/record/upload-attachment";
import { asForm } from "#test/support/requests/as-form";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { json, somePeople, where } from "./people.ts";
import { aShare } from "./support.ts";

const allowed = { allowCopy: true };
const { copy, idOf } = await somePeople(allowed);
const content = async (query: object) => (await copy(query as never)).body.content;

test("200: the text of the cells and their fields: columns and rows as the view shows them", async () => {
  const { status, body } = await copy({ ranges: "[[0,0],[1,1]]" });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      content: "Ada\t1.00\nCy\t3.00",
      header: [
        expect.objectContaining({ id: idOf("Name"), name: "Name", recordRead: true }),
        expect.objectContaining({ id: idOf("Size"), type: "number" }),
      ],
    },
  });
});

test("200: rows, columns; what is beyond the end is left out; the corners in any order", async () => {
  expect(await content({ type: "rows", ranges: "[[2,9],[0,0]]" })).toBe("Ada\t1.00\tRome\nBob\t2.00\tOslo");
  expect(await content({ type: "columns", ranges: "[[2,7],[0,0]]" })).toBe("Ada\tRome\nCy\tRome\nBob\tOslo");
  expect(await content({ ranges: "[[9,9],[1,2]]" })).toBe("2.00\tOslo");
  const beyond = (await copy({ ranges: "[[7,0],[9,1]]" })).body;
  expect(beyond).toEqual({ content: "", header: [] });
  expect((await copy({ ranges: "[[0,70],[0,90]]" })).body).toMatchObject({ content: "", header: [{}] });
});

test("200: in the order of the visitor's query, with the columns of its projection", async () => {
  const query = { orderBy: json([{ fieldId: "Name", order: "desc" }]), "projection[]": ["City", "Name"] };
  expect(await content({ ...query, ranges: "[[0,0],[1,1]]" })).toBe("Rome\tCy\nOslo\tBob");
  expect(await content({ filter: where("City", "is", "Oslo"), ranges: "[[0,0],[0,9]]" })).toBe("Bob");
  const groupBy = json([{ fieldId: "City", order: "desc" }]);
  expect(await content({ groupBy, ranges: "[[0,0],[0,9]]" })).toBe("Bob\nAda\nCy");
});

test("200: collapsed groups have no rows", async () => {
  const { copy, groups } = await somePeople(allowed);
  const groupBy = json([{ fieldId: "City", order: "asc" }]);
  const [rome] = (await groups({ groupBy })).body;
  const { body } = await copy({ groupBy, ranges: "[[0,0],[0,9]]", collapsedGroupIds: json([rome.id]) });
  expect(body.content).toBe("Bob");
});

test("200: cells with tabs, newlines and quotation marks are quoted; in the view's row order", async () => {
  const { copy } = await aShare({
    fields: [{ type: "longText", name: "Text" }],
    records: [{ Text: 'a "b"' }, {}, { Text: "c\nd" }, { Text: "e\tf" }, { Text: "g" }],
    shareMeta: allowed,
  });
  expect((await copy({ ranges: "[[0,0],[0,4]]" })).body.content).toBe('"a ""b"""\n\n"c\nd"\n"e\tf"\ng');
  expect((await copy({ type: "rows", ranges: "[[4,4],[1,2]]" })).body.content).toBe('\n"c\nd"\ng');
});

test("200: files have a name, but no token", async () => {
  const { copy, params, list, owner, idOf } = await aShare({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "attachment", name: "Files" },
    ],
    records: [{ Name: "a" }],
    shareMeta: allowed,
  });
  const recordId = (await list()).body.records[0].id;
  const [body, headers] = await asForm({ file: new File(["x"], "a.txt", { type: "text/plain" }) });
  const ids = { ...params, recordId, attachmentFieldId: idOf("Files") };
  expect((await call(uploadAttachment, { as: owner, params: ids, body, headers })).status).toBe(201);
  expect((await copy({ ranges: "[[0,0],[1,0]]" })).body.content).toBe("a\ta.txt");
});

test("200: hidden fields only by name, if they are shared", async () => {
  const { copy } = await somePeople({ ...allowed, includeHiddenField: true });
  const texts = async (query: object) => (await copy({ ...query, ranges: "[[0,0],[9,0]]" })).body.content;
  expect(await texts({})).toBe("Ada\t1.00\tRome");
  expect(await texts({ "projection[]": ["Age", "Name"] })).toBe("4444.00\tAda");
});

describe("refusals", () => {
  test("403: unless copying is allowed", async () => {
    const closed = await somePeople();
    const { status, body } = await closed.copy({ ranges: "[[0,0],[1,1]]" });
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: "This share does not allow copying",
    });
  });

  test("400: more than 1000 rows; exactly 1000 are fine", async () => {
    const records = Array.from({ length: 1001 }, (_, i) => ({ Name: `r${i}` }));
    const { copy, create } = await aShare({
      fields: [{ type: "singleLineText", name: "Name" }],
      shareMeta: allowed,
    });
    await create(records.slice(0, 1000));
    expect((await copy({ type: "columns", ranges: "[[0,0]]" })).body.content.split("\n")).toHaveLength(1000);
    await create(records.slice(1000));
    expect(refusal(await copy({ type: "columns", ranges: "[[0,0]]" }))).toEqual({
      status: 400,
      paths: ["ranges"],
    });
    const sorted = { orderBy: json([{ fieldId: "Name", order: "asc" }]) };
    expect(refusal(await copy({ ...sorted, ranges: "[[0,0],[0,5000]]" })).status).toBe(400);
    expect((await copy({ ...sorted, ranges: "[[0,998],[0,1001]]" })).body.content).toBe("r997\nr998\nr999");
    expect((await copy({ type: "rows", ranges: "[[0,998],[1000,1002]]" })).body.content).toMatch(
      /r998\nr1000$/,
    );
  });

  test("400: ranges that are none; a hidden field is like an unknown one", async () => {
    for (const ranges of [
      "null",
      "[]",
      "x",
      "[[0]]",
      "[[0,-1],[1,1]]",
      "[[0,0]]",
      "[[0,0],[1,1],[2,2]]",
      "[[0,0.5],[1,1]]",
    ]) {
      const { status, paths } = refusal(await copy({ ranges }));
      expect({ ranges, status, at: paths[0]?.slice(0, 6) }).toEqual({ ranges, status: 400, at: "ranges" });
    }
    const ranges = "[[0,0],[9,0]]";
    for (const query of [
      (key: string) => ({ ranges, "projection[]": ["Name", key] }),
      (key: string) => ({ ranges, orderBy: json([{ fieldId: key, order: "asc" }]) }),
      (key: string) => ({ ranges, filter: where(key, "isGreater", 3000) }),
    ]) {
      const [hidden, none] = [await copy(query("Age")), await copy(query("Nope"))];
      expect(hidden.status).toBeGreaterThanOrEqual(400);
      expect(json(hidden.body).replaceAll("Age", "Nope")).toBe(json(none.body));
    }
  });
});
