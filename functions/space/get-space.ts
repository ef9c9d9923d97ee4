import * as z from "zod";
import * as spaces from "#lib/data/spaces/spaces";
import { endpoint, ok } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { Space } from "#lib/schemas/tables/space";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space/{spaceId}",
    summary: "Get a space",
    scope: "space|read",
    params: z.object({ spaceId: SpaceId }),
    response: ok(Space),
  },
  ({ space, standing }) => spaces.show(space, standing.role),
);
