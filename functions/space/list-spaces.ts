import * as z from "zod";
import { reaches } from "#lib/access/principal";
import * as spaces from "#lib/data/spaces/spaces";
import { endpoint, ok } from "#lib/http/endpoint";
import { Space } from "#lib/schemas/tables/space";

export const handler = endpoint(
  {
    method: "GET",
    path: "/space",
    summary: "List the spaces the caller is a member of, with his role on each",
    scope: "space|read",
    response: ok(z.array(Space)),
  },
  async ({ principal }) => {
    const mine = await spaces.listOf(principal.userId);
    return mine
      .filter(({ space }) => reaches(principal, space.id))
      .map(({ space, role }) => spaces.show(space, role));
  },
);
