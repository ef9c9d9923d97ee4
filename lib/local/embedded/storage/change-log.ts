/* The feed: every change of an item, written in the transaction that makes it, in order, until consumers remove it. */
import type { DatabaseSync } from "node:sqlite";
import { fromBody } from "../values/body.ts";
import type { Item } from "../values/value.ts";
import { toWireItem, type WireItem } from "../values/wire.ts";
import { keyNames, type TableDefinition } from "./tables.ts";

/** A change in the form of a DynamoDB stream record, which a Lambda gets. */
export interface ChangeRecord {
  eventID: string;
  eventName: "INSERT" | "MODIFY" | "REMOVE";
  eventSource: "aws:dynamodb";
  eventVersion: "1.1";
  awsRegion: string;
  dynamodb: {
    ApproximateCreationDateTime: number;
    Keys: WireItem;
    NewImage?: WireItem;
    OldImage?: WireItem;
    SequenceNumber: string;
    StreamViewType: "NEW_AND_OLD_IMAGES";
  };
  /** Set where an item was deleted because it had expired. */
  userIdentity?: { type: "Service"; principalId: "dynamodb.amazonaws.com" };
}

export interface Change {
  /** Grows with each change, and is never used twice. */
  sequence: number;
  table: string;
  record: ChangeRecord;
}

export interface NewChange {
  table: string;
  time: number;
  byService: boolean;
  /** The items as texts; null for an item that does not exist. */
  old: string | null;
  new: string | null;
}

interface Row {
  sequence: number;
  table_name: string;
  time: number;
  by_service: number;
  old: string | null;
  new: string | null;
}

const mostBytes = 1024 * 1024;

export type ChangeLog = ReturnType<typeof openChangeLog>;

export function openChangeLog(
  database: DatabaseSync,
  definitionOf: (table: string) => TableDefinition | undefined,
) {
  const insert = database.prepare(
    "INSERT INTO changes (table_name, time, by_service, old, new) VALUES (?, ?, ?, ?, ?)",
  );
  const select = database.prepare("SELECT * FROM changes WHERE sequence > ? ORDER BY sequence LIMIT ?");
  const drop = database.prepare(
    "DELETE FROM changes WHERE sequence IN (SELECT sequence FROM changes WHERE sequence <= ? ORDER BY sequence LIMIT ?)",
  );
  const greatest = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
  let last = Number(greatest.get()?.["seq"] ?? 0);

  function add({ table, time, byService, old, new: image }: NewChange): void {
    last = Number(insert.run(table, time, byService ? 1 : 0, old, image).lastInsertRowid);
  }

  /** The changes after this sequence: at most `limit`, and about a megabyte. */
  function read(after: number, limit: number): Change[] {
    const changes: Change[] = [];
    let bytes = 0;
    for (const each of select.iterate(after, limit)) {
      const row = each as unknown as Row;
      const definition = definitionOf(row.table_name);
      if (!definition) continue;
      changes.push(toChange(row, definition));
      bytes += (row.old?.length ?? 0) + (row.new?.length ?? 0);
      if (bytes >= mostBytes) break;
    }
    return changes;
  }

  /** Removes changes up to this sequence, at most `limit`; gives how many. */
  function remove(upTo: number, limit: number): number {
    return Number(drop.run(upTo, limit).changes);
  }

  return { add, read, remove, last: () => last };
}

function toChange(
  { sequence, table_name: table, time, by_service, old, new: image }: Row,
  definition: TableDefinition,
): Change {
  const oldItem = old === null ? undefined : fromBody(old);
  const newItem = image === null ? undefined : fromBody(image);
  const keys = keysOf((newItem ?? oldItem) as Item, definition);
  const record: ChangeRecord = {
    eventID: String(sequence),
    eventName: !oldItem ? "INSERT" : newItem ? "MODIFY" : "REMOVE",
    eventSource: "aws:dynamodb",
    eventVersion: "1.1",
    awsRegion: "local",
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(time / 1000),
      Keys: toWireItem(keys),
      ...(newItem && { NewImage: toWireItem(newItem) }),
      ...(oldItem && { OldImage: toWireItem(oldItem) }),
      SequenceNumber: String(sequence).padStart(21, "0"),
      StreamViewType: "NEW_AND_OLD_IMAGES",
    },
    ...(by_service === 1 && { userIdentity: { type: "Service", principalId: "dynamodb.amazonaws.com" } }),
  };
  return { sequence, table, record };
}

export const keysOf = (item: Item, definition: TableDefinition): Item =>
  Object.fromEntries(keyNames(definition).map((name) => [name, item[name]])) as Item;
