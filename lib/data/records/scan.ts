/*
 * Scans all records of a table, in no particular order. Up to 8 partitions are read in parallel, page by page, so memory is bounded
 * by their pages. Costs 1 RCU per 4 KB of the table. Scans take turns (scan-turns.ts).
 */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { RecordMembers } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { withInputs } from "#lib/engine/fields/formula-inputs";
import { invalid } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { longTextOf } from "#lib/schemas/records/packed-record";
import { keyAfter, nextLimit, readPage } from "#lib/store/store";
import { readCounter, usedBuckets } from "./empty-buckets.ts";
import { type Needed, rememberedTables } from "./memory/remembered.ts";
import { readColumnsOf } from "./pack-records.ts";
import { partsOf } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";
import { type TableReader, takeScanTurn } from "./scan-turns.ts";

/** The partitions of two buckets. */
const maxParallel = 8;

/**
 * Calls `visit` with every record once, some at a time, with the cells of these fields only. Records that are created or deleted during the
 * scan may or may not be visited. Each partition waits until `visit` has ended. `hearLast` is called with the highest number of the table
 * as soon as it is read. `members` are further members of records that `visit` reads. Throws 400 if the table is too large.
 */
export const scan = (
  reader: TableReader,
  fields: Field[],
  visit: Visit,
  hearLast: (last: number) => void = () => {},
  members: readonly string[] = [],
): Promise<void> =>
  takeScanTurn(reader, async () =>
    scanTable(reader.tableId, await partReader(reader.tableId, findNeeded(fields, members)), visit, hearLast),
  );

type Visit = (records: RecordItem[]) => void | Promise<void>;

async function scanTable(
  tableId: TableId,
  readPart: Awaited<ReturnType<typeof partReader>>,
  visit: Visit,
  hearLast: (last: number) => void,
): Promise<void> {
  // part 0 is read while the counter, which shows the number of other partitions, is read
  const [part = ""] = partsOf(tableId, 0);
  const first = readPart(part);
  const begun = first.next();
  begun.catch(() => {});
  const counter = await readCounter(tableId);
  hearLast(counter.n);
  const rest = usedBuckets(counter).flatMap((bucket) => partsOf(tableId, bucket));
  let count = 0;
  const visitSome = async (records: RecordItem[]) => {
    count += records.length;
    if (count > limits.recordsSorted) throw tooMany();
    await visit(records);
  };
  const scanPart = async (part: AsyncGenerator<RecordItem[]>) => {
    for await (const records of part) await visitSome(records);
  };
  const scanFirst = async () => {
    const { value } = await begun;
    if (value) await visitSome(value);
    await scanPart(first);
  };
  const worker = async () => {
    for (let part = rest.shift(); part; part = rest.shift()) await scanPart(readPart(part));
  };
  await Promise.all([scanFirst().then(worker), ...Array.from({ length: maxParallel - 1 }, worker)]);
}

type Member = keyof StoredRecord | keyof RecordMembers;
const always = ["id", "autoNumber", "moved", "shapes"] satisfies Member[];
const computedFrom = [
  "createdTime",
  "createdBy",
  "lastModifiedTime",
  "lastModifiedBy",
  "more",
] satisfies Member[];

/** What is needed to read the cells of these fields. `further` are members that the reader looks at itself. */
export function findNeeded(fields: readonly Field[], further: readonly string[] = []): Needed {
  const needed = withInputs(fields);
  const stored = needed.filter((field) => !typeOf(field).compute);
  // computed fields and former cells may need other members of the record, and a link field may need `more`
  const isPlain =
    fields.every(({ formula, lookupOptions }) => !formula && !lookupOptions) &&
    stored.length === fields.length &&
    !stored.some(({ former, type }) => former || type === "link");
  return {
    cells: new Set<string>(stored.map(({ id }) => id)),
    members: [...new Set([...always, ...(isPlain ? [] : computedFrom), ...further])],
    carrying: [...new Set(needed.flatMap(({ id, carries }) => (carries ? [id] : [])))],
  };
}

/** Reads only the attributes and cells that are needed: parsing the store's answers (JSON) takes most of the time and the memory. */
async function partReader(tableId: TableId, needed: Needed) {
  const { cells, members, carrying } = needed;
  // long texts are attributes of their own
  const columns = await readColumnsOf(tableId, cells);
  const texts = [...cells].flatMap((id) => columns.numbers.get(id) ?? []).map(longTextOf);
  // the cells that links carry, for lookups
  const carried = carrying.map((id) => ["carried", id]);
  const only = members.map((name) => [name]);
  only.push(["cells"], ...carried, ...[...new Set(texts)].map((name) => [name]));
  return async function* readPart(pk: string): AsyncGenerator<RecordItem[]> {
    const inMemory = await rememberedTables()?.readPart(pk, needed);
    if (inMemory) return yield* inMemory;
    let limit = 1000;
    for (let from = " "; ; ) {
      const range = { pk, from, limit, cells, ...(only.length <= maxNamed && { only }) };
      const { items, more } = await readPage<RecordItem>(range);
      if (items.length > 0) yield items;
      const last = items.at(-1);
      if (!more || !last) return;
      limit = nextLimit(limit, items.length);
      from = keyAfter(last.sk);
    }
  };
}

/** DynamoDB limits an expression to 4 KB, and each name takes up to ten characters. */
const maxNamed = 300;

const tooMany = () =>
  invalid([
    {
      path: "",
      message: `the table has more than ${limits.recordsSorted} records, too many to sort, filter or aggregate in one call; read it page by page without orderBy`,
    },
  ]);
