/* A query with `queryId`: it is completed with the query that was saved under this id. Loaded only for such a query. */

import type * as z from "zod";
import type { UserId } from "#lib/schemas/basics/ids";
import { QueryId } from "#lib/schemas/basics/ids";
import { readSavedQuery } from "./saved-queries.ts";

type Reader = { userId: UserId; now: string };
/** The values of a query string as they were sent. */
type Sent = Readonly<Record<string, string | string[] | { [member: string]: string[] }>>;

/**
 * The query with the saved parameters that it does not have itself, of those that `shape` knows. A malformed id, or a shape without
 * `queryId`, leaves the query as it is: the shape refuses it. Throws 404 if the user has saved no query with this id.
 */
export async function completeQuery(shape: z.ZodType, sent: Sent, caller: Reader): Promise<Sent> {
  const missing = await missingMembers(shape, sent, caller);
  const texts = missing.flatMap(([key, value]) => {
    const text = asQueryText(key, value);
    return text === undefined ? [] : [[key, text] as const];
  });
  return { ...sent, ...Object.fromEntries(texts) };
}

/** The same for a query that is sent as a body: its values are those that were saved. */
export async function completeBody(shape: z.ZodType, sent: object, caller: Reader): Promise<object> {
  const missing = await missingMembers(shape, sent, caller);
  return { ...sent, ...Object.fromEntries(missing.filter(([, value]) => value !== null)) };
}

/** The saved members that `shape` knows and `sent` does not have. */
async function missingMembers(
  shape: z.ZodType,
  sent: { readonly queryId?: unknown },
  caller: Reader,
): Promise<[key: string, value: unknown][]> {
  const known = "shape" in shape ? (shape.shape as object) : {};
  const id = QueryId.safeParse(sent.queryId);
  if (!Object.hasOwn(known, "queryId") || !id.success) return [];
  const saved = await readSavedQuery(id.data, caller);
  return Object.entries(saved).filter(([key]) => Object.hasOwn(known, key) && !Object.hasOwn(sent, key));
}

const areJson: ReadonlySet<string> = new Set(["filter", "orderBy", "groupBy", "collapsedGroupIds", "field"]);

/** A value as a query string would have it; `undefined` for null and for an empty list, which a query string cannot hold. */
function asQueryText(key: string, value: unknown): string | string[] | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value;
  if (Array.isArray(value) && !areJson.has(key))
    return value.length > 0 ? value.map((each) => asText(each ?? "")) : undefined;
  return asText(value);
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
