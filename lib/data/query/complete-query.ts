/* Completes a query that has a `queryId` with the query that was saved under this id. Imported only for such queries. */

import type * as z from "zod";
import type { UserId } from "#lib/schemas/basics/ids";
import { QueryId } from "#lib/schemas/basics/ids";
import { readSavedQuery } from "./saved-queries.ts";

type Reader = { userId: UserId; now: string };
/** The values of a query string, as the request has them. */
type Sent = Readonly<Record<string, string | string[] | { [member: string]: string[] }>>;

/**
 * The query with the saved parameters that it lacks and that `shape` knows. If the id is malformed or `shape` has no `queryId`, the query
 * stays as it is, and `shape` refuses it. Throws 404 if the user has saved no query with this id.
 */
export async function completeQuery(shape: z.ZodType, sent: Sent, caller: Reader): Promise<Sent> {
  const missing = await missingMembers(shape, sent, caller);
  const texts = missing.flatMap(([key, value]) => {
    const text = asQueryText(key, value);
    return text === undefined ? [] : [[key, text] as const];
  });
  return { ...sent, ...Object.fromEntries(texts) };
}

/** The same for a query in a body; its values have the form in which they were saved. */
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

/** A value in the form of a query string; `undefined` for null and for an empty list, which a query string cannot hold. */
function asQueryText(key: string, value: unknown): string | string[] | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value;
  if (Array.isArray(value) && !areJson.has(key))
    return value.length > 0 ? value.map((each) => asText(each ?? "")) : undefined;
  return asText(value);
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
