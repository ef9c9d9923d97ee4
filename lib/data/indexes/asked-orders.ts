/*
 * Counts how often pages were read in which order: some pages, chosen at random, are noted while they are read (query/note-order.ts).
 *
 *  entity                  pk             sk               cost
 *  askedOrder, usedOrder   ASKED#<table>  <day>#<hash>     an item for each day and order, kept for eight days: the order, and a filter; n: about how
 *                                                          many pages; asked: how many of them had an order and filter that no view has. 1 WCU for one of 8 pages
 *  misplaced, leftEntries  ASKED#<table>  !<what>#<index>  a page found a record at a wrong place in it, or many waiting entries that a dead
 *                                                          process left; kept for a day. 1 WCU
 *
 * An order that many requests use gets an index (wanted-indexes.ts). The numbers are estimates: a note may be lost or counted twice.
 */

import { createHash } from "node:crypto";
import type { TableId } from "#lib/schemas/basics/ids";
import { sortMembers } from "#lib/schemas/basics/sort-members";
import { msPerDay, secondsPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { expiryIn } from "#lib/store/expiry";
import { type Item, readPage, tryUpdate } from "#lib/store/store";
import type { IndexDefinition } from "./index-definition.ts";

/** The prefix of the partition keys. A function that only reads may write these items, and no others (lib/stack/functions/permissions.ts). */
export const askedParts = "ASKED#";
export const askedPart = (tableId: TableId): string => `${askedParts}${tableId}`;

/** Notes of so many days count, today included. */
const days = 7;
/** Reads at most so many items, the latest days first. */
const mostItems = 1000;

interface AskedItem extends Item, IndexDefinition {
  n: number;
  asked: number;
}

/** An order, and how often it was used. */
export interface AskedOrder {
  id: string;
  definition: IndexDefinition;
  /** About how many pages were read in this order in the last seven days. */
  used: number;
  /** How many of these pages had an order that no view has: in seven days, and today and yesterday. */
  asked: number;
  askedRecently: number;
  /** The last day on which a page was noted, for example 2026-11-25, in UTC. */
  lastDay: string;
}

/** The id of an order in these items. */
export const askedId = ({ orders, groups, filter }: IndexDefinition): string =>
  createHash("sha256")
    .update(JSON.stringify([orders, groups ?? null, filter ?? null], sortMembers))
    .digest("base64url")
    .slice(0, 12);

const dayOf = (time: string) => time.slice(0, "2026-11-25".length);

/** What is noted of a page. */
interface Noted {
  /** The index that the page was read from, or could have been read from if it existed. */
  definition: IndexDefinition;
  /** How many pages this note stands for. */
  pages: number;
  /** Whether no view has this order. */
  isAsked: boolean;
  /** Whether an index may have to be made: then the item wakes a consumer, which decides. */
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

/** Stands in the place of the day, and sorts before all days. */
const reports = "!";

/**
 * Reports an index: it has a record in another place than the record's cells say, so it must end; or dead processes left many waiting
 * entries, so it must be swept. Best effort: never throws.
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

/** The orders of the seven days up to `now` (ISO 8601 UTC), unsorted. One Query of at most 1,000 items. */
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
