/*
 * What the compiler refuses of an endpoint. The proofs are types, so it is `tsc` that fails where one does not hold: with
 * its type arguments given, `endpoint` has the parameters that a call would have to fit.
 */
import { expectTypeOf, test } from "vitest";
import * as z from "zod";
import type { Principal } from "#lib/access/principal";
import type { Caller } from "#lib/data/identity/caller";
import type { Session } from "#lib/data/identity/sessions";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { SpaceItem } from "#lib/data/spaces/spaces";
import {
  anyTokenEndpoint,
  created,
  deletedPlaceEndpoint,
  done,
  type Endpoint,
  endpoint,
  file,
  indirectEndpoint,
  ok,
  page,
  publicEndpoint,
  redirect,
  sessionEndpoint,
  shareEndpoint,
} from "#lib/http/endpoint";
import { BaseId, SpaceId, TableId } from "#lib/schemas/basics/ids";

type Nothing = { status: 200 };
type Text = { status: 200; shape: z.ZodString };
type InTable = { baseId: BaseId; tableId: TableId };

type Guarded<Response extends Nothing | Text> = Parameters<
  typeof endpoint<
    "/base/{baseId}/table/{tableId}",
    InTable,
    { take: number },
    { name: string },
    Response,
    undefined,
    undefined
  >
>;
type Public<Response extends Nothing | Text> = Parameters<
  typeof publicEndpoint<"/docs/{file}", { file: string }, undefined, undefined, Response>
>;
type Definition = Guarded<Nothing>[0];
type Call = Parameters<Guarded<Nothing>[1]>[0];

const declared = { method: "GET", summary: "Test", response: done } as const;
const path = "/base/{baseId}/table/{tableId}" as const;
const Names = z.object({ baseId: BaseId, tableId: TableId });

test("every name in the path needs a schema", () => {
  const complete = { ...declared, path, scope: "table|read", params: Names } as const;
  expectTypeOf(complete).toExtend<Definition>();
  const { params: _, ...none } = complete;
  expectTypeOf(none).not.toExtend<Definition>();
  expectTypeOf({ ...complete, params: z.object({ baseId: BaseId }) }).not.toExtend<Definition>();
});

test("a path without names takes no schema of any", () => {
  type Plain = Parameters<
    typeof endpoint<"/base", Record<never, string>, unknown, unknown, Nothing, undefined, undefined>
  >[0];
  const plain = { ...declared, path: "/base", scope: "base|read" } as const;
  expectTypeOf(plain).toExtend<Plain>();
  expectTypeOf({ ...plain, params: Names }).not.toExtend<Plain>();
});

test("an endpoint has a scope that there is", () => {
  const complete = { ...declared, path, scope: "table|read", params: Names } as const;
  expectTypeOf({ ...complete, scope: "table|reed" as const }).not.toExtend<Definition>();
  const { scope: _, ...open } = complete;
  expectTypeOf(open).not.toExtend<Definition>();
});

test("a handler gives what the answer declares", () => {
  expectTypeOf<() => string>().toExtend<Guarded<Text>[1]>();
  expectTypeOf<() => Promise<string>>().toExtend<Guarded<Text>[1]>();
  expectTypeOf<() => number>().not.toExtend<Guarded<Text>[1]>();
  expectTypeOf<() => Promise<undefined>>().not.toExtend<Guarded<Text>[1]>();
  expectTypeOf<() => void>().not.toExtend<Guarded<Text>[1]>();
  expectTypeOf<() => Promise<void>>().toExtend<Guarded<Nothing>[1]>();
});

test("a handler knows who calls, and where", () => {
  expectTypeOf<Call["principal"]>().toEqualTypeOf<Principal>();
  expectTypeOf<Call["caller"]>().toEqualTypeOf<Caller>();
  expectTypeOf<Call["base"]>().toEqualTypeOf<BaseItem>();
  expectTypeOf<Call["table"]>().toEqualTypeOf<TableItem>();
  expectTypeOf<Call["params"]>().toEqualTypeOf<InTable>();
  expectTypeOf<Call["query"]>().toEqualTypeOf<{ take: number }>();
  expectTypeOf<Call["body"]>().toEqualTypeOf<{ name: string }>();
});

