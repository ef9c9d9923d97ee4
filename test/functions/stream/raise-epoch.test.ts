import { expect, test } from "vitest";
import { handler as raiseEpoch } from "#functions/stream/raise-epoch";
import { readEpoch } from "#lib/data/changes/epoch";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the stack calls it itself");

// test/data/changes/epoch.test.ts tests what is counted; the deployed stack has the queue
test("without a queue of given up places, as on one machine, nothing happens", async () => {
  const before = await readEpoch();
  await raiseEpoch();
  expect(await readEpoch()).toBe(before);
  expect(raiseEpoch.schedule.everyMinutes).toBe(1);
});
