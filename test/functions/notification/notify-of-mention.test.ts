import { beforeAll, describe, expect, test } from "vitest";
import { itemsWith } from "#test/support/events/jobs";
import type { Someone } from "#test/support/makers/makers";
import { costOf } from "#test/support/requests/round-trips";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aStage, people } from "./rules.ts";
import { inboxOf } from "./support.ts";

inProcessOnly("the consumer runs here");
beforeAll(useOwnStore);

const namings = async () => (await itemsWith("NAMING#")).length;

test("users in the new value who were not in the old one are notified, once per call", async () => {
  const stage = await aStage();
  const [old, added] = await Promise.all([stage.member("viewer"), stage.member("viewer")]);
  await stage.update(old);
  await stage.deliver();
  expect(await namings()).toBe(0);
  await stage.update(old, added, stage.doer);
  await stage.update(added, old);
  await stage.deliver();
  expect(await inboxOf(old).count()).toBe(1);
  expect(await inboxOf(added).count()).toBe(1);
  // removed and added again: another notification
  await stage.update();
  await stage.update(added);
  await stage.deliver();
  expect(await inboxOf(added).count()).toBe(2);
});

test("the address: the record, or the table for several records", async () => {
  const stage = await aStage();
  const [one, both] = await Promise.all([stage.member("viewer"), stage.member("viewer")]);
  await stage.update(one);
  await stage.updateBoth(one, both);
  await stage.deliver();
  const urls = async (who: Someone) => (await inboxOf(who).all()).map(({ url }) => new URL(url));
  const table = `/open?id=${stage.params.tableId}`;
  for (const url of await urls(both)) expect(url.pathname + url.search).toBe(table);
  // of both records the user is new in the second
  const searches = (await urls(one)).map(({ search }) => search).sort();
  const { params, elsewhere } = stage;
  expect(searches).toEqual(
    [params, elsewhere].map(({ tableId, recordId }) => `?id=${tableId}&recordId=${recordId}`).sort(),
  );
});

describe("no further writes, and the same cost", () => {
  // to name nobody where nobody is named changes nothing
  test.each([
    [
      "for a field without notifications",
      { shouldNotify: false },
      1,
      (_: Stage, reader: Someone) => [reader],
    ],
    ["for the caller", {}, 1, (stage: Stage) => [stage.doer]],
    ["for no users", {}, 0, () => []],
  ])("%s", async (_, options, writes, whom) => {
    const stage = await aStage(options);
    const reader = await stage.member("viewer");
    const before = await namings();
    const { written } = await costOf(() => stage.update(...whom(stage, reader)));
    expect({ written, namings: await namings() }).toEqual({ written: writes, namings: before });
    await stage.deliver();
    expect(await inboxOf(reader).count()).toBe(0);
  });
  type Stage = Awaited<ReturnType<typeof aStage>>;
});

test("a thousand records of one call give one notification", async () => {
  const stage = await aStage();
  const reader = await stage.member("viewer");
  const records = Array.from({ length: 1000 }, () => ({ fields: { Who: people(reader) } }));
  expect((await stage.create(...records)).status).toBe(201);
  await stage.deliver();
  expect(await inboxOf(reader).all()).toMatchObject([
    { message: `${stage.doer.name} added you to 1000 records in New table, Base` },
  ]);
});

test("duplicating a record notifies its users", async () => {
  const stage = await aStage();
  const reader = await stage.member("viewer");
  await stage.update(reader);
  expect((await stage.copy()).status).toBe(201);
  await stage.deliver();
  expect(await inboxOf(reader).count()).toBe(2);
});
