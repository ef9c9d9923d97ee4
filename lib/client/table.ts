/* One table: its records are listed, created, changed and deleted, and what this object did is undone. */
import { type AnsweredField, Days } from "./days.ts";
import { GridlessError } from "./errors.ts";
import { RecordList } from "./list.ts";
import { didNothing, jsonOfRow, keyOfPiece, type ListOptions, sendPieces } from "./pieces.ts";
import { type CallOptions, newKey, type Requests } from "./requests.ts";
import {
  areRows,
  type ClientRecord,
  type ExpandQuery,
  type ListQuery,
  type OneRow,
  type RowChange,
  type Rows,
  type SentFrom,
  type UntypedCells,
  type UntypedFilterItem,
} from "./rows.ts";
import {
  finishWhere,
  type WhereAnswer,
  type WhereOptions,
  type WhereQuery,
  type WhereResult,
} from "./where.ts";

export interface TableOptions {
  /** What cells are keyed by; `name` by default. */
  keys?: "name" | "id" | "dbFieldName";
  /**
   * `days` (default): a field that shows no time of day gives `2026-12-01`; for that the token needs `field|read`. `moments`: cells as the
   * server answers them.
   */
  dates?: "days" | "moments";
}

export interface WriteOptions extends ListOptions {
  /** Reads values as people write them, and makes new choices. */
  typecast?: boolean | undefined;
  /** With `typecast`: a title in a link cell that no record has makes a record. */
  createLinked?: boolean | undefined;
}

/** For one record. */
export interface IfMatch {
  /**
   * Only if the record is in this state: the `etag` of the record as it was read; else nothing is done, and the call throws
   * `precondition_failed` (412).
   */
  ifMatch?: string | undefined;
}

export interface UpsertOptions<Row> extends WriteOptions {
  /** One to three fields: a record with the same values in them is changed, else a new one is created. */
  on: (keyof Row & string)[];
}

/** What an upsert did. */
export interface UpsertResult<Row> {
  /** In the order of the rows. */
  records: ClientRecord<Row>[];
  /** The ids of the new records. */
  created: string[];
  /** The ids of those that existed. */
  updated: string[];
}

/** A call that can be undone. */
interface WrittenCall {
  key: string;
  pieces: number;
}

interface UndoAnswer {
  status: "fulfilled" | "failed" | "empty";
  errorMessage?: string;
  /** Of a job: not all is undone yet. */
  more?: true;
}

/** How a list is written. */
interface Writing<Each> {
  method: "POST" | "PATCH";
  /** After that of the table. */
  path: string;
  /** The list in the body, or the one record, and the members beside it. */
  list: "records" | "recordIds" | "record";
  beside: object;
  /** The element of the list for a row. */
  shape: (row: Each) => unknown;
}

/** A change of records gives them alone, an upsert also which of them were created. */
type WriteAnswer<Row> =
  | ClientRecord<Row>
  | ClientRecord<Row>[]
  | { records: ClientRecord<Row>[]; created?: string[]; updated?: string[] };

/** Calls that `undo()` can go back. The server knows a call for a day. */
const mostCalls = 100;

export class TableClient<Row extends object = UntypedCells, Sent = SentFrom<Row>, Item = UntypedFilterItem> {
  readonly #requests: Requests;
  readonly #path: () => Promise<string>;
  readonly #keys: string;
  readonly #days: Days | undefined;
  readonly #calls: WrittenCall[] = [];

  /** `findId` gives the id of the table. */
  constructor(
    requests: Requests,
    findId: () => Promise<string>,
    { keys = "name", dates = "days" }: TableOptions = {},
  ) {
    this.#requests = requests;
    this.#path = async () => `/table/${await findId()}`;
    this.#keys = keys;
    const readFields = async (tableId?: string) => {
      const path = tableId === undefined ? await this.#path() : `/table/${tableId}`;
      return requests.send<AnsweredField[]>({ method: "GET", path: `${path}/field` });
    };
    this.#days = dates === "days" ? new Days(readFields) : undefined;
  }

