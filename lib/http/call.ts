/* What is known of a request so far: each middleware adds what it found out. */
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import type { Principal } from "#lib/access/principal";
import type { Caller } from "#lib/data/identity/caller";
import type { Session } from "#lib/data/identity/sessions";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { SpaceItem } from "#lib/data/spaces/spaces";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { IdempotencyRecord, IdempotencySlot } from "#lib/store/idempotency-records";

/** A base, whether it is still there or not. */
export interface PlaceIds {
  baseId: BaseId;
  spaceId: SpaceId;
}

/** A request with an Idempotency-Key: where its record goes, and the record if the request was done before. */
export interface KeyedRequest extends IdempotencySlot {
  done?: IdempotencyRecord;
}

/** The space, the base and the table that a path names, or where they were. */
export interface PlaceInPath {
  space?: SpaceItem;
  base?: BaseItem;
  table?: TableItem;
  gone?: PlaceIds;
}

/** As far as they are there; `missing` is the first name in the path that stands for nothing. */
export interface PlaceFound extends PlaceInPath {
  missing?: string;
}

export interface Call extends PlaceInPath {
  requestId: string;
  /** ISO 8601 UTC with milliseconds: one instant for the whole request. */
  now: string;
  /** By the clock that only goes forward, for the log. */
  begun: number;
  /** What stands in the braces of the path, as it was sent, and what it is about besides (`placeIn`). */
  names: Record<string, string>;
  params?: unknown;
  query?: unknown;
  /** What is wrong with the query string; told after what the caller may not. */
  queryError?: z.ZodError | undefined;
  body?: unknown;
  /** The place that is being read. */
  place?: Promise<PlaceFound>;
  prefetching?: Promise<unknown>;
  prefetched?: unknown;
  loaded?: unknown;
  /** The caller, once his token or session is found; rejects with 401. */
  authenticating?: Promise<Principal | undefined>;
  principal?: Principal | undefined;
  /** Writing down that the token is in use; never fails. */
  markingUsed?: Promise<void>;
  /** Where the caller is signed in. */
  session?: Session;
  /** What the address of a share opens. */
  share?: unknown;
  /** Lines of Set-Cookie for the answer. */
  cookies: string[];
  /** What the answer's ETag names. */
  tag?: string;
  standing?: Standing | undefined;
  caller?: Caller;
  /** Of a request with an Idempotency-Key. */
  keyed?: KeyedRequest | undefined;
}

export type Event = APIGatewayProxyEventV2;
/** The event as middleware sees it: with what is known so far. */
export type Incoming = Event & { call: Call };
