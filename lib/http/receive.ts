/* Parses the address of a request, and starts the reads that need only the address. Its errors are reported later. */
import type { MiddlewareObj } from "@middy/core";
import * as z from "zod";
import * as tables from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import * as spaces from "#lib/data/spaces/spaces";
import { invalid } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Call, Incoming, PlaceFound } from "./call.ts";
import { type Definition, goesOn, type PlaceIn, type SentQuery } from "./definition.ts";
import { isPlace, namesFor } from "./route-names.ts";

/** Without `query` the query string must be empty. */
const noQuery = z.strictObject({});
const noNames = z.object({});

/** Sets `params`, `query`, `place`, `prefetching` and `findingStop` of the call. It never throws for a malformed id: that is a 404 of `authorize`. */
export function receive(definition: Definition): MiddlewareObj<Incoming> {
  const { path, params = noNames, query = noQuery, prefetch, placeOf, placeIn } = definition;
  const mayBeStopped = !goesOn(definition);
  return {
    before: function readAddress({ event }) {
      const { call } = event;
      const names = params.safeParse(call.names);
      const sent = gatherMaps(parseQuery(event.rawQueryString));
      call.params = names.data;
      if (names.success && placeIn)
        Object.assign(call.names, idsIn(placeIn({ params: names.data, query: sent } as never)));
      call.place = findPlace(path, call.names, names.error);
      // late: calls on records have no room for it, and reads do not need it
      if (mayBeStopped)
        call.findingStop = import("./refusals/refuse-stopped.ts").then(({ findRefusal }) => findRefusal());

      function readQuery(raw: SentQuery): void {
        const asked = query.safeParse(raw, { reportInput: true });
        call.query = asked.data;
        call.queryError = asked.error;
        if (names.success && asked.success && prefetch)
          call.prefetching = started(() => prefetch({ params: names.data, query: asked.data } as never));
        if (placeOf && call.place) call.place = orGone(call.place, call.prefetching, placeOf);
        // a request that is refused does not wait for these, so their failures must not be unhandled rejections
        call.place?.catch(() => {});
        call.prefetching?.catch(() => {});
      }

      if (sent["queryId"] === undefined) return readQuery(sent);
      call.place.catch(() => {});
      return completed(query, sent, call).then(readQuery, (error) => {
        call.savedQueryError = error;
      });
    },
  };
}

/**
 * The query, with the members that were saved under its `queryId`. Waits for the caller, because only its creator can use a saved query.
 */
async function completed(
  query: z.ZodType,
  sent: SentQuery,
  { authenticating, now }: Call,
): Promise<SentQuery> {
  const principal = await authenticating;
  if (!principal) return sent;
  const { completeQuery } = await import("#lib/data/query/complete-query");
  return completeQuery(query, sent, { userId: principal.userId, now });
}

/** If the function throws synchronously, this too becomes a rejection. */
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

/** The ids as texts; a list of ids becomes a text that no place has. */
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

/** The places that a path names and that exist. A malformed id does not exist; a table must be in the base of the path. */
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
  const places: Record<string, unknown> = { spaceId: space, baseId: base, tableId: table };
  const isMissing = (name: string) => malformed.has(name) || (isPlace(name) && !places[name]);
  const missing = namesFor(path, names).find(isMissing);
  return { space, base, table, missing };
}

/** The keys and values of a query string or a form; a key that repeats, or ends in `[]` or `[0]`, gives a list. Throws 400 for too many. */
export function parseQuery(rawQueryString: string): Record<string, string | string[]> {
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

/** `field[sum][]=a&field[max][]=b` as one map of lists. A key that is sent as a value and as a map gives a list of both, which fits no schema. */
function gatherMaps(query: Record<string, string | string[]>): SentQuery {
  const gathered = new Map<string, SentQuery[string]>();
  const maps = new Map<string, [member: string, list: string[]][]>();
  for (const [key, value] of Object.entries(query)) {
    const [, name, member] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(key) ?? [];
    if (name === undefined || member === undefined || !Array.isArray(value)) gathered.set(key, value);
    else maps.set(name, [...(maps.get(name) ?? []), [member, value]]);
  }
  for (const [name, members] of maps) {
    const other = gathered.get(name);
    gathered.set(
      name,
      other === undefined
        ? Object.fromEntries(members)
        : [String(other), ...members.map(([member]) => member)],
    );
  }
  return Object.fromEntries(gathered);
}

/** Counts before parsing: Node takes a minute to parse a million. */
function refuseTooMany(text: string): void {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) count++;
  const message = `at most ${limits.bodyMembers} members; got ${count}`;
  if (count > limits.bodyMembers) throw invalid([{ path: "", message }]);
}
