/* Where keys lead, and where rows and columns are. */
import { expect, test } from "vitest";
import { Geometry } from "#lib/web/browser/grid/geometry";
import { mirrorKey, moveBy } from "#lib/web/browser/grid/keys";

const at = { row: 50, column: 3 };
const size = { rows: 100, columns: 8, page: 20 };
const press = (key: string, more: object = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...more,
});

test.each([
  ["ArrowDown", 51, 3, 99, 3],
  ["ArrowUp", 49, 3, 0, 3],
  ["ArrowRight", 50, 4, 50, 7],
  ["ArrowLeft", 50, 2, 50, 0],
  ["Home", 50, 0, 0, 0],
  ["End", 50, 7, 99, 7],
  ["PageDown", 70, 3, 70, 3],
  ["PageUp", 30, 3, 30, 3],
])("%s, and with ctrl or command", (key, row, column, farRow, farColumn) => {
  expect(moveBy(press(key), at, size)).toEqual({ row, column });
  expect(moveBy(press(key, { ctrlKey: true }), at, size)).toEqual({ row: farRow, column: farColumn });
  expect(moveBy(press(key, { metaKey: true }), at, size)).toEqual({ row: farRow, column: farColumn });
});

test("no key leads out of the grid, and others are not of the grid", () => {
  expect(moveBy(press("ArrowUp"), { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 });
  expect(moveBy(press("PageDown"), { row: 95, column: 0 }, size)).toEqual({ row: 99, column: 0 });
  for (const key of ["a", "Enter", "constructor"]) expect(moveBy(press(key), at, size)).toBeUndefined();
  expect(moveBy(press("ArrowDown", { altKey: true }), at, size)).toBeUndefined();
});

test("columns in view", () => {
  const column = { width: 100 };
  const geometry = new Geometry([column, { ...column, width: 200 }, column, column]);
  expect(geometry.edges).toEqual([56, 156, 356, 456, 556]);
  expect(geometry.columnsBetween(0, 300)).toEqual([0, 1]);
  expect(geometry.columnsBetween(156, 356)).toEqual([1, 1]);
  expect(geometry.columnsBetween(355, 357)).toEqual([1, 2]);
  expect(geometry.columnsBetween(400, 5000)).toEqual([2, 3]);
});

test("columns are frozen only as far as others have room", () => {
  const geometry = new Geometry([{ width: 100 }, { width: 200 }, { width: 300 }]);
  expect([0, 1, 2, 9].map((wanted) => geometry.frozenIn(wanted, 2000))).toEqual([0, 1, 2, 3]);
  expect(geometry.frozenIn(3, 800)).toBe(2);
  expect(geometry.frozenIn(3, 360)).toBe(0);
});

test("a column that is dragged goes to the nearest gap", () => {
  const geometry = new Geometry([{ width: 100 }, { width: 200 }, { width: 100 }]);
  expect([0, 100, 107, 250, 257, 405, 407, 9000].map((edge) => geometry.gapAt(edge))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3,
  ]);
});

test("Tab goes through a row, and leaves the grid at its ends", () => {
  const tab = press("Tab");
  const back = press("Tab", { shiftKey: true });
  expect(moveBy(tab, at, size)).toEqual({ row: 50, column: 4 });
  expect(moveBy(back, at, size)).toEqual({ row: 50, column: 2 });
  expect(moveBy(tab, { row: 50, column: 7 }, size)).toBeUndefined();
  expect(moveBy(back, { row: 50, column: 0 }, size)).toBeUndefined();
});

test("where columns begin at the right, only the arrows to the sides are mirrored", () => {
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "Home", "constructor"];
  expect(keys.map(mirrorKey)).toEqual(["ArrowRight", "ArrowLeft", "ArrowUp", "Home", "constructor"]);
});