test("of a place that the path does not name it knows nothing", () => {
  type InBase = Parameters<
    Parameters<
      typeof endpoint<"/base/{baseId}", { baseId: BaseId }, unknown, unknown, Nothing, undefined, undefined>
    >[1]
  >[0];
  expectTypeOf<InBase>().toHaveProperty("base");
  expectTypeOf<InBase>().not.toHaveProperty("table");
});

test("a public endpoint knows no caller", () => {
  type Anybody = Parameters<Public<Nothing>[1]>[0];
  expectTypeOf<Anybody>().toHaveProperty("body");
  for (const name of ["principal", "caller", "standing"] as const)
    expectTypeOf<Anybody>().not.toHaveProperty(name);
});

test("what may be written is inferred: nothing of the above has to be spelled out", () => {
  const made = endpoint(
    {
      method: "POST",
      path: "/table/{tableId}/test",
      summary: "Test",
      scope: "table|read",
      params: z.object({ tableId: TableId }),
      query: z.object({ take: z.coerce.number() }),
      body: z.object({ name: z.string() }),
      response: created(z.object({ id: z.string() })),
      load: async ({ table }) => table.name.length,
    },
    ({ params, query, body, table, loaded }) => {
      expectTypeOf(params.tableId).toEqualTypeOf<TableId>();
      expectTypeOf(query.take).toEqualTypeOf<number>();
      expectTypeOf(body.name).toEqualTypeOf<string>();
      expectTypeOf(table).toEqualTypeOf<TableItem>();
      expectTypeOf(loaded).toEqualTypeOf<number>();
      return { id: body.name };
    },
  );
  expectTypeOf(made).toEqualTypeOf<Endpoint>();
});

/*
 * The same of each maker. A line that must not compile stands below its `@ts-expect-error`; it is an error itself as soon as it
 * compiles. Nothing here is called.
 */
const get = { method: "GET", path: "/test", summary: "Test" } as const;
const inBase = { method: "GET", path: "/base/{baseId}", summary: "Test" } as const;
const ofBase = z.object({ baseId: BaseId });
const scoped = { scope: "base|read" } as const;
const prefetch = async () => ({ baseId: "bse" as BaseId, spaceId: "spc" as SpaceId });
const placeOf = (place: Awaited<ReturnType<typeof prefetch>>) => place;
const placeIn = () => ({ baseId: "" });
const share = async () => ({ isEntered: true });
const nothing = () => {};

test("each maker: every name in the path needs a schema, and no other has one", () => {
  endpoint({ ...inBase, ...scoped, params: ofBase, response: done }, nothing);
  // @ts-expect-error: no schema of {baseId}
  endpoint({ ...inBase, ...scoped, response: done }, nothing);
  // @ts-expect-error: the schema of another name
  endpoint({ ...inBase, ...scoped, params: z.object({ tableId: TableId }), response: done }, nothing);
  // @ts-expect-error: there is no name in the path
  endpoint({ ...get, ...scoped, params: ofBase, response: done }, nothing);

  indirectEndpoint({ ...inBase, ...scoped, params: ofBase, placeIn, response: done }, nothing);
  // @ts-expect-error: no schema of {baseId}
  indirectEndpoint({ ...inBase, ...scoped, placeIn, response: done }, nothing);
  // @ts-expect-error: there is no name in the path
  indirectEndpoint({ ...get, ...scoped, params: ofBase, placeIn, response: done }, nothing);

  deletedPlaceEndpoint({ ...inBase, ...scoped, params: ofBase, prefetch, placeOf, response: done }, nothing);
  // @ts-expect-error: no schema of {baseId}
  deletedPlaceEndpoint({ ...inBase, ...scoped, prefetch, placeOf, response: done }, nothing);
  // @ts-expect-error: there is no name in the path
  deletedPlaceEndpoint({ ...get, ...scoped, params: ofBase, prefetch, placeOf, response: done }, nothing);

  anyTokenEndpoint({ ...inBase, params: ofBase, response: done }, nothing);
  // @ts-expect-error: no schema of {baseId}
  anyTokenEndpoint({ ...inBase, response: done }, nothing);
  // @ts-expect-error: there is no name in the path
  anyTokenEndpoint({ ...get, params: ofBase, response: done }, nothing);

  sessionEndpoint({ ...inBase, params: ofBase, response: done }, nothing);
  // @ts-expect-error: no schema of {baseId}
  sessionEndpoint({ ...inBase, response: done }, nothing);
  // @ts-expect-error: there is no name in the path
  sessionEndpoint({ ...get, params: ofBase, response: done }, nothing);

  publicEndpoint({ ...inBase, params: ofBase, response: done }, nothing);
  // @ts-expect-error: no schema of {baseId}
  publicEndpoint({ ...inBase, response: done }, nothing);
  // @ts-expect-error: there is no name in the path
  publicEndpoint({ ...get, params: ofBase, response: done }, nothing);

  shareEndpoint({ ...inBase, params: ofBase, share, response: done }, nothing);
  // @ts-expect-error: no schema of {baseId}
  shareEndpoint({ ...inBase, share, response: done }, nothing);
  // @ts-expect-error: there is no name in the path
  shareEndpoint({ ...get, params: ofBase, share, response: done }, nothing);
});

