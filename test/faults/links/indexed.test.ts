/*
 * A linked record gets another name and another looked-up cell, in tables with indexes in the order of these. The consumer that follows has an accident
 * at any request to the store: lists are right at once, and when all is followed they are read from indexes that are as they should be.
 */
import { expect, test, vi } from "vitest";
import { handler as follow } from "#functions/link/follow-links";
import { handler as updateRecords } from "#functions/record/update-records";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { calmDown } from "#test/load/links/together";
import { settleAll } from "#test/support/events/commits";
import { eventOf } from "#test/support/events/deliver";
import { process } from "#test/support/events/processes";
import { compareLists, countIndexReads } from "#test/support/indexes/compare-lists";
import { aLinkedWorld, makeAll } from "#test/support/indexes/linked-world";
import { openNotes, untilItFollows } from "#test/support/links/open-notes";
import { call } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { accidents } from "../support.ts";

async function aWorld() {
  const { as, films, people } = await aLinkedWorld();
  for (const name of ["Cast", "Sizes", "Label"]) await films.addView(name, { sort: [name] });
  await films.addView("Groups", { group: ["Lead"] });
  await films.addView("Sums", { group: ["Sum"] });
  const ids = await people.make(["cid", "bob", "ann"].map((Name, Size) => ({ Name, Size })));
  const links = ids.map((id) => ({ id }));
  await films.make(
    [0, 1, 2, 3, 4].map((i) => ({ Name: `f${i}`, Cast: links.slice(i % 3), Lead: links[i % 3] })),
  );
  await films.grow();
  await makeAll({ films, people });
  const compare = async () =>
    compareLists({ as, tableId: films.tableId, fields: await films.fields() }, await films.views());
  const rename = () => {
    const records = [{ id: ids[0], fields: { Name: "zoe", Size: 50 } }];
    return call(updateRecords, { as, params: people.params, body: { records } });
  };
  return { as, films, people, compare, rename };
}

test.each(accidents)(
  "%s: lists are right, and so are their indexes in the end",
  { timeout: 300_000 },
  async (accident) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
    const sample = aSample();
    let requests = 0;
    for (let n = sample.first, isMet = true; isMet; n += sample.every) {
      await useOwnStore();
      const { films, compare, rename } = await aWorld();
      await settleAll();
      await process(untilItFollows(), rename);
      await settleAll();
      const notes = await openNotes();
      expect(notes.length).toBeGreaterThan(0);
      await compare();
      const ended = await process(
        (_, i) => (i === n ? accident : undefined),
        async () => {
          for (const note of notes) await follow(eventOf(note, 1));
        },
      );
      isMet = ended.calls.length > n;
      requests = ended.calls.length;
      await compare();
      await settleAll();
      await calmDown();
      // all five, page by page
      expect({ n, read: (await countIndexReads(compare)) >= 20 }).toEqual({ n, read: true });
      const states = (await films.indexes()).map(({ state }) => state);
      expect({ n, states }).toEqual({ n, states: Array.from({ length: 5 }, () => "ready") });
      for (const report of await checkIndexes(films.tableId, async () => {}))
        expect({ n, ...report, counts: report.counts === "wrong" }).toMatchObject({
          n,
          wrong: 0,
          counts: false,
        });
    }
    expect(requests).toBeGreaterThan(5);
    console.log(`following in a table with indexes, ${accident}: ${told(sample, requests)}`);
  },
);
