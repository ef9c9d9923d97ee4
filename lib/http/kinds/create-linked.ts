/* `createLinked` of an endpoint: records of titles in link cells, made where the caller may create records. Only such endpoints load this. */
import type { Principal } from "#lib/access/principal";
import type { Caller } from "#lib/data/identity/caller";
import type { MakeLinked } from "#lib/data/links/read-targets";
import type { MayCreateIn } from "#lib/data/write/make-linked";
import type { Here } from "#lib/http/other-bases";

/** Makes records of titles in link cells where the caller may create records; for requests with `createLinked`. */
export const linkMaker =
  (caller: Caller, principal: Principal, here: Here, isPreview = false): MakeLinked =>
  async (...titles) => {
    const { makeLinked } = await import("#lib/data/write/make-linked");
    return makeLinked(caller, mayCreateIn(principal, here), isPreview)(...titles);
  };

/** Whether the caller may create records in a table that the path does not name. Throws 403 if role or token allow too little. */
export const mayCreateIn =
  (...of: [principal: Principal, here: Here]): MayCreateIn =>
  async (table) =>
    (await import("#lib/http/other-bases")).allowRecordsIn(...of, table);
