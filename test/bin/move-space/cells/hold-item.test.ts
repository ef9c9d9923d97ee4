/* One process at a time moves a space into a stack. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { holdByItem } from "../../../../bin/admin/move-space/cells/hold-item.ts";
import { getOne } from "../../../../bin/admin/move-space/wire.ts";
import { engineCell } from "./engine-cell.ts";

const spaceId = "spc0000000000000000";
const hold = { pk: `MOVE#${spaceId}`, sk: "HOLD" };
const patience = { between: 20, until: 200 };

test("a second one is refused while the first one lives, and not after it has ended", async () => {
  const cell = engineCell("the stack one");
  const first = await holdByItem(cell, spaceId, patience);
  await expect(holdByItem(cell, spaceId, patience)).rejects.toThrow(
    `another process moves the space ${spaceId} into the stack one`,
  );
  first.check();
  await first.release();
  expect(await getOne(cell, hold)).toBeUndefined();
  await (await holdByItem(cell, spaceId, patience)).release();
});

test("after a kill the next one takes over, and the first one, if it only slept, ends", async () => {
  const cell = engineCell();
  // it does not raise its number again
  const first = await holdByItem(cell, spaceId, { between: 60_000, until: 120_000 });
  const second = await holdByItem(cell, spaceId, patience);
  second.check();
  await first.release();
  expect(await getOne(cell, hold)).toBeDefined();
  await second.release();
});

test("a process that could not raise its number for long writes no more", async () => {
  const cell = engineCell();
  let isDown = false;
  const call: typeof cell.call = (operation, input) =>
    isDown ? Promise.reject(new Error("no network")) : cell.call(operation, input);
  const held = await holdByItem({ ...cell, call }, spaceId, patience);
  onTestFinished(() => held.release());
  isDown = true;
  await wait(patience.until);
  expect(() => held.check()).toThrow("another process moves");
  isDown = false;
});

test("of two that come at once one goes on", async () => {
  const cell = engineCell();
  const both = await Promise.allSettled([1, 2].map(() => holdByItem(cell, spaceId, patience)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  for (const each of both) if (each.status === "fulfilled") await each.value.release();
});
