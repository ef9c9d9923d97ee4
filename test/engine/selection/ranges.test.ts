import { expect, test } from "vitest";
import { lengthFor, pickAscending, readSelection } from "#lib/engine/selection/ranges";

const endless = [[0, Number.POSITIVE_INFINITY]];

test("cells: the rectangle between two corners, in either order", () => {
  const expected = { rows: [[2, 5]], columns: [[1, 3]] };
  expect(
    readSelection({
      ranges: [
        [1, 2],
        [3, 5],
      ],
    }),
  ).toEqual(expected);
  expect(
    readSelection({
      ranges: [
        [3, 2],
        [1, 5],
      ],
    }),
  ).toEqual(expected);
});

test("rows and columns: each once, in ascending order", () => {
  const ranges = [
    [7, 9],
    [0, 1],
    [2, 2],
    [8, 12],
    [20, 19],
  ] as const;
  const joined = [
    [0, 2],
    [7, 12],
    [19, 20],
  ];
  expect(readSelection({ type: "rows", ranges })).toEqual({ rows: joined, columns: endless });
  expect(readSelection({ type: "columns", ranges })).toEqual({ rows: endless, columns: joined });
});

test("an index is picked if an interval has it", () => {
  const isPicked = pickAscending([
    [1, 2],
    [4, 4],
    [7, Number.POSITIVE_INFINITY],
  ]);
  const picked = Array.from({ length: 10 }, (_, i) => i).filter((i) => isPicked(i));
  expect(picked).toEqual([1, 2, 4, 7, 8, 9]);
  expect([0, 1].filter(pickAscending([]))).toEqual([]);
});

test("the list is read as far as its first members are needed", () => {
  const rows = [
    [1, 2],
    [10, 12],
  ] as const;
  expect([0, 1, 2, 3, 100].map((most) => lengthFor(rows, most))).toEqual([0, 2, 3, 11, 13]);
  expect(lengthFor([[0, Number.POSITIVE_INFINITY]], 1001)).toBe(1001);
});
