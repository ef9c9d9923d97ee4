/* Reads the address of a request, and starts the reads that need nothing else. What is wrong with it is told later. */
import type { MiddlewareObj } from "@middy/core";
import * as z from "zod";
import * as bases from "#lib/data/bases";
import * as tables from "#lib/data/tables";
import type { BaseId, TableId } from "#lib/schemas/ids";
import type { Incoming, PlaceFound } from "./call.ts";
import type { Definition } from "./definition.ts";
import { namesIn, unknownRoute } from "./unknown-route.ts";

/** A query string may hold nothing that the endpoint does not know. */
const noQuery = z.strictObject({});
const noNames = z.object({});

export function receive({
  path,
  alsoAt,
  params,
  query = noQuery,
  prefetch,
}: Definition): MiddlewareObj<Incoming> {
  return {
    before: async function readAddress({ event }) {
      const { call } = event;
      const greedy = alsoAt !== undefined && event.routeKey.endsWith(alsoAt);
      const given = greedy ? namesIn(path, event.rawPath) : (event.pathParameters ?? {});
      if (!given) throw await unknownRoute(event);

      const names = (params ?? noNames).safeParse(given);
      const asked = query.safeParse(queryOf(event.rawQueryString));
      call.params = names.data;
      call.query = asked.data;
      call.queryError = asked.error;
      // an id of another shape is one that does not exist
      call.place = names.success ? findPlace(names.data as PathIds) : Promise.resolve(undefined);
      if (names.success && asked.success && prefetch)
        call.prefetching = prefetch({ params: names.data, query: asked.data } as never);
      // whoever is refused first does not wait for these; their failures are then nobody's
      call.place.catch(() => {});
      call.prefetching?.catch(() => {});
    },
  };
}

interface PathIds {
  baseId?: BaseId;
  tableId?: TableId;
}

/** The base and the table that a path names; undefined if one of them is not there or not in the other. */
async function findPlace({ baseId, tableId }: PathIds): Promise<PlaceFound | undefined> {
  const [base, table] = await Promise.all([baseId && bases.find(baseId), tableId && tables.find(tableId)]);
  if ((baseId && !base) || (tableId && !table) || (base && table && table.baseId !== base.id))
    return undefined;
  return { ...(base && { base }), ...(table && { table }) };
}

/** Keys and values; a key that is repeated, or ends in `[]` or `[0]`, is a list. */
function queryOf(rawQueryString: string): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(rawQueryString)) {
    const name = key.replace(/\[\d*\]$/, "");
    const before = found.get(name);
    if (before !== undefined) found.set(name, [...[before].flat(), value]);
    else found.set(name, name === key ? value : [value]);
  }
  return Object.fromEntries(found);
}
