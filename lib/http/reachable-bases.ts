/* The bases that a caller can open. */
import { type Principal, reaches } from "#lib/access/principal";
import { higherRole } from "#lib/access/roles";
import * as bases from "#lib/data/spaces/bases";
import type { Base } from "#lib/schemas/tables/base";

/** The bases where the caller has a role, and that the token names, each with the role. */
export async function listReachableBases(principal: Principal): Promise<Base[]> {
  const reachable = await bases.reachable(principal.userId);
  return reachable.flatMap(({ base, inBase, inSpace }) => {
    const standing = reaches(principal, base.spaceId, base.id) ? higherRole(inBase, inSpace) : undefined;
    return standing ? [bases.show(base, standing)] : [];
  });
}
