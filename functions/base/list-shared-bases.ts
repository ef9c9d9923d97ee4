import * as z from "zod";
import { reaches } from "#lib/access/principal";
import * as bases from "#lib/data/spaces/bases";
import { namesOfSpaces } from "#lib/data/spaces/spaces";
import { endpoint, ok } from "#lib/http/endpoint";
import { SharedBase } from "#lib/schemas/tables/base";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/shared-base",
    summary: "List the bases that are shared with the caller",
    description:
      "Bases of which the caller is a member without being a member of their space, the oldest first.",
    scope: "base|read",
    response: ok(z.array(SharedBase)),
  },
  async ({ principal }) => {
    const reachable = await bases.reachable(principal.userId);
    const shared = reachable.flatMap(({ base, inBase, inSpace }) =>
      inBase && !inSpace && reaches(principal, base.spaceId, base.id) ? [{ base, role: inBase }] : [],
    );
    const nameOf = await namesOfSpaces(shared.map(({ base }) => base.spaceId));
    return shared.map(({ base, role }) => ({
      ...bases.show(base, { role, from: "base" }),
      spaceName: nameOf.get(base.spaceId) ?? "",
    }));
  },
);
