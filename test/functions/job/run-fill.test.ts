import { expect, test } from "vitest";
import { handler } from "#functions/job/run-fill";
import { aFilledTable } from "#test/data/ai/support";
import { eventOf } from "#test/support/events/deliver";
import { hasEnded, jobOf } from "#test/support/events/jobs";
import { aModelServer } from "#test/support/makers/model-server";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the model is the one of this process");

test("each event is a turn of the job, until it has ended; a job of another kind is refused", async () => {
  await aModelServer(() => "x");
  const made = await aFilledTable(["a", "b", "c", "d", "e", "f"]);
  const id = await made.start();
  for (let turns = 0; turns < 5; turns++) {
    const job = await jobOf(id, made.baseId);
    if (hasEnded(job)) break;
    expect(job.entity).toBe("fillJob");
    expect(await handler(eventOf(job, job.version))).toEqual({ batchItemFailures: [] });
  }
  expect(await jobOf(id, made.baseId)).toMatchObject({ state: "done", counts: { filled: 6 } });
  expect(await made.cells()).toEqual(["x", "x", "x", "x", "x", "x"]);
});
