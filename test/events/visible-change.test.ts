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
