/* The header Prefer (RFC 7240): `return=minimal` asks for an answer without the cells of the records that a call wrote. */
import type { Caller } from "#lib/data/identity/caller";
import type { Event } from "./call.ts";
import type { Definition } from "./definition.ts";

/** What the answer shows, if the endpoint knows the preference and the request has it. If it has several, the first counts. */
export function minimalAnswer({ headers }: Event, { minimal }: Definition): Caller["minimal"] {
  const preferences = (headers["prefer"] ?? "").split(/[,;]/).map((each) => each.replace(/[\s"]/g, ""));
  const wanted = preferences.find((each) => /^return=/i.test(each))?.toLowerCase();
  return minimal && wanted === "return=minimal" ? { projection: [] } : undefined;
}