  /** The records that match a query, in its order. Nothing is asked before they are read. */
  list({ signal, timeout, ...query }: ListQuery<Row, Item> & CallOptions = {}): RecordList<Row, Item> {
    const source = { requests: this.#requests, path: this.#path, keys: this.#keys, days: this.#days };
    return new RecordList(source, query, { signal, timeout });
  }

  /** The record with an id. */
  async get(
    id: string,
    { expand, ...options }: { expand?: ExpandQuery } & CallOptions = {},
  ): Promise<ClientRecord<Row>> {
    const query = new URLSearchParams({
      fieldKeyType: this.#keys,
      ...(expand && { expand: JSON.stringify(expand) }),
    });
    const path = `${await this.#path()}/record/${encodeURIComponent(id)}?${query}`;
    const asked = { method: "GET", path, ...options };
    const { answer, etag } = await this.#requests.sendTagged<ClientRecord<Row>>(asked);
    const record = withTag(answer, etag);
    await this.#days?.show([record]);
    return record;
  }

  /** Creates the record of a row, or those of many, in their order. */
  create(rows: Rows<Sent>, options?: WriteOptions): Promise<ClientRecord<Row>[]>;
  create(row: OneRow<Sent>, options?: WriteOptions): Promise<ClientRecord<Row>>;
  async create(given: OneRow<Sent> | Rows<Sent>, options: WriteOptions = {}) {
    const shape = (fields: Sent) => ({ fields });
    const answer = await this.#write(given, options, { ...this.#records("POST", options), shape });
    return areRows(given) ? answer.records : answer.records[0];
  }

  /** Changes a record, or many. Fields that are left out keep their cells; `null` empties a cell. */
  update(changes: Rows<RowChange<Sent>>, options?: WriteOptions): Promise<ClientRecord<Row>[]>;
  update(change: OneRow<RowChange<Sent>>, options?: WriteOptions & IfMatch): Promise<ClientRecord<Row>>;
  async update(given: OneRow<RowChange<Sent>> | Rows<RowChange<Sent>>, options: WriteOptions & IfMatch = {}) {
    const shape = ({ id, fields, seen }: RowChange<Sent>) => ({ id, fields, seen });
    const writing = { ...this.#records("PATCH", options), shape };
    if (areRows(given)) {
      refuseCondition(options);
      return (await this.#write(given, options, writing)).records;
    }
    // only the call for one record takes a condition
    const one = { path: `/record/${encodeURIComponent(given.id)}`, list: "record" } as const;
    const how = options.ifMatch === undefined ? writing : { ...writing, ...one };
    return (await this.#write(given, options, how)).records[0];
  }

  /** Changes the records that have the same values in the fields `on`, and creates those that there are not. */
  async upsert(given: OneRow<Sent> | Rows<Sent>, options: UpsertOptions<Row>): Promise<UpsertResult<Row>> {
    const { beside, ...records } = this.#records("PATCH", options);
    const upsert = { fieldKeys: options.on };
    const shape = (fields: Sent) => ({ fields });
    return this.#write(given, options, { ...records, beside: { ...beside, upsert }, shape });
  }

  /** Deletes the record with an id, or those with many. They can be brought back, by `undo()` or from the trash. */
  delete(ids: Rows<string>, options?: ListOptions): Promise<void>;
  delete(id: string, options?: ListOptions & IfMatch): Promise<void>;
  async delete(ids: string | Rows<string>, options: ListOptions & IfMatch = {}): Promise<void> {
    const given = typeof ids === "string" ? [ids] : ids;
    if (typeof ids !== "string") refuseCondition(options);
    const shape = (id: string) => id;
    const writing = { method: "POST", path: "/record/delete", list: "recordIds", beside: {}, shape } as const;
    await this.#write(given, options, writing);
  }

  /**
   * Gives these values to all records that a filter finds. More than 1,000 are written by a job, for which the call waits: the token needs
   * `table|read`. Throws `job_failed` if the job ends early; what it has written stays.
   */
  async updateWhere(
    where: WhereQuery<Row, Item>,
    fields: Sent,
    { typecast, ...options }: WhereOptions & { typecast?: boolean | undefined } = {},
  ): Promise<WhereResult> {
    return this.#writeWhere("update-where", { ...where, fields, typecast }, options);
  }

  /** Deletes all records that a filter finds; otherwise like `updateWhere`. They can be brought back, by `undo()` or from the trash. */
  async deleteWhere(where: WhereQuery<Row, Item>, options: WhereOptions = {}): Promise<WhereResult> {
    return this.#writeWhere("delete-where", where, options);
  }

  async #writeWhere(call: string, members: object, options: WhereOptions): Promise<WhereResult> {
    const { key = newKey(), max, dryRun, signal, timeout } = options;
    const path = await this.#path();
    const body = jsonOfRow(
      { ...members, fieldKeyType: this.#keys, dryRun, expect: max === undefined ? undefined : { max } },
      0,
    );
    const sent = { method: "POST", path: `${path}/record/${call}`, body, signal, timeout };
    const refuse = dryRun ? undefined : this.#keep(key, 1);
    const answer = await this.#requests
      .send<WhereAnswer>({ ...sent, key: keyOfPiece(key, 0) })
      .catch((error: unknown) => {
        if (didNothing(error)) refuse?.();
        throw error;
      });
    return finishWhere(answer, this.#requests, path, options);
  }

  /**
   * Undoes the last call of this object that wrote, or the call with a key, from whichever program it came. Gives whether there was something
   * to undo. Nothing is written over what was changed since: then it throws `undo_failed`, and pieces that were undone before stay so.
   */
  async undo({ key, ...options }: { key?: string } & CallOptions = {}): Promise<boolean> {
    const call = key === undefined ? this.#calls.at(-1) : this.#calls.find((each) => each.key === key);
    const name = call?.key ?? key;
    if (name === undefined) return false;
    const numbers = call ? Array.from({ length: call.pieces }, (_, i) => i).reverse() : undefined;
    const undone = numbers
      ? await this.#undoPieces(name, numbers, options)
      : await this.#undoUnknown(name, options);
    if (call) this.#calls.splice(this.#calls.indexOf(call), 1);
    return undone;
  }

  async #undoPieces(key: string, pieces: number[], options: CallOptions): Promise<boolean> {
    let undone = false;
    for (const piece of pieces) {
      const { status, errorMessage } = await this.#undoPiece(key, piece, options);
      if (status === "failed") throw notUndone(errorMessage);
      if (status === "fulfilled") undone = true;
    }
    return undone;
  }

  /** How many pieces another program sent is not known, so it goes from the first to the last: those in whose way a later one stands wait for it. */
  async #undoUnknown(key: string, options: CallOptions): Promise<boolean> {
    const waiting: number[] = [];
    for (let piece = 0; ; piece++) {
      const { status } = await this.#undoPiece(key, piece, options);
      if (status === "failed") waiting.unshift(piece);
      if (status === "empty") {
        const undone = await this.#undoPieces(key, waiting, options);
        return undone || piece > waiting.length;
      }
    }
  }

  async #undoPiece(key: string, piece: number, options: CallOptions): Promise<UndoAnswer> {
    const query = new URLSearchParams({ idempotencyKey: keyOfPiece(key, piece) });
    const path = `${await this.#path()}/undo-redo/undo?${query}`;
    for (;;) {
      const answer = await this.#requests.send<UndoAnswer>({
        method: "POST",
        path,
        key: newKey(),
        ...options,
      });
      if (!answer.more) return answer;
    }
  }

