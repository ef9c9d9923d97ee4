import { describe, expect, test } from "vitest";
import { aMember, aToken } from "#test/support/makers/makers";
import { cells, sheet } from "./support.ts";

test("200: pastes over rows and past the end; computed cells stay, columns past the last are cut", async () => {
  const { paste, list } = await sheet(["a", "b"]);
  const { status, body } = await paste({ ...cells([1, 1], [1, 1]), content: "7\topen\t99\tcut\n8\tnew\n" });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      ranges: [
        [1, 1],
        [3, 2],
      ],
    },
  });
  expect(await list()).toEqual([
    ["a", 0, undefined],
    ["b", 7, "open"],
    [undefined, 8, "new"],
  ]);
  expect((await paste({ ...cells([0, 50], [0, 50]), content: "end" })).body.ranges).toEqual([
    [0, 3],
    [0, 3],
  ]);
  expect((await list())[3]).toEqual(["end", undefined, undefined]);
});

test("200: repeats the content in a selection that is a multiple of it; empty text clears; rows of values", async () => {
  const { paste, list } = await sheet();
  expect((await paste({ ...cells([0, 0], [0, 3]), content: "x\ny" })).body.ranges).toEqual([
    [0, 0],
    [0, 3],
  ]);
  expect((await list()).map(([name]) => name)).toEqual(["x", "y", "x", "y"]);
  await paste({ ...cells([0, 0], [1, 0]), content: "\t" });
  expect((await list())[0]).toEqual([undefined, undefined, undefined]);
  await paste({
    ...cells([0, 1], [0, 1]),
    content: [
      ["v", 5, "open"],
      [null, 6],
    ],
  });
  expect((await list()).slice(1, 3)).toEqual([
    ["v", 5, "open"],
    [undefined, 6, undefined],
  ]);
  await paste({
    type: "rows",
    ranges: [
      [0, 0],
      [3, 3],
    ],
    content: "r\t9\topen\tcomputed",
  });
  expect((await list()).map(([name]) => name)).toEqual(["r", "v", undefined, "r"]);
  await paste({ type: "columns", ranges: [[1, 1]], content: "1" });
  expect((await list()).map(([, count]) => count)).toEqual([1, 1, 1, 1]);
});

describe("with the ids of the rows", () => {
  test("200: these rows are written, wherever the list has them by now; what is past them is created", async () => {
    const {
      paste,
      list,
      recordIds: [a, b, c],
    } = await sheet(["a", "b", "c"]);
    const sorted = { orderBy: [{ fieldId: "Name", order: "desc" }], projection: ["Name", "Count"] };
    const pasted = await paste({
      ...cells([1, 1], [1, 1]),
      ...sorted,
      recordIds: [c, a, b],
      content: "1\n2\n3",
    });
    expect(pasted).toMatchObject({ status: 200, body: { ranges: cells([1, 1], [1, 3]).ranges } });
    expect((await list()).map(([name, count]) => [name, count])).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 2],
      [undefined, 3],
    ]);
    const end = await paste({ ...cells([0, 0], [0, 0]), recordIds: [], content: "d" });
    expect(end).toMatchObject({ status: 200, body: { ranges: cells([0, 0], [0, 0]).ranges } });
    expect((await list())[4]?.[0]).toBe("d");
  });

  test("400: one that is not there, one twice, and whole columns", async () => {
    const {
      paste,
      list,
      recordIds: [id],
    } = await sheet(["a"]);
    const refused: [object, string][] = [
      [{ recordIds: [id, `rec${"0".repeat(16)}`], content: "x\ny" }, "ranges"],
      [{ recordIds: [id, id], content: "x" }, "recordIds[0]"],
      [{ recordIds: [id], type: "rows", content: "x" }, "type"],
    ];
    for (const [more, path] of refused)
      expect(await paste({ ...cells([0, 0], [0, 0]), ...more })).toMatchObject({
        status: 400,
        body: { data: { issues: expect.arrayContaining([expect.objectContaining({ path })]) } },
      });
    expect((await list()).map(([name]) => name)).toEqual(["a"]);
  });
});

test("400: a value that a cell cannot hold is named, and nothing is written", async () => {
  const { paste, list } = await sheet();
  const before = await list();
  const refused = await paste({ ...cells([0, 0], [0, 0]), content: "new\t1\nother\tmany" });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("content[1]");
  expect(await list()).toEqual(before);
});

test("200: pasting is done once for an Idempotency-Key", async () => {
  const { paste, list } = await sheet(["a"]);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { ...cells([0, 1], [0, 1]), content: "b\nc" };
  const first = await paste(body, headers);
  expect((await paste(body, headers)).body).toEqual(first.body);
  expect(await list()).toHaveLength(3);
});

test("200: who may not create records pastes over rows only", async () => {
  const made = await sheet(["a"]);
  const token = await aToken(made.owner.userId, { scopes: ["record|read", "record|update", "table|read"] });
  const { paste } = made.as({ token });
  expect((await paste({ ...cells([0, 0], [0, 0]), content: "x\ny" })).body.ranges).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(await made.list()).toEqual([["x", 0, undefined]]);
  expect((await paste({ ...cells([0, 1], [0, 1]), content: "y" })).status).toBe(400);
  const viewer = await aMember(made.table.baseId ?? made.baseId, "viewer");
  expect((await made.as(viewer).paste({ ...cells([0, 0], [0, 0]), content: "x" })).status).toBe(403);
});

test.each([
  ["no ranges", {}],
  ["one corner", { ranges: [[0, 0]] }],
  [
    "a negative row",
    {
      ranges: [
        [0, -1],
        [0, 0],
      ],
    },
  ],
  [
    "no content",
    {
      ranges: [
        [0, 0],
        [0, 0],
      ],
      content: 7,
    },
  ],
  [
    "an unknown member",
    {
      ranges: [
        [0, 0],
        [0, 0],
      ],
      content: "",
      color: "red",
    },
  ],
  ["rows beyond what a call may write", { type: "rows", ranges: [[0, 2000]], content: "x" }],
  [
    "content with more rows than a call may write",
    {
      ranges: [
        [0, 0],
        [0, 0],
      ],
      content: "x\n".repeat(1001),
    },
  ],
])("400: %s", async (_, body) => {
  const { paste, list } = await sheet(["a"]);
  const before = await list();
  expect((await paste({ content: "x", ...body })).status).toBe(400);
  expect(await list()).toEqual(before);
});
