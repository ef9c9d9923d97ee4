import { describe, expect, test } from "vitest";
import { handler as uploadAttachment } from "#functions/record/upload-attachment";
import { handler as disableShare } from "#functions/view/disable-share";
import { takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import { orderKey } from "#lib/engine/order-keys/order-key";
import { asForm } from "#test/support/requests/as-form";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";
import { json, somePeople, where } from "./people.ts";
import { aShare } from "./support.ts";

const people = await somePeople();
const { records, idOf, list } = people;
const names = (answer: { body: { records: { name: string }[] } }) =>
  answer.body.records.map(({ name }) => name);

test("200: the visible fields, in the view's order; no other data of the records", async () => {
  const { status, body } = await records();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      records: [
        { id: expect.any(String), name: "Ada", fields: { Name: "Ada", City: "Rome", Size: 1 } },
        { id: expect.any(String), name: "Cy", fields: { Name: "Cy", City: "Rome", Size: 3 } },
        { id: expect.any(String), name: "Bob", fields: { Name: "Bob", City: "Oslo", Size: 2 } },
      ],
      nextCursor: null,
    },
  });
});

test("200: filtered, sorted, grouped, searched and projected within that", async () => {
  expect(names(await records({ filter: where("City", "is", "Oslo") }))).toEqual(["Bob"]);
  expect(names(await records({ orderBy: json([{ fieldId: "Name", order: "desc" }]) }))).toEqual([
    "Cy",
    "Bob",
    "Ada",
  ]);
  expect(names(await records({ "search[]": ["rome", "", "true"] }))).toEqual(["Ada", "Cy"]);
  const grouped = (
    await records({ groupBy: json([{ fieldId: "City", order: "asc" }]), "projection[]": "Size" })
  ).body;
  expect(grouped.records[0].fields).toEqual({ Size: 1 });
  expect(
    grouped.extra.groupPoints.map(({ value, count }: { value?: string; count?: number }) => value ?? count),
  ).toEqual(["Rome", 2, "Oslo", 1]);
});

test("200: hidden fields if they are shared; still without the filtered record", async () => {
  const { records, owner } = await somePeople({ includeHiddenField: true });
  const { body } = await records({ filter: where("Age", "isLess", 3000) });
  expect(body.records).toEqual([
    {
      id: expect.any(String),
      name: "Bob",
      fields: {
        Name: "Bob",
        City: "Oslo",
        Size: 2,
        Age: 2222,
        By: { id: owner.userId, title: expect.any(String) },
      },
    },
  ]);
  expect(json(body)).not.toMatch(/@|email/);
});

describe("a hidden field is like an unknown one", () => {
  test.each([
    ["filter", (key: string) => ({ filter: where(key, "isGreater", 3000) })],
    ["orderBy", (key: string) => ({ orderBy: json([{ fieldId: key, order: "asc" }]) })],
    ["groupBy", (key: string) => ({ groupBy: json([{ fieldId: key, order: "asc" }]) })],
    ["search", (key: string) => ({ "search[]": ["3", key] })],
    ["projection", (key: string) => ({ "projection[]": key })],
  ])("%s", async (_, query) => {
    for (const [hidden, none, keys] of [
      ["Age", "Nope", "name"],
      [idOf("Age"), "fld4mSa1Cw6nZ8tQ0Yh", "id"],
    ] as const) {
      const [told, wanted] = await Promise.all(
        [hidden, none].map((key) => records({ ...query(key), fieldKeyType: keys })),
      );
      expect(told?.status).toBeGreaterThanOrEqual(400);
      expect(json(told?.body).replaceAll(hidden, none)).toBe(json(wanted?.body));
    }
  });

  test("a search without fields does not search it", async () => {
    expect(names(await records({ "search[]": ["4444", "", "true"] }))).toEqual([]);
  });
});

describe("cursors", () => {
  const walk = async (share: typeof people) => {
    const first = await share.records({ take: "1" });
    const second = await share.records({ take: "1", cursor: first.body.nextCursor });
    return { first: first.body.nextCursor as string, second };
  };

  test("200: they lead to the next page, and do not reveal the cells that they hold", async () => {
    const { first, second } = await walk(people);
    expect(names(second)).toEqual(["Cy"]);
    const key = Buffer.from(orderKey([{ isText: false, isDescending: true }], [4444])).toString("base64url");
    expect(Buffer.from(first, "base64url").toString("latin1")).not.toContain(key);
    // a member's cursor shows it, so it is there
    const { body } = await list({ take: "1", viewId: people.viewId });
    expect(Buffer.from(body.nextCursor, "base64url").toString()).toContain(key);
  });

  test("200: … not even by their length", async () => {
    const { records } = await aShare({
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "longText", name: "Diary" },
      ],
      records: ["", "x", "\u{1F600}".repeat(40), "y".repeat(3000), "z"].map((Diary) => ({ Diary })),
      view: (idOf) => ({
        sort: { sortObjs: [{ fieldId: idOf("Diary"), order: "asc" }] },
        columnMeta: { [idOf("Diary")]: { order: 1, hidden: true } },
      }),
    });
    const answers = await Promise.all([0, 1, 2, 3].map((skip) => records({ take: "1", skip: `${skip}` })));
    const lengths = answers.map(({ body }) => body.nextCursor.length);
    expect(new Set(lengths).size).toBe(1);
  });

  test("400: of another share, of the table, of another query, and invalid ones", async () => {
    const other = await somePeople();
    const { first } = await walk(other);
    const inside = (await list({ take: "1", viewId: people.viewId })).body.nextCursor;
    const own = (await walk(people)).first;
    for (const cursor of [
      first,
      inside,
      "x",
      "",
      own.slice(0, -4),
      `${own.startsWith("A") ? "B" : "A"}${own.slice(1)}`,
    ])
      expect({ cursor, ...refusal(await records({ cursor })) }).toEqual({
        cursor,
        status: 400,
        paths: ["cursor"],
      });
    const elsewhere = await records({ cursor: own, filter: where("City", "is", "Oslo") });
    expect(refusal(elsewhere)).toEqual({ status: 400, paths: ["cursor"] });
  });
});

