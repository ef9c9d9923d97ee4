/* Settling what a killed writer left, itself killed or cut off at every request, until somebody comes through. */
import { expect, test } from "vitest";
import { change, commit, insert, remove } from "#lib/store/commit";
import { type Item, readAll } from "#lib/store/store";
import { killedAtFlip, leftovers, settleAll } from "#test/support/events/commits";
import { process } from "#test/support/events/processes";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";

const pk = "SETTLED";
const name = (i: number) => `item${1000 + i}`;
const creations = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => insert({ pk, sk: name(from + i), entity: "test" }));

async function prepared(when: "before" | "after") {
  await useOwnStore();
  await commit(creations(0, 100));
  const there = await readAll<Item>({ pk });
  // the decision takes 99 of them along, so the others are of all kinds
  const changes = [
    ...creations(200, 300),
    ...there.slice(0, 50).map((item) => change(item, { n: 1 })),
    ...there.slice(50).map(remove),
  ];
  await killedAtFlip(changes, when);
}

test.each(
  (["answer lost", "killed after"] as const).flatMap((accident) =>
    (["before", "after"] as const).map((when) => [accident, when] as const),
  ),
)("%s while settling a commit whose writer was killed %s its decision", async (accident, when) => {
  const expected =
    when === "after"
      ? [
          ...Array.from({ length: 50 }, (_, i) => [name(i), 1]),
          ...Array.from({ length: 100 }, (_, i) => [name(200 + i), undefined]),
        ]
      : Array.from({ length: 100 }, (_, i) => [name(i), undefined]);
  const sample = aSample();
  let requests = 0;
  for (let n = sample.first, isMet = true; isMet; n += sample.every) {
    await prepared(when);
    const { calls } = await process(
      (_, index) => (index === n ? accident : undefined),
      () => settleAll().catch(() => {}),
    );
    isMet = calls.length > n;
    requests = calls.length;
    const shown = async () => (await readAll({ pk })).map(({ sk, n }) => [sk, n]);
    expect({ n, shown: await shown() }).toEqual({ n, shown: expected });
    await settleAll();
    expect({ n, shown: await shown() }).toEqual({ n, shown: expected });
    expect({ n, left: await leftovers() }).toEqual({ n, left: [] });
  }
  expect(requests).toBeGreaterThan(8);
  console.log(`settling, ${accident}, killed ${when} the decision: ${told(sample, requests)}`);
});
