/* The requests that `npm run trace` follows: each with the data that it needs. */

import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createView } from "#functions/view/create-view";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import type { TableId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";
import { type Asked, ask } from "../bench/ask.ts";
import { eightFieldTableHere, type Handlers } from "../bench/handlers.ts";
import { hundredRecords, recordOf } from "../bench/records.ts";

export interface Scene {
  /** What the table has, for example "a link". */
  title: string;
  /** Gives the request. It is called again for each request. */
  call: () => Asked | Promise<Asked>;
}

/** Makes the tables, and gives the scenes. */
export async function makeScenes(handlers: Handlers): Promise<Scene[]> {
  const [plain, linked, indexed] = [
    await makePlain(handlers),
    await makeLinked(handlers),
    await makeIndexed(handlers),
  ];
  const create = (params: Asked["params"], cells: object) => ({
    ...{ endpoint: createRecords, params },
    body: { fieldKeyType: "id", records: [{ fields: cells }] },
  });
  let count = 0;
  const changed = () => ({ record: { fields: { Count: ++count } } });
  return [
    {
      title: "a plain table",
      call: () => ({ endpoint: createRecords, params: plain.params, body: { records: [recordOf(1)] } }),
    },
    {
      title: "a link to a record",
      call: () => create(linked.params, { [linked.linkId]: [{ id: linked.otherId }] }),
    },
    {
      title: "a plain table",
      call: () => ({ endpoint: listRecords, params: plain.params, query: "?take=100" }),
    },
    {
      title: "in the order of a view, by an index",
      call: () => ({
        endpoint: listRecords,
        params: indexed.params,
        query: `?take=100&viewId=${indexed.viewId}`,
      }),
    },
    { title: "a plain table", call: () => ({ endpoint: getRecord, params: plain.inRecord }) },
    {
      title: "a plain table",
      call: () => ({ endpoint: updateRecord, params: plain.inRecord, body: changed() }),
    },
    {
      title: "a plain table",
      call: async () => ({
        ...{ endpoint: deleteListedRecords, params: plain.params },
        body: { recordIds: await addRecords(handlers, plain.params, 1) },
      }),
    },
  ];
}

async function makePlain(handlers: Handlers) {
  const params = { tableId: await eightFieldTableHere(handlers.dev) };
  const [recordId = ""] = await addRecords(handlers, params, 100);
  return { params, inRecord: { ...params, recordId } };
}

async function makeLinked(handlers: Handlers) {
  const [params, other] = [
    { tableId: await eightFieldTableHere(handlers.dev) },
    { tableId: await eightFieldTableHere(handlers.dev) },
  ];
  const [otherId = ""] = await addRecords(handlers, other, 1);
  const options = { relationship: "manyMany", foreignTableId: other.tableId };
  const link = { endpoint: createField, params, body: { type: "link", name: "Link", options } };
  const { id: linkId } = await ask<{ id: string }>(handlers.dev, link);
  await handlers.afterwards();
  return { params, linkId, otherId };
}

/** A table that counts as large, so that it has indexes. Two of its views have the same order. */
async function makeIndexed(handlers: Handlers) {
  const { dev } = handlers;
  const tableId = (await eightFieldTableHere(dev)) as TableId;
  const params = { tableId };
  const fields = await ask<{ id: string; name: string }[]>(dev, { endpoint: listFields, params });
  const fieldId = fields.find(({ name }) => name === "Count")?.id;
  const sort = { sortObjs: [{ fieldId, order: "desc" }] };
  const addView = (name: string) =>
    ask<{ id: string }>(dev, { endpoint: createView, params, body: { name, type: "grid", sort } });
  const { id: viewId } = await addView("One");
  await addView("Two");
  await addRecords(handlers, params, 100);
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
  await tendIndexes(tableId, new Date().toISOString());
  await handlers.afterwards();
  return { params, viewId };
}

async function addRecords({ dev }: Handlers, params: Asked["params"], count: number): Promise<string[]> {
  const body = { records: hundredRecords.records.slice(0, count) };
  const { records } = await ask<{ records: { id: string }[] }>(dev, {
    endpoint: createRecords,
    params,
    body,
  });
  return records.map(({ id }) => id);
}
