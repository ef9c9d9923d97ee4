/* What a full transaction deleted is put into the trash by the reader of the stream, which is killed at every request. */
import { beforeAll, expect, test } from "vitest";
import { leftovers, settleAll } from "#test/support/events/commits";
import { process } from "#test/support/events/processes";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { tellAll, tellNews } from "#test/support/store/past";
import { aFullDeletion, bringBack } from "../functions/trash/support.ts";

beforeAll(useOwnStore);

test("a reader of the stream that is killed anywhere loses nothing", async () => {
  const sample = aSample();
  let requests = 0;
  for (let n = sample.first, killed = true; killed; n += sample.every) {
    const { as, items, shown, before } = await aFullDeletion();
    const ended = await process((_, i) => (i === n ? "killed after" : undefined), tellNews);
    killed = ended.killed;
    requests = ended.calls.length;
    // what is in the trash by now can be brought back, whatever else was left undone
    const [early] = await items();
    const back = early && (await bringBack(early.id, { as })).status;
    await tellAll();
    if (back !== 201) expect((await bringBack((await items())[0]?.id as string, { as })).status).toBe(201);
    expect(await shown()).toEqual(before);
    await settleAll();
    expect(await leftovers()).toEqual([]);
  }
  expect(requests).toBeGreaterThan(5);
  console.log(`into the trash, killed after: ${told(sample, requests)}`);
});
