/* The ClientRequestTokens of transactions that were done. They are kept for ten minutes. */
import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";

const lifetime = 10 * 60 * 1000;

export type Tokens = ReturnType<typeof openTokens>;

export function openTokens(database: DatabaseSync) {
  const select = database.prepare("SELECT request, time FROM tokens WHERE token = ?");
  const insert = database.prepare(
    "INSERT INTO tokens (token, request, time) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET request = excluded.request, time = excluded.time",
  );
  // each insert deletes up to two, so tokens leave faster than they come
  const forget = database.prepare(
    "DELETE FROM tokens WHERE token IN (SELECT token FROM tokens WHERE time <= ? ORDER BY time LIMIT 2)",
  );

  /** Whether this request was done with this token. Throws if the token was used for another request. */
  function isDone(token: string, request: string, now: number): boolean {
    const found = select.get(token) as { request: string; time: number } | undefined;
    if (!found || found.time <= now - lifetime) return false;
    if (found.request === request) return true;
    throw new StoreError(
      "IdempotentParameterMismatchException",
      "The request uses the same client token as a previous, but non-identical request. Do not reuse a client token with different requests, unless the requests are identical",
    );
  }

  function keep(token: string, request: string, now: number): void {
    forget.run(now - lifetime);
    insert.run(token, request, now);
  }

  return { isDone, keep };
}

/** A hash of the request. It is the same for requests whose members differ only in their order. */
export const digestRequest = (request: unknown): string => hash("sha256", JSON.stringify(ordered(request)));

/** A map becomes the list of its members, by their names: that is faster than a map of them. */
function ordered(value: unknown): unknown {
  if (typeof value === "bigint") return { number: String(value) };
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  if (value instanceof Set) return { set: [...value].map(ordered) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  const map: unknown[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = (value as { [name: string]: unknown })[name];
    if (member !== undefined) map.push(name, ordered(member));
  }
  return { map };
}