  #records(method: "POST" | "PATCH", { typecast, createLinked }: WriteOptions) {
    return {
      method,
      path: "/record",
      list: "records",
      beside: { fieldKeyType: this.#keys, typecast, createLinked },
    } as const;
  }

  async #write<Each>(
    given: OneRow<Each> | Rows<Each>,
    { key, size, signal, timeout, ifMatch }: ListOptions & IfMatch,
    { method, path, list, beside, shape }: Writing<Each>,
  ): Promise<UpsertResult<Row>> {
    const address = `${await this.#path()}${path}`;
    const members = JSON.stringify(beside).slice(1, -1);
    const result: UpsertResult<Row> = { records: [], created: [], updated: [] };
    result.records = await sendPieces(
      areRows(given) ? given : [given],
      { key, size },
      {
        shape,
        begin: (callKey, pieces) => this.#keep(callKey, pieces),
        send: async (json, pieceKey) => {
          // the list of one record without its brackets
          const value = list === "record" ? json.slice(1, -1) : json;
          const body = `{${members}${members && ","}"${list}":${value}}`;
          const sent = { method, path: address, body, key: pieceKey, ifMatch, signal, timeout };
          const { answer, etag } = await this.#requests.sendTagged<WriteAnswer<Row>>(sent);
          if (Array.isArray(answer)) return answer;
          if ("id" in answer) return [withTag(answer, etag)];
          result.created.push(...(answer.created ?? []));
          result.updated.push(...(answer.updated ?? []));
          const [first, ...others] = list === "records" ? answer.records : [];
          return first ? [withTag(first, etag), ...others] : [];
        },
        show: async (records) => this.#days?.show(records),
      },
    );
    return result;
  }

  /** The call is the newest that can be undone, as far as it came. Gives how to take its last piece back, which was refused. */
  #keep(key: string, pieces: number): () => void {
    const known = this.#calls.find((each) => each.key === key);
    const call = known ?? { key, pieces: 0 };
    const before = call.pieces;
    call.pieces = Math.max(before, pieces);
    if (known) this.#calls.splice(this.#calls.indexOf(known), 1);
    if (this.#calls.push(call) > mostCalls) this.#calls.shift();
    return () => {
      call.pieces = before;
      if (before === 0) this.#calls.splice(this.#calls.indexOf(call), 1);
    };
  }
}

/** A record with the state that an answer about it alone has. */
const withTag = <Row>(record: ClientRecord<Row>, etag: string | undefined): ClientRecord<Row> =>
  etag === undefined ? record : { ...record, etag };

function refuseCondition({ ifMatch }: IfMatch): void {
  if (ifMatch !== undefined) throw new TypeError("gridless: ifMatch is for one record, not for a list");
}

const notUndone = (message = "it cannot be undone") =>
  new GridlessError({ message, status: 201, code: "undo_failed" });
