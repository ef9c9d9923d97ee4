import { describe, expect, test } from "vitest";
import { visibleChange } from "#lib/events/visible-change";
import { aNote, aRecord } from "#test/support/store/stream";

const changeIn = (...images: Parameters<typeof aRecord>) => visibleChange(aRecord(...images))?.change;

test("an item is created, changed or removed", () => {
  const key = { pk: "a", sk: "b" };
  expect(changeIn(undefined, aNote())).toEqual({ kind: "created", entity: "note", key, version: 1 });
  expect(changeIn(aNote(), aNote({ text: "x", version: 2 }))).toEqual({
    kind: "changed",
    entity: "note",
    key,
    version: 2,
  });
  expect(changeIn(aNote({ version: 7 }), undefined)).toEqual({
    kind: "removed",
    entity: "note",
    key,
    version: 7,
  });
});

test.each([
  ["in seconds, from Lambda", Date.UTC(2026, 10, 20) / 1000],
  ["as a Date, from the SDK", new Date(Date.UTC(2026, 10, 20))],
])("the time %s", (_, at) => {
  const record = aRecord(undefined, aNote());
  Object.assign(record.dynamodb ?? {}, { ApproximateCreationDateTime: at });
  expect(visibleChange(record)?.change.time).toBe("2026-11-20T00:00:00.000Z");
});

test.each([
  ["written unchanged", aNote(), aNote()],
  [
    "locked by a new version",
    aNote({ deep: { list: [1, "a"] } }),
    aNote({ deep: { list: [1, "a"] }, version: 2 }),
  ],
  [
    "moved in a view",
    aNote({ moved: { viw: "000001" }, moves: 1 }),
    aNote({ moved: { viw: "000001a0" }, moves: 2, version: 2 }),
  ],
  [
    "noted to have thumbnails",
    aNote({ cells: { fld: [{ token: "a" }] } }),
    aNote({ cells: { fld: [{ token: "a", thumbnails: ["sm"] }] }, moves: 1, version: 2 }),
  ],
])("no visible change: an item that was only %s", (_, before, after) => {
  expect(changeIn(before, after)).toBeUndefined();
});

describe("a staged commit", () => {
  const text = (of: string, version: number) => aNote({ text: of, version });
  const [old, next] = [text("old", 1), text("new", 2)];
  const creation = { ...next, commit: "x" };
  const update = { ...old, commit: "x", next: { set: { text: "new", version: 2 } } };
  const deletion = { ...old, commit: "x", next: null };

  test.each<[string, Parameters<typeof aRecord>, Parameters<typeof aRecord>, object | undefined]>([
    ["creation", [undefined, creation], [creation, next], { kind: "created", version: 2 }],
    ["change", [old, update], [update, next], { kind: "changed", version: 2 }],
    ["removal", [old, deletion], [deletion, undefined], { kind: "removed", version: 1 }],
    ["creation that is undone", [undefined, creation], [creation, undefined], undefined],
    ["change that is undone", [old, update], [update, old], undefined],
    ["removal that is undone", [old, deletion], [deletion, old], undefined],
  ])("a %s is visible when it is finished, not before", (_, intended, settled, visible) => {
    expect(changeIn(...intended)).toBeUndefined();
    expect(changeIn(...settled)).toEqual(
      visible && { ...visible, entity: "note", key: { pk: "a", sk: "b" } },
    );
  });
});

test("no visible change: a counter", () => {
  expect(changeIn(undefined, { pk: "a", sk: "COUNTER", n: 3 })).toBeUndefined();
});

test("the change of a large item is small", () => {
  const change = changeIn(undefined, aNote({ text: "x".repeat(380 * 1024) }));
  expect(JSON.stringify(change).length).toBeLessThan(200);
});

