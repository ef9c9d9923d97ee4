/* The cells in which a text is: read some at a time, in a circle. */
import { expect, test } from "vitest";
import { type Hit, Hits } from "#lib/web/browser/find/hits";

function make(records: number, isShown: (hit: Hit) => boolean = () => true) {
  const all = Array.from({ length: records }, (_, i) => ({ index: i + 1, recordId: `r${i}`, fieldId: "f" }));
  const asked: number[] = [];
  const hits = new Hits({
    ask: async (take, skip) => {
      asked.push(skip);
      return all.slice(skip, skip + take);
    },
    count: async () => records,
    isShown,
  });
  return { hits, asked };
}

test("after the last hit comes the first one, before the first one the last", async () => {
  const { hits } = make(3);
  await hits.begin();
  const places: (number | undefined)[] = [];
  for (const step of [1, 1, 1, 1, -1, -1] as const) places.push((await hits.go(step))?.index);
  expect(places).toEqual([1, 2, 3, 1, 3, 2]);
  expect([hits.place, hits.count]).toEqual([2, 3]);
});

test("nothing is found", async () => {
  const { hits } = make(0);
  await hits.begin();
  expect(await hits.go(1)).toBeUndefined();
  expect(hits.count).toBe(0);
});

test("further hits are read when they are reached, and all of them for the last one", async () => {
  const { hits, asked } = make(1200);
  await hits.begin();
  expect([hits.count, asked.length]).toEqual([1200, 1]);
  for (let i = 0; i < 501; i++) await hits.go(1);
  expect([hits.place, asked.length]).toEqual([501, 2]);
  const other = make(1200);
  await other.hits.begin();
  await other.hits.go(1);
  expect((await other.hits.go(-1))?.index).toBe(1200);
});

test("cells that the grid does not show are left out", async () => {
  const { hits } = make(10, ({ index }) => index % 2 === 0);
  await hits.begin();
  expect([(await hits.go(1))?.index, hits.count]).toEqual([2, 5]);
});
