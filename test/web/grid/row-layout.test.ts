/* Where rows and the headers of groups are. */
import { expect, test } from "vitest";
import { type GroupHead, groupHeight, RowLayout, rowHeightOf } from "#lib/web/browser/grid/row-layout";

const group = (id: string, first: number, count: number, more: Partial<GroupHead> = {}): GroupHead => ({
  ...{ id, first, count, depth: 0, value: id, isFolded: false },
  ...more,
});
const told = (layout: RowLayout, top = 0, bottom = 1e6) =>
  layout.between(top, bottom).map((line) => line.group?.id ?? line.row);

test("rows without groups are one below the other", () => {
  const layout = new RowLayout(100, 50);
  expect(layout.height).toBe(5000);
  expect(told(layout, 120, 260)).toEqual([2, 3, 4, 5]);
  expect(layout.ofRow(99)).toEqual({ top: 4950, line: 99, row: 99 });
  expect(layout.ofRow(100)).toBeUndefined();
  expect([0, 49, 50, 4999].map((top) => layout.rowAt(top))).toEqual([0, 0, 1, 99]);
  expect(layout.runAround(50)).toEqual([0, 99]);
  expect(told(new RowLayout(0, 50))).toEqual([]);
});

test("groups have headers, and the rows of a folded one have no lines", () => {
  const layout = new RowLayout(10, 50, [
    ...[group("a", 0, 3), group("b", 3, 4, { isFolded: true }), group("c", 7, 2)],
  ]);
  // a row after the last group is one that was not counted yet
  expect(told(layout)).toEqual(["a", 0, 1, 2, "b", "c", 7, 8, 9]);
  expect(layout.lines).toBe(9);
  expect(layout.height).toBe(3 * groupHeight + 6 * 50);
  expect(layout.ofRow(4)).toBeUndefined();
  expect(layout.ofRow(7)).toEqual({ top: 3 * groupHeight + 150, line: 6, row: 7 });
  expect(layout.at(4)).toMatchObject({ group: { id: "b" } });
  expect(layout.at(9)).toBeUndefined();
  expect([layout.rowFrom(4, 1), layout.rowFrom(4, -1), layout.rowFrom(0, -1)]).toEqual([7, 2, undefined]);
  expect([layout.nearest(2), layout.nearest(5)]).toEqual([2, 7]);
  expect([layout.runAround(1), layout.runAround(8)]).toEqual([
    [0, 2],
    [7, 9],
  ]);
});

test("what is in a folded group has no header", () => {
  const inner = (isFolded: boolean) => [
    group("a", 0, 4, { isFolded }),
    group("a1", 0, 1, { depth: 1, isFolded: true }),
    group("a2", 1, 3, { depth: 1 }),
    group("b", 4, 2),
    group("b1", 4, 2, { depth: 1 }),
  ];
  expect(told(new RowLayout(6, 50, inner(true)))).toEqual(["a", "b", "b1", 4, 5]);
  expect(told(new RowLayout(6, 50, inner(false)))).toEqual(["a", "a1", "a2", 1, 2, 3, "b", "b1", 4, 5]);
  const all = new RowLayout(6, 50, [group("a", 0, 6, { isFolded: true })]);
  expect(all.nearest(3)).toBeUndefined();
  expect(told(all)).toEqual(["a"]);
});

test("a million rows are as high as a browser can draw, and the last one is reached", () => {
  expect(new RowLayout(100_000, 36).scaleOf(800)).toBe(1);
  const layout = new RowLayout(1_000_000, 36);
  expect(layout.height).toBeLessThan(17_000_000);
  expect((layout.height - 800) * layout.scaleOf(800) + 800).toBeCloseTo(1_000_000 * 36);
});

test("the height of rows is an option of the view", () => {
  const heights = ["short", "medium", "tall", "extraTall"].map((rowHeight) =>
    rowHeightOf({ options: { rowHeight } }),
  );
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
  expect(rowHeightOf(undefined)).toBe(heights[0]);
});
