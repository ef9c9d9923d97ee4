import { beforeAll, expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { aCountedSheet, json } from "./support.ts";

let sheet: Awaited<ReturnType<typeof aCountedSheet>>;
beforeAll(async () => {
  sheet = await aCountedSheet();
});

test("200: heads and counts in order", async () => {
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

test("400: without groupBy", async () => {
  expect(refusal(await sheet.groups({}))).toEqual({ status: 400, paths: ["groupBy"] });
});
