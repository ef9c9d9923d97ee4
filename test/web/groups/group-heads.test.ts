/* The headers of groups, from what the server counts. */
import { expect, test } from "vitest";
import { groupHeads } from "#lib/web/browser/groups/group-heads";

test("each header has the rows of the groups in it; a group without any has none", () => {
  const heads = groupHeads(
    [
      { type: 0, id: "a", depth: 0, value: "A" },
      { type: 0, id: "a1", depth: 1 },
      { type: 1, count: 2 },
      { type: 0, id: "a2", depth: 1, value: 2 },
      { type: 1, count: 3 },
      { type: 0, id: "b", depth: 0, value: "B" },
      { type: 0, id: "b1", depth: 1, value: 1 },
      { type: 1, count: 1 },
      { type: 0, id: "c", depth: 0, value: "C" },
    ],
    new Set(["a2", "gone"]),
  );
  expect(heads.map(({ id, first, count, isFolded }) => [id, first, count, isFolded])).toEqual([
    ["a", 0, 5, false],
    ["a1", 0, 2, false],
    ["a2", 2, 3, true],
    ["b", 5, 1, false],
    ["b1", 5, 1, false],
  ]);
  expect(heads[1]?.value).toBeNull();
});
