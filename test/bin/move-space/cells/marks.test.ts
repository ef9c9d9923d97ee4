/* The marks of a move in the source: of two moves to different cells, one marks the space, and the other one leaves its marks. */
import { expect, test } from "vitest";
import type { Cell } from "../../../../bin/admin/move-space/cells/cell.ts";
import { markMoved, markMoving, readMark, unmark } from "../../../../bin/admin/move-space/marks.ts";
import { put, wireKey } from "../../../../bin/admin/move-space/wire.ts";
import { engineCell } from "./engine-cell.ts";

const spaceId = "spc0000000000000000";
const baseId = "bse0000000000000000";
const [one, other] = ["https://one.example.org", "https://other.example.org"];

test("a space that moves to one cell, or has moved there, is not marked for another one", async () => {
  const source = engineCell("source") as Cell;
  for (const key of [
    { pk: `SPACE#${spaceId}`, sk: "SPACE" },
    { pk: `SPACE#${spaceId}`, sk: `BASE#${baseId}` },
    { pk: `BASE#${baseId}`, sk: "BASE" },
  ])
    await put(source, { ...wireKey(key), version: { N: "1" } });
  const known = { spaceId, bases: new Set([baseId]) };
  const both = await Promise.allSettled([one, other].map((to) => markMoving(source, known, to)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const first = (await readMark(source, spaceId))?.to ?? "";
  const second = first === one ? other : one;
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { message: `another command moves the space to ${first}, or has moved it there` },
  });
  expect(await markMoving(source, known, first)).toBe(0);

  await unmark(source, known, second);
  expect(await readMark(source, spaceId)).toMatchObject({ state: "moving", to: first });
  await markMoved(source, known, first);
  await expect(markMoving(source, known, second)).rejects.toThrow("another command moves the space to");
  expect(await readMark(source, spaceId)).toMatchObject({ state: "moved", to: first });

  await unmark(source, known, first);
  expect(await readMark(source, spaceId)).toBeUndefined();
  expect(await markMoving(source, known, second)).toBe(3);
});
