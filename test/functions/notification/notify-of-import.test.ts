import { beforeAll, expect, test } from "vitest";
import { handler } from "#functions/notification/notify-of-import";
import { importRecords } from "#lib/data/csv/import-records";
import { limits } from "#lib/schemas/basics/limits";
import { aPlace, intoNew } from "#test/functions/csv/support";
import { eventOf } from "#test/support/events/deliver";
import { jobOf, pieces, turn } from "#test/support/events/jobs";
import { aMember } from "#test/support/makers/makers";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { inboxOf } from "./support.ts";

const now = () => new Date().toISOString();

inProcessOnly("the consumer runs here");
beforeAll(useOwnStore);

test("only the user who started an import is notified, once, that it is done or failed", async () => {
  const place = await aPlace();
  const { owner, baseId } = place;
  const maker = await aMember(baseId, "creator");
  const begun = async (text: string) =>
    (await intoNew({ owner: maker, baseId }, { name: "Fruit", text })).body;
  const first = await begun(`Name,Count\nPear,1\n${"x".repeat(limits.textLength + 1)},2\n`);
  await turn(first.jobId, baseId, pieces, now);
  const second = await begun("Name\n");
  await turn(
    second.jobId,
    baseId,
    {
      ...pieces,
      importRecords: (job) => importRecords(job, { mayImport: () => false, mayCreate: () => false }),
    },
    now,
  );
  for (const { jobId } of [first, second, second, first])
    expect(await handler(eventOf(await jobOf(jobId, baseId), 1))).toEqual({ batchItemFailures: [] });
  const told = await inboxOf(maker).all();
  expect(told.map(({ message }) => message.replace(/, [^,:]*(?= (is|failed))/, ""))).toEqual([
    "The import into Fruit 2 failed: 0 records. The person who started the import may no longer import into this table",
    "The import into Fruit is done: 1 record, 1 line rejected",
  ]);
  expect(told.map(({ notifyType, url }) => [notifyType, new URL(url).search])).toEqual(
    [second, first].map(({ tableId }) => ["system", `?id=${tableId}`]),
  );
  expect(await inboxOf(owner).all()).toEqual([]);
});
