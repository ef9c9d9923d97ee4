/* What changes of a table mean for a grid. */
import { expect, test } from "vitest";
import type { WatchedChange } from "#lib/client/index";
import { findRowsChanged, tellsSchema } from "#lib/web/browser/live/changes";

const updated = (recordId: string, fieldIds: string[], by = "usrOther"): WatchedChange => ({
  type: "record.updated",
  ...{ tableId: "tbl", version: 2, recordId, fieldIds, by },
});
const sorted = { sort: { sortObjs: [{ fieldId: "fldSorted", order: "asc" as const }] } };

test.each([
  ["a cell", updated("rec1", ["fldCell"]), undefined, false],
  ["a cell of a view in another order", updated("rec1", ["fldCell"]), sorted, false],
  ["a cell that orders the view", updated("rec1", ["fldSorted"]), sorted, true],
  ["cells that are not named", { ...updated("rec1", []), fieldIds: undefined } as never, sorted, true],
  ["a new record", { ...updated("rec1", []), type: "record.created" } as never, undefined, true],
  ["a record that was moved", { ...updated("rec1", []), type: "record.moved" } as never, undefined, true],
] satisfies [string, WatchedChange, object | undefined, boolean][])(
  "%s moves rows, or not",
  (_, change, view, hasMoved) => {
    expect(findRowsChanged([change], view, "usrMe")).toMatchObject({
      hasMoved,
      recordIds: new Set(["rec1"]),
    });
  },
);

test("who changed a record is another person only if both are known", () => {
  const changes = [updated("rec1", []), updated("rec2", [], "usrMe")];
  expect(findRowsChanged(changes, undefined, "usrMe")?.byOthers).toEqual(new Set(["rec1"]));
  expect(findRowsChanged(changes, undefined, undefined)?.byOthers).toEqual(new Set());
});

test("too many changes, a place that is lost, and other fields have all rows read again", () => {
  const all = { hasMoved: true, recordIds: undefined };
  const field: WatchedChange = { type: "field.updated", tableId: "tbl", version: 2, fieldId: "fld" };
  expect(findRowsChanged("all", undefined, "usrMe")).toMatchObject(all);
  expect(findRowsChanged([{ type: "table.many", tableId: "tbl" }], undefined, "usrMe")).toMatchObject(all);
  expect(findRowsChanged([field], undefined, "usrMe")).toMatchObject(all);
  expect([tellsSchema([field]), tellsSchema("all"), tellsSchema([updated("rec1", [])])]).toEqual([
    true,
    true,
    false,
  ]);
});

test("comments are no matter of rows", () => {
  const comment: WatchedChange = {
    type: "comment.created",
    ...{ tableId: "tbl", version: 1, recordId: "rec1", commentId: "com1" },
  };
  expect(findRowsChanged([comment], undefined, "usrMe")).toBeUndefined();
});
