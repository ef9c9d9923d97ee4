/* Followers of notes that die: the consumer and the schedule do again what another one has begun. */
import { expect, test, vi } from "vitest";
import { handler as follow } from "#functions/link/follow-links";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { settleAll } from "#test/support/events/commits";
import { eventOf } from "#test/support/events/deliver";
import { process } from "#test/support/events/processes";
import { openNotes, untilItFollows } from "#test/support/links/open-notes";
import { call } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { aLinkedWorld, expectAgreement } from "./support.ts";

type World = Awaited<ReturnType<typeof aLinkedWorld>>;

/** Three people that films link to: one of all films, and two of the first one. */
const remove = ({ as, people, ids: { all, own } }: World) =>
  call(deleteListedRecords, {
    as,
    params: { tableId: people.tableId as string },
    body: { recordIds: [all, ...own.slice(0, 2)] },
  });

interface Act {
  before?: (world: World) => Promise<unknown>;
  act: (world: World) => Promise<unknown>;
  shown: number;
}

/** Each with the number of films that show all their links afterwards. */
const acts: Record<string, Act> = {
  creating: { act: (world: World) => world.make(0), shown: 2 },
  changing: {
    before: (world: World) => world.make(0),
    act: ({ as, people, ids: { all } }: World) =>
      call(updateRecord, {
        as,
        params: { tableId: people.tableId as string, recordId: all },
        body: { record: { fields: { Name: "Everybody" } } },
      }),
    shown: 2,
  },
  deleting: { before: (world: World) => world.make(0), act: remove, shown: 0 },
};

test.each(Object.entries(acts))(
  "after %s, a consumer that is killed anywhere loses nothing",
  { timeout: 300_000 },
  async (name, { act, shown, before }) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const sample = aSample();
    let requests = 0;
    for (let n = sample.first, killed = true; killed; n += sample.every) {
      await useOwnStore();
      const world = await aLinkedWorld(2);
      await before?.(world);
      await settleAll();
      await process(untilItFollows(), () => act(world));
      await settleAll();
      const notes = await openNotes();
      expect(notes.length).toBeGreaterThan(0);
      const ended = await process(
        (_, i) => (i === n ? "killed after" : undefined),
        async () => {
          for (const note of notes) await follow(eventOf(note, 1));
        },
      );
      killed = ended.killed;
      requests = ended.calls.length;
      await expectAgreement(world);
      expect(await world.look(0)).toBe(shown);
    }
    expect(requests).toBeGreaterThan(3);
    console.log(`following after ${name}, killed after: ${told(sample, requests)}`);
  },
);
