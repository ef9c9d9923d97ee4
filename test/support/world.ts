/*
 * One of everything, for tests that ask every endpoint: what the names in paths stand for, what examples of bodies speak of,
 * and what opens an endpoint to somebody. A new name in a path needs its line here, and nothing else.
 */
import type * as z from "zod";
import type { Endpoint } from "#lib/http/endpoint";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/ids";
import { anApplication } from "./applications.ts";
import type { Asking } from "./call.ts";
import { aJobForLater } from "./jobs.ts";
import { aSession, aTable, type Someone } from "./makers.ts";

export interface World {
  owner: Someone;
  baseId: BaseId;
  spaceId: SpaceId;
  /** By the names in the braces of paths. */
  params: Record<string, string>;
  /** Where examples of bodies say `tbl4mSa1Cw6nZ8tQ0Yh`: by the letters in front. */
  ids: Record<string, string>;
}

export async function aWorld(): Promise<World> {
  const { owner, baseId, spaceId, tableId, table } = await aTable({ records: [{ fields: { Name: "Ada" } }] });
  const place = { baseId, spaceId };
  const other = await aTable({}, owner, place);
  const { clientId } = await anApplication(owner);
  return {
    ...{ owner, baseId, spaceId },
    params: {
      ...{ baseId, spaceId, tableId, viewId: table.defaultViewId },
      ...{ fieldId: table.fields[0].id, recordId: table.records[0].id, file: "start.js" },
      ...{ clientId, jobId: await aJobForLater({ tableId, ...place }) },
    },
    ids: { spc: spaceId, bse: baseId, tbl: other.tableId, clt: clientId, usr: owner.userId },
  };
}

/** An example of a body, about what there is in a world. */
export function inWorld<Body>(example: Body, { ids }: Pick<World, "ids">): Body {
  const text = JSON.stringify(example);
  if (text === undefined) return example;
  const there = text.replace(/\b([a-z]{3})4m[Ss]a1[Cc]w6n[Zz]8t[Qq]0[Yy]h/g, (id, kind) => ids[kind] ?? id);
  return JSON.parse(there) as Body;
}

/** What the documentation shows as a body of this shape. */
export function exampleFor(shape: z.ZodType | undefined, world: Pick<World, "ids">): object | undefined {
  const [first] = (shape?.meta()?.["examples"] ?? []) as object[];
  return inWorld(first, world);
}

/** What somebody sends along where an endpoint asks who he is; a session is a new one each time, as some calls end it. */
export async function entering(
  { definition: { session, maySession, scope, anyToken } }: Endpoint,
  somebody: { userId: UserId; token: string },
): Promise<Pick<Asking, "as" | "signedIn">> {
  if (scope || anyToken) return { as: somebody };
  return session || maySession ? { signedIn: await aSession(somebody.userId) } : {};
}
