import { expect, test } from "vitest";
import { sheet } from "./support.ts";

test("200: deletes the records of the rows, once for an Idempotency-Key", async () => {
  const { remove, list, recordIds } = await sheet();
  const query = {
    ranges: [
      [0, 1],
      [0, 2],
    ],
  };
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await remove(query, headers);
  expect(first).toMatchObject({ status: 200, body: { ids: recordIds.slice(1, 3) } });
  expect((await remove(query, headers)).body).toEqual(first.body);
  expect((await list()).map(([name]) => name)).toEqual(["a", "d"]);
  expect(
    (
      await remove({
        ranges: [
          [0, 7],
          [0, 9],
        ],
      })
    ).body,
  ).toEqual({ ids: [] });
});
