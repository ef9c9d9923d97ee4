import * as z from "zod";
import { higher } from "#lib/access/roles";
import * as bases from "#lib/data/bases";
import { placesOf } from "#lib/data/members";
import { endpoint, ok } from "#lib/http/endpoint";
import { Base } from "#lib/schemas/base";
import { type BaseId, SpaceId } from "#lib/schemas/ids";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}/base",
    summary: "List the bases of a space",
    scope: "base|read",
    params: z.object({ spaceId: SpaceId }),
    response: ok(z.array(Base)),
    load: ({ space }) => bases.listIn(space.id),
  },
  async ({ loaded, standing, caller }) => {
    const own = await placesOf<BaseId>(caller.userId, "BASE");
    const inBase = new Map(own.map(({ id, role }) => [id, role]));
    return loaded.map((base) => bases.show(base, higher(inBase.get(base.id), standing.role) ?? standing));
  },
);
