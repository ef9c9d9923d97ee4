/*
 * What the compiler refuses of an endpoint. The proofs are types, so it is `tsc` that fails where one does not hold: with
 * its type arguments given, `endpoint` has the parameters that a call would have to fit.
 */
import { expectTypeOf, test } from "vitest";
import * as z from "zod";
import type { Principal } from "#lib/access/principal";
import type { Caller } from "#lib/data/identity/caller";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import { created, done, type Endpoint, endpoint, file, ok } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";

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
  typeof endpoint<"/docs/{file}", { file: string }, undefined, undefined, Response>
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

test("an endpoint has a scope that there is, or is public", () => {
  const complete = { ...declared, path, scope: "table|read", params: Names } as const;
  expectTypeOf({ ...complete, scope: "table|reed" as const }).not.toExtend<Definition>();
  const { scope: _, ...open } = complete;
  expectTypeOf(open).not.toExtend<Definition>();
  const page = { ...declared, path: "/docs/{file}", params: z.object({ file: z.string() }) } as const;
  expectTypeOf({ ...page, public: true as const }).toExtend<Public<Nothing>[0]>();
  expectTypeOf(page).not.toExtend<Public<Nothing>[0]>();
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
  const page = { method: "GET", path: "/test", summary: "Test", public: true } as const;
  expectTypeOf(endpoint({ ...page, response: ok(z.string()) }, () => "text")).toEqualTypeOf<Endpoint>();
  const text = { contentType: "text/plain", body: "text", maxAge: 0 };
  expectTypeOf(endpoint({ ...page, response: file }, () => text)).toEqualTypeOf<Endpoint>();
});
