import * as z from "zod";
import * as spaces from "#lib/data/spaces/spaces";
import { endpoint, ok } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { Space, SpaceUpdate } from "#lib/schemas/tables/space";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/space/{spaceId}",
    summary: "Change the name of a space",
    scope: "space|update",
    params: z.object({ spaceId: SpaceId }),
    body: SpaceUpdate,
    response: ok(Space),
    idempotent: true,
  },
  async ({ space, standing, body, caller }) => {
    const show = (space: spaces.SpaceItem) => spaces.show(space, standing.role);
    return show(await spaces.update(space, body, (updated) => keepAnswer(caller, show(updated))));
  },
);
