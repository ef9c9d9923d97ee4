import * as z from "zod";
import { reaches } from "#lib/access/principal";
import { higherRole } from "#lib/access/roles";
import * as bases from "#lib/data/spaces/bases";
import { endpoint, ok } from "#lib/http/endpoint";
import { Base } from "#lib/schemas/tables/base";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/access/all",
    alsoAt: "/base",
    summary: "List the bases that the caller can open",
    description: "Each with the caller's role.",
    scope: "base|read",
    orScope: "base|read_all",
    response: ok(z.array(Base)),
  },
  async ({ principal }) => {
    const reachable = await bases.reachable(principal.userId);
    return reachable.flatMap(({ base, inBase, inSpace }) => {
      const standing = reaches(principal, base.spaceId, base.id) ? higherRole(inBase, inSpace) : undefined;
      return standing ? [bases.show(base, standing)] : [];
    });
  },
);
