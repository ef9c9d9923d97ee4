import { expect, test } from "vitest";
import { type Passed, streamReader } from "#lib/events/reader";
import { aNote, aRecord } from "#test/support/store/stream";

const passedBy = async (...records: ReturnType<typeof aRecord>[]) => {
  const received: Passed[] = [];
  const reader = streamReader({ summary: "Test", partitions: ["a"] }, async (passed) => {
    received.push(...passed);
  });
  await reader({ Records: records });
  return received;
};

test("passes items before and after the change, with all kinds of values", async () => {
  const before = aNote({ n: 1.5, is: null, list: ["x", { y: 2 }], map: { z: "3" } });
  const after = aNote({ n: 2, version: 2 });
  expect(await passedBy(aRecord(before, after), aRecord(before, undefined))).toEqual([
    { before, after },
    { before },
  ]);
});

test("ignores new items, and items of other partitions", async () => {
  const elsewhere = aNote({ pk: "b" });
  expect(await passedBy(aRecord(undefined, aNote()), aRecord(elsewhere, undefined))).toEqual([]);
});

test("passes the change of a staged commit when it is finished, and nothing if it is undone", async () => {
  const item = aNote({ n: 1 });
  const next = aNote({ n: 2, version: 2 });
  const changing = { ...item, commit: "c", next };
  const removing = { ...item, commit: "c", next: null };
  const made = { ...item, commit: "c" };
  expect(await passedBy(aRecord(changing, next))).toEqual([{ before: item, after: next }]);
  expect(await passedBy(aRecord(removing, undefined))).toEqual([{ before: item }]);
  expect(await passedBy(aRecord(made, undefined), aRecord(made, item))).toEqual([]);
});

test("throws if its handler throws, so that the batch is delivered again", async () => {
  const reader = streamReader({ summary: "Test", partitions: ["a"] }, async () => {
    throw new Error("away");
  });
  await expect(reader({ Records: [aRecord(aNote(), undefined)] })).rejects.toThrow("away");
});

test("passes nothing of an item that was copied from another cell, and later changes without the mark", async () => {
  const copy = aNote({ version: 4, copied: 4 });
  expect(await passedBy(aRecord(aNote({ version: 3, copied: 3 }), copy))).toEqual([]);
  const ofNoKind = { pk: "a", sk: "b", version: 0, copied: 0 };
  expect(await passedBy(aRecord(copy, ofNoKind), aRecord(ofNoKind, undefined))).toEqual([]);
  expect(await passedBy(aRecord(copy, undefined))).toHaveLength(1);
  const [{ before } = {}] = await passedBy(aRecord(copy, aNote({ version: 5 })));
  expect(before).toEqual(aNote({ version: 4 }));
});
