/*
 * All records of a table, in no order: its partitions side by side, a few at a time, so that memory is bounded by their pages.
 * 1 RCU for each 4 KB of the table.
 */

import type { RecordMembers } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { keyAfter, nextLimit, readPage } from "#lib/store/store";
import { bucketOf, partsOf } from "./record-keys.ts";
import { lastNumber } from "./record-pages.ts";
import type { RecordItem } from "./records.ts";

/** As many partitions as two buckets have. */
const sideBySide = 8;

/**
 * Shows every record that is there throughout once, some at a time, with its cells of these fields only; the next are not shown
 * before `visit` has ended.
 */
export async function scan(
  tableId: TableId,
  fields: Field[],
  visit: (records: RecordItem[]) => void | Promise<void>,
): Promise<void> {
  const readPart = reader(fields);
  // a small table has but the first partition, which is asked before that is known
  const first = readPart(partsOf(tableId, 0)[0] as string);
  const begun = first.next();
  begun.catch(() => {});
  const last = await lastNumber(tableId);
  const rest = Array.from({ length: bucketOf(last) }, (_, i) => partsOf(tableId, i + 1)).flat();
  let seen = 0;
  const look = async (records: RecordItem[]) => {
    seen += records.length;
    if (seen > limits.recordsSorted) throw tooMany();
    await visit(records);
  };
  const lookThrough = async (part: AsyncGenerator<RecordItem[]>) => {
    for await (const records of part) await look(records);
  };
  const own = async () => {
    const { value } = await begun;
    if (value) await look(value);
    await lookThrough(first);
  };
  const worker = async () => {
    for (let part = rest.shift(); part; part = rest.shift()) await lookThrough(readPart(part));
  };
  await Promise.all([own().then(worker), ...Array.from({ length: sideBySide - 1 }, worker)]);
}

/** What is not needed is not sent: to read the store's answers, which are JSON, takes most of the time and of the memory. */
function reader(fields: Field[]) {
  const stored = fields.filter((field) => !typeOf(field).compute);
  const members = stored.length < fields.length ? [...always, ...computedFrom] : always;
  const ids = [...new Set(stored.map(({ id }) => id))];
  const cells = ids.length > mostNamed ? [["cells"]] : ids.map((id) => ["cells", id]);
  const only = [...members.map((name) => [name]), ...cells];
  return async function* readPart(pk: string): AsyncGenerator<RecordItem[]> {
    let limit = 1000;
    for (let from = " "; ; ) {
      const { items, more } = await readPage<RecordItem>({ pk, from, limit, only });
      // of a record that has none of the cells the store sends no map of cells
      if (items.length > 0) yield items.map((item) => (item.cells ? item : { ...item, cells: {} }));
      const last = items.at(-1);
      if (!more || !last) return;
      limit = nextLimit(limit, items.length);
      from = keyAfter(last.sk);
    }
  };
}

/** DynamoDB takes expressions of 4 KB, and each name is up to ten characters of it. */
const mostNamed = 300;

const always = ["id", "autoNumber", "moved"] satisfies (keyof RecordItem)[];
const computedFrom = [
  "createdTime",
  "createdBy",
  "lastModifiedTime",
  "lastModifiedBy",
] satisfies (keyof RecordMembers)[];

const tooMany = () =>
  invalid([
    {
      path: "",
      message: `the table has more than ${limits.recordsSorted} records, too many to be put in order or counted by what they hold; page through them in their own order`,
    },
  ]);
