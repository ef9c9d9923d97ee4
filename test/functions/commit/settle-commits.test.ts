import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { handler } from "#functions/commit/settle-commits";
import { commit, insert } from "#lib/store/commit";
import { getRawItems } from "#lib/store/raw-reads";
import { readAll } from "#lib/store/store";
import { isChunk, killedAtFlip, leftovers } from "#test/support/events/commits";
import { process } from "#test/support/events/processes";
import { disturbed, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);
afterEach(() => void vi.useRealTimers());

let made = 0;
const aPartition = () => `SETTLE#${++made}`;
const creations = (pk: string, size = 250) =>
  Array.from({ length: size }, (_, i) => insert({ pk, sk: `${1000 + i}`, entity: "test" }));
const laterBy = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });

test.each([
  ["before its decision", 0],
  ["after it", 250],
] as const)(
  "what was left by a writer that was killed %s is settled once its time is over",
  async (when, size) => {
    const pk = aPartition();
    await killedAtFlip(creations(pk), when === "after it" ? "after" : "before");
    await handler();
    expect((await leftovers()).length).toBeGreaterThan(150);
    laterBy(11);
    await handler();
    expect(await leftovers()).toEqual([]);
    expect(await readAll({ pk })).toHaveLength(size);
    expect(await getRawItems([{ pk, sk: "1000" }])).toHaveLength(size ? 1 : 0);
  },
);

test.each([0, 1, 2, 3])("and of one that was killed after part %i", async (k) => {
  const pk = aPartition();
  await process(
    (sent) => (JSON.stringify(sent.input).includes(`"sk":"CHUNK#${k}"`) ? "killed after" : undefined),
    () => commit(creations(pk, 400)),
  );
  laterBy(11);
  await handler();
  expect(await leftovers()).toEqual([]);
  expect(await readAll({ pk })).toEqual([]);
});

test("one that cannot be settled keeps none from it, and fails the call", async () => {
  const partitions = [aPartition(), aPartition(), aPartition()];
  for (const pk of partitions) await commit(creations(pk));
  laterBy(11);
  let broken: unknown;
  await expect(
    disturbed(
      ({ input }) => {
        const text = JSON.stringify(input);
        if (!isChunk({ command: "", input }) || !text.includes("REMOVE #commit")) return undefined;
        broken ??= partitions.find((pk) => text.includes(`"${pk}"`));
        return text.includes(`"${broken}"`) ? storeError("ResourceNotFoundException") : undefined;
      },
      () => handler(),
    ),
  ).rejects.toThrow("1 commits could not be settled");
  const left = (await leftovers()).filter(({ entity }) => entity === "test");
  expect(new Set(left.map(({ pk }) => pk))).toEqual(new Set([broken]));
  await handler();
  expect(await leftovers()).toEqual([]);
});
