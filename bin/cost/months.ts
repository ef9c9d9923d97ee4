/*
 * Three months, of which the store's units are counted in a table of 5,000 records of twelve short cells. Before, records were stored as
 * readers see them, and a value was sought in the whole table: what that costs follows from the bytes of the same records.
 */
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as listIndexes } from "#functions/index/list-indexes";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import { partsOf } from "#lib/data/records/record-keys";
import { sizeOfItem } from "#lib/local/embedded/values/size";
import type { Units } from "#lib/local/store/request-costs";
import type { TableId } from "#lib/schemas/basics/ids";
import { readRawPage } from "#lib/store/raw-reads";
import { type Item, readPage } from "#lib/store/store";
import { type Asked, ask } from "../bench/ask.ts";
import type { Handlers } from "../bench/handlers.ts";
import { twelveCellsOf, twelveFields } from "../bench/records.ts";

/** The RCU of a page of 100, of one of 1,000, and of finding a record by its value; and the bytes of an item. */
interface Counted {
  page: number;
  large: number;
  find: number;
  bytes: number;
}

interface Prices {
  readUnit: number;
  /** A GB-month, kept with point-in-time recovery. */
  stored: number;
  /** USD a million of the calls of the first month, by their titles. */
  perMillion: ReadonlyMap<string, number>;
}

const size = 5000;
const perCall = 1000;
/** What DynamoDB adds to each item in what it bills for storage. */
const itemOverhead = 100;

/** The rows of the table of months. */
export async function countMonths(handlers: Handlers, units: () => Units, prices: Prices): Promise<string[]> {
  const { readUnit, stored, perMillion } = prices;
  const { now, before } = await count(handlers, units);
  const team = { "get a record": 2, "list 100 records": 3, "update a record": 0.5, "create a record": 0.1 };
  const spent = Object.entries(team).reduce((sum, [title, millions]) => {
    const each = perMillion.get(title);
    if (each === undefined) throw new Error(`no call is called ${title}`);
    return sum + millions * each;
  }, 0);
  const pages = 3e6 * readUnit * (before.page - now.page);
  const finding = (each: number) => 5e6 * readUnit * each;
  const keeping = ({ bytes, large }: { bytes: number; large: number }) =>
    ((10e6 * (bytes + itemOverhead)) / 1e9) * stored + 30 * (10e6 / perCall) * large * readUnit;
  const row = (title: string, was: number, is: number) =>
    `| ${title} | ${was.toFixed(2)} | ${is.toFixed(2)} |`;
  return [
    "| a month | before | now |",
    "| --- | --- | --- |",
    row(
      "a team: 2 million gets, 3 million pages of 100, 0.5 million updates, 0.1 million creations",
      spent + pages,
      spent,
    ),
    row(
      `a program that finds 5 million records by one value, in 5,000: ${before.find} RCU each, now ${now.find} with an index of the field`,
      finding(before.find),
      finding(now.find),
    ),
    row(
      `10 million records of ${now.bytes} bytes (${before.bytes} before), kept, and read once a day, 1,000 a page: ${before.large} RCU, now ${now.large}`,
      keeping(before),
      keeping(now),
    ),
  ];
}

async function count(
  { dev, afterwards }: Handlers,
  units: () => Units,
): Promise<{ now: Counted; before: Counted }> {
  const made = await ask<{ id: string; fields: { id: string; name: string }[] }>(dev, {
    endpoint: createTable,
    params: { baseId: dev.baseId },
    body: { name: "Months", fields: twelveFields, records: [] },
  });
  const params = { tableId: made.id };
  for (let from = 0; from < size; from += perCall) {
    const records = Array.from({ length: perCall }, (_, i) => ({ fields: twelveCellsOf(from + i) }));
    await ask(dev, { endpoint: createRecords, params, body: { records } });
  }
  // jobs wait for calls that may have begun before them: here there are none
  process.env["GRIDLESS_SETTLE_SECONDS"] = "0";
  const fieldId = made.fields.find(({ name }) => name === "Mail")?.id ?? "";
  await ask(dev, { endpoint: declareIndex, params: { ...params, fieldId } });
  for (let state = ""; state !== "ready"; ) {
    await afterwards();
    const [index] = await ask<{ state: string }[]>(dev, { endpoint: listIndexes, params });
    state = index?.state ?? "";
  }
  const read = async (query: string): Promise<number> => {
    const call: Asked = { endpoint: listRecords, params, query };
    // the first reads the schema
    await ask(dev, call);
    units();
    await ask(dev, call);
    return units().read;
  };
  const filter = JSON.stringify({
    conjunction: "and",
    filterSet: [{ fieldId: "Mail", operator: "is", value: twelveCellsOf(4321).Mail }],
  });
  const [page, large] = [await read("?take=100"), await read("?take=1000")];
  const find = await read(`?${new URLSearchParams({ filter })}`);
  const part = { pk: partsOf(made.id as TableId, 0)[0] ?? "" };
  const bytes = meanSize((await readRawPage(part)).items);
  const was = meanSize((await readPage(part)).items);
  const others = page - unitsOf(100, bytes);
  const before = {
    page: others + unitsOf(100, was),
    large: others + unitsOf(1000, was),
    find: others + unitsOf(size, was),
    bytes: was,
  };
  return { now: { page, large, find, bytes }, before };
}

/** RCU of so many items that are read together. */
const unitsOf = (items: number, bytes: number): number => Math.ceil((items * bytes) / 4096);

const meanSize = (items: Item[]): number =>
  Math.round(items.reduce((sum, item) => sum + sizeOfItem(item as never), 0) / items.length);
