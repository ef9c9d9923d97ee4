import { createOwnSpace } from "#lib/data/spaces/create-space";
import { created, endpoint } from "#lib/http/endpoint";
import { NewSpace, Space } from "#lib/schemas/tables/space";

export const handler = endpoint(
  {
    method: "POST",
    path: "/space",
    summary: "Create a space",
    description:
      "The caller becomes its owner. No role exists before the space does, so any token with the scope may create one.",
    scope: "space|create",
    body: NewSpace,
    response: created(Space),
    idempotent: true,
  },
  ({ body, caller }) => createOwnSpace(body, caller),
);
