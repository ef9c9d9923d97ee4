/* What a window changes of its view, without writing it. */
import { expect, test } from "vitest";
import { changeInWindow, joinBarChanges } from "#lib/web/browser/bars/list-query";

test("a later change is added to the former one, column by column", () => {
  const first = joinBarChanges({}, { hidden: { a: true }, columns: { b: { width: 100 } }, sort: null });
  const both = joinBarChanges(first, {
    ...{ hidden: { c: true }, columns: { b: { order: 3 }, d: { width: 5 } } },
    options: { rowHeight: "tall" },
  });
  expect(both).toEqual({
    hidden: { a: true, c: true },
    columns: { b: { width: 100, order: 3 }, d: { width: 5 } },
    options: { rowHeight: "tall" },
    sort: null,
  });
});

test("the view is shown as changed", () => {
  type View = Parameters<typeof changeInWindow>[0];
  const view = {
    columnMeta: { a: { order: 1, width: 50 }, b: { order: 2 } },
    options: { frozenColumnCount: 2 },
  } as unknown as View;
  const shown = changeInWindow(view, {
    ...{ columns: { a: { width: 90 }, b: { order: 0 } }, hidden: { b: true } },
    options: { rowHeight: "tall" },
  });
  expect(shown.columnMeta).toEqual({ a: { order: 1, width: 90 }, b: { order: 0, hidden: true } });
  expect(shown.options).toEqual({ frozenColumnCount: 2, rowHeight: "tall" });
});
