import * as spaces from "#lib/data/spaces/spaces";
import { created, endpoint } from "#lib/http/endpoint";
import { NewSpace, Space } from "#lib/schemas/tables/space";

export const handler = endpoint(
  {
    method: "POST",
    path: "/space",
    summary: "Create a space",
    description:
      "The caller owns it. Before there is a space nobody has a role, so any token with the scope may.",
    scope: "space|create",
    body: NewSpace,
    response: created(Space),
    idempotent: true,
  },
  ({ body, caller }) => spaces.createOwn(body, caller),
);
