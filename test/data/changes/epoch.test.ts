import { expect, test } from "vitest";
import { noteGivenUp, raiseEpoch, readEpoch } from "#lib/data/changes/epoch";
import { disturbed } from "#test/support/store/faults";

test("the epoch is raised once for a reason, and by each writer of several at once", async () => {
  const before = await readEpoch();
  await raiseEpoch("a");
  await raiseEpoch("a");
  expect(await readEpoch()).toBe(before + 1);
  await Promise.all(["b", "c", "d"].map(raiseEpoch));
  expect(await readEpoch()).toBe(before + 4);
});

test("places in the stream that are given up raise it, those that a person takes away do not", async () => {
  const before = await readEpoch();
  for (const places of [0, 2, 2, 1, 1, 3]) await noteGivenUp(places);
  expect(await readEpoch()).toBe(before + 2);
});

test("it is remembered for some seconds, but not below one that another process gave", async () => {
  const epoch = await readEpoch();
  expect(
    await disturbed(
      () => undefined,
      () => readEpoch(epoch),
    ),
  ).toEqual([]);
  expect(
    await disturbed(
      () => undefined,
      () => readEpoch(epoch + 1),
    ),
  ).toHaveLength(1);
});
