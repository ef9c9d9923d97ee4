/* The records of a table, in the order of a query: one by one, by the page, or counted. */
import type { Days } from "./days.ts";
import { type CallOptions, newKey, type Requests } from "./requests.ts";
import type { ClientRecord, ListQuery } from "./rows.ts";

/** One page. A page may hold fewer records than asked for and not be the last. */
export interface ListPage<Row> {
  records: ClientRecord<Row>[];
  /** Continues after this page; null on the last one. */
  nextCursor: string | null;
  /** With `groupBy` the groups, with `search` the hits. */
  extra?: { [member: string]: unknown };
}

/** Where the records of a list come from. */
export interface ListSource {
  requests: Requests;
  /** `/table/tbl…` */
  path: () => Promise<string>;
  keys: string;
  days: Days | undefined;
}

const largestPage = 1000;
/** Of an address; on AWS the request line may have 10 KB. */
const longestAddress = 4000;

export class RecordList<Row extends object, Item> implements AsyncIterable<ClientRecord<Row>> {
  readonly #source: ListSource;
  readonly #query: ListQuery<Row, Item>;
  readonly #options: CallOptions;

  constructor(source: ListSource, query: ListQuery<Row, Item>, options: CallOptions) {
    this.#source = source;
    this.#query = query;
    this.#options = options;
  }

  /** All records, page after page. A record that stays unchanged meanwhile comes exactly once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ClientRecord<Row>, void, undefined> {
    const take = this.#query.take ?? largestPage;
    for await (const { records } of this.#pages(take)) yield* records;
  }

  /** All records in one array. */
  async all(): Promise<ClientRecord<Row>[]> {
    const all: ClientRecord<Row>[] = [];
    for await (const record of this) all.push(record);
    return all;
  }

  /** The first record; undefined if there is none. */
  async first(): Promise<ClientRecord<Row> | undefined> {
    for await (const { records } of this.#pages(1)) if (records[0]) return records[0];
    return undefined;
  }

  /** One page: the first, or the one at a `nextCursor`. */
  async page({
    cursor,
    take = this.#query.take,
  }: {
    cursor?: string | null;
    take?: number;
  } = {}): Promise<ListPage<Row>> {
    const { requests, path, keys, days } = this.#source;
    // the records that are skipped are before the first page
    const { skip, ...query } = this.#query;
    const from = typeof cursor === "string" ? { cursor } : { skip };
    const page = await requests.send<ListPage<Row>>({
      method: "POST",
      path: `${await path()}/record/list`,
      body: JSON.stringify({ ...query, ...from, take, fieldKeyType: keys }),
      ...this.#options,
    });
    if (query.cellFormat !== "text") await days?.show(page.records);
    return page;
  }

  /** How many records there are. */
  async count(): Promise<number> {
    const { requests, path, keys } = this.#source;
    const { filter, filterByTql, filterByFormula, search, selectedRecordIds, ...view } = this.#query;
    const { viewId, ignoreViewQuery, queryId } = view;
    const which = { filter, filterByTql, filterByFormula, search, selectedRecordIds };
    const params = { ...which, viewId, ignoreViewQuery, queryId };
    const address = `${await path()}/aggregation/row-count`;
    const written = inQuery({ ...params, fieldKeyType: keys });
    const query =
      written.length <= longestAddress ? written : `queryId=${await this.#save(params)}&fieldKeyType=${keys}`;
    const { rowCount } = await requests.send<{ rowCount: number }>({
      method: "GET",
      path: `${address}?${query}`,
      ...this.#options,
    });
    return rowCount;
  }

  async *#pages(take: number): AsyncGenerator<ListPage<Row>, void, undefined> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: ListPage<Row> = await this.page({ ...(cursor !== undefined && { cursor }), take });
      yield page;
      cursor = page.nextCursor;
    }
  }

  /** Saves a query that is too long for an address; gives its id. */
  async #save(params: object): Promise<string> {
    const { queryId } = await this.#source.requests.send<{ queryId: string }>({
      method: "POST",
      path: "/query-params",
      body: JSON.stringify({ params }),
      key: newKey(),
      ...this.#options,
    });
    return queryId;
  }
}

/** Lists repeat their key, objects are JSON. */
function inQuery(members: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const each of value) query.append(`${name}[]`, String(each));
    else query.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return query.toString();
}
