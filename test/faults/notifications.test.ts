/* Whoever tells people, killed at any request to the store: told once more, all have heard, and nobody twice. */
import { expect, test } from "vitest";
import type { Item } from "#lib/store/store";
import { aStage, people } from "#test/functions/notification/rules";
import { inboxOf } from "#test/functions/notification/support";
import { deliver, eventsAbout } from "#test/support/events/deliver";
import { itemsWith } from "#test/support/events/jobs";
import { process } from "#test/support/events/processes";
import { type Someone, someone, verify } from "#test/support/makers/makers";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { accidents } from "./support.ts";

type Stage = Awaited<ReturnType<typeof aStage>>;

/** More than one commit of notifications holds. */
const many = 30;
const members = (stage: Stage) => Promise.all(Array.from({ length: many }, () => stage.member("viewer")));

/** Something happens, and these are to hear of it; it is heard of by what has one of these texts. */
const events: Record<string, (stage: Stage) => Promise<{ readers: Someone[]; about: string[] }>> = {
  comment: async (stage) => {
    const readers = await members(stage);
    for (const each of readers) await stage.as(each).subscribe();
    return { readers, about: [await stage.say("news")] };
  },
  reaction: async (stage) => {
    const reader = await stage.member("commenter");
    const id = await stage.as(reader).say("done");
    await stage.react(id, "🎉");
    return { readers: [reader], about: [id] };
  },
  naming: async (stage) => {
    const readers = await members(stage);
    await stage.create({ fields: { Who: people(...readers) } }, { fields: { Who: people(...readers) } });
    return { readers, about: ["NAMING#"] };
  },
  membership: async (stage) => {
    const reader = await someone();
    await verify(reader);
    await stage.invite(reader);
    return { readers: [reader], about: [reader.userId] };
  },
};

test.each(Object.keys(events).flatMap((name) => accidents.map((accident) => [name, accident] as const)))(
  "%s, %s",
  async (name, accident) => {
    const sample = aSample(3);
    let requests = 0;
    for (let n = sample.first, isMet = true; isMet; n += sample.every) {
      await useOwnStore();
      const stage = await aStage();
      const { readers, about } = (await events[name]?.(stage)) ?? { readers: [], about: [] };
      const heard = await eventsAbout(...about);
      const counts = () => Promise.all(readers.map((reader) => inboxOf(reader).count()));
      const { calls } = await process(
        (_, index) => (index === n ? accident : undefined),
        async () => {
          for (const { consumer, event } of heard) await consumer(event).catch(() => {});
        },
      );
      isMet = calls.length > n;
      requests = calls.length;
      expect(Math.max(...(await counts()))).toBeLessThanOrEqual(1);
      // some have read it by the time that it is heard of again
      const [first] = readers;
      if (first) await inboxOf(first).readAll();
      for (const { consumer, event } of heard)
        expect(await consumer(event)).toEqual({ batchItemFailures: [] });
      const items = await itemsWith("INBOX#");
      const owners = items.map(({ pk }: Item) => pk.split("#")[1]).sort();
      expect({ n, owners }).toEqual({ n, owners: readers.map(({ userId }) => userId).sort() });
      await deliver(...about);
      expect(await itemsWith("INBOX#")).toHaveLength(readers.length);
      expect(await itemsWith("NAMING#")).toEqual([]);
    }
    expect(requests).toBeGreaterThan(3);
    console.log(`${name}, ${accident}: ${told(sample, requests)}`);
  },
);
