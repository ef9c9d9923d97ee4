import { expect, test } from "vitest";
import { type Passed, streamReader } from "#lib/events/reader";
import { aNote, aRecord } from "#test/support/store/stream";

const heardOf = async (...records: ReturnType<typeof aRecord>[]) => {
  const heard: Passed[] = [];
  const reader = streamReader({ summary: "Test", partitions: ["a"] }, async (passed) => {
    heard.push(...passed);
  });
  await reader({ Records: records });
  return heard;
};

test("items are heard of as they were and as they are, with all kinds of values", async () => {
  const before = aNote({ n: 1.5, is: null, list: ["x", { y: 2 }], map: { z: "3" } });
  const after = aNote({ n: 2, version: 2 });
  expect(await heardOf(aRecord(before, after), aRecord(before, undefined))).toEqual([
    { before, after },
    { before },
  ]);
});

test("what is made, and what lies elsewhere, is none of its business", async () => {
  const elsewhere = aNote({ pk: "b" });
  expect(await heardOf(aRecord(undefined, aNote()), aRecord(elsewhere, undefined))).toEqual([]);
});

test("what a staged commit intends is heard of when it is done, and nothing of what is undone", async () => {
  const item = aNote({ n: 1 });
  const next = aNote({ n: 2, version: 2 });
  const changing = { ...item, commit: "c", next };
  const removing = { ...item, commit: "c", next: null };
  const made = { ...item, commit: "c" };
  expect(await heardOf(aRecord(changing, next))).toEqual([{ before: item, after: next }]);
  expect(await heardOf(aRecord(removing, undefined))).toEqual([{ before: item }]);
  expect(await heardOf(aRecord(made, undefined), aRecord(made, item))).toEqual([]);
});

test("of what was removed it is told what lies in its place; when that goes too, nothing", async () => {
  const item = aNote({ n: 1 });
  const left = aNote({ commit: "c", why: { by: "x" } });
  expect(await heardOf(aRecord(item, left), aRecord(left, undefined))).toEqual([{ before: item, left }]);
});

test("what it throws at comes again", async () => {
  const reader = streamReader({ summary: "Test", partitions: ["a"] }, async () => {
    throw new Error("away");
  });
  await expect(reader({ Records: [aRecord(aNote(), undefined)] })).rejects.toThrow("away");
});
