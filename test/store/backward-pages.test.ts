import { expect, test } from "vitest";
import { type Change, commit, insert } from "#lib/store/commit";
import { keyBefore, readPage } from "#lib/store/store";
import { killedAtFlip } from "#test/support/events/commits";
import { fill } from "#test/support/events/jobs";

const sk = (i: number) => `k${String(i).padStart(3, "0")}`;

test("a page against the order of the keys is full, whatever lies in between that nobody has committed", async () => {
  const pk = `TEST#${crypto.randomUUID()}`;
  const shown = [0, 1, 2, 3, 120, 121, 122].map(sk);
  await fill(shown.length, (i) => ({ pk, sk: shown[i] ?? "", entity: "test" }));
  const hidden: Change[] = Array.from({ length: 110 }, (_, i) =>
    insert({ pk, sk: sk(i + 5), entity: "test" }),
  );
  expect((await killedAtFlip(hidden, "before")).killed).toBe(true);

  const read: string[][] = [];
  for (let to: string | undefined, more = true; more; ) {
    const next = await readPage({ pk, limit: 2, backward: true, ...(to !== undefined && { to }) });
    read.push(next.items.map((item) => item.sk));
    more = next.more;
    to = keyBefore(read.at(-1)?.at(-1) ?? "");
  }
  expect(read.slice(0, -1).map(({ length }) => length)).toEqual([2, 2, 2]);
  expect(read.flat()).toEqual(shown.toReversed());
});

test("nothing of ours is between a key and the one before it", async () => {
  const pk = `TEST#${crypto.randomUUID()}`;
  const keys = ["com0", "com00", "com0zzzz", "com1"];
  await commit(keys.map((sk) => insert({ pk, sk, entity: "test" })));
  expect((await readPage({ pk, to: keyBefore("com1"), backward: true, limit: 1 })).items).toMatchObject([
    { sk: "com0zzzz" },
  ]);
});
