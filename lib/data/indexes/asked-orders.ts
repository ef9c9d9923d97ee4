/*
 * How often pages were read in which order: one of some pages is noted beside its reading (query/note-order.ts).
 *
 *  entity                  pk             sk               cost
 *  askedOrder, usedOrder   ASKED#<table>  <day>#<hash>     an item for each day and order, kept for eight days: the order, and a filter; n: about how
 *                                                          many pages; asked: those of them whose order and filter are those of no view. 1 WCU for one of 8 pages
 *  misplaced, leftEntries  ASKED#<table>  !<what>#<index>  a page met a record of it at a wrong place, or many left entries that wait; kept for a day. 1 WCU
 *
 * An order that requests keep asking for gets an index (wanted-indexes.ts). The numbers are estimates: a note may be lost or come twice.
 */

import { createHash } from "node:crypto";
import type { TableId } from "#lib/schemas/basics/ids";
import { sortMembers } from "#lib/schemas/basics/sort-members";
import { msPerDay, secondsPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { expiryIn } from "#lib/store/expiry";
import { type Item, readPage, tryUpdate } from "#lib/store/store";
import type { IndexDefinition } from "./index-definition.ts";

/** The prefix of the partition keys. Functions that only read may write these items alone (lib/stack/permissions.ts). */
export const askedParts = "ASKED#";
export const askedPart = (tableId: TableId): string => `${askedParts}${tableId}`;

/** Pages of so many days count, today included. */
const days = 7;
/** So many items are read at most, those of the latest days. */
const mostItems = 1000;

interface AskedItem extends Item, IndexDefinition {
  n: number;
  asked: number;
}

/** An order with its use. */
export interface AskedOrder {
  id: string;
  definition: IndexDefinition;
  /** About how many pages were read in this order in the last seven days. */
  used: number;
  /** Those of them whose order is that of no view: in seven days, and today and yesterday. */
  asked: number;
  askedRecently: number;
  /** The last day of a page, for example 2026-11-25, in UTC. */
  lastDay: string;
}

/** The name of an order in these items. */
export const askedId = ({ orders, groups, filter }: IndexDefinition): string =>
  createHash("sha256")
    .update(JSON.stringify([orders, groups ?? null, filter ?? null], sortMembers))
    .digest("base64url")
    .slice(0, 12);

const dayOf = (time: string) => time.slice(0, "2026-11-25".length);

/** What is noted of a page. */
interface Noted {
  /** The index that it was read from, or that it would have been read from. */
  definition: IndexDefinition;
  /** How many pages this note stands for. */
  pages: number;
  /** Whether the order is that of no view. */
  isAsked: boolean;
  /** Whether an index may have to be made: then a consumer hears of it. */
  isMissing: boolean;
}

/** Best effort: sent once, and never throws. */
export async function noteOrder(
  tableId: TableId,
  { definition, pages, isAsked, isMissing }: Noted,
): Promise<void> {
  const now = new Date().toISOString();
  const set = {
    entity: isAsked && isMissing ? "askedOrder" : "usedOrder",
    version: 1,
    orders: definition.orders,
    expiresAt: expiryIn((days + 1) * secondsPerDay, now),
    ...(definition.groups !== undefined && { groups: definition.groups }),
    ...(definition.filter && isAsked && { filter: definition.filter }),
  };
  const add = { n: pages, asked: isAsked ? pages : 0 };
  const all = Object.entries({ ...set, ...add });
  const assign = (some: object, by: string) =>
    Object.keys(some)
      .map((name) => `#${name}${by}:${name}`)
      .join(", ");
  await tryUpdate(
    { pk: askedPart(tableId), sk: `${dayOf(now)}#${askedId(definition)}` },
    {
      UpdateExpression: `SET ${assign(set, " = ")} ADD ${assign(add, " ")}`,
      ExpressionAttributeNames: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
    },
  );
}

/** Of reports: before all days. */
const reports = "!";

/**
 * Says that a record stands elsewhere in an index than its cells say, which ends it, or that processes that died have left many entries that
 * wait, which are then swept. Best effort: never throws.
 */
export async function report(
  entity: "misplaced" | "leftEntries",
  tableId: TableId,
  index: string,
): Promise<void> {
  const expiresAt = expiryIn(secondsPerDay, new Date().toISOString());
  const set = Object.entries({ entity, version: 1, expiresAt });
  const names = [...set.map(([name]) => name), "n"];
  await tryUpdate(
    { pk: askedPart(tableId), sk: `${reports}${entity}#${index}` },
    {
      UpdateExpression: "SET #entity = :entity, #version = :version, #expiresAt = :expiresAt ADD #n :one",
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        ":one": 1,
      },
    },
  );
}

/** The index that a report names. */
export const reportedIndex = ({ sk }: { sk: string }): string => sk.slice(sk.indexOf("#") + 1);

/** What was asked for in the last seven days up to `now` (ISO 8601 UTC), in no order. One Query of at most 1,000 items. */
export async function readAskedOrders(tableId: TableId, now: string): Promise<AskedOrder[]> {
  const [first, yesterday] = [days - 1, 1].map((ago) => dayOf(timeAfter(now, -ago * msPerDay))) as [
    string,
    string,
  ];
  const range = { pk: askedPart(tableId), from: first, backward: true, limit: mostItems };
  const { items } = await readPage<AskedItem>(range);
  const found = new Map<string, AskedOrder>();
  for (const { sk, orders, groups, filter, n, asked } of items) {
    const [day = "", id = ""] = sk.split("#");
    const definition = { orders, ...(groups !== undefined && { groups }), ...(filter && { filter }) };
    const none = { id, definition, used: 0, asked: 0, askedRecently: 0, lastDay: day };
    const known = found.get(id) ?? none;
    found.set(id, {
      ...known,
      used: known.used + n,
      asked: known.asked + asked,
      askedRecently: known.askedRecently + (day >= yesterday ? asked : 0),
    });
  }
  return [...found.values()];
}
