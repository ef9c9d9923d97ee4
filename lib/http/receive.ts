/* Reads the address of a request, and starts the reads that need nothing else. What is wrong with it is told later. */
import type { MiddlewareObj } from "@middy/core";
import * as z from "zod";
import * as tables from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import * as spaces from "#lib/data/spaces/spaces";
import { invalid } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Call, Incoming, PlaceFound } from "./call.ts";
import type { Definition, PlaceIn } from "./definition.ts";
import { isPlace, namesFor } from "./unknown-route.ts";

/** A query string may hold nothing that the endpoint does not know. */
const noQuery = z.strictObject({});
const noNames = z.object({});

export function receive({
  path,
  params = noNames,
  query = noQuery,
  prefetch,
  placeOf,
  placeIn,
}: Definition): MiddlewareObj<Incoming> {
  return {
    before: function readAddress({ event }) {
      const { call } = event;
      const names = params.safeParse(call.names);
      const raw = queryOf(event.rawQueryString);
      const asked = query.safeParse(raw);
      call.params = names.data;
      call.query = asked.data;
      call.queryError = asked.error;
      if (names.success && placeIn)
        Object.assign(call.names, idsIn(placeIn({ params: names.data, query: raw } as never)));
      call.place = findPlace(path, call.names, names.error);
      if (names.success && asked.success && prefetch)
        call.prefetching = started(() => prefetch({ params: names.data, query: asked.data } as never));
      if (placeOf) call.place = orGone(call.place, call.prefetching, placeOf);
      // whoever is refused first does not wait for these; their failures are then nobody's
      call.place.catch(() => {});
      call.prefetching?.catch(() => {});
    },
  };
}

/** What it throws at once is told when its turn comes, as what it throws later is. */
const started = async (work: () => Promise<unknown>) => work();

async function orGone(
  place: Promise<PlaceFound>,
  prefetching: Call["prefetching"],
  placeOf: NonNullable<Definition["placeOf"]>,
): Promise<PlaceFound> {
  const [found, early] = await Promise.all([place, prefetching]);
  const gone = found.missing && early ? placeOf(early as never) : undefined;
  return gone ? { gone } : found;
}

/** What was sent where an id is asked for; nothing can be at a list of them. */
const idsIn = (place: PlaceIn) =>
  Object.fromEntries(
    Object.entries(place).flatMap(([name, id]) => (id === undefined ? [] : [[name, String(id)]])),
  );

const isAnyId = /^[a-z]{3}[0-9A-Za-z]{16}$/;

interface PathIds {
  spaceId?: SpaceId;
  baseId?: BaseId;
  tableId?: TableId;
}

/** What a path names, as far as it is there: an id of another shape is one that does not exist, a table is in its base. */
async function findPlace(path: string, names: Call["names"], error?: z.ZodError): Promise<PlaceFound> {
  const malformed = new Set(error?.issues.map((issue) => issue.path[0]));
  for (const [name, id] of Object.entries(names)) if (isPlace(name) && !isAnyId.test(id)) malformed.add(name);
  const known = Object.entries(names).filter(([name]) => !malformed.has(name));
  const { spaceId, baseId, tableId } = Object.fromEntries(known) as PathIds;
  const [space, base, found] = await Promise.all([
    spaceId ? spaces.find(spaceId) : undefined,
    baseId ? bases.find(baseId) : undefined,
    tableId ? tables.find(tableId) : undefined,
  ]);
  const table = found && (!names["baseId"] || found.baseId === base?.id) ? found : undefined;
  const isMissing = (name: string) =>
    malformed.has(name) ||
    (name === "spaceId" && !space) ||
    (name === "baseId" && !base) ||
    (name === "tableId" && !table);
  const missing = namesFor(path, names).find(isMissing);
  return {
    ...(space && { space }),
    ...(base && { base }),
    ...(table && { table }),
    ...(missing && { missing }),
  };
}

/** Keys and values, of a query string or a form; a key that is repeated, or ends in `[]` or `[0]`, is a list. */
export function queryOf(rawQueryString: string): Record<string, string | string[]> {
  refuseTooMany(rawQueryString);
  const found = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(rawQueryString)) {
    const name = key.replace(/\[\d*\]$/, "");
    const before = found.get(name);
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) found.set(name, [before, value]);
    else found.set(name, name === key ? value : [value]);
  }
  return Object.fromEntries(found);
}

/** Counted before they are read: Node takes a minute for a million. */
function refuseTooMany(text: string): void {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) count++;
  const message = `must hold at most ${limits.bodyMembers} members, has ${count}`;
  if (count > limits.bodyMembers) throw invalid([{ path: "", message }]);
}
