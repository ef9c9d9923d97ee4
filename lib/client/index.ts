/*
 * @gridless/client: the records of a Gridless server, for programs and pages. It is built alone (`npm run client`), so it imports nothing
 * from elsewhere, and uses only what Node, Deno and browsers all have.
 */
import { GridlessError } from "./errors.ts";
import {
  type CallOptions,
  type ClientOptions,
  type RequestOptions,
  Requests,
  requestOf,
} from "./requests.ts";
import type { ListQuery, SentFrom, TableTypes, UntypedCells, UntypedFilterItem } from "./rows.ts";
import { TableClient, type TableOptions } from "./table.ts";
import { type ClientFile, type UploadOptions, uploadFile } from "./upload.ts";
import { type Watching, type WatchOptions, watchBase } from "./watch/watch.ts";

export type { DoneRows, RequestIssue } from "./errors.ts";
export type { ListPage, RecordList } from "./list.ts";
export type { ListOptions } from "./pieces.ts";
export type {
  ClientRecord,
  ExpandQuery,
  LinkedClientRecord,
  ListFilter,
  ListQuery,
  RowChange,
  Rows,
  SentFrom,
  SortItem,
  TableTypes,
  UntypedCells,
  UntypedFilterItem,
} from "./rows.ts";
export type { IfMatch, UpsertOptions, UpsertResult, WriteOptions } from "./table.ts";
export type {
  BaseChanged,
  CommentChanged,
  FieldChanged,
  ManyChanges,
  RecordChanged,
  TableChanged,
  ViewChanged,
  WatchedChange,
  WatchPlace,
  WatchPresence,
} from "./watch/changes.ts";
export type { WatchState } from "./watch/follow.ts";
export type { WhereOptions, WhereQuery, WhereResult } from "./where.ts";
export type {
  CallOptions,
  ClientFile,
  ClientOptions,
  RequestOptions,
  TableClient,
  TableOptions,
  UploadOptions,
  Watching,
  WatchOptions,
};
export { GridlessError };

/** A table of a base, as `tables()` lists it. */
export interface ListedTable {
  id: string;
  name: string;
  description?: string;
}

/** What `POST /base/{baseId}/query` takes: records of one table in groups, with statistics of each. */
export interface RowsQuery
  extends Pick<
    ListQuery<UntypedCells, UntypedFilterItem>,
    "filter" | "filterByTql" | "filterByFormula" | "search" | "viewId" | "ignoreViewQuery" | "take"
  > {
  /** Its id or name. */
  table: string;
  groupBy?: { field: string; by?: "day" | "week" | "month" | "year"; as?: string }[];
  select?: { field?: string; fn: string; as?: string }[];
  having?: RowConditions<RowCondition | RowConditions<RowCondition>>;
  orderBy?: { name: string; order?: "asc" | "desc" }[];
}

export interface RowCondition {
  name: string;
  operator: ">" | ">=" | "<" | "<=" | "=" | "!=";
  value: number | string | null;
}

export interface RowConditions<Each> {
  conjunction?: "and" | "or";
  conditions: Each[];
}

interface AnyBaseClient {
  /** Statistics of the records of a table, by groups: `base.query<{ City: string; people: number }>({ … })`. */
  query<Row extends object = { [name: string]: unknown }>(
    query: RowsQuery,
    options?: CallOptions,
  ): Promise<{ rows: Row[]; total: number }>;
  /** The tables of the base, in its order. */
  tables(options?: CallOptions): Promise<ListedTable[]>;
  /** Follows the changes of the base, from now or from where an earlier `watch` ended. */
  watch(options: WatchOptions): Watching;
}

/** A base whose tables have no types, or each its own. */
export interface BaseClient extends AnyBaseClient {
  /** The table with an id or a name. */
  table<Row extends object = UntypedCells, Sent = SentFrom<Row>, Item = UntypedFilterItem>(
    table: string,
    options?: TableOptions,
  ): TableClient<Row, Sent, Item>;
}

/** A base with the types that `gridless types` writes: `base<Tables>(id)`. */
export interface TypedBaseClient<Tables extends { [Table in keyof Tables]: TableTypes }>
  extends AnyBaseClient {
  /** The table with an id or a name. */
  table<Name extends keyof Tables & string>(
    table: Name,
    options?: TableOptions,
  ): TableClient<Tables[Name]["answered"], Tables[Name]["sent"], Tables[Name]["filterItem"]>;
}

export interface GridlessClient {
  base(id: string): BaseClient;
  base<Tables extends { [Table in keyof Tables]: TableTypes }>(id: string): TypedBaseClient<Tables>;
  /** Uploads a file, for a cell of files. */
  upload(file: Blob | ArrayBuffer | Uint8Array | string, options?: UploadOptions): Promise<ClientFile>;
  /** Any other call of the interface, with the retries and errors of this client: `request("GET", "/user/me")`. */
  request<Answer = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer>;
}

/** A client of the server at an address. */
export function gridless(options: ClientOptions): GridlessClient {
  const requests = new Requests(options);
  function base(id: string): BaseClient;
  function base<Tables extends { [Table in keyof Tables]: TableTypes }>(id: string): TypedBaseClient<Tables>;
  function base(id: string): BaseClient {
    return {
      table: (table, how) => new TableClient(requests, findTable(requests, id, table), how),
      tables: (how) => listTables(requests, id, how),
      query: (query, how = {}) =>
        requests.send({
          method: "POST",
          path: `/base/${encodeURIComponent(id)}/query`,
          body: JSON.stringify(query),
          ...how,
        }),
      watch: ({ tables, ...how }) => {
        const finds = tables?.map((table) => findTable(requests, id, table));
        const findTableIds = async () => finds && Promise.all(finds.map((find) => find()));
        return watchBase({ requests, baseId: id, findTableIds }, { tables, ...how });
      },
    };
  }
  return {
    base,
    upload: (file, how) => uploadFile(requests, file, how),
    request: (method, path, how) => requests.send(requestOf(method, path, how)),
  };
}

const tableId = /^tbl[0-9A-Za-z]{16}$/;

const listTables = (requests: Requests, base: string, how: CallOptions = {}) =>
  requests.send<ListedTable[]>({ method: "GET", path: `/base/${encodeURIComponent(base)}/table`, ...how });

/** Finds the id of a table: once, unless that fails. */
function findTable(requests: Requests, base: string, table: string): () => Promise<string> {
  let found: Promise<string> | undefined;
  const find = async () => {
    if (tableId.test(table)) return table;
    const tables = await listTables(requests, base);
    const ids = tables.filter(({ name }) => name === table).map(({ id }) => id);
    const [id] = ids;
    if (id !== undefined && ids.length === 1) return id;
    const names = tables.map(({ name }) => JSON.stringify(name)).join(", ") || "none";
    const message = id
      ? `${ids.length} tables of the base ${base} are called ${JSON.stringify(table)}: use an id (${ids.join(", ")})`
      : `The base ${base} has no table ${JSON.stringify(table)}; it has: ${names}`;
    throw new GridlessError({ message, code: "not_found", status: 404 });
  };
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}
