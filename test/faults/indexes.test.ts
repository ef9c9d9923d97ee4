/* Writing records of a table with an index, with an accident at any request to the store. */
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { readSchema } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import { settleAll } from "#test/support/events/commits";
import type { Accident } from "#test/support/events/processes";
import { type Answer, call } from "#test/support/requests/call";
import { accidents, everyRequest } from "./support.ts";

/** More than one transaction takes. */
const all = 120;
const headers = { "idempotency-key": "one" };
const counts = Array.from({ length: all }, (_, i) => (i * 7) % 20);

interface Shown {
  id: string;
  autoNumber: number;
  fields: { Count?: number };
}

async function indexed(first: number[]) {
  const large = await aLargeTable();
  const ids = first.length > 0 ? await addCounts(large, first) : [];
  await settleAll();
  await makeIndexes(large);
  const { as, params, viewId } = large;
  /** The list in the order of the index; it is that of a plain sort. */
  async function list(): Promise<Shown[]> {
    const { body } = await call(listRecords, { as, params, query: { viewId, take: "1000" } });
    const shown: Shown[] = body.records;
    const sorted = shown.toSorted(
      (a, b) => (b.fields.Count ?? -1) - (a.fields.Count ?? -1) || a.autoNumber - b.autoNumber,
    );
    expect(shown).toEqual(sorted);
    return shown;
  }
  return { ...large, ids, list };
}

interface Act {
  name: string;
  success: number;
  send(): Promise<Answer>;
  /** How many records the list shows as the call makes them. */
  look(list: Shown[]): number;
}

/** Tries an act at each request. Whatever happens, the list is that of a plain sort, and it is read from the index. */
async function tryAll(
  accident: Accident,
  first: number[],
  actOn: (world: Awaited<ReturnType<typeof indexed>>) => Act,
) {
  const prepare = async () => {
    const world = await indexed(first);
    const { send, look } = actOn(world);
    return { ...world, send, look: async () => look(await world.list()) };
  };
  const { name, success } = actOn(await indexed([]));
  const check = async (params: { tableId: TableId }) =>
    expect((await readSchema(params.tableId)).indexes).toMatchObject([{ state: "ready" }]);
  await everyRequest(accident, { name: `${name} ${all} records`, success, all }, prepare, {
    check: async (_, __, { params }) => void (await check(params)),
    checkAgain: async (_, __, { params }) => void (await check(params)),
  });
}

const patient = { timeout: 300_000 };

test.each(accidents)("creating, %s: the list is right", patient, (accident) =>
  tryAll(accident, [], ({ as, params }) => {
    const records = counts.map((Count) => ({ fields: { Count } }));
    return {
      name: "creating",
      success: 201,
      send: () => call(createRecords, { as, params, body: { records }, headers }),
      look: ({ length }) => length,
    };
  }),
);

test.each(accidents)("changing, %s: the list is right", patient, (accident) =>
  tryAll(accident, counts, ({ as, params, ids }) => {
    const records = ids.map((id, i) => ({ id, fields: { Count: 1000 - i } }));
    return {
      name: "changing",
      success: 200,
      send: () => call(updateRecords, { as, params, body: { records }, headers }),
      look: (list) => list.filter(({ fields }) => (fields.Count ?? 0) > 500).length,
    };
  }),
);

test.each(accidents)("deleting, %s: the list is right", patient, (accident) =>
  tryAll(accident, counts, ({ as, params, ids }) => ({
    name: "deleting",
    success: 200,
    send: () => call(deleteListedRecords, { as, params, body: { recordIds: ids }, headers }),
    look: ({ length }) => all - length,
  })),
);
