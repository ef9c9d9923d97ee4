/* The items of one table as rows of SQLite. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { fromBody, isPlainBody, toBody } from "../values/body.ts";
import type { KeyColumn } from "../values/key-value.ts";
import type { Item } from "../values/value.ts";

/** The key of an item as columns. In a table without a sort key, `sort` is the same for all items. */
export interface RowKey {
  partition: KeyColumn;
  sort: KeyColumn;
}

export interface Stored {
  item: Item;
  size: number;
  /** The item in the form in which the file stores it. */
  body: string;
}

/** Whether all its values are also values of JSON. */
export const isPlain = ({ body }: Stored): boolean => isPlainBody(body);

export interface Bounds {
  /** Absent: all partitions. */
  partition?: KeyColumn | undefined;
  /** SQL over the column `sort`, each with one value. */
  conditions: { sql: string; value: KeyColumn }[];
  /** Goes on after this row. */
  after?: RowKey | undefined;
  backward?: boolean | undefined;
}

export type ItemRows = ReturnType<typeof openRows>;

export const rowsTable = (id: number) => `items_${id}`;

export function createRows(database: DatabaseSync, id: number): void {
  const table = rowsTable(id);
  database.exec(`
    CREATE TABLE ${table} (
      row INTEGER PRIMARY KEY, partition NOT NULL, sort NOT NULL,
      size INTEGER NOT NULL, expires INTEGER, body TEXT NOT NULL
    );
    CREATE UNIQUE INDEX ${table}_keys ON ${table} (partition, sort);
    CREATE INDEX ${table}_expiring ON ${table} (expires) WHERE expires IS NOT NULL;
  `);
}

type Row = [size: number, body: string];

const stored = ([size, body]: Row): Stored => ({ size, body, item: fromBody(body) });

export function openRows(database: DatabaseSync, id: number) {
  const table = rowsTable(id);
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const select = prepare(`SELECT size, body FROM ${table} WHERE partition = ? AND sort = ?`);
  const upsert = prepare(
    `INSERT INTO ${table} (partition, sort, size, expires, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (partition, sort) DO UPDATE SET size = excluded.size, expires = excluded.expires, body = excluded.body`,
  );
  const drop = prepare(`DELETE FROM ${table} WHERE partition = ? AND sort = ?`);
  const expiring = prepare(
    `SELECT partition, sort FROM ${table} WHERE expires > ? AND expires <= ? ORDER BY expires LIMIT ?`,
  );
  const totals = prepare(
    `SELECT count(*), coalesce(sum(size), 0), max(row)
     FROM (SELECT row, size FROM ${table} WHERE row > ? ORDER BY row LIMIT ?)`,
  );
  const reads = new Map<string, StatementSync>();

  function get({ partition, sort }: RowKey): Stored | undefined {
    const row = select.get(partition, sort) as Row | undefined;
    return row && stored(row);
  }

  /** Stores the item; gives the text of its row. */
  function put({ partition, sort }: RowKey, item: Item, size: number, expires: number | null): string {
    const body = toBody(item);
    upsert.run(partition, sort, size, expires, body);
    return body;
  }

  function remove({ partition, sort }: RowKey): void {
    drop.run(partition, sort);
  }

  /** In the order of keys; reads no further than the caller does. */
  function* read(bounds: Bounds): Generator<Stored> {
    const { sql, values } = readingOf(table, bounds);
    const statement = reads.get(sql) ?? prepare(sql);
    reads.set(sql, statement);
    for (const row of statement.iterate(...values)) yield stored(row as unknown as Row);
  }

  /** Finds items that expire later than the second `after`, and not later than the second `until`. */
  function findExpired(after: number, until: number, limit: number): RowKey[] {
    const rows = expiring.all(after, until, limit) as unknown as [KeyColumn, KeyColumn][];
    return rows.map(([partition, sort]) => ({ partition, sort }));
  }

  /** Counts up to `limit` rows that come after the row `after`; 0 begins with the first row. `last` is the last row that was counted. */
  function count(after: number, limit: number): { items: number; bytes: number; last: number } {
    const [items, bytes, last] = totals.get(after, limit) as unknown as [number, number, number | null];
    return { items, bytes, last: last ?? after };
  }

  return { get, put, remove, read, findExpired, count };
}

function readingOf(table: string, { partition, conditions, after, backward }: Bounds) {
  const where: string[] = [];
  const values: SQLInputValue[] = [];
  if (partition !== undefined) {
    where.push("partition = ?");
    values.push(partition);
  }
  for (const { sql, value } of conditions) {
    where.push(sql);
    values.push(value);
  }
  if (after && partition === undefined) {
    where.push("(partition, sort) > (?, ?)");
    values.push(after.partition, after.sort);
  } else if (after) {
    where.push(`sort ${backward ? "<" : ">"} ?`);
    values.push(after.sort);
  }
  const order = backward ? "partition DESC, sort DESC" : "partition, sort";
  const condition = where.length > 0 ? `WHERE ${where.join(" AND ")}` : "";
  return { sql: `SELECT size, body FROM ${table} ${condition} ORDER BY ${order}`, values };
}
