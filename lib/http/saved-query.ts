/* A query string with `queryId`: it is completed with the query that was saved under this id. */
import * as z from "zod";
import { QueryId } from "#lib/schemas/basics/ids";
import type { Call } from "./call.ts";
import type { SentQuery } from "./definition.ts";

/** The id of the saved query, if this endpoint takes one and it can be one; a malformed id is left to the schema. */
export function savedQueryId(shape: z.ZodType | undefined, { queryId }: SentQuery): string | undefined {
  const takesOne = shape instanceof z.ZodObject && "queryId" in shape.shape;
  return takesOne && QueryId.safeParse(queryId).success ? String(queryId) : undefined;
}

/** The query with the saved parameters that it does not have itself, of those that the endpoint knows. Throws 401, 404. */
export async function completeQuery(
  shape: z.ZodType | undefined,
  sent: SentQuery,
  queryId: string,
  { authenticating, now }: Call,
): Promise<SentQuery> {
  const known = shape instanceof z.ZodObject ? shape.shape : {};
  const principal = await authenticating;
  if (!principal) return sent;
  const { readSavedQuery } = await import("#lib/data/query/saved-queries");
  const saved = await readSavedQuery(queryId, { userId: principal.userId, now });
  const missing = Object.entries(saved).filter(
    ([key]) => Object.hasOwn(known, key) && !Object.hasOwn(sent, key),
  );
  const texts = missing.flatMap(([key, value]) => {
    const text = asQueryText(key, value);
    return text === undefined ? [] : [[key, text] as const];
  });
  return { ...sent, ...Object.fromEntries(texts) };
}

const areJson: ReadonlySet<string> = new Set(["filter", "orderBy", "groupBy", "collapsedGroupIds", "field"]);

/** A value as a query string would have it; `undefined` for null, which means that it is absent. */
function asQueryText(key: string, value: unknown): string | string[] | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value;
  if (Array.isArray(value) && !areJson.has(key)) return value.map((each) => asText(each ?? ""));
  return asText(value);
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
