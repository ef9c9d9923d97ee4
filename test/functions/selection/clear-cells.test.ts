import { expect, test } from "vitest";
import { cells, sheet } from "./support.ts";

test("200: clears all but computed cells", async () => {
  const { clear, list } = await sheet();
  expect((await clear(cells([0, 1], [3, 2]))).status).toBe(200);
  expect(await list()).toEqual([
    ["a", 0, undefined],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    ["d", 3, undefined],
  ]);
  expect((await clear({ type: "columns", ranges: [[1, 1]] })).status).toBe(200);
  expect((await list()).map(([, count]) => count)).toEqual([undefined, undefined, undefined, undefined]);
});
