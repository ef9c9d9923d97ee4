/* What is known about a request so far: each middleware adds to it. */
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import type { Principal } from "#lib/access/principal";
import type { CallActor } from "#lib/data/identity/acting";
import type { Caller } from "#lib/data/identity/caller";
import type { Session } from "#lib/data/identity/sessions";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { SpaceItem } from "#lib/data/spaces/spaces";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { IdempotencyRecord, IdempotencySlot } from "#lib/store/idempotency-records";
import type { ReadPlan } from "#lib/store/meter";

/** The ids of a base and its space, which may be deleted; or of a space alone. */
export interface PlaceIds {
  baseId?: BaseId;
  spaceId: SpaceId;
}

/** A request with an Idempotency-Key: where its record is kept, and the record if the request was done before. */
export interface KeyedRequest extends IdempotencySlot {
  done?: IdempotencyRecord;
}

/** The space, base and table that a path names; `gone` if one of them was deleted. */
export interface PlaceInPath {
  space?: SpaceItem | undefined;
  base?: BaseItem | undefined;
  table?: TableItem | undefined;
  gone?: PlaceIds;
}

/** The places that exist; `missing` is the first name in the path whose id does not exist. */
export interface PlaceFound extends PlaceInPath {
  missing?: string | undefined;
}

/** What is known about a request: see the option or middleware that each property names. */
export interface Call extends PlaceInPath {
  requestId: string;
  /** ISO 8601 UTC with milliseconds: one instant for the whole request. */
  now: string;
  /** `performance.now()`, in milliseconds, for the log. */
  begun: number;
  /** The values in the braces of the path, as they were sent, and the ids that `placeIn` gave. */
  names: Record<string, string>;
  params?: unknown;
  query?: unknown;
  /** What is wrong with the query string; reported after 401, 403 and 404. */
  queryError?: z.ZodError | undefined;
  /** Why the saved query that `queryId` names cannot be used. It is reported like `queryError`. */
  savedQueryError?: unknown;
  body?: unknown;
  /** The place, while it is being read. */
  place?: Promise<PlaceFound>;
  prefetching?: Promise<unknown>;
  prefetched?: unknown;
  /** The refusal if writes are stopped, while the switch is being read; for calls that would be refused then. It never rejects. */
  findingStop?: Promise<unknown>;
  loaded?: unknown;
  /** The caller, while the token or session is being read; rejects with 401. */
  authenticating?: Promise<Principal | undefined>;
  principal?: Principal | undefined;
  /** The write of the time of use of the token or session; never fails. */
  markingUsed?: Promise<void>;
  /** The session of a caller who is signed in. */
  session?: Session;
  /** Who acts, once an entry of an access log asks. */
  actor?: CallActor;
  /** The result of the option `share`. */
  share?: unknown;
  /** Lines of Set-Cookie for the answer. */
  cookies: string[];
  /** The cursor of the next page, where the answer is a bare list. */
  nextCursor?: string;
  /** The state that the answer's ETag names. */
  tag?: string;
  standing?: Standing | undefined;
  caller?: Caller;
  /** How the handler found its records. */
  readPlan?: ReadPlan;
  /** Set for a request with an Idempotency-Key. */
  keyed?: KeyedRequest | undefined;
}

/** An HTTP API event of API Gateway, payload format 2.0. */
export type Event = APIGatewayProxyEventV2;
/** The event with what is known about it so far. */
export type Incoming = Event & { call: Call };
