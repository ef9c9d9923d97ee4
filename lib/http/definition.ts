/*
 * The declarative part of an endpoint: all that the middleware, the stack, `npm start`, the OpenAPI document and the
 * tests of every endpoint need to know of it.
 */
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type * as z from "zod";
import type { AppError } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import type { Scope } from "#lib/schemas/identity/scopes";
import type { Incoming, PlaceIds } from "./call.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a success answers: JSON of a shape, a file, a page, another address, or (none of them) no body. */
export interface Answer<Shape extends z.ZodType = z.ZodType> {
  status: 200 | 201 | 302;
  shape?: Shape;
  /** The handler gives a `File`. */
  file?: true;
  /** The handler gives a `Page` or a `Redirect`. */
  page?: true;
  /** The handler gives a `Redirect`. */
  redirect?: true;
}

/** An answer that is no JSON. Sent compressed to whoever takes that. */
export interface File {
  contentType: string;
  body: Buffer | string;
  /** Seconds that it may be kept by whoever asked. */
  maxAge: number;
  headers?: Record<string, string>;
}

/** An answer for a person with a browser; kept by nobody. */
export interface Page {
  /** 200 if left out. */
  status?: number;
  html: string;
  headers: Record<string, string>;
}
/** 302: a browser goes there with GET. */
export interface Redirect {
  location: string;
}

export const ok = <Shape extends z.ZodType>(shape: Shape) => ({ status: 200, shape }) as const;
export const created = <Shape extends z.ZodType>(shape: Shape) => ({ status: 201, shape }) as const;
/** 200 without a body. */
export const done = { status: 200 } as const;
export const file = { status: 200, file: true } as const;
export const page = { status: 200, page: true } as const;
export const redirect = { status: 302, redirect: true } as const;

/** A base, or a table, by what was sent as its id. */
export interface PlaceIn {
  baseId?: unknown;
  tableId?: unknown;
}
/** A query as it was sent: who may not ask learns nothing about what else is wrong with it. */
export type SentQuery = Readonly<Record<string, string | string[]>>;

/** An error as an answer, where it is not the common JSON. */
export type Failure = (
  error: AppError,
  event: Incoming,
) => APIGatewayProxyStructuredResultV2 | Promise<APIGatewayProxyStructuredResultV2>;

export interface Definition {
  method: Method;
  path: string;
  /** A second, greedy route of the same function: how a path that ends in a slash gets here (design.md §2). */
  alsoAt?: `${string}/{proxy+}`;
  summary: string;
  description?: string;
  /** What the caller's token and, below a space, base or table, his role must allow. */
  scope?: Scope;
  /** The caller looks after the service: to anybody else it is a 403. */
  administrator?: true;
  /** Any token opens it, whatever its scopes: it concerns only the caller and what he came with. */
  anyToken?: true;
  /** A session opens it, so that a person is asked and no program: alone, no token does. */
  session?: true;
  /** Open to everybody; such an endpoint has no scope, and knows its caller only if he is signed in and it asks for that. */
  public?: true;
  /** Of a public one: whoever is signed in is known. */
  maySession?: true;
  /** Of a public one: what the address of a share opens. */
  share?: (asked: never) => Promise<unknown>;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may be a form too (application/x-www-form-urlencoded). */
  form?: true;
  /** The body may be multipart/form-data too, whose files become `File`s. */
  multipart?: true;
  response: Answer;
  /** Its answers have an ETag, where they are about one record. */
  tagged?: true;
  /** If-Match is looked at: the handler says with `expectTag` what state it has met. */
  conditional?: true;
  /** Takes an Idempotency-Key: its commit writes the mark (lib/store/idempotency-records.ts). */
  idempotent?: true;
  /** What is answered to a repeated request whose answer was too large to keep, by the ids that were. */
  replay?: (ids: never, asked: never) => Promise<unknown>;
  failure?: Failure;
  /** Reads that need nothing but the address: they go out together with those of the token and the place. */
  prefetch?: (asked: never) => Promise<unknown>;
  /** What was prefetched knows where the caller needs a role, also when the path names what is deleted. */
  placeOf?: (prefetched: never) => PlaceIds | undefined;
  /** The base or table that it is about, where the path does not name it as such. */
  placeIn?: (asked: never) => PlaceIn;
  /** Reads that need the place, who asks, or what is being prefetched: they go out together with those of the caller's role. */
  load?: (place: never) => Promise<unknown>;
  /** Scopes that only some requests need. */
  scopesOf?: (body: never, asked: never) => Scope[];
  /** What the token must allow besides, whatever the role does. */
  tokenScope?: Scope;
  /** The space that the body puts something into: `scope` is asked for there. */
  spaceOf?: (body: never) => SpaceId;
}
