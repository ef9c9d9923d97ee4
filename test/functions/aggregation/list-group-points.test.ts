import { beforeAll, expect, test } from "vitest";
import { aCountedSheet, json } from "./support.ts";

let sheet: Awaited<ReturnType<typeof aCountedSheet>>;
beforeAll(async () => {
  sheet = await aCountedSheet();
});

test("200: group headers and counts, in order", async () => {
  const groupBy = json([{ fieldId: "City", order: "desc" }]);
  const points = (await sheet.groups({ groupBy })).body;
  expect(points).toEqual([
    ...[
      { type: 0, id: expect.any(String), depth: 0, value: "Oslo", isCollapsed: false },
      { type: 1, count: 1 },
    ],
    ...[
      { type: 0, id: expect.any(String), depth: 0, value: "Rome", isCollapsed: false },
      { type: 1, count: 2 },
    ],
    ...[
      { type: 0, id: expect.any(String), depth: 0, value: null, isCollapsed: false },
      { type: 1, count: 1 },
    ],
  ]);
});

test.each(["", "groupBy=null", "groupBy=[]"])("200: null without groupBy: %s", async (query) => {
  expect(await sheet.groups(query)).toMatchObject({ status: 200, body: null });
});