test("200: a filter by Me matches nothing", async () => {
  const { records, list, viewId } = await aShare({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "createdBy", name: "By" },
    ],
    records: [{ Name: "a" }],
    view: (idOf) => ({
      filter: { conjunction: "and", filterSet: [{ fieldId: idOf("By"), operator: "is", value: "Me" }] },
    }),
  });
  expect((await list({ viewId })).body.records).toHaveLength(1);
  expect((await records()).body).toEqual({ records: [], nextCursor: null });
});

test("200: files can be read, but not added to records", async () => {
  const { records, params, list, owner, idOf } = await aShare({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "attachment", name: "Files" },
    ],
    records: [{ Name: "a" }],
  });
  const recordId = (await list()).body.records[0].id;
  const [body, headers] = await asForm({ file: new File(["x"], "a.txt", { type: "text/plain" }) });
  const ids = { ...params, recordId, attachmentFieldId: idOf("Files") };
  expect((await call(uploadAttachment, { as: owner, params: ids, body, headers })).status).toBe(201);
  const { token } = (await list()).body.records[0].fields.Files[0];
  const grouped = await records({ groupBy: json([{ fieldId: "Files", order: "asc" }]) });
  expect(grouped.body.records[0].fields.Files).toEqual([
    expect.objectContaining({ name: "a.txt", presignedUrl: expect.stringContaining("http") }),
  ]);
  expect(grouped.body.extra.groupPoints[0].value[0].name).toBe("a.txt");
  expect(json(grouped.body)).not.toContain(token);
});

test("400: a share has one view: viewId and ignoreViewQuery are refused", async () => {
  const { viewId } = people;
  expect(refusal(await records({ viewId, ignoreViewQuery: "true", cellFormat: "text" }))).toEqual({
    status: 400,
    paths: ["viewId", "ignoreViewQuery", "cellFormat"],
  });
});

test("403: a share without records; nothing else tells of them either", async () => {
  const closed = await somePeople({ includeRecords: false, allowCopy: true });
  const { idOf } = closed;
  const days = { startDate: "2026-01-01", endDate: "2026-01-02", startDateFieldId: "x", endDateFieldId: "x" };
  const answers = await Promise.all([
    ...[closed.records(), closed.rowCount(), closed.statistics(), closed.groups()],
    ...[closed.searchCount({ "search[]": "a" }), closed.hits({ "search[]": "a" }), closed.days(days)],
    ...[closed.copy({ ranges: "[[0,0],[0,0]]" }), closed.people({ fieldId: idOf("Name") })],
    closed.links({ fieldId: idOf("Name") }),
  ]);
  for (const { status, body } of answers)
    expect({ status, code: body.code }).toEqual({ status: 403, code: "restricted_resource" });
});

test("401: all of them without the password; 404: all of them after it is closed", async () => {
  const locked = await somePeople({ password: "correct horse" });
  const statuses = async () =>
    (await Promise.all([locked.records(), locked.rowCount(), locked.statistics()])).map(
      ({ status }) => status,
    );
  expect(await statuses()).toEqual([401, 401, 401]);
  await call(disableShare, { ...locked.ofView, body: {} });
  expect(await statuses()).toEqual([404, 404, 404]);
});

test("429: more than 50 at once, from all visitors", async () => {
  inProcessOnly("on a busy machine the emulator is slower than the bucket fills");
  const { records, shareId } = await somePeople();
  const first = (await records()).headers;
  expect([first["ratelimit-policy"], first["ratelimit"]]).toEqual([
    '"share";q=50;w=3',
    expect.stringMatching(/^"share";r=4\d;t=1$/),
  ]);
  // with some seconds to spare, for a busy machine
  const book = () => takeCall(hash(`share ${shareId}`), { rate: 20, burst: 50 }, Date.now() + 2400);
  for (let i = 0; i < 60; i++) await book();
  const { status, headers } = await records();
  expect({ status, waits: Number(headers["retry-after"]) > 0 }).toEqual({ status: 429, waits: true });
});

test("400: a visitor sends no formula, which could tell what the view does not show", async () => {
  expect(await records({ filterByFormula: "AUTO_NUMBER() > 1" })).toMatchObject({ status: 400 });
});
