import * as z from "zod";
import { higher } from "#lib/access/roles";
import * as bases from "#lib/data/spaces/bases";
import { placesOf } from "#lib/data/spaces/members";
import { endpoint, ok } from "#lib/http/endpoint";
import { type BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { Base } from "#lib/schemas/tables/base";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}/base",
    summary: "List the bases of a space",
    scope: "base|read",
    params: z.object({ spaceId: SpaceId }),
    response: ok(z.array(Base)),
    load: ({ space, userId }) => Promise.all([bases.listIn(space.id), placesOf<BaseId>(userId, "BASE")]),
  },
  ({ loaded: [all, own], standing }) => {
    const inBase = new Map(own.map(({ id, role }) => [id, role]));
    return all.map((base) => bases.show(base, higher(inBase.get(base.id), standing.role) ?? standing));
  },
);