describe("what the item says of the edit", () => {
  const later = "2026-11-20T00:00:00.345Z";
  const stored = (more: object = {}) => ({
    ...{ pk: "a", sk: "b", entity: "record", version: 1, createdTime: later, createdBy: "usrA" },
    ...{ cells: { fldA: "x", fldB: 1 }, ...more },
  });
  const edited = { version: 2, lastModifiedTime: later, lastModifiedBy: "usrB" };
  const editIn = (...images: Parameters<typeof aRecord>) => {
    const record = aRecord(...images);
    Object.assign(record.dynamodb ?? {}, { ApproximateCreationDateTime: Date.UTC(2026, 10, 20) / 1000 });
    return visibleChange(record)?.change.edit;
  };

  test.each<[string, object, object, object | undefined]>([
    [
      "cells that changed, came and went",
      {},
      { ...edited, cells: { fldB: 2, fldC: "new" } },
      { fieldIds: ["fldA", "fldB", "fldC"], by: "usrB", time: later },
    ],
    [
      "more links than are kept",
      { cells: { fldA: [] } },
      { ...edited, cells: { fldA: [] }, more: { fldA: null } },
      { fieldIds: ["fldA"], by: "usrB", time: later },
    ],
    [
      "cells that a job cleared: by no user",
      { lastModifiedTime: later, lastModifiedBy: "usrB" },
      { lastModifiedTime: later, lastModifiedBy: "usrB", version: 2, cells: { fldB: 1 } },
      { fieldIds: ["fldA"] },
    ],
    [
      "a link from another record",
      { linked: { by: "usrA", time: "2026-11-19T00:00:00.000Z" } },
      { version: 2, recomputes: 1, linked: { by: "usrC", time: later }, cells: { fldA: "y", fldB: 1 } },
      { fieldIds: ["fldA"], by: "usrC", time: later },
    ],
    ["what lookups show", {}, { version: 2, recomputes: 1, echoes: 1 }, undefined],
  ])("%s", (_, before, after, edit) => {
    expect(editIn(stored(before), stored(after))).toEqual(edit);
  });

  test.each<[string, object, object | undefined]>([
    ["now", {}, { by: "usrA", time: later }],
    ["by an import, with a former time", { createdTime: "2024-01-31T09:30:00.000Z" }, undefined],
    ["from the trash", { version: 4 }, undefined],
  ])("it was made %s", (_, more, edit) => {
    expect(editIn(undefined, stored(more))).toEqual(edit);
  });

  test("a comment was edited by its author; a reaction is by no user", () => {
    const comment = stored({ entity: "comment" });
    const text = { version: 2, content: "[]", lastModifiedTime: later };
    expect(editIn(comment, { ...comment, ...stored({ entity: "comment", ...text }) })).toEqual({
      by: "usrA",
      time: later,
    });
    expect(editIn(comment, stored({ entity: "comment", version: 2, reactions: [] }))).toBeUndefined();
  });

  test("other items have no fields, and a removed one says nothing", () => {
    const view = stored({ entity: "view" });
    expect(editIn(view, { ...view, ...edited, cells: {} })).toEqual({ by: "usrB", time: later });
    expect(editIn(stored(), undefined)).toBeUndefined();
  });
});

test("an item that was copied from another cell is no change, however often; what happens to it later is", () => {
  const copy = aNote({ version: 4, copied: 4 });
  expect(changeIn(undefined, copy)).toBeUndefined();
  expect(changeIn(aNote({ version: 3, copied: 3, text: "x" }), copy)).toBeUndefined();
  // written by a commit that has not read the mark, and by one that leaves it
  expect(changeIn(copy, aNote({ version: 5, text: "y" }))?.kind).toBe("changed");
  expect(changeIn(copy, aNote({ version: 5, text: "y", copied: 4 }))?.kind).toBe("changed");
  expect(changeIn(copy, aNote({ version: 5 }))).toBeUndefined();
  expect(changeIn(copy, undefined)?.kind).toBe("removed");
  // what a move removes is first made an item of no kind
  expect(changeIn(copy, { pk: "a", sk: "b" })).toBeUndefined();
  expect(changeIn({ pk: "a", sk: "b" }, undefined)).toBeUndefined();
});
