import * as bases from "#lib/data/bases";
import { created, endpoint } from "#lib/http/endpoint";
import { Base, NewBase } from "#lib/schemas/base";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base",
    summary: "Create a base in a space",
    scope: "base|create",
    body: NewBase,
    response: created(Base),
    spaceOf: ({ spaceId }) => spaceId,
  },
  async ({ body, caller, standing }) =>
    bases.show(await bases.create(body, caller.userId, caller.now), standing),
);
