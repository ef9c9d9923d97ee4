/* Where keys lead in a grid with groups. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cell, findKeyStep, type PressedKey } from "#lib/web/browser/grid/keys";
import { type GroupHead, RowLayout } from "#lib/web/browser/grid/row-layout";

const group = (id: string, first: number, count: number, isFolded = false): GroupHead => ({
  ...{ id, first, count, isFolded },
  ...{ depth: 0, value: id },
});

/** Rows 0 to 2 of a, the folded rows 3 to 5 of b, rows 6 and 7 of c. */
const groups = [group("a", 0, 3), group("b", 3, 3, true), group("c", 6, 2)];
const layout = new RowLayout(8, 36, groups);

const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  ...{ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false },
  ...more,
});

const from = (active: Cell, more: { groupId?: string; corner?: Cell } = {}) => ({
  ...{ layout, active, corner: active, groupId: undefined, columns: 4, viewHeight: 200 },
  ...more,
});

test.each([
  ["ArrowDown", { row: 0, column: 2 }, { to: "cell", cell: { row: 1, column: 2 }, isExtending: false }],
  // headers lie between the groups
  ["ArrowDown", { row: 2, column: 2 }, { to: "group", id: "b" }],
  ["ArrowUp", { row: 6, column: 2 }, { to: "group", id: "c" }],
  ["ArrowUp", { row: 0, column: 2 }, { to: "group", id: "a" }],
  // what leads further passes over them
  ["PageDown", { row: 0, column: 2 }, { to: "cell", cell: { row: 6, column: 2 }, isExtending: false }],
  ["Tab", { row: 1, column: 3 }, undefined],
  ["a", { row: 1, column: 3 }, undefined],
] as const)("%s from the cell %j", (key, cell, step) => {
  expect(findKeyStep(press(key), from(cell))).toEqual(step);
});

test("an arrow up from the first line leads to the header of the column", () => {
  const plain = new RowLayout(8, 36);
  expect(findKeyStep(press("ArrowUp"), { ...from({ row: 0, column: 2 }), layout: plain })).toEqual({
    to: "column",
    column: 2,
  });
  expect(findKeyStep(press("ArrowUp"), from({ row: 0, column: 1 }, { groupId: "a" }))).toEqual({
    to: "column",
    column: 1,
  });
});

test("on the header of a group, arrows to its sides fold it and show its rows, and others go on", () => {
  const on = (groupId: string) => from({ row: 0, column: 0 }, { groupId });
  expect(findKeyStep(press("ArrowLeft"), on("a"))).toEqual({ to: "fold", id: "a", isFolded: true });
  expect(findKeyStep(press("ArrowRight"), on("b"))).toEqual({ to: "fold", id: "b", isFolded: false });
  expect(findKeyStep(press("ArrowRight"), on("a"))).toBeUndefined();
  expect(findKeyStep(press("ArrowDown"), on("b"))).toEqual({ to: "group", id: "c" });
  expect(findKeyStep(press("ArrowDown"), on("c"))).toMatchObject({ to: "cell", cell: { row: 6 } });
});

test("with Shift the other corner of the selection moves, and never to a header", () => {
  const corner = { row: 2, column: 1 };
  expect(
    findKeyStep(press("ArrowDown", { shiftKey: true }), from({ row: 0, column: 0 }, { corner })),
  ).toEqual({
    to: "cell",
    cell: { row: 6, column: 1 },
    isExtending: true,
  });
});

test("no keys lead to a row that is folded away or not there", () => {
  const keys = [
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "PageUp",
    "PageDown",
    "Home",
    "End",
    "Tab",
  ];
  const pressed = fc.record({
    ...{ key: fc.constantFrom(...keys), altKey: fc.constant(false), metaKey: fc.constant(false) },
    ...{ ctrlKey: fc.boolean(), shiftKey: fc.boolean() },
  });
  const made = fc.array(fc.record({ count: fc.integer({ min: 0, max: 4 }), isFolded: fc.boolean() }));
  fc.assert(
    fc.property(made, fc.integer({ min: 0, max: 5 }), fc.array(pressed), (sizes, more, presses) => {
      let rows = 0;
      const heads = sizes.map(({ count, isFolded }, i) => {
        rows += count;
        return group(`g${i}`, rows - count, count, isFolded);
      });
      const grid = new RowLayout(rows + more, 36, heads);
      const start = grid.nearest(0);
      if (start === undefined) return;
      let active = { row: start, column: 0 };
      let groupId: string | undefined;
      for (const each of presses) {
        const step = findKeyStep(each, {
          ...{ layout: grid, active, corner: active, groupId, columns: 3, viewHeight: 200 },
        });
        if (step?.to === "group") {
          expect(grid.ofGroup(step.id)).toBeDefined();
          groupId = step.id;
        }
        if (step?.to !== "cell") continue;
        groupId = undefined;
        active = step.cell;
        expect(grid.ofRow(active.row)).toBeDefined();
        expect(active.column).toBeGreaterThanOrEqual(0);
        expect(active.column).toBeLessThan(3);
      }
    }),
  );
});
