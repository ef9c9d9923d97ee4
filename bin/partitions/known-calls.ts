/* The calls of which scenarios are made, and their units by the shapes of partition keys, counted in this process. */
import { handler as importRecords } from "#functions/csv/import-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createTable } from "#functions/table/create-table";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { counterKey } from "#lib/data/records/record-keys";
import type { Units } from "#lib/local/store/request-costs";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import type { TableId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";
import { ask } from "../bench/ask.ts";
import { eightFieldTableHere, type Handlers } from "../bench/handlers.ts";
import { hundredRecords, recordOf, twoCellsOf } from "../bench/records.ts";
import { countByKey } from "./count-by-key.ts";
import { perCall } from "./key-shapes.ts";

/** What each is; a scenario says how many of them come in a second. */
export const knownCalls = {
  createRecord: "a record is created",
  createHundred: "100 records are created by one call",
  getRecord: "a record is read",
  listRecords: "a page of 100 records is read",
  updateRecord: "two cells of a record are changed",
  deleteRecord: "a record is deleted",
  changeLink: "a link of a record is changed",
  createThousand: "1,000 records are created by one call, which is a staged commit",
  failDelivery: "a receiver of a webhook does not answer, with all that led to the attempt",
  importRow: "a row of a file becomes a record",
} as const;
export type KnownCall = keyof typeof knownCalls;

export interface CallUnits {
  /** Until the answer. */
  answered: Map<string, Units>;
  /** Of the functions that hear of the change. Calls that come together share their requests, as here. */
  behind: Map<string, Units>;
}

/** Of each kind, so many are made, one after another: four rounds of turns (lib/store/twins). What happens after them is done for all together. */
const times = 28;
const rows = 2000;
/** The table begins behind its first part, which is one partition, and becomes large with the first records. */
const firstNumber = 2000;

/** The units of one call of each kind. */
export async function unitsOfCalls(handlers: Handlers): Promise<Map<KnownCall, CallUnits>> {
  const { folder, remove } = temporaryFolder();
  process.env["GRIDLESS_FILES"] = folder;
  process.env["GRIDLESS_OUTGOING"] = "loopback";
  try {
    return await countAll(handlers);
  } finally {
    remove();
  }
}

async function countAll({ dev, afterwards }: Handlers): Promise<Map<KnownCall, CallUnits>> {
  const params = { tableId: await eightFieldTableHere(dev) };
  await addToNumber(counterKey(params.tableId as TableId), firstNumber);
  const create = (records: object[]) =>
    ask<{ records: { id: string }[] }>(dev, { endpoint: createRecords, params, body: { records } });
  const { records } = await create(hundredRecords.records);
  const inRecord = (i: number) => ({ ...params, recordId: records[i]?.id ?? "" });
  const shown = await smallTable(dev, "Shown", []);
  // tables of their own: a record that can be linked costs more to delete
  const options = { foreignTableId: shown.id, relationship: "manyOne" };
  const linked = await smallTable(dev, "Linked", [{ type: "link", name: "Link", options }]);
  const linkTo = (i: number) => ({ record: { fields: { Link: { id: shown.records[i]?.id } } } });
  const calls: Record<Exclude<KnownCall, "importRow">, (i: number) => Promise<unknown>> = {
    createRecord: (i) => create([recordOf(i)]),
    createHundred: () => create(hundredRecords.records),
    getRecord: (i) => ask(dev, { endpoint: getRecord, params: inRecord(i) }),
    listRecords: () => ask(dev, { endpoint: listRecords, params, query: "?take=100" }),
    updateRecord: (i) =>
      ask(dev, { endpoint: updateRecord, params: inRecord(i), body: { record: twoCellsOf(i + 1) } }),
    changeLink: (i) => {
      const recordId = linked.records[i]?.id ?? "";
      return ask(dev, { endpoint: updateRecord, params: { tableId: linked.id, recordId }, body: linkTo(i) });
    },
    createThousand: () => create(Array.from({ length: 1000 }, (_, i) => recordOf(i))),
    deleteRecord: (i) => ask(dev, { endpoint: deleteRecord, params: inRecord(i) }),
    // the last one, because it makes every change an event
    failDelivery: (i) => {
      const recordId = linked.records[i]?.id ?? "";
      const body = { record: { fields: { Name: `Changed ${i}` } } };
      return ask(dev, { endpoint: updateRecord, params: { tableId: linked.id, recordId }, body });
    },
  };
  const units = countByKey();
  const found = new Map<KnownCall, CallUnits>();
  for (const [name, call] of Object.entries(calls)) {
    if (name === "failDelivery")
      found.set("importRow", await countImport(dev, params, { units, afterwards }));
    // the first call of a kind reads what the next ones have in memory
    if (name !== "deleteRecord") await call(times);
    if (name === "failDelivery") await brokenWebhook(dev);
    await afterwards();
    units.take();
    const count = name === "createThousand" ? 3 : times;
    for (let i = 0; i < count; i++) await call(i);
    const answered = perCall(units.take(), count);
    await afterwards();
    found.set(name as KnownCall, { answered, behind: perCall(units.take(), count) });
  }
  return found;
}

type Counting = Pick<Handlers, "afterwards"> & { units: ReturnType<typeof countByKey> };

async function countImport(
  dev: Handlers["dev"],
  params: { tableId: string },
  { units, afterwards }: Counting,
) {
  await afterwards();
  units.take();
  const lines = Array.from({ length: rows }, (_, i) => `Row ${i},${i}`);
  const file = { endpoint: importRecords, params, body: { text: `Name,Count\n${lines.join("\n")}\n` } };
  await ask(dev, file);
  await afterwards();
  return { answered: perCall(units.take(), rows), behind: new Map() };
}

/** A table with a record for each call. */
async function smallTable(dev: Handlers["dev"], name: string, fields: object[]) {
  const body = {
    name,
    fields: [{ type: "singleLineText", name: "Name" }, ...fields],
    records: Array.from({ length: times + 1 }, (_, i) => ({ fields: { Name: `Row ${i}` } })),
    fieldKeyType: "name",
  };
  const params = { baseId: dev.baseId };
  return ask<{ id: string; records: { id: string }[] }>(dev, { endpoint: createTable, params, body });
}

/** Nothing listens at its address. */
async function brokenWebhook(dev: Handlers["dev"]): Promise<void> {
  const body = { url: "http://127.0.0.1:1/", events: ["record.updated"] };
  await ask(dev, { endpoint: createWebhook, params: { baseId: dev.baseId }, body });
}
