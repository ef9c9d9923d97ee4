/* From a comment to a notification by itself: the stream, its dispatcher and the consumers, as npm start has them. */
import { expect, test, vi } from "vitest";
import { startEvents } from "#lib/local/events/events";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { readRegistry } from "#lib/registry";
import { aStage } from "#test/functions/notification/rules";
import { inboxOf } from "#test/functions/notification/support";
import { someone, verify } from "#test/support/makers/makers";
import { told } from "#test/support/makers/notifications";
import { inProcessOnly } from "#test/support/run/target";
import { followStore } from "#test/support/store/follow";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the follower here reads the stream of the test's own store");

test("who is mentioned, named or invited hears of it by himself; what he reads is not counted any more", async () => {
  await useOwnStore();
  const registry = await readRegistry();
  const data = temporaryFolder();
  const log: string[] = [];
  const events = startEvents({
    registry: { ...registry, schedules: [] },
    folder: data.folder,
    follow: followStore(),
    log: (line) => log.push(line),
  });
  const patience = { timeout: 30_000, interval: 20 };
  const stage = await aStage();
  const reader = await someone("Grace");
  await verify(reader);
  const { all, count, setRead, readAll } = inboxOf(reader);
  const hears = (types: string[]) =>
    vi.waitFor(
      async () => expect((await all()).map(({ notifyType }) => notifyType)).toEqual(types),
      patience,
    );

  await stage.invite(reader);
  await hears(["system"]);
  await stage.send({ content: stage.said(reader) });
  await hears(["comment", "system"]);
  await stage.update(reader);
  await hears(["collaboratorCellTag", "comment", "system"]);

  const [newest] = await all();
  await setRead(newest?.id ?? "");
  expect(await count()).toBe(2);

  // more than are read at once are read by a job
  await told(reader.userId, 60, { spaceId: stage.spaceId, baseId: stage.baseId });
  await readAll();
  await vi.waitFor(async () => expect(await count()).toBe(0), patience);
  expect(await all("read")).toHaveLength(63);
  expect(log).toEqual([]);
  await events.stop();
  data.remove();
});
