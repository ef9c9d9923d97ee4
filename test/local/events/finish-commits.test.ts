/* Staged commits with the stream, its dispatcher and the consumers, as npm start has them. */
import { expect, test, vi } from "vitest";
import { consumer } from "#lib/events/consumer";
import { startEvents } from "#lib/local/events/events";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { readRegistry } from "#lib/registry";
import { change, commit, insert, remove } from "#lib/store/commit";
import { countItems, type Item, readAll } from "#lib/store/store";
import { leftovers } from "#test/support/events/commits";
import { inProcessOnly } from "#test/support/run/target";
import { followStore } from "#test/support/store/follow";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the follower here reads the stream of the test's own store");

const pk = "FINISHED";
const name = (i: number) => `item${1000 + i}`;
const creations = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => insert({ pk, sk: name(from + i), entity: "test" }));
const patience = { timeout: 30_000, interval: 20 };

test("what is committed is finished by itself, and each change is heard of", async () => {
  await useOwnStore();
  const registry = await readRegistry();
  const data = temporaryFolder();
  const heard: string[] = [];
  const handler = consumer(
    { summary: "Test", changes: [{ entity: "test", kinds: ["created", "changed", "removed"] }] },
    async ({ kind, key, version }) => void heard.push(`${kind} ${key.sk} ${version}`),
  );
  const events = startEvents({
    registry: {
      ...registry,
      schedules: [],
      consumers: [...registry.consumers, { operation: "hear", area: "test", file: "none", handler }],
    },
    folder: data.folder,
    follow: followStore(),
    log: (line) => heard.push(line),
  });
  const allHeard = (expected: string[]) =>
    vi.waitFor(() => expect([...new Set(heard)].sort()).toEqual(expected.sort()), patience);
  const finished = () => vi.waitFor(async () => expect(await leftovers()).toEqual([]), patience);

  await commit(creations(0, 250));
  await finished();
  await allHeard(Array.from({ length: 250 }, (_, i) => `created ${name(i)} 1`));

  heard.length = 0;
  const there = await readAll<Item>({ pk });
  await commit([
    ...there.slice(0, 120).map((item) => change(item, { n: 1 })),
    ...there.slice(120).map(remove),
  ]);
  await finished();
  await allHeard(there.map(({ sk }, i) => (i < 120 ? `changed ${sk} 2` : `removed ${sk} 1`)));
  expect(await countItems({ pk })).toBe(120);
  await events.stop();
  data.remove();
});