test("each maker: a handler gives what the answer declares", () => {
  const text = { ...get, response: ok(z.string()) } as const;
  const [right, wrong] = [() => "text", () => 1];
  endpoint({ ...text, ...scoped }, right);
  // @ts-expect-error: a number
  endpoint({ ...text, ...scoped }, wrong);
  indirectEndpoint({ ...text, ...scoped, placeIn }, right);
  // @ts-expect-error: a number
  indirectEndpoint({ ...text, ...scoped, placeIn }, wrong);
  deletedPlaceEndpoint({ ...text, ...scoped, prefetch, placeOf }, right);
  // @ts-expect-error: a number
  deletedPlaceEndpoint({ ...text, ...scoped, prefetch, placeOf }, wrong);
  anyTokenEndpoint(text, right);
  // @ts-expect-error: a number
  anyTokenEndpoint(text, wrong);
  sessionEndpoint(text, right);
  // @ts-expect-error: a number
  sessionEndpoint(text, wrong);
  publicEndpoint(text, right);
  // @ts-expect-error: a number
  publicEndpoint(text, wrong);
  shareEndpoint({ ...text, share }, right);
  // @ts-expect-error: a number
  shareEndpoint({ ...text, share }, wrong);
});

test("each kind of answer has its kind of value", () => {
  const plain = { contentType: "text/plain", body: "text", maxAge: 0 };
  const html = { html: "", headers: {} };
  expectTypeOf(publicEndpoint({ ...get, response: ok(z.string()) }, () => "text")).toEqualTypeOf<Endpoint>();
  expectTypeOf(
    publicEndpoint({ ...get, response: file("text/html") }, () => plain),
  ).toEqualTypeOf<Endpoint>();
  publicEndpoint({ ...get, response: page }, () => html);
  publicEndpoint({ ...get, response: page }, () => ({ location: "/" }));
  publicEndpoint({ ...get, response: redirect }, () => ({ location: "/" }));
  // @ts-expect-error: a page, where only a redirect is declared
  publicEndpoint({ ...get, response: redirect }, () => html);
  // @ts-expect-error: a page, where a file is declared
  publicEndpoint({ ...get, response: file }, () => html);
});

test("each maker: what it needs cannot be left out", () => {
  // @ts-expect-error: no scope
  endpoint({ ...get, response: done }, nothing);
  // @ts-expect-error: no scope
  indirectEndpoint({ ...get, placeIn, response: done }, nothing);
  // @ts-expect-error: no placeIn
  indirectEndpoint({ ...get, ...scoped, response: done }, nothing);
  // @ts-expect-error: no scope
  deletedPlaceEndpoint({ ...get, prefetch, placeOf, response: done }, nothing);
  // @ts-expect-error: no placeOf
  deletedPlaceEndpoint({ ...get, ...scoped, prefetch, response: done }, nothing);
  // @ts-expect-error: no prefetch
  deletedPlaceEndpoint({ ...get, ...scoped, placeOf, response: done }, nothing);
  // @ts-expect-error: no share
  shareEndpoint({ ...get, response: done }, nothing);
});

