import { expect, test } from "vitest";
import { commit, insert } from "#lib/store/commit";
import { Stopped, stopReadsOn } from "#lib/store/stop-reading";
import { countItems, getItem, getItems, readAll, readPage } from "#lib/store/store";
import { disturbed, requestsOf } from "#test/support/store/faults";

const pk = `stopped ${crypto.randomUUID()}`;
const key = (sk: string) => ({ pk, sk });
const over = AbortSignal.abort(new Stopped("over"));

test.each<[string, () => Promise<unknown>]>([
  ["an item", () => getItem(key("a"))],
  ["items", () => getItems([key("a"), key("b")])],
  ["a page", () => readPage({ pk })],
  ["all", () => readAll({ pk })],
  ["a count", () => countItems({ pk })],
])("a read of %s sends nothing once the request is over", async (_, read) => {
  const sent = await requestsOf(() =>
    expect(stopReadsOn(over, read)).rejects.toMatchObject({ message: "over", status: 504 }),
  );
  expect(sent).toBe(0);
});

test("a read that is on its way when the request ends throws, and is not retried", async () => {
  const ending = new AbortController();
  const sent = await disturbed(
    () => {
      ending.abort(new Stopped("over"));
      return "not sent";
    },
    () => expect(stopReadsOn(ending.signal, () => readPage({ pk }))).rejects.toBeInstanceOf(Stopped),
  );
  expect(sent).toHaveLength(1);
});

test("a commit whose answer was lost reads what became of it, even when the request is over", async () => {
  const sent = await disturbed(
    (_, index) => (index === 0 ? "answer lost" : undefined),
    () => stopReadsOn(over, () => commit([insert({ ...key("lost"), entity: "test" })])),
  );
  expect(sent.map(({ command }) => command)).toEqual(["PutItem", "PutItem", "GetItem"]);
  expect(await getItem(key("lost"))).toBeDefined();
});

test("a staged commit is made to its end", async () => {
  const items = Array.from({ length: 150 }, (_, i) => insert({ ...key(`staged ${i}`), entity: "test" }));
  await stopReadsOn(over, () => commit(items));
  expect(await readAll({ pk, from: "staged", to: "staged~" })).toHaveLength(150);
});