test("each maker: options of another are refused", () => {
  // @ts-expect-error: has a scope, so a session does not open it
  endpoint({ ...get, ...scoped, response: done, optionalSession: true }, nothing);
  // @ts-expect-error: the path names the place
  endpoint({ ...get, ...scoped, response: done, placeIn }, nothing);
  // @ts-expect-error: for places that are there
  indirectEndpoint({ ...get, ...scoped, response: done, placeIn, placeOf }, nothing);
  // @ts-expect-error: any token has no scope in particular
  anyTokenEndpoint({ ...get, response: done, scope: "base|read" }, nothing);
  // @ts-expect-error: a session has no scopes
  sessionEndpoint({ ...get, response: done, scope: "base|read" }, nothing);
  // @ts-expect-error: a session is required here
  sessionEndpoint({ ...get, response: done, optionalSession: true }, nothing);
  // @ts-expect-error: everyone may call
  publicEndpoint({ ...get, response: done, scope: "base|read" }, nothing);
  // @ts-expect-error: this is for shareEndpoint
  publicEndpoint({ ...get, response: done, share }, nothing);
  // @ts-expect-error: everyone may call
  shareEndpoint({ ...get, response: done, share, scope: "base|read" }, nothing);
});

test("each maker: a handler gets what is known of its caller, and no more", () => {
  const answer = { ...get, response: done } as const;
  endpoint({ ...answer, ...scoped }, ({ principal, caller }) => {
    expectTypeOf(principal).toEqualTypeOf<Principal>();
    expectTypeOf(caller).toEqualTypeOf<Caller>();
  });
  // @ts-expect-error: a token is no session
  endpoint({ ...answer, ...scoped }, ({ session }) => void session);
  endpoint(
    {
      ...answer,
      ...scoped,
      path: "/space/{spaceId}",
      params: z.object({ spaceId: SpaceId }),
    },
    ({ space }) => void expectTypeOf(space).toEqualTypeOf<SpaceItem>(),
  );
  indirectEndpoint({ ...answer, ...scoped, placeIn }, ({ base, table }) => {
    expectTypeOf(base).toEqualTypeOf<BaseItem | undefined>();
    expectTypeOf(table).toEqualTypeOf<TableItem | undefined>();
  });
  deletedPlaceEndpoint({ ...answer, ...scoped, prefetch, placeOf }, ({ principal, prefetched }) => {
    expectTypeOf(principal).toEqualTypeOf<Principal>();
    expectTypeOf(prefetched).toEqualTypeOf<{ baseId: BaseId; spaceId: SpaceId }>();
  });
  const deletable = { ...answer, ...scoped, path: inBase.path, params: ofBase, prefetch, placeOf } as const;
  // the base may be deleted
  deletedPlaceEndpoint(
    deletable,
    ({ base }) => void expectTypeOf(base).toEqualTypeOf<BaseItem | undefined>(),
  );
  anyTokenEndpoint({ ...answer, orSession: true }, ({ principal, session }) => {
    expectTypeOf(principal).toEqualTypeOf<Principal>();
    expectTypeOf(session).toEqualTypeOf<Session | undefined>();
  });
  // @ts-expect-error: any token may have no role anywhere
  anyTokenEndpoint(answer, ({ standing }) => void standing);
  sessionEndpoint({ ...answer, prefetch }, ({ session, prefetched }) => {
    expectTypeOf(session).toEqualTypeOf<Session>();
    expectTypeOf(prefetched).toEqualTypeOf<{ baseId: BaseId; spaceId: SpaceId }>();
  });
  // @ts-expect-error: there is no token
  sessionEndpoint(answer, ({ principal }) => void principal);
  publicEndpoint({ ...answer, optionalSession: true }, ({ session }) => {
    expectTypeOf(session).toEqualTypeOf<Session | undefined>();
  });
  // @ts-expect-error: the caller is unknown
  publicEndpoint(answer, ({ principal }) => void principal);
  shareEndpoint({ ...answer, share }, ({ share, enter }) => {
    expectTypeOf(share).toEqualTypeOf<{ isEntered: boolean }>();
    expectTypeOf(enter).toEqualTypeOf<(cookie: string, seconds: number) => void>();
  });
  // @ts-expect-error: the caller is unknown
  shareEndpoint({ ...answer, share }, ({ principal }) => void principal);
});
